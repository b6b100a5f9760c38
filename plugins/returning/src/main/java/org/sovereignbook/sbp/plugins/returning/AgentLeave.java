package org.sovereignbook.sbp.plugins.returning;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.cli.work.AgentCommand;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OwnerOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Widening;
import org.sovereignbook.sbp.node.LocalPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sbp agent leave}: writes an agent with its memory to a file, for another node. */
@Command(
    name = "leave",
    description = "write an agent with its memory to a file",
    footer = {
      "It is suspended here until it returns. A guest goes home: its file has no key, and what",
      "it wrote here. Whoever has the file of an agent that leaves home can act as the agent."
    })
@Example("sbp agent leave scout ../scout.json")
@Prints(AgentLeave.Left.class)
@Exit(code = ExitCode.REFUSED, means = "it may not leave now, or the file is there already")
@AgentAccess(data = DataAccess.NONE, dangerous = true)
@ForOwner
final class AgentLeave extends SocietyCommand<Leaves.Leaving> implements Widening {
  @Mixin OwnerOptions asOwner = new OwnerOptions();

  @Parameters(index = "0", paramLabel = "AGENT", description = AgentCommand.AGENT)
  String name = "";

  @Parameters(index = "1", paramLabel = "FILE", description = "the file to write, of mode 600")
  Path file = Path.of("");

  private Path target = Path.of("");

  /**
   * Departure as it is printed.
   *
   * @param secret whether the file has the agent's private key
   */
  record Left(
      String agentId, String name, LocalPath file, boolean secret, int sessions, int items) {}

  @Override
  public OwnerOptions asOwner() {
    return asOwner;
  }

  @Override
  protected void prepare(Session session) {
    target = session.world().path(file);
    if (session.world().disk().exists(target)) {
      throw CliException.refused(target + " is there already", "name another file");
    }
  }

  @Override
  protected Leaves.Leaving work(Transaction tx, Caller caller) {
    return new Leaves(tx).leave(caller, Agents.named(tx, name));
  }

  @Override
  protected ExitCode show(Output output, Leaves.Leaving leaving) {
    session().world().disk().writePrivate(target, leaving.text().getBytes(StandardCharsets.UTF_8));
    output.line(
        "%s: %s the hot context of %s, %d sessions, %d items"
            .formatted(
                target,
                leaving.secret() ? "the key," : "no key;",
                leaving.agent().name(),
                leaving.sessions(),
                leaving.items()));
    output.line(
        leaving.secret()
            ? "on the other node:  sbp agent host FILE"
            : "on its own node:  sbp agent return FILE");
    return output.done(
        new Left(
            leaving.agent().id().hex(),
            leaving.agent().name(),
            new LocalPath(target),
            leaving.secret(),
            leaving.sessions(),
            leaving.items()));
  }
}
