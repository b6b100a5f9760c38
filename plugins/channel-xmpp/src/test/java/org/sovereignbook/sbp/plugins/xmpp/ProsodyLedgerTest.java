package org.sovereignbook.sbp.plugins.xmpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jivesoftware.smack.packet.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.plugins.channels.FastNode;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.InstalledProgram;
import org.sovereignbook.sbp.testkit.PackedPlugin;

/**
 * The ledger and Prosody's archive are the same at the end, while Prosody and the process of the
 * node are killed, connections end in the middle or fall silent, and messages come twice.
 */
@Tag("trial")
@Timeout(7_200)
class ProsodyLedgerTest {
  private static final int MESSAGES = Integer.getInteger("sbp.channels.xmpp", 150);
  private static final int QUESTIONS = MESSAGES / 10;
  private static final int AT_ONCE = 10;
  private static final int MOST_LIFE_MS = 6_000 + 2 * MESSAGES;
  private static final int MOST_BYTES = 40_000;
  private static final int SILENT_OF_HUNDRED = 2;
  private static final int CUT_OF_HUNDRED = 40;
  private static final Polling OFTEN = new Polling(InstantSource.system(), Duration.ofMillis(500));

  @TempDir private Path folder;
  private final Random random = new Random(49);
  private final Instant began = Instant.now();
  private final Map<String, String> environment = new TreeMap<>();
  private final AtomicBoolean isCalm = new AtomicBoolean();
  private final AtomicInteger kills = new AtomicInteger();
  private final AtomicInteger serverKills = new AtomicInteger();
  private final AtomicInteger cuts = new AtomicInteger();
  private final AtomicInteger silences = new AtomicInteger();
  private Optional<RealProsody> running = Optional.empty();
  private InProcessProgram program;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Files.exists(RealProsody.PROGRAM), "needs Prosody");
    RealProsody server = new RealProsody(folder.resolve("prosody"));
    running = Optional.of(server);
    server.start();
    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    PackedPlugin.into(plugins, XmppAdapter.class, "channel-xmpp", "channel:xmpp");
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", folder.toString());
    environment.put("SBP_BUNDLED_PLUGINS", plugins.toString());
    environment.put("XMPP_PASSWORD", "secret");
    Path home = Files.createDirectories(folder.resolve("node"));
    program = new InProcessProgram(home, new FastNode.Clock(began), environment);
    String _ = done("init", "--local", "--name", "Ada", "--llm", "builtin");
    String _ = done("config", "set", "channels.answers_per_hour", "10000");
  }

  @AfterEach
  void stop() {
    running.ifPresent(RealProsody::close);
  }

  private RealProsody server() {
    return running.orElseThrow();
  }

  private String done(String... words) {
    InstalledProgram.Ran ran = program.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + "\n" + ran.out() + ran.err()).isIn(0, 3);
    return ran.out();
  }

  /** Returns the items of all pages of a list. */
  private List<JsonObject> listed(String list, String... words) {
    List<JsonObject> items = new ArrayList<>();
    Optional<String> after = Optional.empty();
    do {
      List<String> all = new ArrayList<>(List.of(words));
      all.addAll(List.of("--json", "--limit", "1000"));
      after.ifPresent(end -> all.addAll(List.of("--after", end)));
      String out = done(all.toArray(String[]::new));
      try {
        JsonObject page = (JsonObject) JsonReader.file(out.getBytes(StandardCharsets.UTF_8));
        items.addAll(page.array(list).orElseThrow().objects());
        after = page.string("next");
      } catch (MalformedJson e) {
        throw new AssertionError(out, e);
      }
    } while (after.isPresent());
    return items;
  }

  private List<JsonObject> outbox() {
    return listed("messages", "channel", "outbox");
  }

  private static boolean is(JsonObject one, String state) {
    return one.string("state").filter(state::equals).isPresent();
  }

  private synchronized int upTo(int most) {
    return random.nextInt(most);
  }

  private FaultyProxy.Fault fault() {
    int number = isCalm.get() ? Integer.MAX_VALUE : upTo(100);
    if (number < SILENT_OF_HUNDRED) {
      int _ = silences.incrementAndGet();
      return new FaultyProxy.Fault(Integer.MAX_VALUE, upTo(MOST_BYTES), true);
    }
    if (number < CUT_OF_HUNDRED) {
      int _ = cuts.incrementAndGet();
      return number % 2 == 0
          ? new FaultyProxy.Fault(upTo(MOST_BYTES), Integer.MAX_VALUE, false)
          : new FaultyProxy.Fault(Integer.MAX_VALUE, upTo(MOST_BYTES), false);
    }
    return FaultyProxy.Fault.NONE;
  }

  @Test
  void theLedgerAndTheArchiveAreTheSame() throws Exception {
    try (FaultyProxy proxy = FaultyProxy.start(server().port(), this::fault)) {
      isCalm.set(true);
      String _ = done(ProsodyChannelTest.words(proxy.port()));
      isCalm.set(false);
      CompletableFuture<Void> written = CompletableFuture.runAsync(this::write);
      CompletableFuture<Void> killed = CompletableFuture.runAsync(this::killServer);
      while (!written.isDone() || !isAlmostSettled()) {
        live(Duration.ofMillis(1_500L + upTo(MOST_LIFE_MS + (written.isDone() ? 9_000 : 0))));
      }
      written.join();
      isCalm.set(true);
      killed.join();
      settle();
    }
    equal();
  }

  /** Queues messages of the agent, and lets the owner's arrive, each twice. */
  private void write() {
    for (int i = 1; i <= MESSAGES; i++) {
      String _ = done("channel", "send", "message " + i);
      if (i % AT_ONCE == 0) {
        arrive("who are my peers? " + i);
      }
    }
  }

  /** Sends a message of the owner until the server has said twice that it has it. */
  private void arrive(String text) {
    try {
      Message message = Person.message(RealProsody.AGENT, text).build();
      int sent = 0;
      while (sent < 2) {
        try (Person ann = new Person(RealProsody.OWNER, server().port())) {
          ann.session().send(message);
          ann.settle();
          sent++;
        } catch (ChannelException e) {
          Polling.pause(InstantSource.system(), Duration.ofMillis(200));
        }
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void killServer() {
    try {
      while (!isCalm.get()) {
        Polling.pause(InstantSource.system(), Duration.ofMillis(2_000L + upTo(8_000)));
        server().kill();
        int _ = serverKills.incrementAndGet();
        Polling.pause(InstantSource.system(), Duration.ofMillis(upTo(2_500)));
        server().start();
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Process process() throws IOException {
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            FastNode.class.getName(),
            folder.resolve("node").toString(),
            began.toString(),
            "channel",
            "run");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(new File(folder.toFile(), "process.log")));
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Lets the node's process live for a while, and kills it. */
  private void live(Duration time) throws IOException, InterruptedException {
    Process process = process();
    boolean hasEnded = process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(hasEnded).as(this::log).isFalse();
    process.destroyForcibly().waitFor();
    int _ = kills.incrementAndGet();
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("process.log"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private boolean isAlmostSettled() {
    return outbox().stream().filter(one -> is(one, "queued")).count() <= MESSAGES / 20;
  }

  /** Lets everything end without faults. */
  private void settle() throws IOException, InterruptedException {
    Process process = process();
    try {
      boolean isSettled =
          OFTEN.until(
              Duration.ofMinutes(20), () -> outbox().stream().noneMatch(one -> is(one, "queued")));
      assertThat(isSettled).as(this::log).isTrue();
      boolean isTaken = OFTEN.until(Duration.ofMinutes(5), () -> taken() >= QUESTIONS);
      assertThat(isTaken).as("%d taken", taken()).isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private long taken() {
    return listed("sessions", "session", "list").stream()
        .mapToLong(one -> one.integer("waiting").orElse(0))
        .sum();
  }

  /** Returns the ids in somebody's archive by the keys of the agent's messages to the owner. */
  private Map<String, List<String>> keys(String user) throws Exception {
    try (Person reader = new Person(user, server().port())) {
      return reader.archive(Optional.empty()).stream()
          .filter(one -> XmppAccount.bare(one.from()).equals(RealProsody.AGENT))
          .filter(
              one ->
                  one.message()
                      .attribute("to")
                      .map(XmppAccount::bare)
                      .filter(RealProsody.OWNER::equals)
                      .isPresent())
          .collect(
              Collectors.groupingBy(
                  one -> one.message().attribute("id").orElse(""),
                  HashMap::new,
                  Collectors.mapping(Archive.Archived::id, Collectors.toList())));
    }
  }

  private static List<String> doubled(Map<String, List<String>> keys) {
    return keys.entrySet().stream()
        .filter(one -> one.getValue().size() > 1)
        .map(Map.Entry::getKey)
        .toList();
  }

  private void equal() throws Exception {
    List<JsonObject> outbox = outbox();
    Map<String, String> accepted =
        outbox.stream()
            .filter(one -> is(one, "accepted"))
            .collect(
                Collectors.toMap(
                    one -> one.string("id").orElseThrow(),
                    one -> one.string("server_id").orElseThrow()));
    Map<String, List<String>> own = keys(RealProsody.AGENT);
    Map<String, List<String>> owners = keys(RealProsody.OWNER);
    Set<String> untrue = new HashSet<>(accepted.keySet());
    untrue.removeAll(owners.keySet());
    System.out.printf(
        "messages %d, accepted %d, false %d, doubled %d, questions %d taken %d; kills of the node"
            + " %d, of Prosody %d; connections cut %d, silent %d; tries %d; %d s%n",
        outbox.size(),
        accepted.size(),
        untrue.size(),
        doubled(owners).size(),
        QUESTIONS,
        taken(),
        kills.get(),
        serverKills.get(),
        cuts.get(),
        silences.get(),
        outbox.stream().mapToLong(one -> one.integer("tries").orElse(0)).sum(),
        Duration.between(began, Instant.now()).toSeconds());
    assertThat(untrue).as("accepted, and not there").isEmpty();
    assertThat(doubled(owners)).as("there twice").isEmpty();
    assertThat(accepted).hasSize(MESSAGES + 1);
    assertThat(owners.keySet()).isEqualTo(accepted.keySet());
    assertThat(own)
        .isEqualTo(
            accepted.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, one -> List.of(one.getValue()))));
    assertThat(taken()).isEqualTo(QUESTIONS);
  }
}
