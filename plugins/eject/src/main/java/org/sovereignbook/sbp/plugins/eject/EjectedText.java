package org.sovereignbook.sbp.plugins.eject;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.peer.step.Step;

/**
 * A step as a JBang script: the program's own source, with a first line that makes it executable, a
 * comment for its reader, and a main method. A hash in it shows whether it was edited.
 */
final class EjectedText {
  private static final String FIRST_DIRECTIVE = "//JAVA 25+";

  /** Options for short runs, as in the launcher: neither the compiler nor a step runs for long. */
  private static final String FOR_COMPILER =
      "//COMPILE_OPTIONS -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC";

  private static final String FOR_STEP =
      "//RUNTIME_OPTIONS -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData"
          + " --enable-native-access=ALL-UNNAMED";
  private static final String MADE = "// Ejected from sbp %s, %s\n";
  private static final Pattern MADE_LINE =
      Pattern.compile("(?m)^// Ejected from sbp (\\S+), (sha256:[0-9a-f]{64})\n");

  private EjectedText() {}

  /** Returns the script, which calls the node's own launcher when {@code SBP} is not set. */
  static String of(Step step, String version) {
    List<JavaText> sources = new ArrayList<>();
    for (Class<?> type : step.sources()) {
      sources.add(JavaText.parse(source(type)));
    }
    SortedSet<String> imports = new TreeSet<>();
    imports.add("import org.sovereignbook.sbp.cli.EjectedStep;");
    sources.forEach(source -> imports.addAll(source.imports()));
    List<String> lines = new ArrayList<>(header(step));
    lines.add("");
    lines.add("package " + sources.getFirst().packageName() + ";");
    lines.add("");
    lines.addAll(imports);
    lines.add("");
    lines.addAll(sources.getFirst().typeWith(main(step)));
    for (JavaText source : sources.subList(1, sources.size())) {
      lines.add("");
      lines.addAll(source.typeOfAnyFile());
    }
    String text = String.join("\n", lines) + "\n";
    return text.replace(FIRST_DIRECTIVE, MADE.formatted(version, hash(text)) + FIRST_DIRECTIVE);
  }

  /** Returns whether {@code sbp eject} wrote the script, edited since or not. */
  static boolean isEjected(String text) {
    return MADE_LINE.matcher(text).find();
  }

  /** Returns whether the script is exactly as {@code sbp eject}, of any version, has written it. */
  static boolean isUntouched(String text) {
    Matcher made = MADE_LINE.matcher(text);
    return made.find() && made.group(2).equals(hash(withoutMaking(text)));
  }

  /** Returns the text without the line with its version. */
  static String withoutMaking(String text) {
    return MADE_LINE.matcher(text).replaceFirst("");
  }

  static Optional<String> version(String text) {
    Matcher made = MADE_LINE.matcher(text);
    return made.find() ? Optional.of(made.group(1)) : Optional.empty();
  }

  private static List<String> header(Step step) {
    String command = step.command();
    return List.of(
        "///usr/bin/env \"${SBP:-${0%/*}/../../sbp}\" script \"$0\" \"$@\"; exit $?",
        "// " + step.script() + ": " + step.purpose() + ".",
        "//",
        "// This is the step `sbp "
            + command
            + "` itself, as source: change a line, save, and the next",
        "// tick goes by it. No build, no restart; JBang compiles it when it has changed. The"
            + " classes",
        "// here stand before the program's own; all others of their package are within reach",
        "// (docs/patching.md).",
        "//",
        "//   sbp eject " + command + " --diff      what is changed here",
        "//   sbp eject " + command + " --restore   the built-in step again",
        "//",
        FIRST_DIRECTIVE,
        FOR_COMPILER,
        FOR_STEP);
  }

  private static List<String> main(Step step) {
    return List.of(
        "",
        "  /** Options, locks, store, output and exit codes are those of {@code sbp "
            + step.command()
            + "}. */",
        "  public static void main(String[] args) {",
        "    EjectedStep.run(STEP, args);",
        "  }",
        "");
  }

  private static String hash(String text) {
    return ContentHash.ofBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
  }

  private static String source(Class<?> type) {
    // Not beside the class, where the compiler would take it for the newer of the two.
    return Resources.text("sources/" + type.getName().replace('.', '/') + ".java");
  }

  /**
   * A Java source of this project in parts, found line by line as formatted by google-java-format:
   * package, imports, and the one top-level type with its comment.
   */
  private record JavaText(String packageName, SortedSet<String> imports, List<String> type) {
    private static final String PACKAGE = "package ";
    private static final String IMPORT = "import ";

    static JavaText parse(String source) {
      String packageName = "";
      SortedSet<String> imports = new TreeSet<>();
      List<String> type = new ArrayList<>();
      for (String line : source.lines().toList()) {
        if (type.isEmpty() && line.startsWith(PACKAGE)) {
          packageName = line.substring(PACKAGE.length(), line.length() - 1);
        } else if (type.isEmpty() && line.startsWith(IMPORT)) {
          imports.add(line);
        } else if (!type.isEmpty() || !line.isBlank()) {
          type.add(line);
        }
      }
      return new JavaText(packageName, imports, List.copyOf(type));
    }

    /** Returns the type without {@code public}, so that the file may have another name. */
    List<String> typeOfAnyFile() {
      return type.stream()
          .map(line -> line.startsWith("public ") ? line.substring("public ".length()) : line)
          .toList();
    }

    /** Returns the type with further members before its own. */
    List<String> typeWith(List<String> members) {
      int brace = 0;
      while (!isTypeBegin(brace)) {
        brace++;
      }
      List<String> all = typeOfAnyFile();
      List<String> lines = new ArrayList<>(all.subList(0, brace + 1));
      lines.addAll(members);
      lines.addAll(all.subList(brace + 1, all.size()));
      return lines;
    }

    private boolean isTypeBegin(int line) {
      boolean isComment = type.get(line).startsWith("/*") || type.get(line).startsWith(" *");
      return !isComment && type.get(line).endsWith("{");
    }
  }
}
