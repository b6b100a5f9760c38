package org.sovereignbook.sbp.cli;

import java.util.List;
import java.util.function.Supplier;
import org.sovereignbook.sbp.cli.catalog.Catalog;
import org.sovereignbook.sbp.cli.catalog.CatalogDocument;
import org.sovereignbook.sbp.cli.catalog.CommandInfo;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.Exit;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.OutputOptions;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Subcommand;
import org.sovereignbook.sbp.cli.command.Table;
import org.sovereignbook.sbp.node.PeerText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp commands}: every command with its options, exit codes and the schema of its output, so
 * that an agent needs no other documentation.
 */
@Command(
    description = "every command with its options, for programs",
    footer = {"", "example:", "  sbp commands --json peers trust"})
@Prints(CatalogDocument.class)
@Exit(code = ExitCode.NOT_FOUND, means = "no such command")
final class CommandsCommand implements Subcommand {
  private final Supplier<Catalog> all;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "only this command and those below it (default: all)")
  List<String> words = List.of();

  @Mixin OutputOptions options = new OutputOptions();

  CommandsCommand(Supplier<Catalog> all) {
    this.all = all;
  }

  @Override
  public ExitCode run(Session session) {
    Catalog catalog = all.get();
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
    Table table = Table.of("COMMAND", "WHAT IT DOES");
    shown.forEach(command -> table.row("sbp " + command.usage(), command.description()));
    session.output().table(table, "");
    session.output().json(catalog.document(shown));
    return ExitCode.DONE;
  }
}
