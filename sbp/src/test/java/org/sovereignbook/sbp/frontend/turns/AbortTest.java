package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.CallState;
import org.sovereignbook.sbp.society.sessions.Dispatches;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.TurnCall;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnState;

/** Aborts while a tool runs. */
final class AbortTest {
  @TempDir Path folder;

  private static ChatReply calls(String tool, JsonObject arguments) {
    return new ChatReply(
        "",
        List.of(new ChatCall("one", tool, arguments)),
        LlmUsage.tokens(9, 9),
        ChatReply.Stop.TOOLS,
        "script");
  }

  private static void configure(Talking talking, int graceSeconds) {
    Node node = talking.session().node();
    node.writeJson(
        node.home().schedulerConfig(),
        JsonObject.builder()
            .put("sessions", JsonObject.builder().put("abort_grace_seconds", graceSeconds).build())
            .build());
  }

  /** Event while the manager waits. */
  @FunctionalInterface
  private interface Happening {
    void in(Talking talking, Cancellation cancel);
  }

  /** A model that hands out work, and waits for it while another process does it. */
  private static ScriptedChat manager(Talking talking) {
    ScriptedChat model = new ScriptedChat();
    model.then(
        (_, _, _) ->
            calls(
                "dispatch_to_agent",
                JsonObject.builder().put("agent", "coder").put("text", "write it").build()));
    model.then(
        (_, _, _) -> {
          runElsewhere(talking);
          return calls(
              "wait", JsonObject.builder().put("dispatch", "coder").put("seconds", 300).build());
        });
    return model;
  }

  private static AgentTurn aborted(Talking talking, TurnRunner runner, Happening whenItWaits)
      throws InterruptedException {
    talking
        .ledger()
        .run(tx -> Registration.usual("coder", AgentType.AUTONOMOUS).register(tx, Caller.system()));
    SessionInput sent = talking.owner("build it");
    Cancellation cancel = new Cancellation();
    TurnOutcome outcome =
        runner.next(
            Talking.MAIN,
            new TurnListener() {
              @Override
              public void calls(TurnCall call) {
                if (call.name().equals("wait")) {
                  whenItWaits.in(talking, cancel);
                }
              }
            },
            cancel);
    assertThat(talking.now(sent).state()).isEqualTo(InputState.REFUSED);
    assertThat(talking.now(sent).why()).contains(MessageQueue.ABORTED);
    AgentTurn turn = ((TurnOutcome.Ended) outcome).turn();
    assertThat(turn.state()).isEqualTo(TurnState.ABORTED);
    return turn;
  }

  private static void runElsewhere(Talking talking) {
    talking
        .ledger()
        .run(
            tx -> {
              String token =
                  Tokens.issue(
                          tx,
                          Caller.system(),
                          Agents.named(tx, "coder"),
                          Globs.ALL,
                          Optional.of(Duration.ofHours(1)))
                      .token()
                      .id();
              String worker = new Dispatches(tx).workers(Talking.MAIN).getFirst();
              assertThat(new MessageQueue(tx).take(worker, token))
                  .isInstanceOf(MessageQueue.Taking.Started.class);
            });
  }

  private static void abort(Talking talking) {
    talking
        .ledger()
        .run(
            tx -> {
              AgentTurn running = new TurnLog(tx).running(Talking.MAIN).orElseThrow();
              assertThat(new TurnLog(tx).askToAbort(running.id())).isTrue();
            });
  }

  private static List<ChatMessage.ToolResult> results(List<ChatMessage> messages) {
    return messages.stream()
        .filter(ChatMessage.ToolResult.class::isInstance)
        .map(ChatMessage.ToolResult.class::cast)
        .toList();
  }

  private static TurnCall waiting(Talking talking, AgentTurn turn) {
    return talking.whole(turn).calls().getLast();
  }

  @Test
  @Timeout(60)
  void aTurnIsAbortedWhileAToolRunsAndItsLateResultBelongsToIt() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      configure(talking, 0);
      ScriptedChat model = manager(talking);
      model.then(
          (request, _, _) -> {
            assertThat(results(request.messages()).getLast().text())
                .contains("The turn ended before this call did. It ended later: done")
                .doesNotContain("aborted");
            assertThat(request.messages())
                .anyMatch(
                    message ->
                        message instanceof ChatMessage.Assistant(String _, List<ChatCall> asked)
                            && asked.stream().anyMatch(call -> call.arguments().has("dispatch")));
            return new ChatReply(
                "well", List.of(), LlmUsage.tokens(9, 9), ChatReply.Stop.END, "script");
          });
      try (TurnRunner runner = talking.runner(model)) {
        AgentTurn turn = aborted(talking, runner, (one, _) -> abort(one));
        assertThat(turn.why()).contains("aborted; still running: wait");

        // The abort ends the work that the turn has handed out, and so the wait for it.
        while (waiting(talking, turn).state() == CallState.UNKNOWN) {
          Thread.onSpinWait();
        }
        assertThat(talking.whole(turn).messages().getLast().text().orElseThrow())
            .contains("aborted");
        assertThat(waiting(talking, turn).state()).isEqualTo(CallState.DONE);
        SessionInput _ = talking.owner("and now?");
        assertThat(runner.next(Talking.MAIN, TurnListener.NONE, new Cancellation()))
            .isInstanceOfSatisfying(
                TurnOutcome.Ended.class, ended -> assertThat(ended.text()).isEqualTo("well"));
        assertThat(talking.thread()).extracting(AgentTurn::id).doesNotContain(turn.id());
      }
    }
  }

  @Test
  @Timeout(60)
  void anAbortWaitsForAToolThatEndsWithinTheGrace() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      configure(talking, 60);
      try (TurnRunner runner = talking.runner(manager(talking))) {
        AgentTurn turn =
            aborted(
                talking,
                runner,
                (one, cancel) -> {
                  cancel.cancel();
                  one.ledger()
                      .run(
                          tx ->
                              tx.update(
                                  "UPDATE agent_dispatch SET state = 'done', ended_ms = ?",
                                  tx.nowMs()));
                });
        assertThat(turn.why()).contains(MessageQueue.ABORTED);
        assertThat(waiting(talking, turn).state()).isEqualTo(CallState.DONE);
      }
    }
  }
}
