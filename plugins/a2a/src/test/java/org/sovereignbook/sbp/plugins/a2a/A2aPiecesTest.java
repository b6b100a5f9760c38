package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.turns.PersonTalk;
import org.sovereignbook.sbp.frontend.turns.TurnListener;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.SessionPiece;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.testing.TestKeys;

/** What a remote agent says while it works is heard in the session that waits for it. */
@Timeout(240)
class A2aPiecesTest {
  private static final long PATIENCE_SECONDS = 60;

  @TempDir Path folder;
  private final HostileAgent agent = new HostileAgent();
  private final List<String> order = new CopyOnWriteArrayList<>();
  private final Semaphore heard = new Semaphore(0);
  private final ScriptedChat model = new ScriptedChat();
  private CliTest own;

  @BeforeEach
  void makeNode() {
    assertThat(CliTest.in(folder).run("init", "own", "--local").exit()).isEqualTo(ExitCode.DONE);
    own = CliTest.in(folder.resolve("own")).inRealTime();
    agent.signedBy(TestKeys.alice());
    done("a2a", "add", agent.url(), "--name", "helper");
    done("agent", "capabilities", "main", "--add-tool", "a2a_send");
  }

  @AfterEach
  void close() {
    agent.close();
  }

  private CliTest.Ran done(String... words) {
    CliTest.Ran ran = own.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  private static JsonObject parts(String text) {
    return JsonObject.empty().with("parts", JsonArray.of(JsonObject.empty().with("text", text)));
  }

  private static JsonObject status(String state, String says) {
    return JsonObject.empty()
        .with("state", "TASK_STATE_" + state)
        .with("message", parts(says).with("role", "ROLE_AGENT").with("messageId", "m"));
  }

  private static JsonObject says(String text) {
    return JsonObject.empty()
        .with("statusUpdate", JsonObject.empty().with("status", status("WORKING", text)));
  }

  private static JsonObject chunk(String text, boolean isMore) {
    return JsonObject.empty()
        .with(
            "artifactUpdate",
            JsonObject.empty()
                .with("artifact", parts(text).with("artifactId", "a"))
                .with("append", isMore));
  }

  private static JsonObject task(String state, String says, String artifact) {
    return JsonObject.builder()
        .put("id", "t")
        .put("contextId", "c")
        .put("status", status(state, says))
        .put("artifacts", JsonArray.of(parts(artifact).with("artifactId", "a")))
        .build();
  }

  private static void event(OutputStream to, JsonObject event) throws IOException {
    JsonObject response = JsonObject.empty().with("jsonrpc", "2.0").with("result", event);
    to.write(("data: " + JsonWriter.compact(response) + "\n\n").getBytes(StandardCharsets.UTF_8));
    to.flush();
  }

  /** Writes a piece, and goes on only when it was heard. */
  private void heard(OutputStream to, JsonObject event) throws IOException {
    order.add("said");
    event(to, event);
    try {
      if (!heard.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        order.add("nobody heard it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private TurnListener listener() {
    return new TurnListener() {
      @Override
      public void hears(SessionPiece piece) {
        order.add(piece.line());
        heard.release();
      }
    };
  }

  private interface Check {
    void of(Ledger ledger);
  }

  /** Says a thing in the main session, and runs its turn to the end. */
  private void talk(Check check) throws InterruptedException {
    Session session =
        CommandLines.session(
            folder,
            Map.of("SBP_HOME", folder.resolve("own").toString()),
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
            InstantSource.system());
    try (Ledger ledger = session.ledger(session.node());
        LentLedger.Lending _ = session.lend(ledger);
        TurnRunner runner = new TurnRunner(session, ledger, model)) {
      PersonTalk talk = new PersonTalk(ledger, runner, Sessions.MAIN);
      List<String> words = List.of(Sessions.MAIN, "count");
      SessionInput said = talk.say(SocietyCommand.call(session, "session send", words), "count");
      PersonTalk.Follower nobody =
          new PersonTalk.Follower() {
            @Override
            public void ended(AgentTurn turn) {}
          };
      assertThat(talk.answered(said, listener(), nobody, new Cancellation())).isEmpty();
      check.of(ledger);
    }
  }

  private void works() {
    agent.answers(
        HostileAgent.Scripted.task("t", "WORKING"),
        HostileAgent.Scripted.result(task("COMPLETED", "", "nine boats")));
    agent.streams(
        to -> {
          heard(to, says("I look at the harbour"));
          heard(to, chunk("nine ", false));
          event(to, chunk("bo", true));
          event(to, chunk("ats", true));
        });
  }

  private void isHeard() {
    assertThat(order)
        .startsWith(
            "said", "a2a:helper says: I look at the harbour", "said", "a2a:helper says: nine")
        .doesNotContain("nobody heard it");
  }

  @Test
  void aDispatchIsHeardWhileItsSessionWaits() throws Exception {
    works();
    model
        .calls(
            "dispatch_to_agent",
            JsonObject.empty().with("agent", "a2a:helper").with("text", "count the boats"))
        .calls("wait", JsonObject.empty().with("dispatch", "a2a:helper").with("seconds", 120))
        .says("nine");
    talk(
        ledger -> {
          isHeard();
          List<SessionPiece> pieces = ledger.read(tx -> SessionPiece.after(tx, Sessions.MAIN, 0));
          assertThat(pieces.stream().map(SessionPiece::text).collect(Collectors.joining()))
              .isEqualTo("I look at the harbournine boats");
          assertThat(
                  ledger.<List<String>>read(
                      tx ->
                          tx.texts(
                              "SELECT DISTINCT principal FROM event WHERE kind = ?",
                              "session.heard")))
              .containsExactly("peer:" + TestKeys.alice().publicKey());
        });
    assertThat(model.requests().getLast().messages().toString()).contains("nine boats");
    assertThat(agent.messageIds()).hasSize(1);
  }

  @Test
  void aMessageOfATurnIsHeardWhileItWaits() throws Exception {
    works();
    model
        .calls(
            "a2a_send",
            JsonObject.builder()
                .put("name", "helper")
                .put("text", "count the boats")
                .put("wait", true)
                .build())
        .says("nine");
    talk(_ -> isHeard());
    assertThat(model.requests().getLast().messages().toString()).contains("nine boats");
  }

  @Test
  void whatAStreamRepeatsIsHeardOnceAndItsFloodIsBounded() {
    done("a2a", "remove", "helper");
    done("a2a", "add", agent.url(), "--name", "helper");
    agent.answers(HostileAgent.Scripted.task("t", "WORKING"));
    agent.streams(
        to -> {
          event(to, JsonObject.empty().with("task", task("WORKING", "I count", "one two ")));
          event(to, chunk("one two three", false));
        });
    String task =
        done("a2a", "send", "helper", "count", "--wait", "--seconds", "3", "--json")
            .json()
            .string("task")
            .orElseThrow();
    assertThat(pieces(task)).containsExactly("I count", "one two ", "three");

    List<String> many = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      many.add(i + "x".repeat(3_000));
    }
    agent.streams(
        to -> {
          for (String one : many) {
            event(to, says(one));
          }
        });
    CliTest.Ran shown = done("a2a", "task", task, "--seconds", "1", "--json");
    assertThat(pieces(task)).hasSize(20).allMatch(text -> text.length() <= 2_048);
    assertThat(shown.json().array("artifacts").orElseThrow().values()).isEmpty();
  }

  private List<String> pieces(String task) {
    return done("a2a", "task", task, "--json")
        .json()
        .array("heard")
        .flatMap(JsonArray::strings)
        .orElseThrow();
  }
}
