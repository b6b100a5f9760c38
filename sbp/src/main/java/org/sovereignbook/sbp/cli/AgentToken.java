package org.sovereignbook.sbp.cli;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.agents.Agent;
import org.sovereignbook.sbp.agents.Agents;
import org.sovereignbook.sbp.agents.Caller;
import org.sovereignbook.sbp.agents.Globs;
import org.sovereignbook.sbp.agents.Tokens;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.Exit;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.SocietyCommand;
import org.sovereignbook.sbp.cli.command.Table;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.protocol.Timestamp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp agent token}: by what an agent's process proves that it is one (CORDELIA §1.5). */
@Command(
    name = "token",
    description = "make, list or revoke an agent's bearer tokens",
    footer = {
      "",
      "A token is shown once and kept as its hash. A process has it in SBP_AGENT_TOKEN, and then",
      "every command is the agent's. A revoked one ends at once.",
      "",
      "example:",
      "  sbp agent token reader --tools mail_list --ttl-seconds 3600"
    })
@Prints({AgentToken.Made.class, AgentToken.All.class})
@Exit(code = ExitCode.REFUSED, means = "only those above it may, or it has too many")
@Exit(code = ExitCode.NOT_FOUND, means = "no agent, or no token of it, is called that")
final class AgentToken extends SocietyCommand<AgentToken.Outcome> {
  @Parameters(paramLabel = "AGENT", description = AgentCommand.AGENT)
  String name = "";

  @Option(
      names = "--tools",
      paramLabel = "TOOLS",
      split = ",",
      description = "what it is good for, as far as the agent may: task_claim,mail_*")
  List<String> tools = new ArrayList<>();

  @Option(names = "--ttl-seconds", paramLabel = "N", description = "how long it is good")
  Optional<Long> ttlSeconds = Optional.empty();

  @Option(names = "--list", description = "show those that there are, not themselves")
  boolean list;

  @Option(names = "--revoke", paramLabel = "ID", description = "end this one at once")
  Optional<String> revoke = Optional.empty();

  @Option(names = "--revoke-all", description = "end all of them at once")
  boolean revokeAll;

  /** What came of it. */
  interface Outcome {}

  /**
   * A token as it is known afterwards.
   *
   * @param tools what it is good for
   */
  record Known(
      String id,
      List<String> tools,
      Timestamp createdAt,
      Timestamp expiresAt,
      Optional<Timestamp> revokedAt,
      boolean good) {
    static Known of(Tokens.Token token, long nowMs) {
      return new Known(
          token.id(),
          token.scope().patterns(),
          AgentView.time(token.createdMs()),
          AgentView.time(token.expiresMs()),
          token.revokedMs().map(AgentView::time),
          token.isGood(nowMs));
    }
  }

  /**
   * A new one.
   *
   * @param token the bearer token itself; never shown again
   */
  record Made(String agent, String id, String token, List<String> tools, Timestamp expiresAt)
      implements Outcome {}

  /** All that an agent has. */
  record All(String agent, List<Known> tokens) implements Outcome {}

  @Override
  protected Outcome work(Transaction tx, Caller caller) throws SQLException {
    Agent agent = Agents.named(tx, name);
    if (revoke.isPresent()) {
      Tokens.revoke(tx, caller, agent, revoke.get());
    } else if (revokeAll) {
      Tokens.revokeAll(tx, caller, agent);
    } else if (!list) {
      return made(agent, Tokens.issue(tx, caller, agent, scope(), ttl()));
    }
    List<Known> known =
        Tokens.of(tx, caller, agent).stream().map(token -> Known.of(token, tx.nowMs())).toList();
    return new All(agent.name(), known);
  }

  private Globs scope() {
    return tools.isEmpty() ? Globs.ALL : CapabilityOptions.tools(tools);
  }

  private Optional<Duration> ttl() {
    if (ttlSeconds.filter(it -> it < 1 || it > Tokens.MAX_TTL.toSeconds()).isPresent()) {
      throw CliException.wrong("--ttl-seconds is 1 to " + Tokens.MAX_TTL.toSeconds());
    }
    return ttlSeconds.map(Duration::ofSeconds);
  }

  private static Made made(Agent agent, Tokens.Issued issued) {
    Tokens.Token token = issued.token();
    return new Made(
        agent.name(),
        token.id(),
        issued.secret(),
        token.scope().patterns(),
        AgentView.time(token.expiresMs()));
  }

  @Override
  protected ExitCode show(Output output, Outcome outcome) {
    if (outcome instanceof Made made) {
      output.line(made.token());
      if (!output.isJson()) {
        output.note(
            "%s's until %s; shown only now. In its process:  export SBP_AGENT_TOKEN=…"
                .formatted(made.agent(), made.expiresAt()));
        output.note(
            "to end it:  sbp agent token %s --revoke %s".formatted(made.agent(), made.id()));
      }
      output.json(made);
    } else if (outcome instanceof All all) {
      Table table = Table.of("ID", "GOOD", "TOOLS", "EXPIRES").whole("ID");
      all.tokens()
          .forEach(
              token ->
                  table.row(
                      token.id(),
                      token.good() ? "yes" : token.revokedAt().isPresent() ? "revoked" : "expired",
                      String.join(",", token.tools()),
                      token.expiresAt().toString()));
      output.table(table, all.agent() + " has no tokens");
      output.json(all);
    }
    return ExitCode.DONE;
  }
}
