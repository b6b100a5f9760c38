package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.http.HttpConfig;
import org.sovereignbook.sbp.http.HttpPeerClient;
import org.sovereignbook.sbp.network.Network;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sbp network}: discovers peers, promotes trust, subscribes (IMPLEMENTATION §3.2). */
@Command
final class NetworkCommand implements Subcommand {
  @Mixin NodeOptions options = new NodeOptions();

  @Override
  public ExitCode run(Session session) throws Exception {
    ProgressBar bar = ProgressBar.of(session);
    return session.step(
        "network",
        (node, store) -> {
          try (HttpPeerClient client = HttpPeerClient.open(HttpConfig.from(node.config()))) {
            return new Network(node, store, client).run(bar::advance);
          } finally {
            bar.clear();
          }
        });
  }
}
