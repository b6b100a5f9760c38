package org.sovereignbook.sbp.agent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeSet;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.llm.LlmConfig;
import org.sovereignbook.sbp.llm.LlmLimits;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * The models of a node at a glance.
 *
 * @param backend the configured one
 * @param today what was used up by all backends on this UTC day
 * @param resting which backends rest, and until when
 * @param damagedLedgerLines of the ledger
 */
public record LlmStatus(
    String backend,
    LlmSpending today,
    @Shape.Hidden LlmLimits limits,
    SequencedMap<String, Timestamp> resting,
    int damagedLedgerLines) {

  /** Reads configuration and ledger. */
  public static LlmStatus of(Node node) {
    LlmConfig config = LlmConfig.from(node.config());
    LlmLedger ledger = LlmLedger.of(node);
    SequencedMap<String, Timestamp> resting = new LinkedHashMap<>();
    for (String backend : new TreeSet<>(ledger.backends())) {
      ledger.restUntil(backend, node.now()).ifPresent(until -> resting.put(backend, until));
    }
    return new LlmStatus(
        config.backend(),
        ledger.spentOn(LlmLedger.day(node.now())),
        config.limits(),
        resting,
        ledger.damagedLines());
  }

  /** For a person: what is chosen and used up, then the problems; the default goes unsaid. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (today.calls() > 0 || !backend.equals(LlmConfig.DEFAULT_BACKEND)) {
      lines.add(PeerText.plain(backend) + ", today " + today.in(limits));
    }
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
