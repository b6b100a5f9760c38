package org.sovereignbook.sbp.cli.doctor;

import java.time.Duration;
import java.util.List;
import org.sovereignbook.sbp.cli.command.Exit;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeCommand;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.http.HttpConfig;
import org.sovereignbook.sbp.http.HttpPeerClient;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Ownership;
import picocli.CommandLine.Command;

/** {@code sbp doctor}: the checklist of IMPLEMENTATION §10, with what to do. Changes nothing. */
@Command(description = "the checklist, and what to do")
@Prints(Checkup.class)
@Exit(code = ExitCode.NOT_VALID, means = "a check failed")
public final class DoctorCommand extends NodeCommand {
  private static final Duration TIME_LIMIT = Duration.ofSeconds(10);

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    if (!session.ownership().trusted()) {
      List<Ownership.Fault> faults = session.ownership().faults(new NodeHome(session.nodeFolder()));
      if (!faults.isEmpty()) {
        return show(session, Checkup.ofAnothers(faults));
      }
    }
    Node node = session.node();
    HttpConfig http = new HttpConfig(mayBePrivate(node), TIME_LIMIT);
    try (HttpPeerClient client = HttpPeerClient.open(http)) {
      return show(session, Checkup.of(session, node, client));
    }
  }

  private static ExitCode show(Session session, Checkup checkup) {
    session.output().lines(checkup.lines());
    session.output().json(checkup);
    return checkup.failed() == 0 ? ExitCode.DONE : ExitCode.NOT_VALID;
  }

  private static boolean mayBePrivate(Node node) {
    try {
      return HttpConfig.from(node.config()).allowPrivateEndpoints();
    } catch (ConfigException e) {
      // The check of the configuration reports it.
      return false;
    }
  }
}
