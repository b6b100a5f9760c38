package org.sovereignbook.sbp.plugins.hooks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.yaml.MalformedYaml;
import org.sovereignbook.sbp.base.yaml.Yaml;
import org.sovereignbook.sbp.frontend.automation.NodeProgram;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;

/**
 * A hook in {@code runtime/hooks/}: an executable with its declaration at its head, or in {@code
 * NAME.hook.yaml} beside it. Read in its present form.
 *
 * @param file the executable; for a hot hook its declaration
 * @param bytes of the file
 * @param sha256 of the file and its declaration file, 64 hex digits: the hash that is accepted
 */
@SuppressWarnings("ArrayRecordComponent") // Passed on, never compared or changed.
public record HookScript(
    String name, Path file, byte[] bytes, String sha256, HookDeclaration declaration) {
  static final String BESIDE = ".hook.yaml";
  private static final String JAVA = ".java";
  static final int MAX_NAME_CHARACTERS = 34;
  private static final int MAX_FILE_BYTES = 1 << 20;
  private static final int HEAD_LINES = 200;
  private static final String MARK = "sbp-hook:";
  private static final List<String> COMMENTS = List.of("//", "#", "--", ";");

  /** The files found under a name. */
  public sealed interface Found {
    /** A hook that can be accepted. */
    record Good(HookScript script) implements Found {}

    /**
     * Files that are not a valid hook.
     *
     * @param problem with its file and line, for people
     */
    record Bad(String problem) implements Found {}
  }

  /** Refuses a script that waits for events that do not exist. */
  public void requireKnownEvents(Transaction tx) {
    EventKinds.requireKnown(tx, declaration);
  }

  /** Returns the folder of a node's hooks. */
  public static Path folder(Node node) {
    return node.home().runtime().resolve("hooks");
  }

  /** Returns whether it is compiled before it runs. */
  public boolean isJava() {
    return file.toString().endsWith(JAVA);
  }

  /**
   * Returns the name for a copy of the file. A Java class named after its file needs a Java name.
   */
  String compilableName() {
    boolean isNamed = !isJava() || name.matches("[a-z][a-z0-9_]*");
    return isNamed ? file.getFileName().toString() : "hook_" + name.replace('-', '_') + JAVA;
  }

  /** Returns whether the folder has any file. Opens none. */
  public static boolean isAny(Node node) {
    return node.disk().exists(folder(node)) && !files(node).isEmpty();
  }

  /** Returns the files in the folder; without any, the copies of those that were accepted. */
  static List<NodeProgram> programs(Node node) {
    List<NodeProgram> files =
        node.disk().files(folder(node)).stream()
            .map(file -> NodeProgram.file(node, file, "a hook"))
            .toList();
    return files.isEmpty() ? List.of(NodeProgram.command("hooks", "copies of scripts")) : files;
  }

  /** Returns all hooks in the folder, by name. */
  public static Map<String, Found> all(Node node) {
    Map<String, Found> all = new TreeMap<>();
    files(node).forEach((name, files) -> all.put(name, read(node, name, files)));
    return all;
  }

  /** Returns the hook with this name. */
  public static Optional<Found> find(Node node, String name) {
    return Optional.ofNullable(files(node).get(name)).map(files -> read(node, name, files));
  }

  private static Map<String, List<Path>> files(Node node) {
    Map<String, List<Path>> files = new TreeMap<>();
    for (Path file : node.disk().files(folder(node))) {
      String whole = file.getFileName().toString();
      int dot = whole.indexOf('.');
      String name = dot < 0 ? whole : whole.substring(0, dot);
      if (!name.isEmpty() && !name.equals("README") && !whole.endsWith("~")) {
        files.computeIfAbsent(name, _ -> new ArrayList<>()).add(file);
      }
    }
    return files;
  }

  private static Found read(Node node, String name, List<Path> files) {
    List<Path> scripts = files.stream().filter(file -> !isBeside(file)).toList();
    Optional<Path> beside = files.stream().filter(HookScript::isBeside).findFirst();
    try {
      HookDeclaration.require(
          name.matches("[a-z0-9][a-z0-9_-]{0," + (MAX_NAME_CHARACTERS - 1) + "}"),
          name
              + ": a hook's name has up to "
              + MAX_NAME_CHARACTERS
              + " of a-z, 0-9, _ and -, and begins with a letter or digit");
      HookDeclaration.require(
          scripts.size() <= 1, name + ": more than one file has this name: " + names(scripts));
      Path file = scripts.stream().findFirst().or(() -> beside).orElseThrow();
      byte[] bytes = bytes(node, file);
      requireStartable(file.getFileName().toString(), bytes);
      byte[] declared = beside.isPresent() ? bytes(node, beside.get()) : new byte[0];
      HookDeclaration declaration =
          beside.isPresent()
              ? parse(beside.get().getFileName().toString(), text(declared), 0)
              : head(file.getFileName().toString(), text(bytes));
      HookDeclaration.require(
          declaration.plugin().isPresent() == scripts.isEmpty(),
          scripts.isEmpty()
              ? name + BESIDE + " has no script beside it, and names no plugin"
              : name + ": plugin is for hooks without a script");
      return new Found.Good(new HookScript(name, file, bytes, hash(bytes, declared), declaration));
    } catch (IllegalArgumentException e) {
      return new Found.Bad(String.valueOf(e.getMessage()));
    }
  }

  private static boolean isBeside(Path file) {
    return file.getFileName().toString().endsWith(BESIDE);
  }

  private static List<String> names(List<Path> files) {
    return files.stream().map(file -> file.getFileName().toString()).sorted().toList();
  }

  private static byte[] bytes(Node node, Path file) {
    byte[] bytes = node.disk().read(file).orElse(new byte[0]);
    HookDeclaration.require(
        bytes.length <= MAX_FILE_BYTES,
        file.getFileName() + ": a hook has at most " + MAX_FILE_BYTES + " bytes");
    return bytes;
  }

  /**
   * Refuses a script whose first line ends in a carriage return, as on Windows: the system would
   * look for an interpreter whose name includes the carriage return.
   */
  private static void requireStartable(String file, byte[] bytes) {
    String text = text(bytes);
    String first = text.substring(0, Math.max(0, text.indexOf('\n')));
    HookDeclaration.require(
        !(first.startsWith("#!") && first.endsWith("\r")),
        file
            + ":1: its lines end in CRLF, so the system would not find the program of its first"
            + " line; write LF:  sed -i 's/\\r$//' "
            + file);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Returns the hash of both files, so that a change of either is noticed. */
  private static String hash(byte[] script, byte[] beside) {
    String both = ContentHash.ofBytes(script).hex() + "\n" + ContentHash.ofBytes(beside).hex();
    return ContentHash.ofBytes(both.getBytes(StandardCharsets.UTF_8)).hex();
  }

  /** Reads the declaration in the comment at the head of a script. */
  static HookDeclaration head(String file, String text) {
    List<String> lines = text.lines().limit(HEAD_LINES).toList();
    for (int i = 0; i < lines.size(); i++) {
      for (String comment : COMMENTS) {
        if (lines.get(i).startsWith(comment)
            && lines.get(i).substring(comment.length()).strip().equals(MARK)) {
          return parse(file, body(lines.subList(i + 1, lines.size()), comment), i + 1);
        }
      }
    }
    throw new IllegalArgumentException(
        file
            + ": no declaration: a comment with the line `"
            + MARK
            + "` at its head, or a file "
            + file.replaceFirst("\\..*", "")
            + BESIDE
            + " beside it");
  }

  /** Returns the following lines of the comment without comment marks. */
  private static String body(List<String> lines, String comment) {
    StringBuilder yaml = new StringBuilder();
    for (String line : lines) {
      String rest = line.startsWith(comment) ? line.substring(comment.length()) : "";
      if (rest.isBlank() || !rest.startsWith(" ")) {
        break;
      }
      yaml.append(rest.stripTrailing()).append('\n');
    }
    return yaml.toString();
  }

  private static HookDeclaration parse(String file, String text, int linesBefore) {
    Yaml yaml;
    try {
      // Empty lines keep the line numbers those of the file.
      yaml = Yaml.parse("\n".repeat(linesBefore) + text);
    } catch (MalformedYaml e) {
      throw new IllegalArgumentException(e.place(file) + ": " + e.problem(), e);
    }
    if (yaml.value() == JsonNull.INSTANCE || !(yaml.value() instanceof JsonObject json)) {
      throw new IllegalArgumentException(file + ": the declaration has no keys");
    }
    requireValues(file, yaml, json);
    try {
      return HookDeclaration.of(json);
    } catch (Misfit e) {
      int line = yaml.at(deepest(yaml, e)).line();
      throw new IllegalArgumentException(file + ":" + line + ": " + e.in("the declaration"), e);
    }
  }

  /**
   * Refuses a key without a value. Read as absent, an empty {@code principal:} would make every
   * event trigger the hook. {@code config} belongs to the script; empty tools and credentials are
   * valid.
   */
  private static void requireValues(String file, Yaml yaml, JsonObject json) {
    for (String key : yaml.emptyKeys()) {
      boolean isNone = key.matches("tools|credentials") && json.array(key).isPresent();
      if (!isNone && !key.matches("config(\\..*)?")) {
        throw new IllegalArgumentException(
            "%s:%d: nothing stands behind %s; write a value, or remove the key"
                .formatted(file, yaml.at(key).line(), PeerText.plain(key)));
      }
    }
  }

  /** Returns the deepest key in the declaration that the error message names. */
  private static String deepest(Yaml yaml, Misfit e) {
    String sentence = e.in("it");
    return yaml.places().keySet().stream()
        .filter(key -> !key.isEmpty())
        .filter(
            key -> {
              String last = key.substring(key.lastIndexOf('.') + 1);
              return sentence.contains("'s " + last + " ") || sentence.contains('"' + last + '"');
            })
        .max((one, other) -> Integer.compare(one.length(), other.length()))
        .orElse("");
  }
}
