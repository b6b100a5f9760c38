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
 * beside the node's state. A file that is missing stays in force beside those that are there. While
 * a file has an error, the last faultless version is in force in every process, and with it every
 * denial of the files without an error.
 *
 * @param set the policies in force
 * @param key names, sizes and hashes of the files that the set was read from
 * @param files the files in force; empty while one has an error
 * @param missing names of the files that are in force and missing
 * @param waiting names of the files whose present version waits until an error is mended
 */
public record Policies(
    PolicySet set,
    String key,
    List<PolicyFile> files,
    List<PolicyFile.Problem> problems,
    List<String> missing,
    List<String> waiting) {
  public static final String DEFAULT_FILE = "default.yaml";

  static final int MAX_FILES = 200;
  static final int MAX_FILE_BYTES = 256 * 1024;

  private static final int FORMAT = 1;

  /** Member with the names of the files; none where the defaults are in force without a file. */
  private static final String NAMES = "names";

  private static final String MISSING =
      "it is missing, and what it says stays in force beside the others; put it back, or go on"
          + " without it: sbp access remove %s, or all that are missing: sbp lost --accept "
          + NodeThing.ACCESS;

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
              read.keepIfNew(node, texts);
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
    if (keeps) {
      read.keepIfNew(node, texts);
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
    List<PolicyFile.Problem> mistakes = new ArrayList<>(texts.problems());
    List<PolicyFile> files = texts.parsed(mistakes);
    PolicySet set = PolicySet.of(files, mistakes);
    List<String> missing = missing(node, texts);
    if (mistakes.isEmpty() && missing.isEmpty()) {
      return new Policies(set, texts.key(), files, List.of(), List.of(), List.of());
    }
    Optional<Policies> kept = kept(node);
    List<PolicyFile.Problem> problems = new ArrayList<>(mistakes);
    missing.forEach(name -> problems.add(new PolicyFile.Problem(name, MISSING.formatted(name))));
    List<PolicyFile> left =
        kept.map(Policies::files).orElse(List.of()).stream()
            .filter(file -> missing.contains(file.name()))
            .toList();
    if (mistakes.isEmpty() && left.size() == missing.size()) {
      return beside(texts, files, left, problems);
    }
    return last(texts, kept, problems, missing);
  }

  /** Returns the present files with those that are missing, as they were read last. */
  private static Policies beside(
      Texts texts,
      List<PolicyFile> present,
      List<PolicyFile> left,
      List<PolicyFile.Problem> problems) {
    List<PolicyFile> all = new ArrayList<>(left);
    if (!texts.names().isEmpty()) {
      // The program's defaults take no missing file's place.
      all.addAll(present);
    }
    return new Policies(
        union(all),
        ContentHash.ofBytes(Texts.bytes("beside " + texts.key())).hex(),
        all,
        List.copyOf(problems),
        left.stream().map(PolicyFile::name).sorted().toList(),
        List.of());
  }

  /**
   * Returns the last faultless version, with every denial of the present files that can be read:
   * what is new and narrows waits for nothing.
   */
  private static Policies last(
      Texts texts,
      Optional<Policies> kept,
      List<PolicyFile.Problem> problems,
      List<String> missing) {
    List<PolicyFile> last = kept.map(Policies::files).orElse(List.of());
    List<Policy> all =
        new ArrayList<>(kept.map(Policies::set).orElseGet(Policies::ownerOnly).policies());
    List<String> waiting = new ArrayList<>();
    for (PolicyFile file : texts.faultless()) {
      boolean isInForce =
          last.stream()
              .anyMatch(
                  one -> one.name().equals(file.name()) && one.policies().equals(file.policies()));
      if (!isInForce) {
        waiting.add(file.name());
      }
      file.policies().stream()
          .filter(policy -> policy.effect() == Policy.Effect.DENY && !all.contains(policy))
          .forEach(all::add);
    }
    return new Policies(
        new PolicySet(all),
        texts.key(),
        List.of(),
        List.copyOf(problems),
        missing.stream()
            .filter(name -> last.stream().anyMatch(it -> it.name().equals(name)))
            .toList(),
        List.copyOf(waiting));
  }

  private static PolicySet union(List<PolicyFile> files) {
    return new PolicySet(
        files.stream().flatMap(file -> file.policies().stream()).distinct().toList());
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
   * Removes a file of policies, or accepts that it is missing: what it said is no longer in force.
   *
   * @return whether there was such a file
   */
  public static boolean remove(Node node, String name) {
    Policies now = of(node);
    Path file = node.home().access().resolve(name);
    boolean isThere =
        now.missing().contains(name)
            || missing(node).contains(name)
            || Texts.policyFiles(node).contains(file);
    if (!isThere) {
      return false;
    }
    List<PolicyFile> left =
        kept(node).map(Policies::files).orElse(List.of()).stream()
            .filter(one -> !one.name().equals(name))
            .toList();
    if (left.isEmpty()) {
      forgetMissing(node);
    } else {
      Set<String> names = new TreeSet<>(Texts.of(node).names());
      names.addAll(missing(node));
      names.remove(name);
      keep(node, "without " + name, names, left);
    }
    node.disk().delete(file);
    node.made().forgetFile(NodeThing.ACCESS, name);
    return true;
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

  /** Keeps the files in force for a time when one is missing or has an error. */
  private void keepIfNew(Node node, Texts texts) {
    if (problems.isEmpty() || (!files.isEmpty() && !isKept(node, key))) {
      Set<String> names = new TreeSet<>(texts.names());
      names.addAll(missing);
      keep(node, key, names, files);
    }
  }

  private static void keep(Node node, String key, Set<String> names, List<PolicyFile> files) {
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
            .put(NAMES, JsonArray.ofStrings(List.copyOf(names)))
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
      return Optional.of(
          new Policies(own, "", List.of(programsOwn()), List.of(), List.of(), List.of()));
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
    return problems.isEmpty()
        ? Optional.of(new Policies(union(files), key, files, List.of(), List.of(), List.of()))
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

    /** Returns the files that have no mistake of their own. */
    List<PolicyFile> faultless() {
      List<PolicyFile> all = new ArrayList<>();
      files.forEach(
          (name, text) -> {
            List<PolicyFile.Problem> found = new ArrayList<>();
            PolicyFile file = PolicyFile.parse(name, text, found);
            if (found.isEmpty() && names.contains(name)) {
              all.add(file);
            }
          });
      return all;
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
