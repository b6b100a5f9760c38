package org.sovereignbook.sbp.store.file;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.EditedFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.PeersDocument;

/**
 * Does operations on files, and writes them down so that they can be done again. Paths are written
 * relative to the node directory, which may move; none leads out of it.
 *
 * <p>For a store that keeps most things elsewhere it does the changes that are files in every
 * store: such a store stores the {@link #plan} in the transaction that makes the other changes,
 * {@link #apply}s it afterwards, and removes it. A plan that is found later was interrupted: {@link
 * #applyAgain} finishes it, however far it had come. Plans belong to the machine of the node
 * directory.
 *
 * @param source where they are written down, for error messages
 */
public record FileRedo(Node node, String source) {
  /** Content of the journal. */
  private record RedoLog(List<Written> operations) {}

  private record Written(
      Op op,
      String file,
      Optional<String> text,
      Optional<String> bytes,
      Optional<String> to,
      Optional<List<Row>> changes) {}

  private enum Op {
    WRITE,
    APPEND,
    MOVE,
    DELETE,
    PEERS
  }

  /** Change of a row. With a text all rows; with cells some of a row; else a deleted row. */
  private record Row(
      Optional<PublicKey> publicKey,
      Optional<SortedMap<String, String>> set,
      Optional<String> text) {}

  /** Returns whether a change is one of files. */
  public static boolean concerns(Change change) {
    return change instanceof Change.OfFiles;
  }

  /** Refuses, before anything is done, to write over an ethos that its owner made read-only. */
  static void requireWritable(Node node, Change.OfFiles change) {
    if (change instanceof Change.WriteFile(Path file, String _)
        && file.equals(node.home().ethos())) {
      EditedFile.requireWritable(file);
    }
  }

  /** Plans the changes of files among these; other changes are skipped. */
  public JsonObject plan(List<Change> changes) {
    changes.stream()
        .filter(Change.OfFiles.class::isInstance)
        .forEach(change -> requireWritable(node, (Change.OfFiles) change));
    return encode(lower(changes));
  }

  /** Makes the changes for the first time. */
  public void apply(List<Change> changes) {
    run(lower(changes));
  }

  private static List<Operation> lower(List<Change> changes) {
    FileOperations operations = new FileOperations();
    for (Change change : changes) {
      if (change instanceof Change.OfFiles ofFiles) {
        operations.add(ofFiles);
      }
    }
    return operations.inOrder();
  }

  void run(List<Operation> operations) {
    run(operations, false);
  }

  /** Does operations in order; removals that follow each other at once. */
  private void run(List<Operation> operations, boolean again) {
    List<Disk.Removal> removals = new ArrayList<>();
    for (Operation operation : operations) {
      switch (operation) {
        case Operation.Move(Path from, Path to) ->
            removals.add(new Disk.Removal(from, Optional.of(to)));
        case Operation.Delete(Path target) ->
            removals.add(new Disk.Removal(target, Optional.empty()));
        case Operation.Edit edit -> {
          remove(removals);
          apply(edit, again);
        }
      }
    }
    remove(removals);
  }

  private void remove(List<Disk.Removal> removals) {
    node.disk().removeAll(List.copyOf(removals));
    removals.clear();
  }

  /** Repeats the changes of a journal; some may be done already. */
  public void applyAgain(JsonObject written) {
    try {
      run(
          Shape.of(RedoLog.class).read(written).operations().stream().map(this::decode).toList(),
          true);
    } catch (IllegalArgumentException e) {
      throw damaged(String.valueOf(e.getMessage()));
    }
  }

  JsonObject encode(List<Operation> operations) {
    return Shape.write(new RedoLog(operations.stream().map(this::encode).toList()));
  }

  private void apply(Operation.Edit operation, boolean again) {
    switch (operation) {
      case Operation.Write(Path target, byte[] bytes) -> node.disk().write(target, bytes);
      case Operation.Append(Path target, String text) -> append(target, text, again);
      case Operation.EditPeers(List<Change.OfPeers> changes) -> {
        PeersDocument peers = PeersDocument.parse(node.readText(node.home().peers()).orElse(""));
        node.writeText(node.home().peers(), peers.apply(changes).render());
      }
    }
  }

  private void append(Path target, String text, boolean again) {
    String present = node.readText(target).orElse("");
    String missing = text;
    if (again) {
      if (present.contains(text)) {
        return;
      }
      missing = text.substring(tornLength(present, text));
    }
    boolean openLine =
        missing.length() == text.length() && !present.isEmpty() && !present.endsWith("\n");
    node.disk().append(target, ((openLine ? "\n" : "") + missing).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the length of the part of {@code text} that an interrupted append has already written.
   */
  private static int tornLength(String present, String text) {
    for (int length = text.length() - 1; length > 0; length--) {
      if (present.endsWith(text.substring(0, length))) {
        return length;
      }
    }
    return 0;
  }

  /** Returns bytes as text, if they are text: a journal is read by people too. */
  private static Optional<String> text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return Optional.of(text)
        .filter(same -> Arrays.equals(bytes, same.getBytes(StandardCharsets.UTF_8)));
  }

  private Written encode(Operation operation) {
    return switch (operation) {
      case Operation.Write(Path target, byte[] bytes) -> {
        Optional<String> text = text(bytes);
        Optional<String> encoded =
            text.isPresent() ? Optional.empty() : Optional.of(Base64Url.encode(bytes));
        yield new Written(
            Op.WRITE, relative(target), text, encoded, Optional.empty(), Optional.empty());
      }
      case Operation.Append(Path target, String text) ->
          written(Op.APPEND, target, Optional.of(text), Optional.empty());
      case Operation.Move(Path from, Path to) ->
          written(Op.MOVE, from, Optional.empty(), Optional.of(relative(to)));
      case Operation.Delete(Path target) ->
          written(Op.DELETE, target, Optional.empty(), Optional.empty());
      case Operation.EditPeers(List<Change.OfPeers> changes) ->
          new Written(
              Op.PEERS,
              relative(node.home().peers()),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.of(changes.stream().map(FileRedo::row).toList()));
    };
  }

  private Written written(Op op, Path target, Optional<String> text, Optional<String> to) {
    return new Written(op, relative(target), text, Optional.empty(), to, Optional.empty());
  }

  private Operation decode(Written written) {
    Path target = absolute(written.file());
    return switch (written.op()) {
      case WRITE ->
          written
              .bytes()
              .map(bytes -> new Operation.Write(target, Base64Url.decode(bytes)))
              .orElseGet(() -> Operation.write(target, there(written.text(), "text")));
      case APPEND -> new Operation.Append(target, there(written.text(), "text"));
      case MOVE -> new Operation.Move(target, absolute(there(written.to(), "to")));
      case DELETE -> new Operation.Delete(target);
      case PEERS ->
          new Operation.EditPeers(
              there(written.changes(), "changes").stream().map(this::change).toList());
    };
  }

  private static Row row(Change.OfPeers change) {
    return switch (change) {
      case Change.SetPeer(PublicKey key, Map<String, String> cells) ->
          new Row(Optional.of(key), Optional.of(new TreeMap<>(cells)), Optional.empty());
      case Change.RemovePeer(PublicKey key) ->
          new Row(Optional.of(key), Optional.empty(), Optional.empty());
      case Change.FillPeers(String text) ->
          new Row(Optional.empty(), Optional.empty(), Optional.of(text));
    };
  }

  private Change.OfPeers change(Row row) {
    if (row.text().isPresent()) {
      return new Change.FillPeers(row.text().get());
    }
    PublicKey key = there(row.publicKey(), "public_key");
    return row.set().isPresent()
        ? new Change.SetPeer(key, row.set().get())
        : new Change.RemovePeer(key);
  }

  private String relative(Path path) {
    return node.home().root().relativize(path).toString().replace('\\', '/');
  }

  private Path absolute(String relative) {
    Path path = node.home().root().resolve(relative).normalize();
    if (!path.startsWith(node.home().root())) {
      throw damaged("a path leads out of the node directory");
    }
    return path;
  }

  private <T> T there(Optional<T> member, String name) {
    return member.orElseThrow(() -> damaged(name + " is missing"));
  }

  private NodeException damaged(String why) {
    return new NodeException(
        source + " is damaged (" + why + "); move it away and run: sbp doctor");
  }
}
