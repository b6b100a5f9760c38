package org.sovereignbook.sbp.cli.sessions;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.society.sessions.AgentDispatch;
import org.sovereignbook.sbp.society.sessions.Dispatches;

/**
 * Dispatch with the result of its worker.
 *
 * @param target the session, task or mail that it became
 * @param result the answer; of one that has ended
 */
@Shape.Def("dispatch")
record DispatchView(
    String dispatch,
    String agent,
    AgentDispatch.Kind kind,
    String target,
    AgentDispatch.State state,
    Optional<String> caller,
    Timestamp at,
    Optional<String> why,
    Optional<String> result,
    @Shape.Hidden List<Authority> causes) {

  static DispatchView of(Transaction tx, AgentDispatch one) {
    Dispatches dispatches = new Dispatches(tx);
    return view(
        one,
        Optional.of(one)
            .filter(ended -> ended.state() == AgentDispatch.State.DONE)
            .map(dispatches::words),
        dispatches.causes(one));
  }

  /** Returns the dispatch without its texts. */
  static DispatchView row(AgentDispatch one) {
    return view(one, Optional.empty(), List.of());
  }

  private static DispatchView view(
      AgentDispatch one, Optional<String> result, List<Authority> causes) {
    return new DispatchView(
        one.id(),
        one.work().agent(),
        one.work().kind(),
        one.work().target(),
        one.state(),
        one.asked().caller(),
        new Timestamp(one.asked().at()),
        one.end().why(),
        result,
        causes);
  }

  void print(Output output) {
    output.line(
        "%s  %s  %s%s"
            .formatted(dispatch, agent, state, why.map(reason -> ": " + reason).orElse("")));
    result.ifPresent(text -> output.markdown("  ", text));
  }
}
