package org.sovereignbook.sbp.model.judgment;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.Node;

/** Calls of the ledger by their ids. Immutable. */
public record LedgerCalls(Map<String, Call> calls) {
  /**
   * A call.
   *
   * @param outcome such as {@code answered}; empty while it is under way
   * @param model that answered
   */
  public record Call(
      Optional<String> outcome,
      Optional<String> model,
      Optional<Long> inputTokens,
      Optional<Long> outputTokens,
      Costs.Sum sum) {
    static Call of(Costs.Call call) {
      return new Call(
          call.end().map(end -> Words.of(end.outcome())),
          call.end().flatMap(CallRecord.Settled::model),
          call.end().flatMap(CallRecord.Settled::inputTokens),
          call.end().flatMap(CallRecord.Settled::outputTokens),
          call.sum());
    }
  }

  public LedgerCalls {
    calls = Map.copyOf(calls);
  }

  /**
   * Reads calls from the ledger and its archives.
   *
   * @param from when the first of them was made
   */
  public static LedgerCalls of(Node node, Instant from, Collection<String> ids) {
    if (ids.isEmpty()) {
      return new LedgerCalls(Map.of());
    }
    LocalDate first = LocalDate.ofInstant(from, ZoneOffset.UTC);
    return new LedgerCalls(
        Costs.calls(Costs.read(node, first, CallLedger.day(node.now()))).stream()
            .filter(call -> ids.contains(call.id()))
            .collect(Collectors.toMap(call -> call.id(), Call::of, (one, _) -> one)));
  }

  public Optional<Call> find(String id) {
    return Optional.ofNullable(calls.get(id));
  }

  /** Returns what all of them have cost. */
  public Costs.Sum total() {
    return calls.values().stream().map(Call::sum).reduce(Costs.Sum.NONE, Costs.Sum::plus);
  }
}
