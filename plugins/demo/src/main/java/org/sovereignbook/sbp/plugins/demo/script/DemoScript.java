package org.sovereignbook.sbp.plugins.demo.script;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/**
 * The script of a demo. A line begins with {@code =} for a property of the demo ({@link Head}),
 * {@code #} for what is shown next, {@code $} for a command that succeeds, {@code .} for one whose
 * output is not shown, {@code ~} for such a one that may also find nothing to do, {@code !} for one
 * that is refused, {@code +} and {@code -} for what its output has and has not. {@code LAST} in a
 * command is the last word that the command before it has printed, and {@code ID} the first id.
 */
final class DemoScript {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  private static final Pattern WORD_ID = Pattern.compile("\\bID\\b");
  private static final Pattern ID = Pattern.compile("\\b[0-9a-f]{16}\\b");

  private DemoScript() {}

  /** A line of the script. */
  sealed interface Line permits Head, About, Call, Expected {}

  /**
   * A property of the demo.
   *
   * @param name {@code look} for the command that looks into a node that is kept, {@code closing}
   *     for the last line of the demo, {@code file} for a file of the node and its name there,
   *     {@code beside} for a word, a program and its file, {@code node} for a word and the name of
   *     another node, {@code process} with {@code one} for all commands in one process. A program
   *     beside runs as long as the demo, and the word stands for the first line that it prints;
   *     another node is kept running as long, and the word stands for its endpoint
   */
  record Head(String name, String text) implements Line {}

  record About(String text) implements Line {}

  /**
   * A command.
   *
   * @param ends the exit codes with which it may end; empty for a refusal
   */
  record Call(String text, List<ExitCode> ends, boolean isShown) implements Line {
    /** Returns the command with the word that it takes from the output before it. */
    Call after(String output) {
      return new Call(
          WORD_ID
              .matcher(text)
              .replaceAll(
                  ID.matcher(output).results().map(MatchResult::group).findFirst().orElse("ID"))
              .replace("LAST", output.substring(output.lastIndexOf(' ') + 1)),
          ends,
          isShown);
    }

    /** Returns the command with what stands in the place of some words. */
    Call with(Map<String, String> words) {
      String replaced = text;
      for (Map.Entry<String, String> word : words.entrySet()) {
        replaced = replaced.replace(word.getKey(), word.getValue());
      }
      return new Call(replaced, ends, isShown);
    }

    /** Returns the name of the node that it is for, if that is another one. */
    private Optional<String> node() {
      int colon = text.indexOf(": ");
      return colon > 0 && text.indexOf(' ') > colon
          ? Optional.of(text.substring(0, colon))
          : Optional.empty();
    }

    private String words() {
      return node().map(name -> text.substring(name.length() + 2)).orElse(text);
    }

    /** Returns the line that shows it. */
    String shown() {
      return node().map(name -> name + " $ sbp ").orElse("$ sbp ") + words();
    }

    /**
     * Returns the words behind {@code sbp}, in a node; {@code NODE} is its folder. A command that
     * begins with the name of another node and a colon is for that one, in the folder beside.
     */
    String[] words(Path ofDemo) {
      Path home = node().map(ofDemo::resolveSibling).orElse(ofDemo);
      List<String> words = new ArrayList<>();
      WORD.matcher(words())
          .results()
          .map(found -> Optional.ofNullable(found.group(1)).orElse(found.group()))
          .forEach(word -> words.add(word.replace("NODE", home.toString())));
      words.addAll(List.of("--home", home.toString()));
      return words.toArray(String[]::new);
    }

    Optional<String> problem(int exitCode) {
      boolean isMeant =
          ends.isEmpty()
              ? exitCode != ExitCode.DONE.number()
              : ends.stream().anyMatch(end -> end.number() == exitCode);
      return isMeant ? Optional.empty() : Optional.of("sbp " + text + " ended with " + exitCode);
    }
  }

  record Expected(String text, boolean occurs) implements Line {
    Optional<String> problem(String output) {
      return output.contains(text) == occurs
          ? Optional.empty()
          : Optional.of("%s%s in: %s".formatted(occurs ? "no " : "", text, output));
    }
  }

  /** Returns the values of a property. */
  static List<String> heads(List<Line> script, String name) {
    return script.stream()
        .flatMap(line -> line instanceof Head head ? Stream.of(head) : Stream.empty())
        .filter(head -> head.name().equals(name))
        .map(Head::text)
        .toList();
  }

  /** Reads a script. */
  static List<Line> lines(String script) {
    return script.lines().filter(line -> !line.isBlank()).map(DemoScript::line).toList();
  }

  private static Line line(String line) {
    String text = line.substring(2);
    return switch (line.charAt(0)) {
      case '=' -> new Head(text.split(" ", 2)[0], text.split(" ", 2)[1]);
      case '#' -> new About(text);
      case '$' -> new Call(text, List.of(ExitCode.DONE), true);
      case '.' -> new Call(text, List.of(ExitCode.DONE), false);
      case '~' -> new Call(text, List.of(ExitCode.DONE, ExitCode.NOTHING_TO_DO), false);
      case '!' -> new Call(text, List.of(), true);
      case '+', '-' -> new Expected(text, line.charAt(0) == '+');
      default -> throw new IllegalArgumentException("no line of a script: " + line);
    };
  }
}
