package org.sovereignbook.sbp.cli.keep;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyFolder;
import org.sovereignbook.sbp.authority.ledger.SocietyTables;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.frontend.command.BareCommand;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.WideningNodeCommand;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.ExclusiveStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp society}: the store of agents, tasks and mail. */
@Command(
    description = "agents, tasks, mail as files",
    subcommands = {
      SocietyFilesCommand.Info.class,
      SocietyFilesCommand.Export.class,
      SocietyFilesCommand.Import.class
    })
@Example("sbp society export ../society")
@Prints(SocietyFilesCommand.SocietyInfo.class)
public final class SocietyFilesCommand extends BareCommand {

  /**
   * The location and contents of the society's store.
   *
   * @param location absent when there is no society yet
   */
  record SocietyInfo(Optional<String> location, List<SocietyTables.Digest> tables) {}

  @Override
  public ExitCode run(Session session) {
    return info(session);
  }

  private static ExitCode info(Session session) {
    Node node = session.node();
    Optional<Ledger> opened = session.ledgerIfAny(node);
    opened.ifPresent(Ledger::close);
    if (opened.isEmpty()) {
      session.output().line("no society yet; it begins with the first agent or task");
      return session.output().done(new SocietyInfo(Optional.empty(), List.of()));
    }
    try (Database database = session.societyDatabase(node)) {
      SocietyInfo info =
          new SocietyInfo(
              Optional.of(database.location()),
              List.copyOf(SocietyTables.of(node).digests(database).values()));
      session.output().line("location  " + database.location());
      print(session.output(), info.tables());
      session.output().json(info);
    }
    return ExitCode.DONE;
  }

  private static void print(Output output, List<SocietyTables.Digest> tables) {
    tables.forEach(
        one -> output.line("%-20s %8d  %s".formatted(one.table(), one.rows(), one.sha256())));
  }

  @Command(name = "info", description = "where it is, and what is in it (the same as: sbp society)")
  @Prints(SocietyInfo.class)
  static final class Info extends NodeCommand {
    @Override
    public ExitCode run(Session session) {
      return info(session);
    }
  }

  /**
   * The files written or read.
   *
   * @param withKeys whether the agents' private keys are included, sealed
   */
  record Moved(LocalPath folder, boolean withKeys, long rows, List<SocietyTables.Digest> tables) {
    static Moved of(Path folder, SocietyFolder.Manifest manifest) {
      return new Moved(
          new LocalPath(folder), manifest.withKeys(), manifest.rows(), manifest.tables());
    }
  }

  @Command(name = "export", description = "export everything, as JSON Lines and as pages to read")
  @Example("sbp society export ../society")
  @Prints(Moved.class)
  @Exit(code = ExitCode.REFUSED, means = "the folder holds something else")
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no society yet")
  @ForOwner
  static final class Export extends NodeCommand {
    @Parameters(paramLabel = "DIR", description = "a new folder, or an earlier export")
    Path folder = Path.of("");

    @Option(
        names = "--with-keys",
        description =
            "with the agents' private keys, sealed: of use only to who has the node's key")
    boolean withKeys;

    @Override
    public ExitCode run(Session session) {
      Node node = session.node();
      Path target = session.world().path(folder);
      session.ledgerIfAny(node).orElseThrow(SocietyFilesCommand::none).close();
      SocietyFolder.Manifest manifest;
      try (Database database = session.societyDatabase(node)) {
        manifest = new SocietyFolder(target, Features.of(node)).write(database, withKeys);
      }
      Output output = session.output();
      output.line(
          target + ": " + Wording.counted(manifest.rows(), "row") + ", begin with README.md");
      output.line(
          withKeys
              ? "the agents' private keys are in it, sealed: the node's key opens them"
              : "the agents' private keys are not in it: agents that are made of it need new ones,"
                  + " or use --with-keys");
      return output.done(Moved.of(target, manifest));
    }
  }

  @Command(name = "import", description = "import an exported society, whole or not at all")
  @Example("sbp society import ../society")
  @Prints(Moved.class)
  @Exit(code = ExitCode.REFUSED, means = "the export is damaged, or there is a society already")
  @Exit(code = ExitCode.BUSY, means = Exit.NODE_HELD)
  @ForOwner
  static final class Import extends WideningNodeCommand {
    @Parameters(paramLabel = "DIR", description = "what sbp society export has made")
    Path folder = Path.of("");

    @Option(names = "--replace", description = "first forget the society that the node has")
    boolean replace;

    /** A society that replaces another one brings its own rights, and what proves the owner. */
    @Override
    public boolean widens(Transaction tx) {
      return replace;
    }

    @Override
    public boolean isForLostSociety() {
      return true;
    }

    @Override
    public ExitCode run(Session session) {
      Node node = session.node();
      SocietyFolder from = new SocietyFolder(session.world().path(folder), Features.of(node));
      SocietyFolder.Manifest manifest = from.manifest();
      if (node.made().missing(NodeThing.SOCIETY).isPresent()) {
        node.made().accept(NodeThing.SOCIETY);
      }
      try (ExclusiveStore _ = session.exclusive(node, "society");
          Database database = session.societyDatabase(node)) {
        long rows = SocietyTables.of(node).rows(database);
        if (rows > 0 && !replace) {
          throw CliException.refused(
              "this node has a society already, of " + Wording.counted(rows, "row"),
              "look at it:  sbp society",
              "and if nobody needs it:  sbp society import --replace " + folder);
        }
        manifest = from.read(database);
      }
      session
          .output()
          .line(
              "%s read from %s; %s"
                  .formatted(
                      Wording.counted(manifest.rows(), "row"),
                      from.folder(),
                      manifest.withKeys()
                          ? "agents have their keys, if this node's key is the one they are sealed"
                              + " to"
                          : "the agents' keys were not in it"));
      return session.output().done(Moved.of(from.folder(), manifest));
    }
  }

  private static CliException none() {
    return CliException.notFound(
        "this node has no society yet: no agent, task or mail",
        "the first look begins it:  sbp agent list");
  }
}
