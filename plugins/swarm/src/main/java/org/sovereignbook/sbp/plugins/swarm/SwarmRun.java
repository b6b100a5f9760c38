package org.sovereignbook.sbp.plugins.swarm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NamedValue;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.plugins.team.TeamFiles;
import org.sovereignbook.sbp.plugins.team.TeamResult;
import org.sovereignbook.sbp.plugins.team.TeamSupervision;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp swarm run}: runs the agents of a swarm as a team, until its tasks have ended. */
@Command(
    name = "run",
    description = "let a swarm work, and wait",
    footer = "Models: team.override.yaml beside the file that it names; see docs/teams.md.")
@Example("sbp swarm run landscape")
@Prints(TeamResult.class)
@Exit(code = ExitCode.FAILED, means = "not all of its tasks were accepted")
@Exit(code = ExitCode.BUSY, means = "a team is at work here already")
@ForOwner
final class SwarmRun extends NodeCommand {
  @Parameters(paramLabel = "ID", description = "the swarm's id")
  @NamedValue(SwarmFeature.ID)
  String id = "";

  @Override
  public ExitCode run(Session session) throws Exception {
    Node node = session.node();
    new NodeAcceptance(session, node).require();
    return run(session, node, id);
  }

  /** Runs a swarm of the node. */
  private static ExitCode run(Session session, Node node, String id)
      throws IOException, InterruptedException {
    Made made = made(session, node, id);
    if (made.swarm().state() == Swarm.State.COMPLETE
        || made.swarm().state() == Swarm.State.DISBANDED) {
      throw CliException.refused(
          "the swarm " + id + " is " + made.swarm().state(), "look at it:  sbp swarm status " + id);
    }
    Path folder = folder(node, made.swarm());
    Path file = folder.resolve(TeamFiles.NAME);
    node.disk().createFolders(folder);
    node.disk().write(file, made.text().getBytes(StandardCharsets.UTF_8));
    session.output().line("its team: " + file);
    return new TeamSupervision(session, node, TeamFiles.of(node, file), "sbp swarm run " + id)
        .runLabelled(made.swarm().label());
  }

  private static Made made(Session session, Node node, String id) {
    try (Ledger ledger = session.ledger(node)) {
      return ledger.read(tx -> Made.of(new Swarms(tx).seen(Caller.owner("command"), id), tx));
    }
  }

  /** Returns the folder of the swarm's team file. */
  private static Path folder(Node node, Swarm swarm) {
    return node.home()
        .operational()
        .resolve("swarms")
        .resolve(swarm.label().substring(swarm.label().indexOf(':') + 1));
  }

  /** A swarm with the text of its team file. */
  private record Made(Swarm swarm, String text) {
    static Made of(Swarm swarm, Transaction tx) {
      return new Made(swarm, new SwarmFile(tx, swarm).text());
    }
  }
}
