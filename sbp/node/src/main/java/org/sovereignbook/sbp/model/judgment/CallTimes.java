package org.sovereignbook.sbp.model.judgment;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.sovereignbook.sbp.node.Node;

/** A node's calls to models since a moment, each with its time. Immutable. */
public record CallTimes(List<Made> calls) {
  /**
   * A call of a component.
   *
   * @param at its second
   */
  public record Made(Instant at, String component, Costs.Sum sum) {}

  public CallTimes {
    calls = List.copyOf(calls);
  }

  public static CallTimes since(Node node, Instant from) {
    LocalDate first = LocalDate.ofInstant(from, ZoneOffset.UTC);
    return new CallTimes(
        Costs.calls(Costs.read(node, first, CallLedger.day(node.now()))).stream()
            .map(
                call -> new Made(call.line().time().instant(), call.line().component(), call.sum()))
            .toList());
  }

  /**
   * Returns what a component's calls have cost from one moment until before another. The ledger has
   * no parts of a second: a call counts to the last moment of its second that is asked for.
   */
  public Costs.Sum sum(String component, Instant from, Instant before) {
    Instant first = from.truncatedTo(ChronoUnit.SECONDS);
    Instant end = before.truncatedTo(ChronoUnit.SECONDS);
    return calls.stream()
        .filter(call -> call.component().equals(component))
        .filter(call -> !call.at().isBefore(first) && call.at().isBefore(end))
        .map(Made::sum)
        .reduce(Costs.Sum.NONE, Costs.Sum::plus);
  }
}
