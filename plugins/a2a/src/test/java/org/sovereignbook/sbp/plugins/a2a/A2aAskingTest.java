package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.bearer;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.byId;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.id;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.message;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.result;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.state;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.society.board.Board;

/** Tasks that wait for an answer of their client, or for a decision of the owner. */
@Timeout(240)
class A2aAskingTest {
  @TempDir Path folder;
  private A2aNode node;
  private String[] client = {};

  @BeforeEach
  void open() {
    node = A2aNode.in(folder);
    client = bearer(node.token("one"));
    node.done("a2a", "open", "reader", "--for", "everybody");
  }

  @AfterEach
  void close() {
    node.close();
  }

  private JsonObject claimed() {
    JsonObject task = node.sent(node.message("count the boats"), client);
    node.done("task", "claim", id(task), "--as", "reader");
    return task;
  }

  private JsonObject got(JsonObject task) {
    return result(node.rpc("GetTask", byId(id(task)), client));
  }

  @Test
  void aQuestionWaitsForTheClientsAnswer() {
    JsonObject task = claimed();
    String question =
        node.done(
                "task", "ask", id(task), "Which boats?", "--fence", "1", "--as", "reader", "--json")
            .json()
            .string("question")
            .orElseThrow();

    JsonObject asked = got(task);
    assertThat(state(asked)).isEqualTo("TASK_STATE_INPUT_REQUIRED");
    JsonObject status = asked.object("status").orElseThrow();
    assertThat(status.object("message").orElseThrow().toString())
        .contains("Which boats?", "ROLE_AGENT", question);
    assertThat(asked.array("history").orElseThrow().objects()).hasSize(2);
    assertThat(node.run("task", "claim", "--as", "reader").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(node.ledger().<List<String>>read(tx -> Board.in(tx).rolesOfNobody())).isEmpty();

    JsonObject of = JsonObject.empty().with("taskId", id(task));
    JsonObject answered = node.sent(message("m-answer", "the red ones", of), client);
    assertThat(state(answered)).isEqualTo("TASK_STATE_SUBMITTED");
    assertThat(node.done("task", "show", question, "--json").out()).contains("the red ones");
    String shown = node.done("task", "show", id(task)).out();
    assertThat(shown).contains("after", question).doesNotContain("waits for");
    JsonObject claim = node.done("task", "claim", id(task), "--as", "reader", "--json").json();
    assertThat(claim.array("waited_for").orElseThrow().objects())
        .singleElement()
        .satisfies(
            asking -> {
              assertThat(asking.string("text")).contains("Which boats?");
              assertThat(asking.string("added_by")).contains("reader");
              assertThat(asking.string("worker")).contains("person:one");
              assertThat(asking.string("result")).contains("the red ones");
            });
    assertThat(claim.array("comments").orElseThrow().toString())
        .contains("the red ones", "person:one");
    assertThat(state(got(task))).isEqualTo("TASK_STATE_WORKING");
    node.done("task", "submit", id(task), "--fence", "3", "--as", "reader", "--result", "two");
    assertThat(state(got(task))).isEqualTo("TASK_STATE_COMPLETED");
  }

  @Test
  void aClientsCommentIsMailOfTheClient() {
    JsonObject task = claimed();
    JsonObject of = JsonObject.empty().with("taskId", id(task));
    JsonObject _ = node.sent(message("m-more", "only the red ones", of), client);
    node.done("task", "submit", id(task), "--fence", "1", "--as", "reader", "--result", "two");
    JsonObject mail =
        node.done("mail", "list", "--as", "reader", "--json")
            .json()
            .array("mail")
            .orElseThrow()
            .objects()
            .getFirst();
    assertThat(mail.string("from")).contains("person:one");
    assertThat(mail.string("body").orElseThrow()).contains("comment of person:one", "red ones");
    String who =
        node.ledger()
            .read(tx -> tx.texts("SELECT principal FROM mail WHERE id LIKE '%'").getFirst());
    assertThat(who).startsWith("person:");
    CliTest.Ran answer =
        node.run("mail", "reply", mail.string("id").orElseThrow(), "yes", "--as", "reader");
    assertThat(answer.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(answer.err()).contains("has no mailbox", "sbp task comment");
  }

  @Test
  void aMessageThatWaitsIsAnsweredByTheQuestion() throws Exception {
    JsonObject task = claimed();
    JsonObject more =
        message("m-more", "quickly", JsonObject.empty().with("taskId", id(task)))
            .without("configuration");
    CompletableFuture<JsonObject> answer =
        CompletableFuture.supplyAsync(() -> node.rpc("SendMessage", more, client));
    new Polling(node.node().clock(), Duration.ofMillis(20))
        .until(
            () ->
                node.ledger()
                    .<Boolean>read(
                        tx -> tx.exists("SELECT 1 FROM a2a_message WHERE message = 'm-more'")));
    node.done("task", "ask", id(task), "Which boats?", "--fence", "1", "--as", "reader");
    assertThat(state(result(answer.join()).object("task").orElseThrow()))
        .isEqualTo("TASK_STATE_INPUT_REQUIRED");
  }

  @Test
  void onlyTheWorkerOfAClientsTaskAsks() {
    JsonObject task = claimed();
    assertThat(node.run("task", "ask", id(task), "Which?", "--fence", "7", "--as", "reader").exit())
        .isEqualTo(ExitCode.REFUSED);
    assertThat(state(got(task))).isEqualTo("TASK_STATE_WORKING");
    String own = node.done("task", "add", "my own", "--json").json().string("id").orElseThrow();
    assertThat(node.run("task", "ask", own, "Which?").exit()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void aTaskWaitsForTheOwnersDecision() {
    JsonObject task = claimed();
    assertThat(node.run("search", "boats", "--as", "reader").exit()).isEqualTo(ExitCode.REFUSED);
    JsonObject waits = got(task);
    assertThat(state(waits)).isEqualTo("TASK_STATE_AUTH_REQUIRED");
    assertThat(waits.toString()).doesNotContain("search");
    node.ledger()
        .run(
            tx -> {
              AccessRequests requests = new AccessRequests(tx);
              AccessRequest _ =
                  requests.answer(
                      Caller.owner("command").authority(),
                      requests.pending().getFirst().id(),
                      AccessRequests.Answer.DENY);
            });
    assertThat(state(got(task))).isEqualTo("TASK_STATE_WORKING");
  }

  @Test
  void whoWorksForAClientReadsNoMailThatItsAnswerCouldTell() {
    node.done("mail", "send", "reader", "the safe code is 4711");
    JsonObject task = claimed();
    for (String words : List.of("list", "receipts")) {
      CliTest.Ran refused = node.run("mail", words, "--as", "reader");
      assertThat(refused.exit()).as(words).isEqualTo(ExitCode.REFUSED);
      assertThat(refused.out()).doesNotContain("4711");
    }
    node.done("task", "submit", id(task), "--fence", "1", "--as", "reader", "--result", "two");
    assertThat(node.done("mail", "list", "--as", "reader").out()).contains("4711");
  }
}
