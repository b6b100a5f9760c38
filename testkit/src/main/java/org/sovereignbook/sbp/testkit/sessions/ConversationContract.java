package org.sovereignbook.sbp.testkit.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.Channel;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.QueueMode;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnState;
import org.sovereignbook.sbp.society.sessions.TurnThread;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.InstalledProgram;
import org.sovereignbook.sbp.testkit.memory.McpSeat;

/**
 * Conversations of the whole program with a model on the loopback, which calls a tool and whose
 * streams are cut: each message is answered once and has its effect once, also when processes are
 * killed at work.
 */
public abstract class ConversationContract {
  /** Property with the bytes between two cuts; 1 cuts at each byte. */
  private static final String STEP = "sbp.session.cuts";

  /** Property with the number of kills; a few without it. */
  private static final String KILLS = "sbp.session.kills";

  private static final int SESSIONS = 60;
  private static final int PARALLEL = 12;
  private static final int MESSAGES_OF_A_KILL = 5;
  private static final int LONGEST_LIFE_MS = 1_500;
  private static final int AT_ONCE = 3;

  /** Processes that run a turn before it fails. */
  private static final int TRIES = 5;

  @TempDir private Path folder;

  /** Opens the node's database in this process. */
  protected abstract LedgerProvider provider();

  /** Packs the plugins that the program needs into a folder. */
  protected abstract void pack(Path plugins);

  /** Returns the section {@code store} of the node's configuration. */
  protected Optional<JsonObject> store() {
    return Optional.empty();
  }

  /** Returns the published rules of a service that a request breaks. */
  protected List<String> broken(String path, String body) {
    return List.of();
  }

  private Path home() {
    return folder.resolve("node");
  }

  private Map<String, String> environment() throws IOException {
    Path plugins = folder.resolve("plugins");
    if (!Files.exists(plugins)) {
      Files.createDirectories(plugins);
      pack(plugins);
    }
    Map<String, String> all = new TreeMap<>();
    all.put("PATH", System.getenv("PATH"));
    all.put("HOME", folder.toString());
    all.put("OPENAI_API_KEY", "sk-proj-0123456789");
    all.put("SBP_BUNDLED_PLUGINS", plugins.toString());
    all.put(NodeHome.ACCEPT_VARIABLE, "1");
    return all;
  }

  private InProcessProgram program() throws IOException {
    Files.createDirectories(home());
    return new InProcessProgram(home(), new Impatience(), environment());
  }

  private String done(String... words) throws IOException {
    InstalledProgram.Ran ran = program().run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + "\n" + ran.out() + ran.err()).isZero();
    return ran.out();
  }

  private Node prepare(ModelMock model, ModelMock.Wire wire) throws IOException, MalformedJson {
    return prepare(model, wire, PARALLEL);
  }

  private Node prepare(ModelMock model, ModelMock.Wire wire, int parallel)
      throws IOException, MalformedJson {
    String _ = done("init", "--local", "--name", "Ada", "--llm", "builtin");
    Node node = Node.at(home());
    JsonObject made =
        (JsonObject) JsonReader.file(Files.readAllBytes(node.home().schedulerConfig()));
    JsonObject openai =
        JsonObject.builder()
            .put("model", "m")
            .put("preset", wire == ModelMock.Wire.OLLAMA ? "ollama" : "openai")
            .put("base_url", model.url())
            .build();
    JsonObject config =
        made.with(
                "llm",
                made.object("llm")
                    .orElseGet(JsonObject::empty)
                    .with("openai", openai)
                    .with("daily_call_limit", 0))
            .with(
                "sessions",
                JsonObject.builder().put("backend", "openai").put("parallel", parallel).build())
            .with("commands", idle(made));
    node.writeJson(
        node.home().schedulerConfig(),
        store().map(store -> config.with("store", store)).orElse(config));
    return node;
  }

  /** Returns commands of a tick's steps that do nothing. */
  private static JsonObject idle(JsonObject config) {
    JsonObject commands = JsonObject.empty();
    for (String step : config.object("commands").orElseThrow().members().keySet()) {
      commands = commands.with(step, "true");
    }
    return commands;
  }

  private void send(int mark) throws IOException {
    String _ = done("session", "send", "--new", session(mark), message(mark), "--mode", "followup");
  }

  private static String session(int mark) {
    return "talk" + mark % SESSIONS;
  }

  /** Returns a message whose length, as that of its answer, is the same for each mark. */
  private static String message(int mark) {
    return "please mail mark-%03d".formatted(mark);
  }

  /** Stores a message without the program. */
  private static void post(Ledger ledger, int mark) {
    ledger.run(
        tx -> {
          SessionInput _ =
              new MessageQueue(tx)
                  .add(
                      new MessageQueue.Posted(
                          Sessions.key("main", session(mark)),
                          SessionInput.Source.HUMAN,
                          message(mark),
                          Optional.of(QueueMode.FOLLOWUP),
                          Optional.empty(),
                          Channel.CHAT,
                          "",
                          Access.decide(tx, Principal.OWNER, "command").authority()));
        });
  }

  /** The machine's time, on which the program pauses for moments only. */
  private static final class Impatience implements InstantSource, Polling.Pauses {
    private static final int TIMES = 20;

    @Override
    public Instant instant() {
      return InstantSource.system().instant();
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
      Thread.sleep(time.dividedBy(TIMES));
    }
  }

  @ParameterizedTest
  @EnumSource(ModelMock.Wire.class)
  void aStreamThatIsCutCostsNoAnswerAndMailsNothingTwice(ModelMock.Wire wire) throws Exception {
    int step = Integer.getInteger(STEP, 19);
    int marks = wire.length() / step;
    try (ModelMock model = new ModelMock(wire, ModelMock.MAILING, step, this::broken)) {
      Node node = prepare(model, wire);
      try (Ledger ledger = Ledger.open(node, provider().open(node))) {
        for (int mark = 0; mark < marks; mark++) {
          post(ledger, mark);
        }
        String _ = done("session", "run", "--until-idle");
        assertThat(model.broken()).isEmpty();
        check(ledger, marks, Set.of());
        assertThat(model.cuts()).isEqualTo(marks);
        assertThat(mails(ledger)).hasSize(marks);
      }
    }
  }

  /** Process that runs the sessions. */
  enum Runs {
    TICK,
    UP;

    String[] words() {
      return switch (this) {
        case TICK -> new String[] {"tick"};
        case UP -> new String[] {"session", "run", "--until-idle"};
      };
    }
  }

  private static ModelMock.Said manager(String message, boolean isAfterTool) {
    String mark = ModelMock.mark(message);
    if (isAfterTool) {
      return new ModelMock.Said.Text("under way " + mark);
    }
    if (message.contains("please hand")) {
      String to = message.contains("the board") ? "role:tester" : "coder";
      return new ModelMock.Said.Call(
          "dispatch_to_agent",
          JsonObject.builder().put("agent", to).put("text", "please do " + mark).build());
    }
    return new ModelMock.Said.Text((message.contains("Report of") ? "reported " : "done ") + mark);
  }

  @ParameterizedTest
  @EnumSource(Runs.class)
  void workComesBackFromSessionsAndFromTheBoardWhoeverRunsThem(Runs runs) throws Exception {
    try (ModelMock model =
        new ModelMock(ModelMock.Wire.OPENAI, ConversationContract::manager, 0, this::broken)) {
      Node node = prepare(model, ModelMock.Wire.OPENAI);
      String _ = done("agent", "register", "coder");
      String _ = done("session", "send", "--new", "work", "please hand mark-1");
      String _ = done("session", "send", "--new", "board", "please hand mark-2 to the board");
      run(runs);
      try (Ledger ledger = Ledger.open(node, provider().open(node))) {
        assertThat(answers(ledger, "work")).containsExactly("under way mark-1", "reported mark-1");
        assertThat(answers(ledger, "board")).containsExactly("under way mark-2");
        assertThat(states(ledger)).containsExactly("done", "open");
      }
      // The owner does the task.
      JsonObject claim = json("task", "claim", "--json");
      String _ =
          done(
              "task",
              "submit",
              claim.string("id").orElseThrow(),
              "--fence",
              String.valueOf(claim.integer("fence").orElseThrow()),
              "--result",
              "tested mark-2");
      run(runs);
      try (Ledger ledger = Ledger.open(node, provider().open(node))) {
        assertThat(states(ledger)).containsExactly("done", "done");
        assertThat(answers(ledger, "board")).containsExactly("under way mark-2", "reported mark-2");
      }
    }
  }

  private void run(Runs runs) throws IOException {
    String _ = done(runs.words());
  }

  private JsonObject json(String... words) throws Exception {
    return (JsonObject) JsonReader.file(done(words).getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> states(Ledger ledger) {
    return ledger.read(tx -> tx.texts("SELECT state FROM agent_dispatch ORDER BY kind"));
  }

  private static List<String> answers(Ledger ledger, String session) {
    return ledger.read(
        tx ->
            new TurnThread(tx)
                .newest(new Sessions(tx).require(session).head(), 100).stream()
                    .map(turn -> new TurnThread(tx).whole(turn).messages().getLast())
                    .map(message -> message.text().orElse(""))
                    .toList());
  }

  @Test
  void anAgentOverMcpHandsWorkOutAndReadsTheResult() throws Exception {
    try (ModelMock model =
        new ModelMock(ModelMock.Wire.OPENAI, ConversationContract::manager, 0, this::broken)) {
      Node _ = prepare(model, ModelMock.Wire.OPENAI);
      String _ = done("agent", "register", "manager");
      String _ = done("agent", "register", "coder");
      try (McpSeat seat = McpSeat.open(program(), Optional.of("manager"), McpSeat.Era.HANDSHAKE)) {
        McpSeat.Answer made =
            seat.call(
                "dispatch_to_agent",
                JsonObject.builder().put("agent", "coder").put("text", "please do mark-3").build());
        assertThat(made.isError()).as(made.text()).isFalse();
        JsonObject which =
            JsonObject.builder()
                .put("dispatch", made.document().string("dispatch").orElseThrow())
                .build();
        assertThat(seat.call("get_agent_status", which).document().string("state"))
            .contains("open");
        run(Runs.UP);
        McpSeat.Answer status = seat.call("get_agent_status", which);
        assertThat(status.document().string("state")).contains("done");
        assertThat(status.text()).contains("done mark-3");
        assertThat(seat.call("wait", which.with("seconds", 0)).text()).contains("done mark-3");
      }
    }
  }

  @Test
  void killedProcessesLoseNoMessageAndMailNothingTwice() throws Exception {
    int kills = Integer.getInteger(KILLS, 1);
    Random random = new Random(50);
    int marks = 0;
    Set<Killed> killed = new TreeSet<>();
    try (ModelMock model =
        new ModelMock(ModelMock.Wire.OPENAI, ModelMock.MAILING, 7, this::broken)) {
      Node node = prepare(model, ModelMock.Wire.OPENAI, AT_ONCE);
      try (Ledger ledger = Ledger.open(node, provider().open(node))) {
        for (int kill = 0; kill < kills; kill++) {
          for (int i = 0; i < MESSAGES_OF_A_KILL; i++) {
            send(marks++);
          }
          long before = commits(ledger);
          Process process = start();
          while (process.isAlive() && commits(ledger) == before) {
            boolean _ = process.waitFor(5, TimeUnit.MILLISECONDS);
          }
          boolean _ = process.waitFor(random.nextInt(LONGEST_LIFE_MS), TimeUnit.MILLISECONDS);
          int _ = process.destroyForcibly().waitFor();
          killed.addAll(leftIn(ledger));
        }
        Process last = start();
        assertThat(last.waitFor()).as(Files.readString(log())).isZero();
        check(ledger, marks, givenUp(killed));
      }
    }
  }

  /** Turn in which a process was killed, which that process's token tells from others. */
  private record Killed(String turn, String token) implements Comparable<Killed> {
    @Override
    public int compareTo(Killed other) {
      return Comparator.comparing(Killed::turn).thenComparing(Killed::token).compare(this, other);
    }
  }

  private static List<Killed> leftIn(Ledger ledger) {
    return ledger.read(
        tx ->
            tx.list(
                "SELECT id, token FROM agent_turn WHERE state = 'running'",
                row -> new Killed(row.text(1), row.text(2))));
  }

  /** Returns the turns in which as many processes were killed as may try one. */
  private static Set<String> givenUp(Set<Killed> killed) {
    Map<String, Integer> tries = new TreeMap<>();
    killed.forEach(one -> tries.merge(one.turn(), 1, Integer::sum));
    assertThat(tries.values()).allMatch(count -> count <= TRIES);
    tries.values().removeIf(count -> count < TRIES);
    return tries.keySet();
  }

  private Path log() {
    return folder.resolve("log");
  }

  private Process start() throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            "org.sovereignbook.sbp.cli.Main",
            "session",
            "run",
            "--until-idle",
            "--home",
            home().toString());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    builder.environment().clear();
    builder.environment().putAll(environment());
    return builder.start();
  }

  /** Grows with each step of a turn. */
  private static long commits(Ledger ledger) {
    return ledger.<Long>read(
        tx ->
            tx.number(
                "SELECT (SELECT COUNT(*) FROM agent_turn) + (SELECT COUNT(*) FROM agent_message)"
                    + " + (SELECT COUNT(*) FROM agent_call WHERE state <> 'asked')"));
  }

  private static List<String> mails(Ledger ledger) {
    return ledger.read(
        tx ->
            tx.texts(
                "SELECT c.text FROM mail m JOIN content c ON c.id = m.body_id WHERE c.text LIKE"
                    + " 'mark-%'"));
  }

  /**
   * Checks that each message has ended once and has had its effect at most once.
   *
   * @param givenUp the turns that may have ended without an answer, and must have
   */
  private static void check(Ledger ledger, int marks, Set<String> givenUp) {
    assertThat(inputs(ledger, "")).hasSize(marks);
    assertThat(inputs(ledger, "WHERE state = 'answered'")).hasSize(marks - givenUp.size());
    assertThat(inputs(ledger, "WHERE state = 'refused' AND why = 'its process ended'"))
        .containsExactlyInAnyOrderElementsOf(givenUp);
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < Math.min(marks, SESSIONS); i++) {
      String label = Sessions.key("main", "talk" + i);
      List<AgentTurn> thread =
          ledger.read(
              tx -> new TurnThread(tx).newest(new Sessions(tx).require(label).head(), 10_000));
      assertThat(thread).allMatch(turn -> turn.state() == TurnState.COMPLETED);
      assertThat(ledger.<Optional<AgentTurn>>read(tx -> new TurnThread(tx).changed(thread)))
          .isEmpty();
      thread.forEach(
          turn ->
              answers.add(
                  ledger
                      .<TurnThread.Whole>read(tx -> new TurnThread(tx).whole(turn))
                      .messages()
                      .getLast()
                      .text()
                      .orElse("")));
    }
    assertThat(answers).hasSize(marks - givenUp.size()).doesNotHaveDuplicates();
    assertThat(answers).allMatch(answer -> answer.startsWith("mailed mark-"));
    checkMails(ledger, answers, givenUp);
  }

  /** Checks that a mail is missing only where the model was told that nobody knows. */
  private static void checkMails(Ledger ledger, List<String> answers, Set<String> givenUp) {
    List<String> mails = mails(ledger);
    assertThat(mails).doesNotHaveDuplicates();
    long unknown =
        ledger.<Long>read(
            tx ->
                tx.number(
                    "SELECT COUNT(*) FROM agent_call c JOIN agent_turn t ON t.id = c.turn WHERE"
                        + " c.state = 'unknown' AND t.state = 'completed'"));
    List<String> missing =
        answers.stream().map(ModelMock::mark).filter(mark -> !mails.contains(mark)).toList();
    assertThat((long) missing.size()).isLessThanOrEqualTo(unknown);
    assertThat(mails).hasSizeLessThanOrEqualTo(answers.size() - missing.size() + givenUp.size());
  }

  /** Returns the turns of messages. */
  private static List<String> inputs(Ledger ledger, String where) {
    return ledger.read(tx -> tx.texts("SELECT turn FROM agent_input " + where));
  }
}
