package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.cli.command.Contract;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeOptions;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Subcommand;
import org.sovereignbook.sbp.http.HttpConfig;
import org.sovereignbook.sbp.http.HttpPeerClient;
import org.sovereignbook.sbp.network.Follow;
import org.sovereignbook.sbp.network.FollowResult;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.store.ExclusiveStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sbp follow}: the following pattern of AGENT.md, whole. */
@Command(
    description = "endorse, announce to and subscribe to a node",
    footer = {"", "example:", "  sbp follow https://node.example.com && sbp deliver"})
final class FollowCommand implements Subcommand {
  @Parameters(paramLabel = "URL", description = "the endpoint of the node to follow")
  Endpoint endpoint = Endpoint.parse("http://localhost");

  @Mixin NodeOptions options = new NodeOptions();

  @Override
  public Contract contract() {
    return Contract.prints(FollowResult.class)
        .exit(ExitCode.FAILED, "nobody answered there")
        .exit(ExitCode.NOTHING_TO_DO, "all of it was so already")
        .exit(ExitCode.REFUSED, "it is blocked, or it is this node itself")
        .exit(ExitCode.NOT_VALID, "what answered is no valid identity")
        .holdsNode();
  }

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Node node = session.node();
    try (ExclusiveStore held = session.exclusive(node, "network");
        HttpPeerClient client = HttpPeerClient.open(HttpConfig.from(node.config()))) {
      FollowResult result = new Follow(node, held.store(), client).follow(endpoint);
      if (result.peer().isPresent()) {
        return session.output().result(result);
      }
      session.output().failure(result, SeedFailures.hints(result.outcome(), endpoint));
      return SeedFailures.exitCode(result.outcome());
    }
  }
}
