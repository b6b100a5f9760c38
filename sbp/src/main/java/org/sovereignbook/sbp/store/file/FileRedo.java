package org.sovereignbook.sbp.store.file;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.crypto.Base64Url;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonString;
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

  /** Whether a change is one of files. */
  public static boolean concerns(Change change) {
    return change instanceof Change.OfFiles;
  }

  /** What is to be done for the changes of files among these; other changes are passed over. */
  public JsonObject plan(List<Change> changes) {
    return encode(lower(changes));
  }

  /** Does it for the first time. */
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
    operations.forEach(operation -> apply(operation, false));
  }

  /** Does what was written down, some of which may be done already. */
  public void applyAgain(JsonObject written) {
    for (JsonObject operation :
        written.array("operations").map(JsonArray::objects).orElse(List.of())) {
      apply(decode(operation), true);
    }
  }

  JsonObject encode(List<Operation> operations) {
    return JsonObject.builder()
        .put("operations", JsonArray.of(operations.stream().map(this::encode).toList()))
        .build();
  }

  private void apply(Operation operation, boolean again) {
    switch (operation) {
      case Operation.Write(Path target, byte[] bytes) -> node.disk().write(target, bytes);
      case Operation.Append(Path target, String text) -> append(target, text, again);
      case Operation.Move(Path from, Path to) -> {
        if (node.disk().exists(from)) {
          node.disk().move(from, to);
        }
      }
      case Operation.Delete(Path target) -> node.disk().delete(target);
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

  /** How much of {@code text} an interrupted append has already written. */
  private static int tornLength(String present, String text) {
    for (int length = text.length() - 1; length > 0; length--) {
      if (present.endsWith(text.substring(0, length))) {
        return length;
      }
    }
    return 0;
  }

  /** Bytes as text, if they are text: a journal is read by people too. */
  private static Optional<String> text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return Optional.of(text)
        .filter(same -> Arrays.equals(bytes, same.getBytes(StandardCharsets.UTF_8)));
  }

  private JsonObject encode(Operation operation) {
    return switch (operation) {
      case Operation.Write(Path target, byte[] bytes) ->
          text(bytes)
              .map(text -> entry("write", target).put("text", text))
              .orElseGet(() -> entry("write", target).put("bytes", Base64Url.encode(bytes)))
              .build();
      case Operation.Append(Path target, String text) ->
          entry("append", target).put("text", text).build();
      case Operation.Move(Path from, Path to) ->
          entry("move", from).put("to", relative(to)).build();
      case Operation.Delete(Path target) -> entry("delete", target).build();
      case Operation.EditPeers(List<Change.OfPeers> changes) ->
          entry("peers", node.home().peers())
              .put("changes", JsonArray.of(changes.stream().map(FileRedo::encodePeer).toList()))
              .build();
    };
  }

  private Operation decode(JsonObject json) {
    Path target = absolute(member(json, "file"));
    return switch (member(json, "op")) {
      case "write" ->
          json.has("bytes")
              ? new Operation.Write(target, Base64Url.decode(member(json, "bytes")))
              : Operation.write(target, member(json, "text"));
      case "append" -> new Operation.Append(target, member(json, "text"));
      case "move" -> new Operation.Move(target, absolute(member(json, "to")));
      case "delete" -> new Operation.Delete(target);
      case "peers" -> {
        List<Change.OfPeers> changes = new ArrayList<>();
        json.array("changes")
            .map(JsonArray::objects)
            .orElse(List.of())
            .forEach(change -> changes.add(decodePeer(change)));
        yield new Operation.EditPeers(List.copyOf(changes));
      }
      default -> throw damaged("unknown operation " + member(json, "op"));
    };
  }

  private static JsonObject encodePeer(Change.OfPeers change) {
    return switch (change) {
      case Change.SetPeer(PublicKey key, Map<String, String> cells) -> {
        JsonObject.Builder set = JsonObject.builder();
        new TreeMap<>(cells).forEach((column, text) -> set.put(column, new JsonString(text)));
        yield JsonObject.builder()
            .put("public_key", key.toString())
            .put("set", set.build())
            .build();
      }
      case Change.RemovePeer(PublicKey key) ->
          JsonObject.builder().put("public_key", key.toString()).build();
      case Change.FillPeers(String text) ->
          JsonObject.builder().put("text", new JsonString(text)).build();
    };
  }

  private Change.OfPeers decodePeer(JsonObject json) {
    if (json.has("text")) {
      return new Change.FillPeers(member(json, "text"));
    }
    PublicKey key = PublicKey.parse(member(json, "public_key"));
    if (!json.has("set")) {
      return new Change.RemovePeer(key);
    }
    JsonObject set = json.object("set").orElseThrow(() -> damaged("set is not an object"));
    Map<String, String> cells = new TreeMap<>();
    set.members().keySet().forEach(column -> cells.put(column, member(set, column)));
    return new Change.SetPeer(key, cells);
  }

  private JsonObject.Builder entry(String op, Path target) {
    return JsonObject.builder().put("op", op).put("file", relative(target));
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

  private String member(JsonObject json, String name) {
    return json.string(name).orElseThrow(() -> damaged(name + " is missing"));
  }

  private NodeException damaged(String why) {
    return new NodeException(
        source + " is damaged (" + why + "); move it away and run: sbp doctor");
  }
}
