package org.sovereignbook.sbp.frontend.mcp;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.AgentsSettings;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.command.ToolsetSettings;
import org.sovereignbook.sbp.net.http.IoWords;
import org.sovereignbook.sbp.net.mcp.McpAuthenticator;
import org.sovereignbook.sbp.net.mcp.McpCaller;
import org.sovereignbook.sbp.net.mcp.McpChanges;
import org.sovereignbook.sbp.net.mcp.McpHttp;
import org.sovereignbook.sbp.net.mcp.McpServer;
import org.sovereignbook.sbp.net.mcp.McpSettings;
import org.sovereignbook.sbp.net.mcp.McpStdio;
import org.sovereignbook.sbp.node.AtExit;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code sbp mcp}: serves this node's tools to coding CLIs and other clients of the Model Context
 * Protocol, over standard input and output, or over HTTP on loopback.
 */
@Command(
    description = "serve tools to coding CLIs over MCP",
    footer = "A coding CLI starts it by itself, once it is told so:  sbp mcp install claude")
@Example("sbp mcp --http --port 8462")
@Prints(McpCommand.Serving.class)
@Exit(code = ExitCode.REFUSED, means = "the port is taken, or the caller is nobody here")
public final class McpCommand extends NodeCommand {

  @Option(names = "--http", description = "serve over HTTP on loopback; each request needs a token")
  boolean http;

  @Option(
      names = "--agent",
      paramLabel = "AGENT",
      description = "over standard input: the agent that the connection is, instead of the owner")
  Optional<String> agent = Optional.empty();

  @Option(names = "--port", paramLabel = "PORT", description = "with --http: instead of mcp.port")
  @Range.Of(min = 0, max = 65_535)
  Optional<Integer> port = Optional.empty();

  @Option(
      names = "--tools",
      paramLabel = "SETS",
      split = ",",
      description = "list these sets of tools, instead of the usual ones: board,mail")
  List<Toolset> toolsets = List.of();

  record Serving(String url, LocalPath home) {}

  @Override
  public boolean provesItsCaller(Session session) {
    return true;
  }

  @Override
  public ExitCode run(Session session) throws Exception {
    Node node = session.node();
    Config config = node.config();
    McpSettings.ALL.checked(config);
    ToolsetSettings.ALL.checked(config);
    requireFitting();
    if (!http && session.world().terminal().getAsBoolean()) {
      session
          .output()
          .note(
              "this serves tools to a coding CLI over standard input and waits for its messages; a"
                  + " CLI starts it by itself, once told:  sbp mcp install claude");
      session.output().note("to end it: Ctrl-C; for people:  sbp shell");
    }
    try (Ledger ledger = session.ledger(node);
        LentLedger.Lending _ = session.lend(ledger)) {
      ToolGate gate = new ToolGate(ledger);
      CommandTools tools =
          new CommandTools(
              session.commands().of(node),
              gate,
              new CommandRun(session, node, config.get(McpSettings.ANSWER_BYTES)),
              new RefusedCalls(config.get(AgentsSettings.MAX_REFUSED), node.clock()));
      McpChanges changes = new McpChanges();
      ToolLists lists = new ToolLists(config, toolsets, changes);
      NodeFeatures features =
          new NodeFeatures(
              tools,
              lists,
              new ToolSearch(tools, gate, lists),
              gate,
              new NodeResources(node, tools));
      try (McpServer server =
              new McpServer(
                  features, changes, McpSettings.limits(config), StateKey.of(node), node.clock());
          LedgerWatch _ =
              LedgerWatch.start(
                  ledger, changes, config.get(McpSettings.LOOK), session.output()::log)) {
        return http
            ? serve(session, node, server, gate)
            : converse(session, ledger, server, gate, tools);
      }
    }
  }

  private void requireFitting() {
    if (!http && port.isPresent()) {
      throw CliException.wrong("--port is for --http", "did you mean:  sbp mcp --http --port PORT");
    }
    if (http && agent.isPresent()) {
      throw CliException.wrong(
          "--agent is for standard input; over HTTP each request has its own token",
          "make one:  sbp agent token " + agent.get());
    }
  }

  /** Serves standard input for the owner, the agent of the environment, or the named agent. */
  private ExitCode converse(
      Session session, Ledger ledger, McpServer server, ToolGate gate, CommandTools tools)
      throws IOException, InterruptedException {
    Config config = ledger.node().config();
    Optional<String> token = SocietyCommand.token(session.world());
    if (agent.isPresent()) {
      List<String> scope =
          Stream.of(Stream.of(ToolSearch.NAME), tools.names(), NodeResources.tools())
              .flatMap(names -> names)
              .distinct()
              .toList();
      try (AgentSeat seat =
              new AgentSeat(
                  ledger, gate, agent.get(), token, scope, config.get(McpSettings.TOKEN));
          AtExit _ = AtExit.run("end of a token", seat::close)) {
        return converse(session, server, seat);
      }
    }
    McpCaller owner = new McpCaller("owner", Optional.empty(), config.get(McpSettings.OWNER_CALLS));
    if (token.isEmpty()) {
      return converse(session, server, _ -> Optional.of(owner));
    }
    McpCaller _ = gate.agent(token.get());
    return converse(session, server, _ -> gate.caller(token));
  }

  private static ExitCode converse(
      Session session, McpServer server, McpAuthenticator authenticator)
      throws IOException, InterruptedException {
    new McpStdio(server, authenticator, session.world().out(), session.output()::log)
        .serve(session.world().in());
    return ExitCode.DONE;
  }

  private ExitCode serve(Session session, Node node, McpServer server, ToolGate gate)
      throws InterruptedException {
    int wanted = port.orElse(node.config().get(McpSettings.PORT));
    try (McpHttp serving =
            McpHttp.start(
                server, gate, wanted, node.clock(), node.random(), session.output()::log);
        AtExit _ = AtExit.run("stop of mcp", serving::close)) {
      session.output().line("serving MCP at " + serving.endpoint());
      session
          .output()
          .json(new Serving(serving.endpoint().toString(), new LocalPath(node.home().root())));
      serving.awaitClose();
      return ExitCode.DONE;
    } catch (IOException e) {
      throw CliException.refused(
          "cannot listen on port " + wanted + ": " + IoWords.of(e),
          "another one:  sbp mcp --http --port PORT");
    }
  }
}
