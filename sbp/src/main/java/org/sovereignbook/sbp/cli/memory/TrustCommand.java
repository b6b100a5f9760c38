package org.sovereignbook.sbp.cli.memory;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.TrustTier;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.memory.Assessments;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.TrustScores;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sbp trust}: trust in what agents remember (CORDELIA §5). */
@Command(
    description = "trust in agents' memory",
    subcommands = {TrustCommand.Assess.class, TrustCommand.Show.class, TrustReview.class})
@Example("sbp trust show reader")
public final class TrustCommand extends SocietyCommand<TrustCommand.Listed> {
  @Mixin PageOptions page = PageOptions.whole(100);

  /** The scores of the agents below the caller. */
  record Listed(List<Score> agents, @Shape.Inline Page.End end) {}

  /**
   * A score.
   *
   * @param accuracy from 0 to 1
   * @param observations how many assessments count
   * @param windowStart the time from which assessments count
   * @param windowEnd the time of the score
   */
  @Shape.Def("trust_score")
  record Score(
      String agentId,
      String name,
      String observerEntityId,
      BigDecimal accuracy,
      int observations,
      TrustTier tier,
      Timestamp windowStart,
      Timestamp windowEnd,
      Optional<Timestamp> lastUpdated) {
    static Score of(Caller caller, Assessments.Assessed assessed) {
      return new Score(
          assessed.agent().id(),
          assessed.agent().name(),
          caller.agent().map(agent -> agent.id().hex()).orElse(MemoryHolder.OWNER),
          BigDecimal.valueOf(assessed.score().perMille(), 3),
          assessed.score().observations(),
          assessed.score().tier(),
          Timestamp.ofMillis(assessed.score().windowStartMs()),
          Timestamp.ofMillis(assessed.score().windowEndMs()),
          assessed.score().lastMs().map(Timestamp::ofMillis));
    }

    ExitCode print(Output output) {
      output.line(
          "%s  %s (%s), %d assessments"
              .formatted(name, accuracy.toPlainString(), tier, observations));
      return output.done(this);
    }
  }

  @Override
  protected String tool() {
    return "trust_get";
  }

  @Override
  protected Listed work(Transaction tx, Caller caller) {
    Page<Score> scores =
        page.of(
            new Assessments(tx).below(caller).stream().map(one -> Score.of(caller, one)),
            Score::name);
    return new Listed(scores.items(), scores.end());
  }

  @Override
  protected ExitCode show(Output output, Listed listed) {
    Table table = Table.of("AGENT", "SCORE", "TIER", "ASSESSMENTS");
    for (Score score : listed.agents()) {
      table.row(score.name(), score.accuracy().toPlainString(), score.tier(), score.observations());
    }
    return output.list(listed, listed.end(), table, "no agents");
  }

  @Command(
      name = "assess",
      description = "say whether a memory was right; moves the trust in its author",
      footer = "A confirmed memory that its author doubted is found from then on.")
  @Synonyms({"set", "rate"})
  @Example("sbp trust assess doubt confirmed")
  @Exit(
      code = ExitCode.REFUSED,
      means = "it was assessed already, or is none of an agent below you")
  @Tool(name = "trust_assess", set = Toolset.MEMORY, shows = Tool.Text.OWN)
  @Tool.Says(
      "Says whether a memory of an agent below you was right: confirmed, wrong, or violation"
          + " (wrong in a way that harms). Each memory counts once. Returns the author's"
          + " score.")
  @AgentAccess(data = DataAccess.NONE)
  static final class Assess extends SocietyCommand<Score> {
    @Parameters(index = "0", paramLabel = "ID", description = "the item")
    @ToolArgument.Of(name = "item_id", text = "the item's id")
    String id = "";

    @Parameters(index = "1", paramLabel = "VERDICT", description = "${COMPLETION-CANDIDATES}")
    @ToolArgument.Of(text = "whether it was right")
    TrustScores.Correctness verdict = TrustScores.Correctness.CONFIRMED;

    @Override
    protected Score work(Transaction tx, Caller caller) {
      return Score.of(caller, new Assessments(tx).assess(caller, id, verdict));
    }

    @Override
    protected ExitCode show(Output output, Score score) {
      return score.print(output);
    }
  }

  @Command(name = "show", description = "the score of an agent, as you see it")
  @Example("sbp trust show reader")
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such agent for you (user_not_found)")
  @Tool(name = "trust_get", set = Toolset.MEMORY, shows = Tool.Text.OWN, reads = true)
  @Tool.Says(
      "Returns how far what an agent remembers is trusted: your own score, or that of an agent"
          + " below you.")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class Show extends SocietyCommand<Score> {
    @Parameters(paramLabel = "AGENT", arity = "0..1", description = "the agent; you if left out")
    @ToolArgument.Of(name = "agent_id", text = "the agent; you if absent")
    Optional<String> agent = Optional.empty();

    @Override
    protected Score work(Transaction tx, Caller caller) {
      return Score.of(
          caller, new Assessments(tx).score(caller, MemoryHolder.named(tx, caller, agent)));
    }

    @Override
    protected ExitCode show(Output output, Score score) {
      return score.print(output);
    }
  }
}
