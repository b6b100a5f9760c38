package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.sessions.AgentDispatch;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.Dispatches;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.QueueMode;
import org.sovereignbook.sbp.society.sessions.SessionFilter;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.testing.TestKeys;

/** A manager hands work to workers and gets it back, in turns that really run. */
final class DispatchTurnsTest {
  @TempDir Path folder;

  private static ChatReply says(String text) {
    return new ChatReply(text, List.of(), LlmUsage.tokens(9, 9), ChatReply.Stop.END, "script");
  }

  private static ChatReply calls(String tool, JsonObject arguments) {
    return new ChatReply(
        "",
        List.of(new ChatCall("one", tool, arguments)),
        LlmUsage.tokens(9, 9),
        ChatReply.Stop.TOOLS,
        "script");
  }

  private static JsonObject work(String agent, String text) {
    return JsonObject.builder().put("agent", agent).put("text", text).build();
  }

  /** A model that answers by the last message of a request. */
  private static ScriptedChat model(Function<String, ChatReply> answers) {
    ScriptedChat model = new ScriptedChat();
    for (int i = 0; i < 40; i++) {
      model.then((request, _, _) -> answers.apply(last(request)));
    }
    return model;
  }

  private static String last(ChatRequest request) {
    return switch (request.messages().getLast()) {
      case ChatMessage.User(String text) -> text;
      case ChatMessage.ToolResult(String _, String text, boolean error) ->
          (error ? "error: " : "result: ") + text;
      case ChatMessage.Assistant(String text, List<ChatCall> _) -> text;
    };
  }

  private static void register(Talking talking, String... names) {
    for (String name : names) {
      talking
          .ledger()
          .run(tx -> Registration.usual(name, AgentType.AUTONOMOUS).register(tx, Caller.system()));
    }
  }

  /** Runs all sessions, one turn after another, as a tick does. */
  private static void runAll(Talking talking, ScriptedChat model) throws InterruptedException {
    List<String> due = due(talking);
    while (!due.isEmpty()) {
      for (String label : due) {
        try (TurnRunner runner = talking.runner(model)) {
          TurnOutcome _ = runner.next(label, TurnListener.NONE, new Cancellation());
        }
      }
      due = due(talking);
    }
  }

  private static List<String> due(Talking talking) {
    return talking
        .ledger()
        .<List<String>>read(
            tx -> new MessageQueue(tx).due().stream().map(MessageQueue.Due::session).toList());
  }

  private static List<AgentDispatch> dispatches(Talking talking) {
    return talking
        .ledger()
        .<List<AgentDispatch>>read(tx -> new Dispatches(tx).list(Caller.owner("command"), "", 100));
  }

  @Test
  void aWorkersReportIsAMessageToTheManagerAndReportsShareATurn() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      register(talking, "coder", "tester");
      SessionInput sent = talking.owner("build it");
      ScriptedChat model =
          model(
              said ->
                  switch (said) {
                    case String text when text.equals("build it") ->
                        calls("dispatch_to_agent", work("coder", "write it"));
                    case String text when text.startsWith("result") && text.contains("coder") ->
                        calls("dispatch_to_agent", work("tester", "test it"));
                    case String text when text.startsWith("result") -> says("it is under way");
                    case String text when text.contains("write it") -> says("written");
                    case String text when text.contains("test it") -> says("tested");
                    case String text when text.contains("Report of") -> says("all is done");
                    default -> says("what? " + said);
                  });
      runAll(talking, model);
      assertThat(talking.now(sent).state()).isEqualTo(InputState.ANSWERED);
      assertThat(dispatches(talking))
          .hasSize(2)
          .allMatch(one -> one.state() == AgentDispatch.State.DONE);
      assertThat(talking.thread()).hasSize(2);
      List<InputState> reports =
          dispatches(talking).stream()
              .map(one -> one.end().report().orElseThrow())
              .map(
                  id ->
                      talking
                          .ledger()
                          .<SessionInput>read(tx -> new MessageQueue(tx).find(id).orElseThrow()))
              .map(SessionInput::state)
              .sorted()
              .toList();
      assertThat(reports).containsExactly(InputState.ANSWERED, InputState.MERGED);
      assertThat(labels(talking, SessionFilter.NONE)).containsExactly(Talking.MAIN);
      assertThat(labels(talking, under(Talking.MAIN)))
          .hasSize(2)
          .containsExactlyInAnyOrderElementsOf(
              dispatches(talking).stream().map(it -> it.work().target()).toList());
      assertThat(talking.ledger().<Long>read(tx -> SessionFilter.dispatched(tx, Talking.MAIN)))
          .isEqualTo(2);
    }
  }

  private static SessionFilter under(String parent) {
    return new SessionFilter(
        Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(parent), false, false);
  }

  private static List<String> labels(Talking talking, SessionFilter filter) {
    return talking
        .ledger()
        .<List<AgentSession>>read(
            tx -> filter.list(tx, Caller.owner("command"), Optional.empty(), 100))
        .stream()
        .map(AgentSession::label)
        .toList();
  }

  @Test
  void aManagerThatWaitsReadsTheReportInItsTurn() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      register(talking, "coder");
      SessionInput sent = talking.owner("build it");
      ScriptedChat model =
          model(
              said ->
                  switch (said) {
                    case String text when text.equals("build it") ->
                        calls("dispatch_to_agent", work("coder", "write it"));
                    case String text when text.contains("write it") -> says("written");
                    case String text when text.startsWith("result") && text.contains("written") ->
                        says("it is written");
                    case String text when text.startsWith("result") ->
                        calls(
                            "wait",
                            JsonObject.builder()
                                .put("dispatch", "coder")
                                .put("seconds", 1)
                                .build());
                    default -> says("what? " + said);
                  });
      List<TurnOutcome.Ended> ended = talking.run(model);
      assertThat(ended).hasSize(1);
      assertThat(ended.getFirst().text()).isEqualTo("it is written");
      assertThat(talking.now(sent).state()).isEqualTo(InputState.ANSWERED);
      runAll(talking, model);
      assertThat(talking.thread()).hasSize(1);
    }
  }

  @Test
  void aFourthDispatchAndACycleAreRefused() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      register(talking, "a1", "a2", "a3", "a4");
      SessionInput _ = talking.owner("level 0");
      ScriptedChat model =
          model(
              said -> {
                if (said.startsWith("error: ") && said.contains("waits for this work itself")) {
                  return calls("dispatch_to_agent", work("a3", "level 3"));
                }
                if (said.contains("level 2")) {
                  return calls("dispatch_to_agent", work("a1", "a cycle"));
                }
                for (int level : List.of(0, 1, 3)) {
                  if (said.contains("level " + level)) {
                    return calls(
                        "dispatch_to_agent", work("a" + (level + 1), "level " + (level + 1)));
                  }
                }
                return says("end");
              });
      runAll(talking, model);
      assertThat(dispatches(talking)).hasSize(3);
      assertThat(dispatches(talking)).allMatch(one -> one.state() == AgentDispatch.State.DONE);
      assertThat(model.requests().stream().map(DispatchTurnsTest::last))
          .anyMatch(said -> said.startsWith("error: ") && said.contains("stand above"))
          .anyMatch(said -> said.startsWith("error: ") && said.contains("waits for this work"));
    }
  }

  @Test
  void aWorkerActsWithTheRightsOfTheCauseAndNotOfItsManager() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      register(talking, "coder");
      Node node = talking.session().node();
      node.writeText(
          node.home().access().resolve("owner.yaml"),
          "- { name: agents, match: { principal: { agent: true } }, effect: allow, permissions: '*'"
              + " }\n"
              + "- { name: bob, match: { principal: { peer: true } }, effect: allow, permissions: {"
              + " tools: [dispatch_to_agent, mail_send] } }\n");
      SessionInput _ =
          talking
              .ledger()
              .write(
                  tx ->
                      new MessageQueue(tx)
                          .add(
                              Talking.message(
                                  Talking.MAIN,
                                  "do it",
                                  QueueMode.FOLLOWUP,
                                  Access.decide(
                                          tx,
                                          Entities.peer(
                                              tx, TestKeys.bob().publicKey(), TrustState.KNOWN),
                                          Access.here(tx, "mail"))
                                      .authority())));
      ScriptedChat model =
          model(
              said ->
                  switch (said) {
                    case String text when text.equals("do it") ->
                        calls("dispatch_to_agent", work("coder", "send it"));
                    case String text when text.contains("send it") ->
                        calls(
                            "bus_put",
                            JsonObject.builder().put("key", "k").put("value", "v").build());
                    case String text when text.startsWith("error: ") ->
                        calls("mail_send", Talking.mail("sent"));
                    default -> says("done");
                  });
      runAll(talking, model);
      assertThat(dispatches(talking))
          .singleElement()
          .matches(one -> one.state() == AgentDispatch.State.DONE);
      assertThat(number(talking, "SELECT COUNT(*) FROM bus")).isZero();
      assertThat(
              number(
                  talking,
                  "SELECT COUNT(*) FROM mail m JOIN authority a ON a.id = m.authority_id WHERE"
                      + " m.sender = 'coder' AND a.document LIKE '%peer:"
                      + TestKeys.bob().publicKey()
                      + "%'"))
          .isEqualTo(1);
      // What the worker has read comes back to the manager with its report.
      assertThat(
              number(
                  talking,
                  "SELECT COUNT(*) FROM agent_input i JOIN authority a ON a.id = i.authority_id"
                      + " WHERE i.source = 'agent' AND a.document NOT LIKE '%peer:"
                      + TestKeys.bob().publicKey()
                      + "%'"))
          .isZero();
    }
  }

  private static long number(Talking talking, String query) {
    return talking.ledger().<Long>read(tx -> tx.number(query));
  }

  @Test
  void aTurnThatWouldPassItsBudgetDoesNotBegin() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      talking
          .session()
          .node()
          .writeJson(
              talking.session().node().home().schedulerConfig(),
              JsonObject.builder()
                  .put("sessions", JsonObject.builder().put("session_daily_tokens", 20).build())
                  .build());
      SessionInput sent = talking.owner("a question");
      try (TurnRunner runner = talking.runner(new ScriptedChat().says("never"))) {
        TurnOutcome outcome = runner.next(Talking.MAIN, TurnListener.NONE, new Cancellation());
        assertThat(outcome)
            .isInstanceOfSatisfying(
                TurnOutcome.Later.class,
                later -> assertThat(later.why()).contains("sessions.session_daily_tokens"));
      }
      assertThat(talking.now(sent).state()).isEqualTo(InputState.WAITING);
    }
  }

  @Test
  void anAbortedManagerTakesItsWorkersWithIt() throws Exception {
    try (Talking talking = Talking.in(folder)) {
      register(talking, "coder");
      SessionInput sent = talking.owner("build it");
      Cancellation cancel = new Cancellation();
      ScriptedChat model =
          model(
              said -> {
                if (said.equals("build it")) {
                  return calls("dispatch_to_agent", work("coder", "write it"));
                }
                cancel.cancel();
                return calls("status", JsonObject.empty());
              });
      try (TurnRunner runner = talking.runner(model)) {
        TurnOutcome _ = runner.next(Talking.MAIN, TurnListener.NONE, cancel);
      }
      assertThat(talking.now(sent).state()).isEqualTo(InputState.REFUSED);
      assertThat(dispatches(talking).getFirst().state()).isEqualTo(AgentDispatch.State.ABORTED);
      runAll(talking, model);
      assertThat(due(talking)).isEmpty();
      assertThat(talking.thread()).isEmpty();
      assertThat(Optional.of(dispatches(talking).getFirst()).flatMap(it -> it.end().report()))
          .isEmpty();
    }
  }
}
