package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.CatalogDocument;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.SchemaCheck;

/**
 * Holds a run against what {@code sbp commands} declares: its exit code, and under {@code --json}
 * the document. Every test that runs the program through {@link CliTest} is held to it.
 */
public final class CommandContract {
  private static final Catalog CATALOG = Commands.builtIn().catalog();
  private static final CatalogDocument DOCUMENT = CATALOG.document(CATALOG.all().toList());
  private static final SchemaCheck CHECK = new SchemaCheck(DOCUMENT.defs());

  private CommandContract() {}

  public static Catalog catalog() {
    return CATALOG;
  }

  public static SchemaCheck check() {
    return CHECK;
  }

  /** The schema that the command declares for what it prints. */
  public static Optional<JsonObject> output(CommandInfo command) {
    return described(command).output();
  }

  private static CatalogDocument.Command described(CommandInfo command) {
    return DOCUMENT.commands().stream()
        .filter(each -> each.command().equals(command.command()))
        .findFirst()
        .orElseThrow();
  }

  public static void require(List<String> words, CliTest.Ran ran) {
    Optional<CommandInfo> command = command(words);
    if (command.isEmpty() || words.contains("--help")) {
      return;
    }
    assertThat(exitCodes(command.get()))
        .as("exit codes that sbp commands declares for " + words + ": " + ran.err())
        .contains(ran.exit().number());
    // The shell prints one document for each command within it.
    boolean isJson =
        words.contains("--json") && !ran.out().isEmpty() && !command.get().name().equals("shell");
    if (isJson) {
      requireDocument(command.get(), ran.json());
    }
  }

  public static void requireDocument(CommandInfo command, JsonObject document) {
    JsonObject schema =
        document.has("error")
            ? DOCUMENT.defs().object("error").orElseThrow()
            : output(command).orElseThrow();
    assertThat(CHECK.problems(schema, document)).as(command.command()).isEmpty();
  }

  /** The deepest command that the words name. */
  public static Optional<CommandInfo> command(List<String> words) {
    List<String> names = words.stream().filter(word -> !word.startsWith("-")).toList();
    Optional<CommandInfo> found =
        Program.behindCommand(words).stream()
            .findFirst()
            .flatMap(
                first -> CATALOG.all().filter(each -> each.command().equals(first)).findFirst());
    return found.map(
        command ->
            names.stream()
                .map(
                    name ->
                        command.commands().stream()
                            .filter(below -> below.name().equals(name))
                            .findFirst())
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(command));
  }

  private static List<Integer> exitCodes(CommandInfo command) {
    return described(command).exitCodes().stream().map(CatalogDocument.ExitInfo::code).toList();
  }
}
