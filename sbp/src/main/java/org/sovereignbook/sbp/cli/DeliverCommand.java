package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.delivery.Delivery;
import org.sovereignbook.sbp.http.HttpConfig;
import org.sovereignbook.sbp.http.HttpPeerClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sbp deliver}: signs and sends what waits in the outbox (IMPLEMENTATION §3.2). */
@Command
final class DeliverCommand implements Subcommand {
  @Option(names = "--now", description = "also what waits for its next attempt")
  boolean now;

  @Mixin NodeOptions options = new NodeOptions();

  @Override
  public ExitCode run(Session session) throws Exception {
    ProgressBar bar = ProgressBar.of(session);
    return session.step(
        "delivery",
        (node, store) -> {
          try (HttpPeerClient client = HttpPeerClient.open(HttpConfig.from(node.config()))) {
            return new Delivery(node, store, client).run(now, bar::advance);
          } finally {
            bar.clear();
          }
        });
  }
}
