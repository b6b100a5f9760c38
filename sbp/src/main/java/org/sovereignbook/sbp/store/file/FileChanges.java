package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ObjectKind;
import org.sovereignbook.sbp.store.SeenEnvelopes;

/** Turns changes of a node's state into operations on its files. Used for one change set. */
final class FileChanges {
  private static final int DATE_CHARACTERS = "2026-03-17".length();

  private final Node node;
  private final NodeHome home;
  private final FileInbox inbox;
  private final FileOutbox outbox;
  private final FileObjects objects;
  private final FileArchive archive;
  private final FileLogs logs;

  private final List<Operation> operations = new ArrayList<>();
  private final List<Change> peerChanges = new ArrayList<>();
  private final Map<Path, StringBuilder> appended = new java.util.LinkedHashMap<>();
  private final Set<Path> moveTargets = new HashSet<>();
  private final Map<ContentHash, SeenEnvelopes.Entry> seen = new HashMap<>();
  private final Map<ContentHash, ObjectKind> received = new HashMap<>();
  private Optional<JsonObject> replyIndex = Optional.empty();

  FileChanges(
      Node node,
      FileInbox inbox,
      FileOutbox outbox,
      FileObjects objects,
      FileArchive archive,
      FileLogs logs) {
    this.node = node;
    this.home = node.home();
    this.inbox = inbox;
    this.outbox = outbox;
    this.objects = objects;
    this.archive = archive;
    this.logs = logs;
  }

  /** The operations in their order: objects, then indexes, then peers and logs, deletions last. */
  List<Operation> lower(List<Change> changes) {
    List<Operation> removals = new ArrayList<>();
    for (Change change : changes) {
      lower(change, removals);
    }
    if (!received.isEmpty()) {
      write(home.seenHashes(), FileObjects.withSeen(objects.seenHashes(), received));
    }
    replyIndex.ifPresent(index -> write(home.replyIndex(), index));
    if (!seen.isEmpty()) {
      seen.putAll(FileSeenEnvelopes.load(node).entries());
      write(home.seenEnvelopes(), FileSeenEnvelopes.render(seen, node.now()));
    }
    if (!peerChanges.isEmpty()) {
      operations.add(new Operation.EditPeers(List.copyOf(peerChanges)));
    }
    appended.forEach((file, text) -> operations.add(new Operation.Append(file, text.toString())));
    operations.addAll(removals);
    return List.copyOf(operations);
  }

  private void lower(Change change, List<Operation> removals) {
    switch (change) {
      case Change.RejectInbox(var id) -> moveFrom(inbox.file(id), home.inboxRejected(), removals);
      case Change.ArchiveInbox(var id) -> moveFrom(inbox.file(id), home.inboxProcessed(), removals);
      case Change.RemoveInbox(var id) -> removals.add(new Operation.Delete(inbox.file(id)));
      case Change.PutOutbox(var id, var item) -> write(outbox.file(id), item);
      case Change.ArchiveSent(var id, var item, var at) -> {
        write(outbox.file(id), item);
        moveFrom(outbox.file(id), sentFolder(at), removals);
      }
      case Change.FailOutbox(var id, var item) -> {
        write(outbox.file(id), item);
        moveFrom(outbox.file(id), home.outboxFailed(), removals);
      }
      case Change.SetAsideOutbox(var id) ->
          moveFrom(outbox.file(id), home.outboxFailed(), removals);
      case Change.RemoveOutbox(var id) -> removals.add(new Operation.Delete(outbox.file(id)));
      case Change.RemoveFailed(var name) ->
          removals.add(new Operation.Delete(outbox.failedFile(name)));
      case Change.StoreObject(var kind, var object) -> store(kind, object);
      case Change.SeeEnvelope(var envelope, var id, var at) ->
          seen.put(envelope, new SeenEnvelopes.Entry(id, at));
      case Change.Log(var log, var entry) -> append(log.in(home), entry.line() + "\n");
      case Change.CondenseLog condense -> operations.addAll(logs.condense(condense));
      case Change.WriteState(var document, var json) -> write(document.in(home), json);
      case Change.SetAsideState(var document, var name) ->
          removals.add(new Operation.Move(document.in(home), home.runtime().resolve(name)));
      case Change.ArchiveDay(var day) -> archive(day, removals);
      case Change.RemoveArchived(var shelf, var id) ->
          removals.add(new Operation.Delete(archive.file(shelf, id)));
      case Change.SetPeer _, Change.RemovePeer _ -> peerChanges.add(change);
      case Change.StorePeerIdentity(var document) ->
          write(FilePeerIdentities.file(home, document.publicKey()), document.json());
      case Change.WriteFile(var file, var text) -> operations.add(new Operation.Write(file, text));
      case Change.AppendFile(var file, var text) -> append(file, text);
      case Change.MoveFile(var from, var to) -> removals.add(new Operation.Move(from, to));
      case Change.RemoveFile(var file) -> removals.add(new Operation.Delete(file));
      case Change.Restore restore -> restore(restore);
    }
  }

  private void restore(Change.Restore change) {
    switch (change) {
      case Change.Restore.Envelope(var shelf, var id, var bytes) ->
          operations.add(
              new Operation.WriteBytes(
                  shelf.map(on -> archive.file(on, id)).orElseGet(() -> inbox.file(id)), bytes));
      case Change.Restore.Failed(var name, var item) -> write(outbox.failedFile(name), item);
      case Change.Restore.Sent(var id, var archived, var item) ->
          write(archived ? archive.archivedFile(id) : archive.sentFile(id), item);
      case Change.Restore.Peers(var text) ->
          operations.add(new Operation.Write(home.peers(), text));
      case Change.Restore.Lines(var log, var month, var lines) ->
          operations.add(
              new Operation.Write(
                  month.map(in -> log.archiveIn(home, in)).orElseGet(() -> log.in(home)),
                  FileLogs.text(lines)));
      case Change.Restore.Nothing _ -> operations.addAll(new SetAside(node).operations());
    }
  }

  /** A folder moves in one piece, unless the archive holds one of that day already. */
  private void archive(LocalDate day, List<Operation> removals) {
    Path folder = home.sent().resolve(day.toString());
    Path target = home.sentArchive().resolve(day.toString());
    if (!node.disk().exists(target)) {
      removals.add(new Operation.Move(folder, target));
      return;
    }
    List<Path> files = node.disk().files(folder);
    files.forEach(file -> moveFrom(file, target, removals));
    if (FileTimes.entries(folder) == files.size()) {
      removals.add(new Operation.Delete(folder));
    }
  }

  private void store(ObjectKind kind, JsonObject object) {
    ContentHash hash = ContentHash.of(object);
    write(objects.file(kind, hash), object);
    if (kind.isReceived()) {
      received.put(hash, kind);
    }
    if (kind == ObjectKind.CONTENT_RECEIVED) {
      replyIndex =
          Optional.of(
              FileObjects.withReply(replyIndex.orElseGet(objects::replyIndex), hash, object));
    }
  }

  private void append(Path file, String text) {
    appended.computeIfAbsent(file, key -> new StringBuilder()).append(text);
  }

  private void write(Path file, JsonObject json) {
    operations.add(new Operation.Write(file, JsonWriter.file(json)));
  }

  private void moveFrom(Path file, Path folder, List<Operation> removals) {
    removals.add(new Operation.Move(file, freeName(folder, file.getFileName().toString())));
  }

  /**
   * A name in the folder that replaces nothing, neither there nor among the moves of this set;
   * chosen before the journal is written.
   */
  private Path freeName(Path folder, String name) {
    return FreeName.of(
        folder.resolve(name), target -> node.disk().exists(target) || !moveTargets.add(target));
  }

  private Path sentFolder(Timestamp at) {
    return home.sent().resolve(at.toString().substring(0, DATE_CHARACTERS));
  }
}
