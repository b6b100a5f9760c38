package org.sovereignbook.sbp.plugins.acp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.access.RequestedCalls;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.society.sessions.Channel;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestOwner;

/** Conversations of an editor with a node whose model is a script. */
class AcpServerTest {
  private static final String PASSPHRASE = "correct horse battery";
  private static final Authority OWNER = Authority.of(Principal.OWNER, "command");

  private static final JsonObject ASSESS =
      JsonObject.empty().with("item_id", "nothing").with("verdict", "wrong");

  @TempDir Path folder;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ScriptedChat model = new ScriptedChat();
  private Session session;
  private Ledger ledger;
  private LentLedger.Lending lending;

  @BeforeEach
  void makeNode() {
    TestNode node = TestNode.in(folder);
    session =
        CommandLines.session(
            folder,
            Map.of("SBP_HOME", node.node().home().root().toString()),
            new PrintStream(printed, true, StandardCharsets.UTF_8));
    ledger = session.ledger(session.node());
    lending = session.lend(ledger);
  }

  @AfterEach
  void close() {
    lending.close();
    ledger.close();
  }

  private ScriptedEditor editor() throws Exception {
    ScriptedEditor editor = new ScriptedEditor(session, ledger, model);
    JsonObject begun = editor.result("initialize", JsonObject.empty().with("protocolVersion", 1));
    assertThat(begun.integer("protocolVersion")).hasValue(1);
    return editor;
  }

  private void setPassphrase() {
    ledger.run(tx -> new OwnerPassphrase(tx).set(OWNER, PASSPHRASE));
  }

  private static JsonObject authenticating(String passphrase) {
    return JsonObject.empty()
        .with("methodId", "passphrase")
        .with("_meta", JsonObject.empty().with("sbp/passphrase", passphrase));
  }

  @Test
  void anAnswerIsStreamedAndReplayedWhenTheSessionIsLoaded() throws Exception {
    model.says("one two three");
    String id;
    try (ScriptedEditor editor = editor()) {
      id = editor.session();
      assertThat(editor.says(id, "count")).isEqualTo("end_turn");
      assertThat(editor.updates("agent_message_chunk")).hasSizeGreaterThan(2);
      assertThat(editor.text("agent_message_chunk")).isEqualTo("one two three");
    }
    try (ScriptedEditor other = editor()) {
      JsonObject loaded = other.result("session/load", ScriptedEditor.cwd().with("sessionId", id));
      assertThat(loaded.object("modes")).isPresent();
      assertThat(other.text("user_message_chunk")).isEqualTo("count");
      assertThat(other.text("agent_message_chunk")).isEqualTo("one two three");
      assertThat(
              other
                  .error("session/load", ScriptedEditor.cwd().with("sessionId", "nobody"))
                  .integer("code"))
          .hasValue(-32002);
      assertThat(
              other
                  .result("session/list", JsonObject.empty().with("cwd", "/work"))
                  .array("sessions")
                  .orElseThrow()
                  .objects())
          .extracting(one -> one.string("sessionId").orElse(""))
          .contains(id);
    }
  }

  @Test
  void aConnectionBeginsWithInitializeAndAFolderIsAbsolute() throws Exception {
    try (ScriptedEditor editor = new ScriptedEditor(session, ledger, model)) {
      assertThat(editor.error("session/new", ScriptedEditor.cwd()).integer("code"))
          .hasValue(-32600);
    }
    try (ScriptedEditor editor = editor()) {
      for (String folder : List.of("work", "./work", "")) {
        assertThat(
                editor
                    .error("session/new", ScriptedEditor.cwd().with("cwd", folder))
                    .integer("code"))
            .as(folder)
            .hasValue(-32602);
      }
      JsonObject _ = editor.result("session/new", ScriptedEditor.cwd().with("cwd", "C:\\work"));
    }
  }

  @Test
  void aMalformedLineGetsAnErrorAndStopsNothing() throws Exception {
    try (ScriptedEditor editor = editor()) {
      editor.line("this is no JSON");
      assertThat(editor.misfit().object("error").orElseThrow().integer("code")).hasValue(-32700);
      assertThat(editor.error("nonsense", JsonObject.empty()).integer("code")).hasValue(-32601);
      assertThat(editor.session()).startsWith("agent:main:editor-");
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void aRefusedCallIsApprovedInTheEditorOnlyAfterTheOwnersProof() throws Exception {
    setPassphrase();
    model.calls("trust_assess", ASSESS).says("not yet").calls("trust_assess", ASSESS).says("done");
    try (ScriptedEditor editor = editor()) {
      editor.person(_ -> ScriptedEditor.selected("allow-once"));
      String id = editor.session();
      assertThat(editor.says(id, "assess")).isEqualTo("end_turn");
      assertThat(editor.questions()).isEmpty();
      assertThat(editor.text("agent_thought_chunk")).contains("sbp acp prove ");
      assertThat(editor.error("authenticate", authenticating("wrong words here")).integer("code"))
          .hasValue(-32000);

      JsonObject _ = editor.result("authenticate", authenticating(PASSPHRASE));
      assertThat(editor.says(id, "again")).isEqualTo("end_turn");
      assertThat(editor.questions()).hasSize(1);
      JsonObject asked = editor.questions().getFirst();
      assertThat(asked.toString()).contains("trust_assess", "nothing", "wrong");
      assertThat(asked.array("options").orElseThrow().objects())
          .extracting(option -> option.string("kind").orElse(""))
          .containsExactly("allow_once", "reject_once");
      assertThat(model.requests().getLast().messages().getLast())
          .isInstanceOfSatisfying(
              ChatMessage.ToolResult.class,
              result -> assertThat(result.text()).contains("The owner has approved this call"));
    }
  }

  @Test
  void nothingInTheArgumentsHidesAPartOfTheQuestion() throws Exception {
    setPassphrase();
    String rest = "<!-- x --> [a](b) `````";
    model.calls("trust_assess", ASSESS.with("item_id", "```\n" + rest)).says("waits");
    try (ScriptedEditor editor = editor()) {
      JsonObject _ = editor.result("authenticate", authenticating(PASSPHRASE));
      assertThat(editor.says(editor.session(), "assess")).isEqualTo("end_turn");
      assertThat(editor.questions().getFirst().object("toolCall").flatMap(it -> it.string("title")))
          .contains("trust_assess");
      List<String> lines = textOf(editor.questions().getFirst()).lines().toList();
      String fence = lines.getFirst();
      assertThat(fence).matches("`{3,}");
      assertThat(lines.getLast()).isEqualTo(fence);
      assertThat(lines.subList(1, lines.size() - 1))
          .noneMatch(line -> line.strip().startsWith(fence))
          .anyMatch(line -> line.contains("trust_assess"))
          .anyMatch(line -> line.contains(rest));
    }
  }

  /** Returns the text that the editor shows for a question. */
  private static String textOf(JsonObject question) {
    return question
        .object("toolCall")
        .flatMap(call -> call.array("content"))
        .flatMap(content -> content.objects().getFirst().object("content"))
        .flatMap(block -> block.string("text"))
        .orElseThrow();
  }

  @Test
  void anApprovalIsForOneCallAndARejectionDeniesTheRequest() throws Exception {
    setPassphrase();
    model.calls("trust_assess", ASSESS).calls("swarm_list", JsonObject.empty()).says("done");
    try (ScriptedEditor editor = editor()) {
      editor.person(
          question ->
              ScriptedEditor.selected(
                  question.toString().contains("swarm_list") ? "reject-once" : "allow-once"));
      JsonObject _ = editor.result("authenticate", authenticating(PASSPHRASE));
      assertThat(editor.says(editor.session(), "assess")).isEqualTo("end_turn");
      assertThat(editor.questions()).hasSize(2);
    }
    assertThat(TestOwner.pending(ledger)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = AccessRequests.Answer.class,
      names = {"ONCE", "DENY"})
  void anAnswerGivenElsewhereEndsTheQuestionInTheEditor(AccessRequests.Answer answer)
      throws Exception {
    setPassphrase();
    model.calls("trust_assess", ASSESS).says("done");
    try (ScriptedEditor editor = editor()) {
      editor.person(
          _ -> {
            AccessRequest asked = TestOwner.pending(ledger).getFirst();
            AccessRequest answered = TestOwner.answer(ledger, asked.id(), answer);
            if (answer == AccessRequests.Answer.ONCE) {
              ran(answered);
            }
            return ScriptedEditor.NO_ANSWER;
          });
      JsonObject _ = editor.result("authenticate", authenticating(PASSPHRASE));
      assertThat(editor.says(editor.session(), "assess")).isEqualTo("end_turn");
      assertThat(editor.questions()).hasSize(1);
      assertThat(editor.withdrawn()).isEqualTo(1);
      ChatMessage.ToolResult result =
          (ChatMessage.ToolResult) model.requests().getLast().messages().getLast();
      assertThat(result.text().contains("The owner has denied this call"))
          .as(result.text())
          .isEqualTo(answer == AccessRequests.Answer.DENY);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"allow-once", "reject-once"})
  void whatWasApprovedAndRunElsewhereIsNeitherRefusedNorAskedAgain(String chosen) throws Exception {
    setPassphrase();
    model.calls("trust_assess", ASSESS).says("done");
    try (ScriptedEditor editor = editor()) {
      editor.person(
          _ -> {
            ran(approvedElsewhere());
            return ScriptedEditor.selected(chosen);
          });
      JsonObject _ = editor.result("authenticate", authenticating(PASSPHRASE));
      assertThat(editor.says(editor.session(), "assess")).isEqualTo("end_turn");
      assertRanOnce();
    }
  }

  @Test
  void aCallThatIsBeingRunElsewhereIsNotMadeHereToo() throws Exception {
    setPassphrase();
    model.calls("trust_assess", ASSESS).says("done");
    try (ScriptedEditor editor = editor()) {
      editor.person(
          _ -> {
            AccessRequest approved = approvedElsewhere();
            Thread _ =
                Thread.startVirtualThread(
                    () -> {
                      try {
                        new Polling(InstantSource.system(), Duration.ofMillis(10))
                            .until(() -> editor.withdrawn() == 1);
                        ran(approved);
                      } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                      }
                    });
            return ScriptedEditor.NO_ANSWER;
          });
      JsonObject _ = editor.result("authenticate", authenticating(PASSPHRASE));
      assertThat(editor.says(editor.session(), "assess")).isEqualTo("end_turn");
      assertRanOnce();
    }
  }

  private AccessRequest approvedElsewhere() {
    AccessRequest asked = TestOwner.pending(ledger).getFirst();
    return TestOwner.answer(ledger, asked.id(), AccessRequests.Answer.ONCE);
  }

  private void ran(AccessRequest approved) {
    ledger.run(tx -> new RequestedCalls(tx).ran(approved, RequestedCalls.DONE));
  }

  private void assertRanOnce() {
    assertThat(model.requests().getLast().messages().getLast())
        .isInstanceOfSatisfying(
            ChatMessage.ToolResult.class,
            result ->
                assertThat(result.text())
                    .isEqualTo("The owner has approved this call. It ran: done"));
    assertThat(ledger.<Integer>read(tx -> new AccessRequests(tx).all().size())).isEqualTo(1);
  }

  @Test
  void aCallOfAnAgentThatIsTheModelIsApprovedInTheEditor() throws Exception {
    setPassphrase();
    Path log = folder.resolve("log");
    JsonObject command =
        JsonObject.empty().with("command", JsonArray.ofStrings(ScriptedAgent.command("asks", log)));
    Path config = session.node().home().schedulerConfig();
    JsonObject all = (JsonObject) JsonReader.file(Files.readAllBytes(config));
    Files.writeString(config, all.with("llm", JsonObject.empty().with("acp", command)).toString());
    try (ScriptedEditor editor =
        new ScriptedEditor(session, ledger, new AcpBackend(System.getenv()))) {
      editor.person(_ -> ScriptedEditor.selected("allow-once"));
      JsonObject _ = editor.result("initialize", JsonObject.empty().with("protocolVersion", 1));
      String id = editor.session();
      assertThat(editor.says(id, "clean up")).isEqualTo("end_turn");
      assertThat(editor.text("agent_message_chunk")).isEqualTo("chosen: no");
      assertThat(editor.questions()).isEmpty();
      JsonObject _ = editor.result("authenticate", authenticating(PASSPHRASE));
      editor.forget();
      assertThat(editor.says(id, "again")).isEqualTo("end_turn");
      assertThat(editor.questions())
          .singleElement()
          .satisfies(
              asked -> assertThat(asked.toString()).contains("program_execute", "rm -r boats"));
      assertThat(editor.text("agent_message_chunk")).isEqualTo("chosen: yes");
    }
  }

  @Test
  void whatIsNotChosenStaysInTheOwnersList() throws Exception {
    setPassphrase();
    model
        .calls("trust_assess", ASSESS)
        .says("waits")
        .calls("swarm_list", JsonObject.empty())
        .says("waits");
    try (ScriptedEditor editor = editor()) {
      JsonObject _ = editor.result("authenticate", authenticating(PASSPHRASE));
      String id = editor.session();
      assertThat(editor.says(id, "assess")).isEqualTo("end_turn");
      JsonObject mode = JsonObject.empty().with("sessionId", id).with("modeId", "wait");
      JsonObject _ = editor.result("session/set_mode", mode);
      assertThat(editor.says(id, "list")).isEqualTo("end_turn");
      assertThat(editor.questions()).hasSize(1);
    }
    assertThat(TestOwner.pending(ledger))
        .extracting(AccessRequest::tool)
        .containsExactlyInAnyOrder("trust_assess", "swarm_list");
  }

  @Test
  void theCommandProvesAConnectionThatWaits() throws Exception {
    setPassphrase();
    try (ScriptedEditor editor = new ScriptedEditor(session, ledger, model)) {
      JsonObject begun = editor.result("initialize", JsonObject.empty().with("protocolVersion", 1));
      String way =
          begun
              .array("authMethods")
              .orElseThrow()
              .objects()
              .getFirst()
              .string("description")
              .orElseThrow();
      String code = way.substring(way.lastIndexOf(' ') + 1);
      CompletableFuture<JsonObject> waiting =
          editor.begin("authenticate", JsonObject.empty().with("methodId", "passphrase"));
      assertThat(CommandLines.run(session, List.of("acp", "prove", code)))
          .isEqualTo(ExitCode.REFUSED);
      assertThat(waiting).isNotDone();
      Path file = folder.resolve("passphrase");
      Files.writeString(file, PASSPHRASE);
      assertThat(
              CommandLines.run(
                  session, List.of("acp", "prove", code, "--passphrase-file", file.toString())))
          .isEqualTo(ExitCode.DONE);
      assertThat(ScriptedEditor.awaited(waiting).has("result")).isTrue();
    }
    assertThat(ledger.<Long>read(tx -> tx.number("SELECT COUNT(*) FROM acp_connection"))).isZero();
  }

  @Test
  void nothingIsAskedOfAnOwnerWhoWantsNoProof() throws Exception {
    ledger.run(tx -> new ProofRule(tx).decide(OWNER, ProofRule.Proof.NONE));
    model.calls("trust_assess", ASSESS).says("done");
    try (ScriptedEditor editor = new ScriptedEditor(session, ledger, model)) {
      editor.person(_ -> ScriptedEditor.selected("allow-once"));
      JsonObject begun = editor.result("initialize", JsonObject.empty().with("protocolVersion", 1));
      assertThat(begun.array("authMethods").orElseThrow().values()).isEmpty();
      assertThat(editor.says(editor.session(), "assess")).isEqualTo("end_turn");
      assertThat(editor.questions()).hasSize(1);
    }
    assertThat(TestOwner.pending(ledger)).isEmpty();
  }

  @Test
  void aCancelledPromptEndsSoAndTheSessionGoesOn() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    model
        .then(
            (request, listener, cancel) -> {
              CompletableFuture<Void> ended = new CompletableFuture<>();
              cancel.onCancel(() -> ended.complete(null));
              asked.countDown();
              ended.join();
              throw LlmException.cancelled();
            })
        .says("here");
    try (ScriptedEditor editor = editor()) {
      String id = editor.session();
      CompletableFuture<JsonObject> answer =
          editor.begin("session/prompt", ScriptedEditor.prompt(id, "think"));
      asked.await();
      assertThat(editor.error("session/prompt", ScriptedEditor.prompt(id, "more")).integer("code"))
          .hasValue(-32600);
      editor.tell("session/cancel", JsonObject.empty().with("sessionId", id));
      assertThat(ScriptedEditor.awaited(answer).object("result").orElseThrow().string("stopReason"))
          .contains("cancelled");
      assertThat(editor.says(id, "still there?")).isEqualTo("end_turn");
      assertThat(editor.text("agent_message_chunk")).isEqualTo("here");
    }
  }

  @Test
  void aCancelledCommandEndsAsCancelledToo() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    model
        .says("hello")
        .then(
            (request, listener, cancel) -> {
              CompletableFuture<Void> ended = new CompletableFuture<>();
              cancel.onCancel(() -> ended.complete(null));
              asked.countDown();
              ended.join();
              throw LlmException.cancelled();
            });
    try (ScriptedEditor editor = editor()) {
      String id = editor.session();
      assertThat(editor.says(id, "hi")).isEqualTo("end_turn");
      CompletableFuture<JsonObject> answer =
          editor.begin("session/prompt", ScriptedEditor.prompt(id, "/compact"));
      asked.await();
      editor.tell("session/cancel", JsonObject.empty().with("sessionId", id));
      assertThat(ScriptedEditor.awaited(answer).object("result").orElseThrow().string("stopReason"))
          .contains("cancelled");
    }
  }

  @Test
  void turnsThatRanElsewhereAreShownWithTheNextPrompt() throws Exception {
    model.says("one").says("two").says("three");
    try (ScriptedEditor editor = editor();
        ScriptedEditor other = editor()) {
      String id = editor.session();
      assertThat(editor.says(id, "first")).isEqualTo("end_turn");
      JsonObject _ = other.result("session/resume", ScriptedEditor.cwd().with("sessionId", id));
      assertThat(other.says(id, "second")).isEqualTo("end_turn");
      assertThat(other.text("agent_message_chunk")).isEqualTo("two");
      assertThat(editor.says(id, "third")).isEqualTo("end_turn");
      assertThat(editor.text("user_message_chunk")).isEqualTo("second");
      assertThat(editor.text("agent_message_chunk")).isEqualTo("onetwothree");
    }
  }

  @Test
  void onlyPeopleSpeakAsTheUserInAReplay() throws Exception {
    model.says("noted").says("hello");
    try (ScriptedEditor editor = editor()) {
      String id = editor.session();
      ledger.run(
          tx -> new MessageQueue(tx).add(posted(id, SessionInput.Source.WEBHOOK, "```\nbuy")));
      assertThat(editor.says(id, "hi")).isEqualTo("end_turn");
      editor.forget();
      JsonObject _ = editor.result("session/load", ScriptedEditor.cwd().with("sessionId", id));
      assertThat(editor.text("user_message_chunk")).isEqualTo("hi");
      assertThat(editor.text("agent_thought_chunk")).contains("webhook", "````\n```\nbuy\n````");
    }
  }

  private static MessageQueue.Posted posted(String label, SessionInput.Source source, String text) {
    return new MessageQueue.Posted(
        label, source, text, Optional.empty(), Optional.empty(), Channel.CHAT, "", OWNER);
  }

  @Test
  void sessionsAreListedByTheHundred() throws Exception {
    ledger.run(
        tx -> {
          for (int i = 0; i < 101; i++) {
            SessionInput _ =
                new MessageQueue(tx)
                    .add(posted("agent:main:s" + i, SessionInput.Source.HUMAN, "hi"));
          }
        });
    try (ScriptedEditor editor = editor()) {
      JsonObject first = editor.result("session/list", JsonObject.empty());
      assertThat(first.array("sessions").orElseThrow().values()).hasSize(100);
      JsonObject rest =
          editor.result(
              "session/list",
              JsonObject.empty().with("cursor", first.string("nextCursor").orElseThrow()));
      assertThat(rest.array("sessions").orElseThrow().values()).hasSize(1);
      assertThat(rest.has("nextCursor")).isFalse();
    }
  }

  @Test
  void aLineThatIsTooLongIsAnsweredByItsId() throws Exception {
    try (ScriptedEditor editor = editor()) {
      JsonObject tooLong = JsonObject.empty().with("pad", "x".repeat(16 * 1_024 * 1_024));
      assertThat(editor.error("session/prompt", tooLong).integer("code")).hasValue(-32600);
      assertThat(editor.session()).startsWith("agent:main:editor-");
    }
  }

  @Test
  void aFeatureThatIsSwitchedOffAnswersSo() throws Exception {
    try (ScriptedEditor editor = editor()) {
      String id = editor.session();
      assertThat(CommandLines.run(session, List.of("plugin", "off", "acp")))
          .isEqualTo(ExitCode.DONE);
      assertThat(editor.error("session/prompt", ScriptedEditor.prompt(id, "hi")).string("message"))
          .hasValueSatisfying(text -> assertThat(text).startsWith("feature-off"));
    }
  }

  @Test
  void commandsNameANodeThatIsNotTheUsualOne() {
    Path root = session.node().home().root();
    assertThat(ShownCommands.of(session.world(), root).of("acp prove 1"))
        .isEqualTo("sbp acp prove 1");
    assertThat(ShownCommands.of(session.world(), folder.resolve("my node")).of("acp prove 1"))
        .startsWith("sbp acp prove 1 --home ")
        .contains("my node");
  }

  @Test
  void aTerminalOfTheEditorsIsNoProof() throws Exception {
    setPassphrase();
    try (ScriptedEditor editor = new ScriptedEditor(session, ledger, model)) {
      JsonObject able =
          JsonObject.empty()
              .with("protocolVersion", 1)
              .with(
                  "clientCapabilities",
                  JsonObject.empty().with("auth", JsonObject.empty().with("terminal", true)));
      assertThat(editor.result("initialize", able).array("authMethods").orElseThrow().objects())
          .extracting(way -> way.string("id").orElse(""))
          .containsExactly("passphrase");
    }
  }

  @Test
  void aClosedInputEndsATurn() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    model.then(
        (request, listener, cancel) -> {
          CompletableFuture<Void> ended = new CompletableFuture<>();
          cancel.onCancel(() -> ended.complete(null));
          asked.countDown();
          ended.join();
          throw LlmException.cancelled();
        });
    try (ScriptedEditor editor = editor()) {
      CompletableFuture<JsonObject> _ =
          editor.begin("session/prompt", ScriptedEditor.prompt(editor.session(), "think"));
      asked.await();
    }
  }

  @Test
  void aFailureOfTheModelIsAnError() throws Exception {
    model.fails(LlmException.answer("the model is out of its mind"));
    try (ScriptedEditor editor = editor()) {
      assertThat(
              editor
                  .error("session/prompt", ScriptedEditor.prompt(editor.session(), "think"))
                  .string("message"))
          .hasValueSatisfying(text -> assertThat(text).contains("out of its mind"));
    }
  }

  @Test
  void serversOfTheEditorAreRefusedUnlessTheOwnerWantsThemIgnored() throws Exception {
    JsonObject servers =
        ScriptedEditor.cwd()
            .with("mcpServers", JsonArray.of(JsonObject.empty().with("name", "files")));
    try (ScriptedEditor editor = editor()) {
      assertThat(editor.error("session/new", servers).integer("code")).hasValue(-32602);
    }
    assertThat(CommandLines.run(session, List.of("config", "set", "acp.mcp_servers", "ignore")))
        .isEqualTo(ExitCode.DONE);
    try (ScriptedEditor editor = editor()) {
      assertThat(editor.result("session/new", servers).has("sessionId")).isTrue();
    }
  }

  @Test
  void tasksOfASessionAreItsPlan() throws Exception {
    model.calls("task_add", JsonObject.empty().with("title", "count the boats")).says("planned");
    try (ScriptedEditor editor = editor()) {
      String id = editor.session();
      assertThat(editor.says(id, "plan")).isEqualTo("end_turn");
      assertThat(editor.updates("tool_call").getFirst().string("name")).contains("task_add");
      assertThat(editor.updates("tool_call_update").getFirst().string("status"))
          .contains("completed");
      JsonObject entry =
          editor.updates("plan").getFirst().array("entries").orElseThrow().objects().getFirst();
      assertThat(entry.string("content")).contains("count the boats");
      assertThat(entry.string("status")).contains("pending");
      editor.forget();
      JsonObject _ = editor.result("session/load", ScriptedEditor.cwd().with("sessionId", id));
      assertThat(editor.updates("tool_call")).hasSize(1);
    }
  }

  @Test
  void changesOfATextAreShownAsDiffs() throws Exception {
    JsonObject create =
        JsonObject.empty()
            .with("action", "create")
            .with("path", "/memories/boats.md")
            .with("file_text", "nine boats");
    model.calls("memory", create).says("noted");
    try (ScriptedEditor editor = editor()) {
      assertThat(editor.says(editor.session(), "note it")).isEqualTo("end_turn");
      JsonObject call = editor.updates("tool_call").getFirst();
      assertThat(call.string("kind")).contains("edit");
      assertThat(call.array("content").orElseThrow().objects().getFirst().string("newText"))
          .contains("nine boats");
    }
  }

  @Test
  void commandsOfAConversationAreNoMessages() throws Exception {
    model.says("hello");
    try (ScriptedEditor editor = editor()) {
      String id = editor.session();
      assertThat(editor.says(id, "/compact")).isEqualTo("end_turn");
      assertThat(editor.text("agent_message_chunk")).contains("Nothing was said yet");
      assertThat(editor.says(id, "hi")).isEqualTo("end_turn");
      editor.forget();
      assertThat(editor.says(id, "/fork")).isEqualTo("end_turn");
      assertThat(editor.says(id, "/sessions")).isEqualTo("end_turn");
      assertThat(editor.text("agent_message_chunk")).contains("`fork-", "`" + id + "`");
      assertThat(model.requests()).hasSize(1);
    }
  }

  @Test
  void filesOfThePromptAreQuotedForTheModel() throws Exception {
    model.says("read");
    JsonObject file =
        JsonObject.empty()
            .with("type", "resource")
            .with(
                "resource",
                JsonObject.empty().with("uri", "file:///notes/a.md").with("text", "```\nx\n```"));
    try (ScriptedEditor editor = editor()) {
      String id = editor.session();
      JsonObject prompt =
          JsonObject.empty()
              .with("sessionId", id)
              .with("prompt", JsonArray.of(EditorUpdates.text("read this"), file));
      JsonObject _ = editor.result("session/prompt", prompt);
      assertThat(ScriptedChat.said(model.requests().getFirst()).getLast().toString())
          .contains("read this", "```` file:///notes/a.md\n```\nx\n```\n````");
      JsonObject picture =
          JsonObject.empty()
              .with("sessionId", id)
              .with("prompt", JsonArray.of(JsonObject.empty().with("type", "image")));
      assertThat(editor.error("session/prompt", picture).integer("code")).hasValue(-32602);
    }
  }
}
