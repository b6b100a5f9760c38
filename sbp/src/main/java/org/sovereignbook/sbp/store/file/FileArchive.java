package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.InboxId;

/** The folders behind inbox and outbox; what else lies in them is passed over. */
final class FileArchive implements Archive {
  private final Node node;

  FileArchive(Node node) {
    this.node = node;
  }

  @Override
  public List<InboxId> envelopes(Shelf shelf) {
    return node.disk().files(folder(shelf)).stream()
        .flatMap(file -> JsonFiles.name(file).flatMap(FileInbox::id).stream())
        .sorted()
        .toList();
  }

  @Override
  public Optional<byte[]> envelope(Shelf shelf, InboxId id) {
    return node.disk().read(file(shelf, id));
  }

  @Override
  public List<InboxId> envelopesBefore(Shelf shelf, Instant time) {
    return envelopes(shelf).stream()
        .filter(
            id -> id.received().orElseGet(() -> FileTimes.modified(file(shelf, id))).isBefore(time))
        .toList();
  }

  @Override
  public List<LocalDate> sentDays() {
    return days(node.home().sent());
  }

  @Override
  public List<SentId> sent() {
    return items(node.home().sent());
  }

  @Override
  public Optional<JsonObject> readSent(SentId id) {
    return node.readJson(sentFile(id));
  }

  @Override
  public List<SentId> archived() {
    return items(node.home().sentArchive());
  }

  @Override
  public Optional<JsonObject> readArchived(SentId id) {
    return node.readJson(archivedFile(id));
  }

  Path folder(Shelf shelf) {
    return switch (shelf) {
      case PROCESSED -> node.home().inboxProcessed();
      case REJECTED -> node.home().inboxRejected();
    };
  }

  Path file(Shelf shelf, InboxId id) {
    return folder(shelf).resolve(JsonFiles.fileName(id.value()));
  }

  Path sentFile(SentId id) {
    return item(node.home().sent(), id);
  }

  Path archivedFile(SentId id) {
    return item(node.home().sentArchive(), id);
  }

  private static Path item(Path folder, SentId id) {
    return folder.resolve(id.day().toString()).resolve(JsonFiles.fileName(id.name()));
  }

  private List<LocalDate> days(Path folder) {
    return node.disk().folders(folder).stream().flatMap(day -> day(day).stream()).sorted().toList();
  }

  private List<SentId> items(Path folder) {
    List<SentId> items = new ArrayList<>();
    for (LocalDate day : days(folder)) {
      for (Path file : node.disk().files(folder.resolve(day.toString()))) {
        JsonFiles.name(file).ifPresent(name -> items.add(new SentId(day, name)));
      }
    }
    items.sort(null);
    return List.copyOf(items);
  }

  private static Optional<LocalDate> day(Path folder) {
    try {
      return Optional.of(LocalDate.parse(folder.getFileName().toString()));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
