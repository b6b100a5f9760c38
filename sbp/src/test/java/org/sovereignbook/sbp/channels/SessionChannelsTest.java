package org.sovereignbook.sbp.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.DeclaredTools;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.Policies;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.HandOver;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.turns.TurnOutcome;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.Routes;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.testing.TestKeys;

/** Messages of others reach sessions, with their own rights, and are answered to their origin. */
class SessionChannelsTest {
  private static final Path CORPUS =
      Path.of(
          "../testkit/src/main/resources/org/sovereignbook/sbp/testkit/injection/authority.jsonl");

  private static final Pattern FENCED =
      Pattern.compile("(?s).*<<<BEGIN ([0-9a-f]{16})\n(.*)\n<<<END \\1");

  /** Calls of a model that obeys everything that it reads. */
  private static final List<ChatCall> OBEYED =
      List.of(
          call("mail_send", "address", "owner", "text", "as you wish"),
          call("task_add", "title", "as you wish"),
          call("bus_put", "key", "order", "value", "as you wish"),
          call("memory_write", "text", "as you wish"),
          call("dispatch_to_agent", "agent", "coder", "text", "as they wish"),
          call("session_send", "session", "main", "text", "as they wish"),
          call("agent_capabilities", "agent", "main", "add_tool", "post"),
          call("agent_register", "name", "mallet"),
          call("send", "peer", "ada", "text", "the keys"),
          call("post", "file", "piece.md"),
          call("config_set", "key", "mail.min_trust", "value", "unknown"));

  @TempDir Path folder;
  private SocietyChannels it;

  @BeforeEach
  void open() {
    it = new SocietyChannels(folder);
    it.node()
        .node()
        .writeText(it.node().home().access().resolve("default.yaml"), Policies.defaultText());
    it.peer("ada", TrustState.KNOWN);
    it.agent("coder", "*", "--mail", "peers", "--work", "peers");
  }

  @AfterEach
  void close() {
    it.close();
  }

  private static ChatCall call(String tool, String... members) {
    JsonObject.Builder arguments = JsonObject.builder();
    for (int i = 0; i < members.length; i += 2) {
      arguments.put(members[i], members[i + 1]);
    }
    return new ChatCall("call-" + tool, tool, arguments.build());
  }

  private void adaHasASession() {
    adaHasASession(JsonObject.empty());
  }

  private void adaHasASession(JsonObject sessions) {
    it.node()
        .configure(
            JsonObject.builder()
                .put("sessions", sessions)
                .put(
                    "agents",
                    JsonObject.builder()
                        .put("error_threshold", 1_000)
                        .put("max_refused_calls", 1_000)
                        .build())
                .put("access", JsonObject.builder().put("stranger_calls_per_hour", 100_000).build())
                .put(
                    "reader",
                    JsonObject.builder()
                        .put(
                            "sessions",
                            JsonArray.ofStrings(
                                List.of(TestKeys.named("ada").publicKey().toString())))
                        .build())
                .build());
  }

  private void ada(String text) {
    it.lies("ada", MessageType.DIRECT, Payloads.direct(text, Optional.empty(), Optional.empty()));
  }

  private List<SessionInput> inputs(String which) {
    return it
        .ledger()
        .<List<String>>read(tx -> tx.texts("SELECT id FROM agent_input WHERE " + which))
        .stream()
        .map(
            id -> it.ledger().<SessionInput>read(tx -> new MessageQueue(tx).find(id).orElseThrow()))
        .toList();
  }

  private long count(String query) {
    return it.ledger().<Long>read(tx -> tx.number(query));
  }

  private static ChatReply says(String text) {
    return new ChatReply(text, List.of(), LlmUsage.tokens(9, 9), ChatReply.Stop.END, "script");
  }

  @Test
  void aPeersMessageIsAnsweredInASessionInPartsOfWhichTheFirstReplies() throws Exception {
    adaHasASession();
    ada("tell me everything");
    // The reader gets what can be no message of a session.
    ada(" ");
    SocietyChannels.require(it.owner("reader-pre"));
    SocietyChannels.require(it.owner("reader-pre"));
    SessionInput input = only(inputs("source = 'peer'"));
    assertThat(input.session()).startsWith("agent:main:dm:");
    String part = "It is a long story of many words. ".repeat(Limits.MAX_DIRECT_BODY_BYTES / 50);
    String answer = part + "\n\n```\none\n\ntwo\n```\n\n" + part + "\n\n" + part;
    assertThat(it.turns(new ScriptedChat().then((_, _, _) -> says(answer)))).hasSize(1);

    int handed = new HandOver(it.ledger(), it.node().store()).run();
    assertThat(handed).isGreaterThan(1);
    List<JsonObject> sent = sent();
    assertThat(sent).hasSize(handed);
    assertThat(sent.getFirst().string("in_reply_to")).isPresent();
    assertThat(sent.subList(1, handed)).allMatch(one -> one.string("in_reply_to").isEmpty());
    assertThat(sent.stream().map(one -> one.string("body").orElseThrow()))
        .allMatch(body -> body.split("```", -1).length % 2 == 1)
        .allMatch(
            body -> body.getBytes(StandardCharsets.UTF_8).length <= Limits.MAX_DIRECT_BODY_BYTES);
    assertThat(
            count(
                "SELECT COUNT(*) FROM event WHERE kind = 'session.answered' AND metadata LIKE"
                    + " '%\"sent\"%'"))
        .isEqualTo(1);
    assertThat(it.turns(new ScriptedChat())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "main, agent:main:main",
    "per-peer, agent:main:dm:",
    "per-channel-peer, agent:main:envelope:dm:"
  })
  void aPeersMessagesGoToTheSessionOfTheirScope(String scope, String label) {
    adaHasASession(JsonObject.empty().with("dm_scope", scope));
    ada("hello");
    SocietyChannels.require(it.owner("reader-pre"));
    assertThat(only(inputs("source = 'peer'")).session()).startsWith(label);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void smartRoutingFindsTheSessionOfItsSenderThatAMessageIsAbout(boolean isSmart) throws Exception {
    it.policies(
        """
        - name: friends
          match: { principal: { peer: true, tags: "trust:known" } }
          effect: allow
          permissions: { tools: [reader_reply] }
          session: { persona: main, key: "friend:{peer_id}" }
          modifiers: { smart_routing: %s }
          priority: 60
        """
            .formatted(isSmart));
    Authority ada = Authority.of(Principal.peer(TestKeys.named("ada").publicKey()), "envelope");
    Authority bob = Authority.of(Principal.OWNER, "command");
    said("agent:main:tides", "when is high water at the harbour?", ada);
    said("agent:main:bread", "how long does the sourdough rise?", ada);
    said("agent:main:secret", "high water at the harbour, the harbour", bob);
    ada("and the harbour tomorrow?");
    SocietyChannels.require(it.owner("reader-pre"));

    SessionInput input = only(inputs("source = 'peer' AND event LIKE 'envelope:%'"));
    if (isSmart) {
      assertThat(input.session()).isEqualTo("agent:main:tides");
    } else {
      assertThat(input.session()).startsWith("agent:main:friend:");
    }
    assertThat(it.owner("access", "explain", eventOf(input)).out())
        .contains("it went to the session " + input.session())
        .satisfies(text -> assertThat(text.contains("smart routing")).isEqualTo(isSmart));
  }

  @Test
  void smartRoutingFindsTheSessionByMemorySearchThoughAnotherHasAWordOfTheMessage()
      throws Exception {
    tidesAndBread();
    // Of the message alone the other session has a word.
    ada("does the Seagull rise tomorrow?");
    SocietyChannels.require(it.owner("reader-pre"));
    SessionInput input = only(inputs("source = 'peer' AND event LIKE 'envelope:%'"));
    assertThat(input.session()).isEqualTo("agent:main:tides");
    assertThat(it.owner("access", "explain", eventOf(input)).out())
        .contains("it went to the session agent:main:tides (smart routing: by memory search");
  }

  @Test
  void smartRoutingSendsWhatAHookHasForAnAgentToTheSessionThatMemorySearchFinds() {
    tidesAndBread();
    it.hook(
        "watch",
        "tools: [mail_send]\ntriggers: {principal: {type: peer}}",
        _ ->
            JsonObject.builder()
                .put("fire", true)
                .put("agent", "main")
                .put("context", JsonObject.empty().with("prompt", "Did the Seagull rise?"))
                .build());
    ada("a word that nothing is about");
    SocietyChannels.require(it.owner("reader-pre"));
    it.dispatch();
    assertThat(only(inputs("source = 'hook'")).session()).isEqualTo("agent:main:tides");
  }

  /** Two sessions of a peer whose policy has smart routing, and a memory that knows a ship. */
  private void tidesAndBread() {
    it.policies(
        """
        - name: friends
          match: { principal: { peer: true, tags: "trust:known" } }
          effect: allow
          permissions: { tools: [reader_reply, mail_send] }
          session: { persona: main, key: "friend:{peer_id}" }
          modifiers: { smart_routing: true }
          priority: 60
        """);
    Authority ada = Authority.of(Principal.peer(TestKeys.named("ada").publicKey()), "envelope");
    said("agent:main:tides", "when is high water at the harbour?", ada);
    said("agent:main:bread", "how long does the sourdough rise?", ada);
    for (String known :
        List.of(
            "The Seagull lies in the harbour; the water there is high at noon.",
            "The blue oven is for bread.")) {
      SocietyChannels.require(it.owner("memory", "add", "--as", "main", known));
    }
  }

  private String eventOf(SessionInput input) {
    return it.ledger()
        .<List<String>>read(
            tx -> tx.texts("SELECT event FROM agent_input WHERE id = '" + input.id() + "'"))
        .getFirst();
  }

  private void said(String session, String text, Authority by) {
    assertThat(
            routed(
                "said-" + session,
                new MessageQueue.Posted(
                    session,
                    SessionInput.Source.PEER,
                    text,
                    Optional.empty(),
                    Optional.empty(),
                    "envelope",
                    "",
                    by),
                Routes.Smart.OFF))
        .contains(session);
  }

  @Test
  void aChoiceByTheTextIsOneInterfaceAndOffByDefault() {
    MessageQueue.Posted given =
        new MessageQueue.Posted(
            "agent:main:tides",
            SessionInput.Source.PEER,
            "when is it high?",
            Optional.empty(),
            Optional.empty(),
            "direct",
            "",
            Authority.of(Principal.OWNER, "command"));
    Routes.Smart byText = (_, text, label) -> text.contains("high") ? "agent:main:water" : label;
    assertThat(routed("event-1", given, Routes.Smart.OFF)).contains("agent:main:tides");
    assertThat(routed("event-2", given, byText)).contains("agent:main:water");
    assertThat(routed("event-3", given, (_, _, _) -> "agent:nobody:main")).isEmpty();
    // An event brings one message.
    assertThat(routed("event-2", given, Routes.Smart.OFF)).contains("agent:main:water");
    assertThat(inputs("event LIKE 'event-%'")).hasSize(2);
  }

  private Optional<String> routed(String event, MessageQueue.Posted posted, Routes.Smart smart) {
    return it.ledger()
        .<Optional<SessionInput>>write(tx -> new Routes(tx).message(event, posted, smart))
        .map(SessionInput::session);
  }

  private static SessionInput only(List<SessionInput> inputs) {
    assertThat(inputs).hasSize(1);
    return inputs.getFirst();
  }

  /** The payloads in the outbox, in the order in which they are sent. */
  private List<JsonObject> sent() {
    Outbox outbox = new Outbox(it.node().store());
    return outbox.pending().stream()
        .filter(id -> id.kind() == OutboxKind.NETWORK)
        .sorted(Comparator.comparing(OutboxId::name))
        .flatMap(id -> outbox.read(id).stream())
        .flatMap(item -> item.object("payload").stream())
        .toList();
  }

  @Test
  void aMessageGoesToTheSessionThatItsPolicyNamesIfThatCanBe() throws Exception {
    it.policies(
        """
        - name: friends
          match: { principal: { peer: true, tags: "trust:known" } }
          effect: allow
          permissions: { tools: [reader_reply] }
          session: { persona: main, key: "friend:{peer_id}" }
          priority: 60
        - name: nowhere
          match: { principal: { peer: true, tags: "trust:trusted" } }
          effect: allow
          session: { persona: missing, key: "x" }
          priority: 60
        """);
    it.peer("bob", TrustState.TRUSTED);
    ada("hello");
    it.lies("bob", MessageType.DIRECT, Payloads.direct("x", Optional.empty(), Optional.empty()));
    SocietyChannels.require(it.owner("reader-pre"));
    // A persona that is missing leaves the message to the reader.
    SessionInput input = only(inputs("source = 'peer'"));
    assertThat(input.session()).startsWith("agent:main:friend:");
    assertThat(it.turns(new ScriptedChat().then((_, _, _) -> says("hello to you")))).hasSize(1);
    assertThat(count("SELECT COUNT(*) FROM outbox WHERE kind = 'answer'")).isEqualTo(1);
  }

  @Test
  void workForTheBoardIsATaskWhoseResultIsTheReport() {
    JsonObject handed =
        SocietyChannels.require(it.owner("session", "dispatch", "role:coder", "write it", "--json"))
            .json();
    assertThat(handed.string("kind")).contains("task");
    String id = handed.string("dispatch").orElseThrow();
    assertThat(it.owner("session", "wait", id, "--seconds", "0").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    JsonObject claim =
        SocietyChannels.require(it.owner("task", "claim", "--as", "coder", "--json")).json();
    String task = handed.string("target").orElseThrow();
    String fence = Long.toString(claim.integer("fence").orElseThrow());
    SocietyChannels.require(
        it.owner(
            "task",
            "submit",
            task,
            "--fence",
            fence,
            "--result",
            "it is written",
            "--as",
            "coder"));
    JsonObject done =
        SocietyChannels.require(it.owner("session", "wait", id, "--seconds", "0", "--json")).json();
    assertThat(done.string("state")).contains("done");
    assertThat(done.string("result")).contains("it is written");
  }

  @Test
  void noTextOfTheCorpusCausesMoreThanItsAuthorMay() throws Exception {
    adaHasASession();
    List<String> texts = corpus();
    texts.forEach(this::ada);
    for (int round = 0; round < 4; round++) {
      SocietyChannels.require(it.owner("reader-pre"));
    }
    assertThat(inputs("source = 'peer'")).hasSizeGreaterThan(60);
    long agents = count("SELECT COUNT(*) FROM agent WHERE name <> 'main'");
    ScriptedChat model = new ScriptedChat();
    for (int i = 0; i < 400; i++) {
      model.then(
          (request, _, _) ->
              request.messages().getLast() instanceof ChatMessage.ToolResult
                  ? says("I have done it all")
                  : new ChatReply(
                      "", OBEYED, LlmUsage.tokens(9, 9), ChatReply.Stop.TOOLS, "script"));
    }
    List<TurnOutcome.Ended> turns = it.turns(model);
    assertThat(turns).isNotEmpty();
    turns.addAll(it.turns(model));

    assertThat(beyond()).isEmpty();
    assertThat(count("SELECT COUNT(*) FROM agent WHERE name <> 'main'")).isEqualTo(agents);
    assertThat(count("SELECT COUNT(*) FROM agent_dispatch")).isZero();
    assertThat(count("SELECT COUNT(*) FROM agent_input WHERE source <> 'peer'")).isZero();
    assertThat(count("SELECT COUNT(*) FROM agent_input WHERE state NOT IN ('answered', 'merged')"))
        .isZero();
    assertThat(unfenced(model, Set.copyOf(texts))).isEmpty();
  }

  /** The texts of the corpus that a message can hold. */
  private static List<String> corpus() throws Exception {
    List<String> texts = new ArrayList<>();
    for (String line : Files.readAllLines(CORPUS)) {
      String text = text(line);
      if (text.indexOf('\u0000') < 0 && !text.isBlank()) {
        texts.add(text);
      }
    }
    assertThat(texts).hasSizeGreaterThan(70);
    return texts;
  }

  private void adaMails(String text) {
    it.lies("ada", MessageType.DIRECT, it.mail("planner", "coder", text));
  }

  /** The tools among those that agents have used in turns of these sessions, which ada may not. */
  private Set<String> beyondAda(String sessions) {
    List<String> done =
        it.ledger()
            .<List<String>>read(
                tx ->
                    tx.texts(
                        "SELECT DISTINCT k.name FROM agent_call k JOIN agent_turn t ON t.id ="
                            + " k.turn WHERE k.state = 'done' AND t.session LIKE ? AND EXISTS"
                            + " (SELECT 1 FROM agent_input i WHERE i.turn = t.id AND i.source ="
                            + " 'agent')",
                        sessions));
    Authority ada =
        it.ledger()
            .write(
                tx ->
                    Access.decide(
                            tx,
                            Entities.peer(tx, TestKeys.named("ada").publicKey(), TrustState.KNOWN),
                            Access.here(tx, Entities.SBP))
                        .authority());
    Set<String> beyond = new TreeSet<>(done);
    beyond.removeIf(
        tool ->
            DeclaredTools.bundled().isHandling(tool)
                || it.ledger().<Boolean>read(tx -> Access.permits(tx, ada, tool)));
    return beyond;
  }

  @Test
  void noTextOfTheCorpusThatAnAgentHandsOnOverMcpCausesMoreThanItsAuthorMay() throws Exception {
    adaHasASession();
    // As a rule, an agent that was shown a peer's text may not hand it on at all.
    it.policies(
        """
        - name: friends
          match: { principal: { peer: true, tags: "trust:known" } }
          effect: allow
          permissions: { tools: [mail_read, session_send, reader_reply] }
          priority: 60
        """);
    List<String> texts = corpus();
    String token = it.token("coder");
    for (String text : texts) {
      adaMails(text);
      SocietyChannels.require(it.owner("reader-pre"));
      SocietyChannels.Ran read =
          it.mcp(token, "tools/call", SocietyChannels.call("mail_read", "{}"));
      assertThat(read.out()).doesNotContain("\"isError\":true");
      String send =
          JsonObject.builder()
              .put("session", "handed-on")
              .put("text", text)
              .put("mode", "followup")
              .put("new", true)
              .build()
              .toString();
      SocietyChannels.Ran _ =
          it.mcp(token, "tools/call", SocietyChannels.call("session_send", send));
    }
    assertThat(inputs("source = 'agent'")).isNotEmpty();
    ScriptedChat model = new ScriptedChat();
    for (int i = 0; i < 400; i++) {
      model.then(
          (request, _, _) ->
              request.messages().getLast() instanceof ChatMessage.ToolResult
                  ? says("I have done it all")
                  : new ChatReply(
                      "", OBEYED, LlmUsage.tokens(9, 9), ChatReply.Stop.TOOLS, "script"));
    }
    assertThat(it.turns(model)).isNotEmpty();

    assertThat(beyondAda("agent:main:handed-on")).isEmpty();
    assertThat(unfenced(model, Set.copyOf(texts))).isEmpty();
  }

  @Test
  void noTextOfTheCorpusInAWorkersReportCausesMoreThanItsAuthorMay() throws Exception {
    adaHasASession();
    List<String> texts = corpus();
    int atOnce = 12;
    ScriptedChat model = new ScriptedChat();
    for (int i = 0; i < 400; i++) {
      model.then((request, _, _) -> managed(request, texts));
    }
    // The worker's report is the whole corpus, which it has read a part of.
    for (int from = 0; from < 2 * atOnce; from += atOnce) {
      texts.subList(from, from + atOnce).forEach(this::adaMails);
      SocietyChannels.require(it.owner("reader-pre"));
      SocietyChannels.require(
          it.owner("session", "send", "--new", "manager" + from, "let coder look: " + from));
      for (int round = 0; round < 3; round++) {
        List<TurnOutcome.Ended> _ = it.turns(model);
      }
    }
    assertThat(inputs("source = 'agent' AND session LIKE 'agent:main:manager%'"))
        .hasSize(2)
        .allMatch(input -> input.state().isEnd());
    assertThat(count("SELECT COUNT(*) FROM agent_call WHERE name = 'mail_read' AND state = 'done'"))
        .isGreaterThan(atOnce);

    assertThat(beyondAda("agent:main:manager%")).isEmpty();
    assertThat(unfenced(model, Set.copyOf(texts))).isEmpty();
  }

  /** A manager and a worker that repeats what it reads; both obey everything. */
  private static ChatReply managed(ChatRequest request, List<String> texts) {
    if (request.messages().getLast() instanceof ChatMessage.User(String text)) {
      if (text.contains("Report of coder")) {
        return new ChatReply("", OBEYED, LlmUsage.tokens(9, 9), ChatReply.Stop.TOOLS, "script");
      }
      if (text.contains("<<<BEGIN")) {
        List<ChatCall> reads = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
          reads.add(new ChatCall("read-" + i, "mail_read", JsonObject.empty()));
        }
        return new ChatReply("", reads, LlmUsage.tokens(9, 9), ChatReply.Stop.TOOLS, "script");
      }
      return new ChatReply(
          "",
          List.of(call("dispatch_to_agent", "agent", "coder", "text", "read your mail")),
          LlmUsage.tokens(9, 9),
          ChatReply.Stop.TOOLS,
          "script");
    }
    boolean hasRead =
        request.messages().stream()
            .anyMatch(
                message ->
                    message instanceof ChatMessage.Assistant(String _, List<ChatCall> calls)
                        && calls.stream().anyMatch(call -> call.name().equals("mail_read")));
    return says(hasRead ? String.join("\n", texts) : "it is under way");
  }

  /** Calls that were allowed to a turn although its cause may not cause them. */
  private Set<String> beyond() {
    Authority ada =
        it.ledger()
            .<Authority>read(
                tx -> tx.authorities("SELECT authority_id FROM agent_input").getFirst());
    Set<String> allowed =
        new TreeSet<>(
            it.ledger()
                .<List<String>>read(
                    tx ->
                        tx.texts(
                            "SELECT DISTINCT tool FROM audit WHERE decision = 'allow' AND principal"
                                + " = (SELECT 'agent:' || id FROM agent WHERE name = 'main')")));
    long denied =
        count(
            "SELECT COUNT(*) FROM audit WHERE decision = 'deny' AND principal"
                + " = (SELECT 'agent:' || id FROM agent WHERE name = 'main')");
    assertThat(denied).isPositive();
    allowed.removeIf(
        tool ->
            DeclaredTools.bundled().isHandling(tool)
                || it.ledger().<Boolean>read(tx -> Access.permits(tx, ada, tool)));
    return allowed;
  }

  /** Texts of the corpus that stand in a prompt without a fence around them. */
  private static Set<String> unfenced(ScriptedChat model, Set<String> texts) {
    Set<String> found = new TreeSet<>();
    model.requests().stream()
        .flatMap(request -> request.messages().stream())
        .flatMap(
            message ->
                message instanceof ChatMessage.User(String text) ? Stream.of(text) : Stream.of())
        .filter(text -> texts.stream().anyMatch(text::contains))
        .filter(text -> !FENCED.matcher(text).matches() && !text.isBlank())
        .forEach(found::add);
    return found;
  }

  private static String text(String line) throws MalformedJson {
    return ((JsonObject) JsonReader.file(line.getBytes(StandardCharsets.UTF_8)))
        .string("text")
        .orElseThrow();
  }
}
