package org.sovereignbook.sbp.authority.access;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;

/**
 * Declarations of the tools of this program, by name: how much data a tool shows, and which callers
 * it is for. A tool is a command, declared by the annotation on its class, or a name that this
 * program uses without a command, declared here. A feature is asked once in a process, since to
 * read its annotations costs milliseconds. Thread-safe.
 */
public final class DeclaredTools {
  /**
   * Beginning of the names of calls that the program of a model makes by itself, such as to edit a
   * file. Only that program can repeat one.
   */
  public static final String OF_PROGRAM = "program_";

  /**
   * Tools without a command. A name that ends in {@code *} stands for all names with that prefix.
   */
  private static final String WITHOUT_COMMAND =
      """

      agents_md none
      program_* full
      reader_* none
      task_withdraw none usual
      tool_search none usual handling
      """;

  private static final String USUAL = "usual";
  private static final String DANGEROUS = "dangerous";
  private static final String HANDLING = "handling";
  private static final String OWN = "own";

  /** How a line names the command of a tool that has another name. */
  public static final String COMMAND = "command:";

  private final Features features;
  private final Map<ToolFeature, List<Declared>> read = new ConcurrentHashMap<>();
  private final Map<String, Declared> found = new ConcurrentHashMap<>();

  private DeclaredTools(Features features) {
    this.features = features;
  }

  /** Holds those that come with the program, read on first use. */
  private static final class Bundled {
    static final DeclaredTools ALL = new DeclaredTools(Features.bundled());
  }

  /**
   * Declaration of one tool.
   *
   * @param data the least access to data that a caller needs (NEXUS, ACL: {@code data})
   * @param usual whether a new agent has the tool unless its capabilities say otherwise
   * @param dangerous whether the tool acts for the owner, or gives away rights
   * @param handling whether a caller uses the tool on the item that it is working on, so that it is
   *     allowed whatever caused that item
   * @param own whether it reads memory or writes the caller's own, so that it is allowed within the
   *     caller's own memory whatever caused its work
   * @param command the words of its command, joined with {@code _}, where they are not its name
   */
  public record Declared(
      String name,
      DataAccess data,
      boolean usual,
      boolean dangerous,
      boolean handling,
      boolean own,
      Optional<String> command) {

    /** Reads what {@link #line} returns. */
    public static Declared parse(String line) {
      List<String> words = List.of(line.split(" ", -1));
      return new Declared(
          words.getFirst(),
          DataAccess.of(words.get(1)),
          words.contains(USUAL),
          words.contains(DANGEROUS),
          words.contains(HANDLING),
          words.contains(OWN),
          words.stream()
              .filter(word -> word.startsWith(COMMAND))
              .map(word -> word.substring(COMMAND.length()))
              .findFirst());
    }

    /** Returns the line from which {@link #parse} reads this declaration. */
    public String line() {
      return Stream.of(
              name,
              data.toString(),
              usual ? USUAL : "",
              dangerous ? DANGEROUS : "",
              handling ? HANDLING : "",
              own ? OWN : "",
              command.map(words -> COMMAND + words).orElse(""))
          .filter(word -> !word.isEmpty())
          .reduce((one, other) -> one + " " + other)
          .orElseThrow();
    }
  }

  /** Returns the tools that come with the program. */
  public static DeclaredTools bundled() {
    return Bundled.ALL;
  }

  /** Returns the tools of a node. */
  public static DeclaredTools of(Node node) {
    Features features = Features.of(node);
    return node.kept().of(DeclaredTools.class, () -> new DeclaredTools(features));
  }

  /** Returns the least data that a caller of a tool must be allowed; all for an undeclared tool. */
  public DataAccess data(String tool) {
    return find(tool).map(Declared::data).orElse(DataAccess.FULL);
  }

  /**
   * Returns the name of a command's tool.
   *
   * @param words the words of the command, joined with {@code _}
   */
  public static String nameOf(String words) {
    return bundled().features.of(ToolFeature.class).stream()
        .filter(feature -> feature.mayHave(words))
        .flatMap(feature -> feature.toolOf(words).stream())
        .map(Declared::name)
        .findFirst()
        .orElse(words);
  }

  /** Returns whether a command declares the tool of this name. */
  public static boolean isDeclared(String tool) {
    return bundled().ofFeature(tool).isPresent();
  }

  /** Returns whether a caller uses this tool on the item that it is working on. */
  public boolean isHandling(String tool) {
    return find(tool).filter(Declared::handling).isPresent();
  }

  /** Returns whether a caller uses this tool on what it is working on, whatever this has caused. */
  public boolean isHandling(String tool, Authority cause) {
    return isHandling(tool)
        && features.of(ToolFeature.class).stream().allMatch(one -> one.mayHandle(cause, tool));
  }

  /**
   * Returns whether this tool is allowed within the caller's own memory, whatever caused its work.
   */
  public boolean isOwn(String tool) {
    return find(tool).filter(Declared::own).isPresent();
  }

  /** Returns all names; one that ends in {@code *} stands for all names with that prefix. */
  public List<String> names() {
    return all().map(Declared::name).toList();
  }

  /** Returns the names of tools that no stranger should have. */
  public List<String> dangerous() {
    return all().filter(Declared::dangerous).map(Declared::name).toList();
  }

  /**
   * Returns the tools of a new agent, those of bundled features among them; those of others are
   * given by the owner. A first word whose tools are all usual becomes a prefix, so that {@code
   * task_*} is written in place of each tool of the board.
   */
  public static Globs usual() {
    List<Declared> all = bundled().all().toList();
    return new Globs(
        all.stream()
            .filter(Declared::usual)
            .map(Declared::name)
            .map(tool -> pattern(tool, all))
            .toList());
  }

  private static String pattern(String tool, List<Declared> all) {
    String prefix = tool.substring(0, tool.indexOf('_') + 1);
    List<Declared> ofSameWord = all.stream().filter(one -> one.name().startsWith(prefix)).toList();
    boolean isPrefix =
        !prefix.isEmpty() && ofSameWord.size() > 1 && ofSameWord.stream().allMatch(Declared::usual);
    return isPrefix ? prefix + "*" : tool;
  }

  private Stream<Declared> all() {
    return Stream.concat(own(), ofFeatures());
  }

  private static Stream<Declared> own() {
    return WITHOUT_COMMAND.lines().filter(line -> !line.isEmpty()).map(Declared::parse);
  }

  /** Finds a declaration without reading the others: each call of the command line asks once. */
  private Optional<Declared> find(String tool) {
    return line(WITHOUT_COMMAND, tool)
        .or(() -> ofPrefix(tool))
        .map(Declared::parse)
        .or(() -> ofFeature(tool));
  }

  private Optional<Declared> ofFeature(String tool) {
    Optional<Declared> declared =
        Optional.ofNullable(found.get(tool))
            .or(
                () ->
                    features.of(ToolFeature.class).stream()
                        .filter(feature -> feature.mayHave(tool))
                        .flatMap(feature -> feature.tool(tool).stream())
                        .findFirst());
    declared.ifPresent(it -> found.put(tool, it));
    return declared;
  }

  private Stream<Declared> ofFeatures() {
    return features.of(ToolFeature.class).stream()
        .flatMap(feature -> read.computeIfAbsent(feature, ToolFeature::tools).stream());
  }

  private static Optional<String> line(String lines, String tool) {
    int start = tool.isEmpty() ? -1 : lines.indexOf("\n" + tool + " ");
    return start < 0
        ? Optional.empty()
        : Optional.of(lines.substring(start + 1, lines.indexOf('\n', start + 1)));
  }

  private static Optional<String> ofPrefix(String tool) {
    int end = tool.indexOf('_') + 1;
    return end == 0 ? Optional.empty() : line(WITHOUT_COMMAND, tool.substring(0, end) + "*");
  }
}
