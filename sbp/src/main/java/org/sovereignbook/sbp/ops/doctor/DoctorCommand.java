package org.sovereignbook.sbp.ops.doctor;

import java.time.Duration;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.OwnershipException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp doctor}: the checklist of IMPLEMENTATION §10, with remedies. Changes nothing. */
@Command(description = "the checklist, and what to do")
@Synonyms({"check", "disk", "diagnose", "errors", "problems"})
@Example({"sbp doctor", "sbp doctor --limits --keys 500"})
@Prints({Checkup.class, NodeLimits.class})
@Exit(code = ExitCode.NOT_VALID, means = "a check failed")
public final class DoctorCommand extends NodeCommand {
  private static final Duration TIME_LIMIT = Duration.ofSeconds(10);

  @Option(
      names = "--limits",
      description = "the most that peers can make this node store, spend and hold open")
  boolean limits;

  @Option(
      names = "--keys",
      paramLabel = "N",
      description = "limits: the number of their keys (default: ${DEFAULT-VALUE})")
  int keys = 1_000;

  @Option(
      names = "--addresses",
      paramLabel = "M",
      description = "limits: the number of their addresses (default: ${DEFAULT-VALUE})")
  int addresses = 100;

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    try {
      return check(session, session.node());
    } catch (OwnershipException e) {
      return show(session, Checkup.ofAnothers(e.faults()));
    }
  }

  private ExitCode check(Session session, Node node) throws InterruptedException {
    if (limits) {
      return show(session, NodeLimits.of(node.config(), Math.max(0, keys), Math.max(0, addresses)));
    }
    HttpConfig http = new HttpConfig(mayBePrivate(node), TIME_LIMIT);
    HttpPeerClient client;
    try {
      client = HttpPeerClient.open(http);
    } catch (NodeException e) {
      return show(session, Checkup.unguarded(e));
    }
    try (client) {
      return show(session, Checkup.of(session, node, client));
    }
  }

  private static ExitCode show(Session session, NodeLimits limits) {
    Table table = Table.of("STORED", "FILES", "BYTES", "BOUND");
    limits
        .stored()
        .forEach(
            row ->
                table.row(
                    row.what(),
                    "%,d".formatted(row.files()),
                    NodeLimits.bytes(row.bytes()),
                    row.bound()));
    table.row("all", "%,d".formatted(limits.files()), NodeLimits.bytes(limits.bytes()), "");
    session
        .output()
        .line(
            "what %,d keys at %,d addresses can cause at most, which this node did not choose:"
                .formatted(limits.keys(), limits.addresses()));
    session.output().table(table, "");
    session.output().lines(limits.summary());
    return session.output().done(limits);
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
