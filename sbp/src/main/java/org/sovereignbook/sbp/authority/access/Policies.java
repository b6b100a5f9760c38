package org.sovereignbook.sbp.authority.access;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.node.Resources;

/**
 * Policies of a node: those of {@code runtime/access/*.yaml}, or the program's defaults when there
 * is no such file. YAML is parsed only when a file has changed. The last faultless version is kept
 * beside the node's state, and stays in force in every process while a file has an error.
 *
 * @param set the policies in force
 * @param key names, sizes and hashes of the files that the set was read from
 * @param files the parsed files; empty while they have problems
 */
public record Policies(
    PolicySet set, String key, List<PolicyFile> files, List<PolicyFile.Problem> problems) {
  public static final String DEFAULT_FILE = "default.yaml";

  static final int MAX_FILES = 200;
  static final int MAX_FILE_BYTES = 256 * 1024;

  private static final int FORMAT = 1;

  /** Member with the names of the files; none where the defaults are in force without a file. */
  private static final String NAMES = "names";

  private static final String MISSING =
      "it is missing; put it back, or go on without it: sbp lost --accept " + NodeThing.ACCESS;

  /**
   * Member with the key of files that equal the program's defaults: their content need not be kept.
   */
  private static final String OWN = "own";

  /** Returns the text of the program's default policies. */
  public static String defaultText() {
    return Resources.text("templates/access/" + DEFAULT_FILE);
  }

  /** Allows only the owner, when no policies were ever read. */
  private static PolicySet ownerOnly() {
    return new PolicySet(
        programsOwn().policies().stream()
            .filter(policy -> policy.principal().isUser().equals(Optional.of(true)))
            .toList());
  }

  private static PolicyFile programsOwn() {
    return PolicyFile.parse(DEFAULT_FILE, defaultText(), new ArrayList<>());
  }

  /** Returns the current policies of a node. */
  public static Policies of(Node node) {
    Texts texts = Texts.of(node);
    return kept(node)
        .filter(kept -> texts.problems().isEmpty() && kept.key().equals(texts.key()))
        .orElseGet(
            () -> {
              Policies read = read(node, texts);
              if (read.problems().isEmpty()) {
                read.keep(node, texts);
              }
              return read;
            });
  }

  /**
   * Returns the present problems of the files. Parses no YAML that equals the program's defaults or
   * the kept version.
   *
   * @param keeps whether a faultless version is kept for other processes
   */
  public static List<PolicyFile.Problem> problems(Node node, boolean keeps) {
    Texts texts = Texts.of(node);
    if (texts.problems().isEmpty() && isKept(node, texts.key())) {
      return List.of();
    }
    if (texts.areTheProgramsOwn() && missing(node, texts).isEmpty()) {
      if (keeps) {
        write(
            node,
            JsonObject.builder()
                .put("format", FORMAT)
                .put(OWN, texts.key())
                .put(NAMES, JsonArray.ofStrings(List.copyOf(texts.names())))
                .build());
      }
      return List.of();
    }
    Policies read = read(node, texts);
    if (keeps && read.problems().isEmpty()) {
      read.keep(node, texts);
    }
    return read.problems();
  }

  /** Returns whether the kept version is of exactly these files; compares the key only. */
  private static boolean isKept(Node node, String key) {
    try {
      return node.readText(node.home().policySet()).filter(text -> text.contains(key)).isPresent();
    } catch (NodeException e) {
      return false;
    }
  }

  private static Policies read(Node node, Texts texts) {
    List<PolicyFile.Problem> problems = new ArrayList<>(texts.problems());
    missing(node, texts).forEach(name -> problems.add(new PolicyFile.Problem(name, MISSING)));
    List<PolicyFile> files = texts.parsed(problems);
    PolicySet set = PolicySet.of(files, problems);
    if (!problems.isEmpty()) {
      PolicySet last = kept(node).map(Policies::set).orElseGet(Policies::ownerOnly);
      return new Policies(last, texts.key(), List.of(), List.copyOf(problems));
    }
    return new Policies(set, texts.key(), files, List.of());
  }

  /** Lists the files that were in force and are missing: what they denied stays denied. */
  public static List<String> missing(Node node) {
    return missing(node, Texts.of(node));
  }

  private static List<String> missing(Node node, Texts texts) {
    Set<String> missing = new TreeSet<>(node.made().missingFiles(NodeThing.ACCESS));
    keptJson(node)
        .flatMap(json -> json.array(NAMES))
        .flatMap(JsonArray::strings)
        .ifPresent(missing::addAll);
    missing.removeAll(texts.names());
    return List.copyOf(missing);
  }

  /** Puts the present files into force, once the loss of the others is accepted. */
  public static void forgetMissing(Node node) {
    node.disk().delete(node.home().policySet());
  }

  /**
   * Returns the stamps of the files, which very likely change with the files; empty when a stamp is
   * not available.
   */
  static Optional<String> stamps(Node node) {
    StringBuilder stamps = new StringBuilder();
    for (Path file : Texts.policyFiles(node)) {
      Optional<String> stamp = node.disk().stamp(file);
      if (stamp.isEmpty()) {
        return Optional.empty();
      }
      stamps.append(file.getFileName()).append(' ').append(stamp.get()).append('\n');
    }
    return Optional.of(stamps.toString());
  }

  /**
   * Returns whether this set was read without a problem from the node's present files. Acceptance
   * of a missing file changes none of the others.
   */
  boolean areCurrent(Node node) {
    return problems.isEmpty() && key.equals(Texts.of(node).key());
  }

  private void keep(Node node, Texts texts) {
    List<JsonObject> all =
        files.stream()
            .map(
                file ->
                    JsonObject.builder()
                        .put("name", file.name())
                        .put(
                            "places",
                            JsonArray.ofStrings(
                                file.policies().stream().map(Policy::place).toList()))
                        .put("policies", file.root())
                        .build())
            .toList();
    write(
        node,
        JsonObject.builder()
            .put("format", FORMAT)
            .put("key", key)
            .put(NAMES, JsonArray.ofStrings(List.copyOf(texts.names())))
            .put("files", JsonArray.of(all))
            .build());
  }

  private static void write(Node node, JsonObject kept) {
    try {
      node.writeJson(node.home().policySet(), kept);
    } catch (DiskException e) {
      // A process with read-only access may not write here: the next process reads the files again.
    }
  }

  private static Optional<JsonObject> keptJson(Node node) {
    try {
      return node.readIntactJson(node.home().policySet())
          .filter(json -> json.integer("format").orElse(0) == FORMAT);
    } catch (NodeException e) {
      return Optional.empty();
    }
  }

  /** Returns the last faultless version. */
  private static Optional<Policies> kept(Node node) {
    Optional<JsonObject> json = keptJson(node);
    if (json.isEmpty()) {
      return Optional.empty();
    }
    if (json.get().has(OWN)) {
      PolicySet own = PolicySet.of(List.of(programsOwn()), new ArrayList<>());
      return Optional.of(new Policies(own, "", List.of(), List.of()));
    }
    List<PolicyFields.Problem> problems = new ArrayList<>();
    List<PolicyFile> files = new ArrayList<>();
    for (JsonObject file : json.get().array("files").map(JsonArray::objects).orElse(List.of())) {
      List<String> places = file.array("places").flatMap(JsonArray::strings).orElse(List.of());
      JsonValue root = file.get("policies").orElseGet(JsonObject::empty);
      String name = file.string("name").orElse("");
      List<Policy> policies = PolicyReader.again(name, places, root, problems);
      files.add(new PolicyFile(name, root, policies));
    }
    String key = json.get().string("key").orElse("");
    PolicySet set = PolicySet.of(files, new ArrayList<>());
    return problems.isEmpty()
        ? Optional.of(new Policies(set, key, files, List.of()))
        : Optional.empty();
  }

  /**
   * Texts of the present files.
   *
   * @param files texts by name; the program's defaults where there is no file
   * @param names names of all files, also of those that cannot be read
   * @param key names, sizes and hashes of the files
   */
  private record Texts(
      Map<String, String> files, Set<String> names, String key, List<PolicyFile.Problem> problems) {
    static Texts of(Node node) {
      List<PolicyFile.Problem> problems = new ArrayList<>();
      Map<String, String> texts = new TreeMap<>();
      Set<String> names = new TreeSet<>();
      StringBuilder all = new StringBuilder();
      for (Path file : policyFiles(node)) {
        String name = String.valueOf(file.getFileName());
        names.add(name);
        try {
          byte[] bytes = node.disk().read(file).orElse(new byte[0]);
          all.append(name).append(' ').append(bytes.length).append(' ');
          all.append(ContentHash.ofBytes(bytes).hex()).append('\n');
          if (bytes.length > MAX_FILE_BYTES) {
            problems.add(
                new PolicyFile.Problem(name, "it has more than " + MAX_FILE_BYTES + " bytes"));
          } else {
            texts.put(name, new String(bytes, StandardCharsets.UTF_8));
          }
        } catch (NodeException e) {
          all.append(name).append(" unreadable\n");
          problems.add(new PolicyFile.Problem(name, e.getMessage()));
        }
      }
      if (texts.size() > MAX_FILES) {
        problems.add(
            new PolicyFile.Problem(
                "runtime/access", "there are more than " + MAX_FILES + " files"));
      }
      if (all.isEmpty()) {
        texts.put(DEFAULT_FILE, defaultText());
        all.append("default ").append(ContentHash.ofBytes(bytes(defaultText())).hex());
      }
      String key = ContentHash.ofBytes(bytes(all.toString())).hex();
      return new Texts(texts, names, key, problems);
    }

    boolean areTheProgramsOwn() {
      return files.equals(Map.of(DEFAULT_FILE, defaultText()));
    }

    List<PolicyFile> parsed(List<PolicyFile.Problem> found) {
      List<PolicyFile> parsed = new ArrayList<>();
      files.forEach((name, text) -> parsed.add(PolicyFile.parse(name, text, found)));
      return parsed;
    }

    private static byte[] bytes(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<Path> policyFiles(Node node) {
      return node.disk().files(node.home().access()).stream()
          .filter(file -> isPolicyFile(String.valueOf(file.getFileName())))
          .sorted((one, other) -> one.toString().compareTo(other.toString()))
          .toList();
    }

    private static boolean isPolicyFile(String name) {
      return (name.endsWith(".yaml") || name.endsWith(".yml")) && !name.startsWith(".");
    }
  }
}
