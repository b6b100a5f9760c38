package org.sovereignbook.sbp.cli.talk;

import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Contract;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.network.Follow;
import org.sovereignbook.sbp.peer.network.FollowResult;
import org.sovereignbook.sbp.store.ExclusiveStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp follow}: the complete following pattern of AGENT.md. */
@Command(description = "endorse, announce to and subscribe to a node")
@Synonyms({"connect", "join", "befriend"})
@Example("sbp follow https://node.example.com && sbp deliver")
@Tool(set = Toolset.PEERS, shows = Tool.Text.OWN, repeats = true, reachesOut = true)
@Tool.Says(
    "Follows another node: contacts it, subscribes to what it publishes, and recommends it in"
        + " public. Use it when the owner wants to hear from that node. Returns what was sent"
        + " to it.")
@AgentAccess(data = DataAccess.NONE, dangerous = true)
public final class FollowCommand extends NodeCommand {
  @Parameters(paramLabel = "URL", description = "the endpoint of the node to follow")
  @ToolArgument.Of(text = "the address of the node")
  Endpoint endpoint = Endpoint.parse("http://localhost");

  @Override
  public Contract contract() {
    return contract(FollowResult.class);
  }

  /** Returns the contract of commands that contact a node. */
  static Contract contract(Class<?> document) {
    return Contract.prints(document)
        .exit(ExitCode.FAILED, "nobody answered there")
        .exit(ExitCode.NOTHING_TO_DO, "all of it was so already")
        .exit(ExitCode.REFUSED, "it is blocked, or it is this node itself")
        .exit(ExitCode.NOT_VALID, "what answered is no valid identity")
        .holdsNode();
  }

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Node node = session.node();
    try (ExclusiveStore held = session.betweenSteps(node, "network");
        HttpPeerClient client = HttpPeerClient.open(HttpConfig.from(node.config()))) {
      FollowResult result = new Follow(node, held.store(), client).follow(endpoint);
      result.warning().ifPresent(session.output()::note);
      if (result.peer().isPresent()) {
        return session.output().result(result);
      }
      session.output().failure(result, hints(result.outcome(), endpoint));
      return exitCode(result.outcome());
    }
  }

  /** Returns the exit code for the result of contacting a node. */
  static ExitCode exitCode(FollowResult.FollowStatus outcome) {
    return switch (outcome) {
      case DONE -> ExitCode.DONE;
      case ALREADY -> ExitCode.NOTHING_TO_DO;
      case UNREACHABLE -> ExitCode.FAILED;
      case INVALID -> ExitCode.NOT_VALID;
      case BLOCKED, OURSELVES, REFUSED -> ExitCode.REFUSED;
    };
  }

  static String[] hints(FollowResult.FollowStatus outcome, Endpoint endpoint) {
    return switch (outcome) {
      case UNREACHABLE ->
          new String[] {
            "is the node up? try:  curl " + endpoint + "/identity",
            "private and local addresses are asked after:  sbp config set "
                + HttpConfig.ALLOW_PRIVATE_ENDPOINTS.key()
                + " true"
          };
      case BLOCKED -> new String[] {"first:  sbp peers unblock " + endpoint};
      case INVALID -> new String[] {"is this the base URL of an sbp node?"};
      case DONE, ALREADY, OURSELVES, REFUSED -> new String[0];
    };
  }
}
