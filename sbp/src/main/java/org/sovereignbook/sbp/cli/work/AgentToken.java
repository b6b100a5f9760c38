package org.sovereignbook.sbp.cli.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.Signature;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.UtcTime;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp agent token}: tokens by which an agent's process authenticates (CORDELIA §1.5). */
@Command(
    name = "token",
    description = "make, list or revoke an agent's bearer tokens",
    footer = {
      "A token is shown once and kept as its hash. A process has it in SBP_AGENT_TOKEN, and then",
      "every command is the agent's. A revoked one ends at once."
    })
@Example("sbp agent token reader --tools mail_list --ttl-seconds 3600")
@Prints({AgentToken.Made.class, AgentToken.All.class, AgentToken.Challenge.class})
@Exit(code = ExitCode.REFUSED, means = "only those above it may, or it has too many")
@Exit(code = ExitCode.NOT_FOUND, means = "no agent, or no token of it, is called that")
@AgentAccess(data = DataAccess.NONE, dangerous = true)
final class AgentToken extends SocietyCommand<AgentToken.TokenStep> {
  private static final int MOST_SHOWN = 5;

  @Parameters(paramLabel = "AGENT", description = AgentCommand.AGENT)
  String name = "";

  @Option(
      names = "--tools",
      paramLabel = "TOOLS",
      split = ",",
      description = "what it is good for, as far as the agent may: task_claim,mail_*")
  List<String> tools = new ArrayList<>();

  @Option(names = "--ttl-seconds", paramLabel = "N", description = "how long it is good")
  @Range.Of(min = 1, max = Tokens.MAX_TTL_SECONDS)
  Optional<Long> ttlSeconds = Optional.empty();

  @Option(names = "--list", description = "show those that there are, not themselves")
  boolean list;

  @Option(names = "--revoke", paramLabel = "ID", description = "end this one at once")
  Optional<String> revoke = Optional.empty();

  @Option(names = "--revoke-all", description = "end all of them at once")
  boolean revokeAll;

  @Option(
      names = "--challenge",
      description = "a nonce for the agent to sign behind cordelia-agent-auth-v1, within a minute")
  boolean challenge;

  @Option(names = "--nonce", paramLabel = "NONCE", description = "the nonce that is answered")
  Optional<String> nonce = Optional.empty();

  @Option(
      names = "--signature",
      paramLabel = "SIGNATURE",
      description = "the agent's answer, base64url; it gets a token in its own name")
  Optional<String> signature = Optional.empty();

  interface TokenStep {}

  /** The text that an agent must sign, once, within a minute. */
  record Challenge(String agent, String nonce, Timestamp expiresAt) implements TokenStep {}

  /** An answer whose proof failed; the nonce is used up all the same. */
  private record Unproven() implements TokenStep {}

  /**
   * A token after its creation.
   *
   * @param good whether it is valid now
   */
  record Known(@Shape.Inline Tokens.Token token, boolean good) {
    static Known of(Tokens.Token token, long nowMs) {
      return new Known(token, token.isGood(nowMs));
    }
  }

  /**
   * A new token.
   *
   * @param token the bearer token itself; never shown again
   */
  record Made(String agent, String id, String token, List<String> tools, Timestamp expiresAt)
      implements TokenStep {}

  record All(String agent, List<Known> tokens) implements TokenStep {}

  @Override
  protected TokenStep work(Transaction tx, Caller caller) {
    Agent agent = Agents.named(tx, name);
    if (challenge) {
      return new Challenge(
          agent.name(),
          Base64Url.encode(Tokens.challenge(tx, agent)),
          Timestamp.ofMillis(tx.nowMs() + Tokens.CHALLENGE_TTL.toMillis()));
    }
    if (nonce.isPresent() || signature.isPresent()) {
      return answered(tx, agent);
    }
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

  /** Issues a token for a proof by the agent's key. Only the first answer to a nonce counts. */
  private TokenStep answered(Transaction tx, Agent agent) {
    byte[] asked;
    Signature answer;
    try {
      asked = Base64Url.decode(nonce.orElse(""), Tokens.NONCE_BYTES);
      answer = Signature.parse(signature.orElse(""));
    } catch (IllegalArgumentException e) {
      throw CliException.wrong("--nonce and --signature belong together: " + e.getMessage());
    }
    return Tokens.answered(tx, agent, asked, answer)
        ? made(agent, Tokens.forAnswer(tx, agent, ttl()))
        : new Unproven();
  }

  private Globs scope() {
    return tools.isEmpty() ? Globs.ALL : CapabilityOptions.tools(tools);
  }

  private Optional<Duration> ttl() {
    return ttlSeconds.map(Duration::ofSeconds);
  }

  private static Made made(Agent agent, Tokens.Issued issued) {
    Tokens.Token token = issued.token();
    return new Made(
        agent.name(),
        token.id(),
        issued.secret(),
        token.scope().patterns(),
        new Timestamp(token.expiresAt()));
  }

  @Override
  protected ExitCode show(Output output, TokenStep outcome) {
    if (outcome instanceof Unproven) {
      throw SocietyException.refused(
          CapabilityDenied.UNAUTHORIZED,
          "the signature does not prove that it is " + name,
          "another nonce:  sbp agent token --challenge " + name);
    }
    if (outcome instanceof Challenge asked) {
      output.line(asked.nonce());
      output.json(asked);
    } else if (outcome instanceof Made made) {
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
      if (revokeAll) {
        output.line("all tokens of " + all.agent() + " are revoked");
        output.json(all);
        return ExitCode.DONE;
      }
      Table table = Table.of("ID", "GOOD", "TOOLS", "EXPIRES").whole("ID");
      all.tokens()
          .forEach(
              known -> {
                Tokens.Token token = known.token();
                table.row(
                    token.id(),
                    known.good() ? "yes" : token.revokedAt().isPresent() ? "revoked" : "expired",
                    tools(token.scope().patterns()),
                    UtcTime.text(token.expiresAt()));
              });
      output.table(table, all.agent() + " has no tokens");
      output.json(all);
    }
    return ExitCode.DONE;
  }

  private static String tools(List<String> patterns) {
    int more = patterns.size() - MOST_SHOWN;
    return more <= 0
        ? String.join(",", patterns)
        : String.join(",", patterns.subList(0, MOST_SHOWN)) + " and " + more + " more";
  }
}
