package org.sovereignbook.sbp.cli;

import java.util.List;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.Catalog;
import org.sovereignbook.sbp.frontend.command.CatalogDocument;
import org.sovereignbook.sbp.frontend.command.CatalogIndex;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.PeerText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp commands}: the list of commands on one screen, or one command in full with options,
 * exit codes and the schema of its output, so that an agent needs no other documentation.
 */
@Command(description = "all commands, for programs; one whole")
@Example("sbp commands --json peers trust")
@Prints({CatalogDocument.class, CatalogIndex.class})
@Exit(code = ExitCode.NOT_FOUND, means = "no such command")
final class CommandsCommand implements Subcommand {

  private static final int COLUMNS = 76;

  @Option(names = "--all", description = "every command whole")
  boolean everything;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "this command whole, with those below it (default: an index of all)")
  List<String> words = List.of();

  @Mixin OutputOptions options = new OutputOptions();

  @Override
  public ExitCode run(Session session) {
    Catalog catalog = session.commandsHere().catalog();
    if (words.isEmpty() && !everything) {
      index(session.output(), catalog);
      return ExitCode.DONE;
    }
    List<CommandInfo> shown =
        catalog
            .all()
            .filter(command -> command.path().size() >= words.size())
            .filter(command -> command.path().subList(0, words.size()).equals(words))
            .toList();
    if (shown.isEmpty()) {
      throw CliException.notFound(
          "no such command: " + PeerText.plain(String.join(" ", words)),
          "all of them:  sbp commands");
    }
    CatalogDocument document = catalog.document(shown);
    document.commands().forEach(command -> session.output().lines(command.lines()));
    return session.output().done(document);
  }

  /** Prints each command with the words below it, in a few kilobytes. */
  private static void index(Output output, Catalog catalog) {
    output.line(Style.HEADING.on(line("COMMAND", "WHAT IT DOES")));
    for (CommandInfo command : catalog.firstLevel()) {
      output.line(line(command.usage(), command.description()));
      List<String> below =
          command.commands().stream()
              .map(one -> one.usage().substring(command.command().length() + 1))
              .toList();
      Table.wrap(String.join(", ", below), COLUMNS).forEach(text -> output.line("    " + text));
    }
    output.line("");
    output.line("one of them whole:  sbp commands NAME");
    output.compactJson(Shape.write(catalog.index()));
  }

  private static String line(String command, String what) {
    return "%-20s  %s".formatted(command, what);
  }
}
