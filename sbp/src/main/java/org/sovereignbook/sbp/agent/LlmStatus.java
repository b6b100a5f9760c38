package org.sovereignbook.sbp.agent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * The models of a node at a glance.
 *
 * @param backend the configured one
 * @param today what was used up by all backends on this UTC day
 * @param beside the same for a person, beside the limits that there are; empty while the default
 *     backend, which counts nothing, is all there is
 * @param resting which backends rest, and until when
 * @param damagedLedgerLines of the ledger
 */
public record LlmStatus(
    String backend,
    CallLedger.Spending today,
    @Shape.Hidden Optional<String> beside,
    SequencedMap<String, Timestamp> resting,
    int damagedLedgerLines) {

  /** Reads configuration and ledger. */
  public static LlmStatus of(Node node) {
    Config config = node.config();
    CallLedger ledger = CallLedger.of(node);
    CallLedger.Spending spent = ledger.spentOn(CallLedger.day(node.now()));
    SequencedMap<String, Timestamp> resting = new LinkedHashMap<>();
    for (String backend : new TreeSet<>(ledger.backends())) {
      ledger.restUntil(backend, node.now()).ifPresent(until -> resting.put(backend, until));
    }
    String backend = config.get(AgentSettings.BACKEND);
    boolean counts = spent.calls() > 0 || !backend.equals(AgentSettings.BUILTIN);
    return new LlmStatus(
        backend,
        spent,
        counts ? Optional.of(beside(spent, config)) : Optional.empty(),
        resting,
        ledger.damagedLines());
  }

  private static String beside(CallLedger.Spending spent, Config config) {
    long calls = config.get(AgentSettings.DAILY_CALLS);
    long tokens = config.get(AgentSettings.DAILY_TOKENS);
    double cost = config.get(AgentSettings.DAILY_COST);
    return spent.calls()
        + (calls > 0 ? " of " + calls : "")
        + (spent.calls() == 1 && calls == 0 ? " call, " : " calls, ")
        + spent.tokens()
        + (tokens > 0 ? " of " + tokens : "")
        + " tokens, "
        + spent.costUsd().stripTrailingZeros().toPlainString()
        + (cost > 0 ? " of " + CallBudget.usd(cost).toPlainString() : "")
        + " USD";
  }

  /** For a person: what is chosen and used up, then the problems; the default goes unsaid. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    beside.ifPresent(text -> lines.add(PeerText.plain(backend) + ", today " + text));
    lines.addAll(problems());
    return lines;
  }

  /** What keeps models from being asked, or the count from being exact. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    resting.forEach(
        (name, until) ->
            problems.add(
                PeerText.plain(name) + " rests until " + until + ", since its calls failed"));
    if (damagedLedgerLines > 0) {
      problems.add(
          damagedLedgerLines
              + (damagedLedgerLines == 1 ? " line" : " lines")
              + " of llm-ledger.jsonl cannot be read; each counts as a call");
    }
    return problems;
  }
}
