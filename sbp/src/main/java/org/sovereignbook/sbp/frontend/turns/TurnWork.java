package org.sovereignbook.sbp.frontend.turns;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.judgment.SharedCalls;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.SessionsSettings;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnThread;

/** The steps of one turn. */
final class TurnWork {
  private static final Duration BEFORE_RETRY = Duration.ofSeconds(1);

  /** A provider that asks for a longer wait fails the turn, which would hold its session. */
  private static final Duration MAX_BEFORE_RETRY = Duration.ofSeconds(30);

  /** Replies in a row without a call that can be made. */
  private static final int MOST_MALFORMED = 4;

  private final TurnScope scope;
  private final Ledger ledger;
  private final RunningTurn running;
  private final AgentTurn turn;
  private final TurnTools tools;
  private final TurnPrompt prompt;
  private boolean hasRetried;
  private int malformedReplies;

  TurnWork(TurnScope scope, RunningTurn running) {
    this.scope = scope;
    this.ledger = scope.ledger();
    this.running = running;
    this.turn = running.turn();
    this.tools = new TurnTools(scope, running);
    this.prompt = new TurnPrompt(scope, running);
  }

  TurnOutcome run() throws LlmException, InterruptedException {
    int most = ledger.node().config().get(SessionsSettings.MAX_STEPS);
    for (int step = 0; step < most; step++) {
      tools.callAsked();
      running.requireGoing();
      List<SessionInput> joined =
          ledger.<List<SessionInput>>write(tx -> new MessageQueue(tx).steer(turn));
      if (!joined.isEmpty()) {
        running.listener().joins(joined);
      }
      Optional<TurnOutcome> end = ask();
      if (end.isPresent()) {
        return end.get();
      }
    }
    throw new LlmException(
        LlmException.Kind.ANSWER,
        "the turn has taken %d steps without an answer (sessions.max_steps)".formatted(most));
  }

  /** Asks the model once. Returns the end of the turn, unless it asks for tools. */
  private Optional<TurnOutcome> ask() throws LlmException, InterruptedException {
    ChatRequest request = prompt.fitting();
    PromptTrace trace = prompt.trace();
    SharedCalls.Asked<ChatReply> asked;
    running.answer().begins(ledger.<Integer>read(tx -> new TurnLog(tx).lastSaid(turn)));
    try {
      asked =
          scope
              .calls()
              .apply(running.component())
              .reply(running.component(), request, prompt.causes(), heard(trace), running.cancel());
    } catch (LlmException e) {
      trace.failed(String.valueOf(e.getMessage()));
      if (running.cancel().isCancelled() || !mayTryAgain(e, request)) {
        throw e.kind() == LlmException.Kind.OVERFLOW ? tooLong(e) : e;
      }
      if (running.answer().hasBegun()) {
        running.listener().replaced();
      }
      return Optional.empty();
    }
    return switch (asked) {
      case SharedCalls.Asked.Deferred<ChatReply>(var why, var until, _) ->
          Optional.of(deferred(why, until.instant()));
      case SharedCalls.Asked.Answered<ChatReply>(ChatReply reply) -> {
        Optional<TurnOutcome> end = replied(reply, trace);
        running.answer().ends();
        yield end;
      }
    };
  }

  /** Removes the reason of a failed call, where that is possible. Returns whether it is. */
  private boolean mayTryAgain(LlmException e, ChatRequest failed)
      throws LlmException, InterruptedException {
    if (e.kind() == LlmException.Kind.OVERFLOW) {
      return prompt.isShorter(e, failed);
    }
    Duration pause = e.retryAfter().orElse(BEFORE_RETRY);
    boolean mayRecover =
        e.kind() == LlmException.Kind.PROVIDER
            && !hasRetried
            && pause.compareTo(MAX_BEFORE_RETRY) <= 0;
    if (mayRecover) {
      hasRetried = true;
      running.listener().note("asks again: " + e.getMessage());
      Polling.pause(ledger.node().clock(), pause);
    }
    return mayRecover;
  }

  private static LlmException tooLong(LlmException e) {
    return LlmException.overflow(
        e.getMessage()
            + "; the shortest prompt is too long, too: set sessions.context_tokens to the size of"
            + " the model's context, and summarize with /compact (sbp session compact)");
  }

  private ChatListener heard(PromptTrace trace) {
    return new ChatListener() {
      @Override
      public void asks(Optional<String> call) {
        trace.begins(call);
      }

      @Override
      public void toolCall(String id, String name) {
        trace.hears();
      }

      @Override
      public void text(String delta) {
        trace.hears();
        running.answer().add(delta);
        running.listener().text(delta);
      }

      @Override
      public boolean permits(String kind, List<String> words) {
        return tools.permits(kind, words);
      }

      @Override
      public void warning(String sentence) {
        running.listener().note(sentence);
      }
    };
  }

  private TurnOutcome deferred(String why, Instant until) throws LlmException {
    boolean isFresh =
        ledger.read(tx -> new TurnThread(tx).whole(turn)).messages().stream()
            .allMatch(message -> message.role().isGiven());
    if (!isFresh) {
      throw LlmException.provider(why);
    }
    ledger.run(tx -> new TurnLog(tx).release(turn));
    return new TurnOutcome.Later(until, why);
  }

  /** Ends the turn of a model that sends nothing but malformed calls, again and again. */
  private void requireSomeCall(List<ChatCall> calls) throws LlmException {
    List<String> wrong = calls.stream().flatMap(call -> call.malformed().stream()).toList();
    malformedReplies = wrong.size() == calls.size() ? malformedReplies + 1 : 0;
    wrong.forEach(
        why -> running.listener().note("a malformed call goes back to the model: " + why));
    if (malformedReplies == MOST_MALFORMED) {
      throw LlmException.answer(
          "the model has sent %d replies with malformed calls alone: %s"
              .formatted(MOST_MALFORMED, wrong.getLast()));
    }
  }

  private Optional<TurnOutcome> replied(ChatReply reply, PromptTrace trace) throws LlmException {
    if (!reply.calls().isEmpty() && scope.backend().runsTools()) {
      ledger.run(tx -> new TurnLog(tx).made(turn, reply.calls()));
    } else if (!reply.calls().isEmpty()) {
      ledger.run(
          tx -> {
            trace.answered(tx);
            new TurnLog(tx).asks(turn, reply.text(), reply.calls(), reply.usage());
          });
      requireSomeCall(reply.calls());
      return Optional.empty();
    }
    String text = reply.text().isBlank() ? "(no answer)" : reply.text();
    AgentTurn done =
        ledger.write(
            tx -> {
              trace.answered(tx);
              return new TurnLog(tx).complete(turn, text, reply.usage());
            });
    return Optional.of(new TurnOutcome.Ended(done, text));
  }
}
