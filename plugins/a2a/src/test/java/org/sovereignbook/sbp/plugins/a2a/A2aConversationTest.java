package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.bearer;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.byId;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.id;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.message;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.result;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.state;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.TurnLog;

/** Conversations of clients with an agent: its sessions. */
@Timeout(240)
class A2aConversationTest {
  @TempDir Path folder;
  private A2aNode node;
  private String[] client = {};

  @BeforeEach
  void open() {
    node = A2aNode.in(folder);
    client = bearer(node.token("one"));
    node.done("a2a", "open", "reader", "--for", "one", "--as-session");
    assertThat(node.run("a2a", "open", "reader", "--for", "everybody", "--as-session").err())
        .contains("only for a client with a name");
    node.done("config", "set", "sessions.mode", "followup");
  }

  @AfterEach
  void close() {
    node.close();
  }

  private List<String> sessions() {
    return node.ledger()
        .read(tx -> tx.texts("SELECT label FROM agent_session WHERE label LIKE '%:a2a:%'"));
  }

  /** Begins a turn of the one session that there is, as a worker of the node would. */
  private AgentTurn begun() {
    String label = sessions().getFirst();
    return node.ledger()
        .write(
            tx ->
                ((MessageQueue.Taking.Started) new MessageQueue(tx).take(label, tx.newId()))
                    .begun()
                    .turn());
  }

  private void answered(AgentTurn turn, String text) {
    node.ledger()
        .run(
            tx -> {
              AgentTurn _ = new TurnLog(tx).complete(turn, text, LlmUsage.unknown());
            });
  }

  private JsonObject got(JsonObject task) {
    return result(node.rpc("GetTask", byId(id(task)), client));
  }

  @Test
  void aContextIsASessionAndItsAnswerTheResult() {
    JsonObject task = node.sent(node.message("how many boats?"), client);
    assertThat(state(task)).isEqualTo("TASK_STATE_SUBMITTED");
    AgentTurn turn = begun();
    assertThat(state(got(task))).isEqualTo("TASK_STATE_WORKING");
    answered(turn, "nine boats");

    JsonObject done = got(task);
    assertThat(state(done)).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(done.array("artifacts").orElseThrow().toString()).contains("nine boats");

    JsonObject context =
        JsonObject.empty().with("contextId", task.string("contextId").orElseThrow());
    JsonObject next = node.sent(message("m-next", "and red ones?", context), client);
    assertThat(id(next)).isNotEqualTo(id(task));
    assertThat(sessions()).hasSize(1);
    assertThat(node.done("session", "show", sessions().getFirst()).out()).contains("nine boats");
    JsonObject _ = node.sent(node.message("elsewhere"), client);
    assertThat(sessions()).hasSize(2);
    assertThat(node.done("task", "list", "--json").json().array("tasks").orElseThrow().values())
        .isEmpty();
  }

  @Test
  void aTaskEndsWithTheLastOfItsMessages() {
    JsonObject task = node.sent(node.message("how many boats?"), client);
    JsonObject of = JsonObject.empty().with("taskId", id(task));
    JsonObject _ = node.sent(message("m-more", "only red ones", of), client);
    answered(begun(), "nine");
    assertThat(state(got(task))).isEqualTo("TASK_STATE_WORKING");
    answered(begun(), "two");
    assertThat(got(task).array("artifacts").orElseThrow().toString())
        .contains("two")
        .doesNotContain("nine");
  }

  @Test
  void aClientEndsItsConversation() {
    JsonObject waiting = node.sent(node.message("how many boats?"), client);
    assertThat(state(result(node.rpc("CancelTask", byId(id(waiting)), client))))
        .isEqualTo("TASK_STATE_CANCELED");
    String context = waiting.string("contextId").orElseThrow();
    JsonObject running =
        node.sent(
            message("m-next", "how many?", JsonObject.empty().with("contextId", context)), client);
    AgentTurn turn = begun();
    assertThat(state(result(node.rpc("CancelTask", byId(id(running)), client))))
        .isEqualTo("TASK_STATE_CANCELED");
    assertThat(node.ledger().<Boolean>read(tx -> new TurnLog(tx).goesOn(turn))).isFalse();
  }

  private String answerTo(String id, String text) {
    JsonObject task = node.sent(message(id, text, JsonObject.empty()), client);
    CliTest.Ran _ = node.run("session", "run", "--until-idle");
    JsonObject done = got(task);
    assertThat(state(done)).isEqualTo("TASK_STATE_COMPLETED");
    return done.array("artifacts").orElseThrow().toString();
  }

  @Test
  void aClientHearsNothingOfMailAndOfWhatTheAgentMayNotDo() {
    node.done("mail", "send", "reader", "the SECRET of the boats is 4711");
    node.node()
        .writeText(
            node.node().home().access().resolve("one.yaml"),
            """
            - name: one-may-look-at-mail
              match:
                principal: { name: one }
                conditions:
                  - channel: a2a
              effect: allow
              permissions: { tools: ["mail_*"], data: none }
            """);
    assertThat(answerTo("m-said", "what did we say about boats?")).doesNotContain("4711");
    assertThat(answerTo("m-tasks", "which tasks are open?"))
        .contains("not allowed in this conversation")
        .doesNotContain("sbp access", "capability", "task_list", "error");
  }

  @Test
  void anAnswerIsStreamedWhileItArrives() throws Exception {
    JsonObject task = node.sent(node.message("how many boats?"), client);
    AgentTurn turn = begun();
    HttpResponse<Stream<String>> response =
        node.client()
            .send(
                A2aNode.with(
                        node.request("/x/a2a/reader/tasks/" + id(task) + ":subscribe")
                            .POST(BodyPublishers.noBody()),
                        client)
                    .build(),
                BodyHandlers.ofLines());
    Iterator<String> lines = response.body().iterator();
    assertThat(data(lines)).contains("TASK_STATE_WORKING");
    partial(turn, "nine");
    assertThat(data(lines)).contains("\"nine\"", "\"append\":false", "\"lastChunk\":false");
    partial(turn, "nine boats");
    assertThat(data(lines)).contains("\" boats\"", "\"append\":true");
    answered(turn, "nine boats.");
    assertThat(data(lines)).contains("\"nine boats.\"", "\"lastChunk\":true");
    assertThat(data(lines)).contains("TASK_STATE_COMPLETED");
    assertThat(lines.hasNext()).isFalse();
  }

  private void partial(AgentTurn turn, String text) {
    node.ledger()
        .run(
            tx -> {
              TurnLog log = new TurnLog(tx);
              log.partial(turn, log.lastSaid(turn), text);
            });
  }

  private static String data(Iterator<String> lines) {
    while (true) {
      String line = lines.next();
      if (line.startsWith("data: ")) {
        String _ = lines.next();
        return line;
      }
    }
  }
}
