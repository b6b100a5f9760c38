package org.sovereignbook.sbp.frontend.turns;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.access.RequestedCalls;
import org.sovereignbook.sbp.authority.agents.AgentsSettings;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.frontend.mcp.AgentTools;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.CallState;
import org.sovereignbook.sbp.society.sessions.Dispatches;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.SessionsSettings;
import org.sovereignbook.sbp.society.sessions.ThreadMessages;
import org.sovereignbook.sbp.society.sessions.TurnCall;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnThread;

/** Calls of tools that the model of one turn asks for. */
final class TurnTools {
  private static final String NOT_HERE = "this is not allowed in this conversation";

  private final TurnScope scope;
  private final Ledger ledger;
  private final RunningTurn running;
  private final AgentTurn turn;
  private int refused;

  TurnTools(TurnScope scope, RunningTurn running) {
    this.scope = scope;
    this.ledger = scope.ledger();
    this.running = running;
    this.turn = running.turn();
  }

  /** Makes the calls that were asked for and not begun yet. */
  void callAsked() throws LlmException, InterruptedException {
    List<TurnCall> asked =
        ledger.read(tx -> new TurnThread(tx).whole(turn)).calls().stream()
            .filter(call -> call.state() == CallState.ASKED)
            .toList();
    for (TurnCall call : asked) {
      running.requireGoing();
      ledger.run(tx -> new TurnLog(tx).intend(turn, call.number()));
      running.listener().calls(call);
      if (call.name().equals(Dispatches.WAIT)) {
        runWorkers();
      }
      AgentTools.Answer answer = made(call);
      TurnLog.Ended end = ended(answer);
      ledger.run(tx -> new TurnLog(tx).ended(turn, call.number(), end));
      running.listener().called(call, end.isDone(), end.text());
      requireFewRefused(call, answer);
    }
  }

  /** Ends the turn of a model that goes on calling what it may not use. */
  private void requireFewRefused(TurnCall call, AgentTools.Answer answer) throws LlmException {
    if (answer.isRefused() && ++refused >= ledger.node().config().get(AgentsSettings.MAX_REFUSED)) {
      throw new LlmException(
          LlmException.Kind.ANSWER,
          "%d calls of this turn were refused, the last of %s (agents.max_refused_calls)"
              .formatted(refused, PeerText.quote(call.name())));
    }
  }

  private AgentTools.Answer made(TurnCall call) throws LlmException, InterruptedException {
    AgentTools.Answer answer = make(call);
    AgentTools.Answer last =
        answer.request().isPresent()
            ? approved(call, answer.request().get()).orElse(answer)
            : answer;
    return last.isRefused() && isForPeer()
        ? new AgentTools.Answer(NOT_HERE, true, true, last.request())
        : last;
  }

  /** Returns whether a peer gets the answer, who learns neither what the agent lacks nor how. */
  private boolean isForPeer() {
    return ledger
        .read(tx -> new TurnLog(tx).source(turn))
        .filter(SessionInput.Source.PEER::equals)
        .isPresent();
  }

  /** Decides whether the program that is the model may make one call of its own. */
  boolean permits(String kind, List<String> words) {
    JsonObject arguments = JsonObject.empty().with(ToolCall.WORDS, JsonArray.ofStrings(words));
    String tool = DeclaredTools.OF_PROGRAM + kind;
    AgentTools.Answer answer = permitted(tool, arguments);
    if (answer.request().isEmpty()) {
      return !answer.isError();
    }
    AccessRequest asked = ledger.read(tx -> new AccessRequests(tx).named(answer.request().get()));
    TurnCall shown =
        new TurnCall(
            turn.id(),
            0,
            0,
            tool,
            Optional.of(JsonWriter.compact(arguments)),
            asked.argumentsSha256(),
            CallState.ASKED,
            Optional.empty());
    return running.listener().approves(shown, asked) && !permitted(tool, arguments).isError();
  }

  private AgentTools.Answer permitted(String tool, JsonObject arguments) {
    return scope.tools().get().permits(tool, arguments, running.seat().token().secret());
  }

  /** Makes a call. What outlives the abort of its turn is recorded there when it ends. */
  private AgentTools.Answer make(TurnCall call) throws LlmException, InterruptedException {
    RunningCall made =
        RunningCall.start(
            () ->
                scope
                    .tools()
                    .get()
                    .call(
                        call.name(),
                        ThreadMessages.arguments(call.arguments().orElse("{}")),
                        running.seat().token().secret()));
    Optional<AgentTools.Answer> answer =
        made.await(running.cancel(), ledger.node().config().get(SessionsSettings.ABORT_GRACE));
    if (answer.isEmpty()) {
      running.seat().token().keep();
      made.late(
          late -> ledger.run(tx -> new TurnLog(tx).late(turn, call, ended(late))),
          running.seat().token()::close);
      throw LlmException.cancelled();
    }
    return answer.get();
  }

  private TurnLog.Ended ended(AgentTools.Answer answer) {
    return new TurnLog.Ended(!answer.isError(), cut(answer.text()));
  }

  /**
   * Asks a person who follows the turn about the request of this very call, which was refused. An
   * approval runs the call where that is possible; otherwise it is made again here. A refused call
   * had no effect. What was answered elsewhere meanwhile counts. Empty while nobody has answered.
   */
  private Optional<AgentTools.Answer> approved(TurnCall call, String request)
      throws LlmException, InterruptedException {
    AccessRequest asked = ledger.read(tx -> new AccessRequests(tx).named(request));
    boolean isApproved = running.listener().approves(call, asked);
    AccessRequest now = ledger.read(tx -> new AccessRequests(tx).named(request));
    boolean hasRun = now.status().equals("approved") && now.outcome().isPresent();
    if (!isApproved && !hasRun) {
      return now.status().equals("denied")
          ? Optional.of(
              new AgentTools.Answer(
                  "The owner has denied this call of " + call.name(), true, true, Optional.empty()))
          : Optional.empty();
    }
    return Optional.of(
        now.outcome().isEmpty()
            ? make(call)
            : new AgentTools.Answer(
                "The owner has approved this call. It ran: " + now.outcome().get(),
                !now.outcome().get().equals(RequestedCalls.DONE)));
  }

  /** Runs the workers for which this turn waits, unless another process does. */
  private void runWorkers() throws InterruptedException {
    try (TurnRunner nested = new TurnRunner(scope.session(), ledger, scope.backend())) {
      List<String> workers =
          ledger.<List<String>>read(tx -> new Dispatches(tx).workers(turn.session()));
      for (String label : workers) {
        Cancellation stop = new Cancellation();
        try (Cancellation.OnCancel _ = running.cancel().onCancel(stop::cancel)) {
          while (!stop.isCancelled()
              && nested.next(label, TurnListener.NONE, stop) instanceof TurnOutcome.Ended) {
            running.listener().note("a worker has answered");
          }
        }
      }
    }
  }

  private String cut(String text) {
    int most = ledger.node().config().get(SessionsSettings.MAX_RESULT_BYTES);
    return Cut.bytes(text) <= most
        ? text
        : Cut.beginning(text, most / 4) + "\n(The rest is left out; ask for less.)";
  }
}
