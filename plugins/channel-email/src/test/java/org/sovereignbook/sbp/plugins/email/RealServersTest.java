package org.sovereignbook.sbp.plugins.email;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
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
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.plugins.channels.FastNode;
import org.sovereignbook.sbp.plugins.channels.work.ChannelOutbox;
import org.sovereignbook.sbp.plugins.channels.work.OutboxRow;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.InstalledProgram;
import org.sovereignbook.sbp.testkit.PackedPlugin;

/**
 * The ledger and the mailboxes of OpenSMTPD and Dovecot are the same at the end, while both servers
 * and the process of the node are killed, connections end, hang and are slow, and mails are
 * delivered twice.
 */
@Tag("trial")
@Timeout(7_200)
class RealServersTest {
  private static final int MESSAGES = Integer.getInteger("sbp.channels.trial", 300);
  private static final int MAILS = MESSAGES / 10;
  private static final int MOST_LIFE_MS = 6_000 + 6 * MESSAGES;

  /** Makes the fast clock go on by somewhat more than the longest pause between looks. */
  private static final Duration LEAP = Duration.ofHours(5).dividedBy(FastNode.SPEED);

  private static final int OF_CONNECTIONS = 10_000;
  private static final int FAULTS = 1_200;
  private static final int HANGS = 4;

  /** A connection that hangs in each run. */
  private static final int HANGING = 20;

  private static final Pattern KEY = Pattern.compile("(?m)^X-Sbp-Key: (?<key>[0-9a-f]{16})");
  private static final Pattern QUEUED = Pattern.compile("with E?SMTP id (?<id>[0-9a-f]+)");
  private static final Polling OFTEN = new Polling(InstantSource.system(), Duration.ofMillis(500));

  @TempDir Path folder;
  private final Random random = new Random(49);
  private final Instant began = Instant.now();
  private final Map<String, String> environment = new TreeMap<>();
  private final AtomicBoolean isCalm = new AtomicBoolean();
  private final AtomicInteger kills = new AtomicInteger();
  private final AtomicInteger serverKills = new AtomicInteger();
  private final Map<FaultyProxy.Fault, AtomicInteger> faults = new HashMap<>();
  private int connections;
  private RealMail mail;
  private InProcessProgram program;

  @BeforeEach
  void start() throws IOException {
    boolean isRoot = "root".equals(System.getProperty("user.name"));
    assumeTrue(isRoot && Files.exists(Path.of("/usr/sbin/smtpd")), "needs root and OpenSMTPD");
    assumeTrue(Files.exists(Path.of("/usr/sbin/dovecot")), "needs Dovecot");
    mail = new RealMail(folder, List.of("ann", "agent"));
    for (String server : RealMail.SERVERS) {
      mail.start(server);
    }
    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    PackedPlugin.into(plugins, EmailAdapter.class, "channel-email", "channel:email");
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", folder.toString());
    environment.put("SBP_BUNDLED_PLUGINS", plugins.toString());
    environment.put("MAIL_PASSWORD", "secret");
    Path home = Files.createDirectories(folder.resolve("node"));
    program = new InProcessProgram(home, new FastNode.Clock(began), environment);
    String _ = done("init", "--local", "--name", "Ada", "--llm", "builtin");
    String _ = done("config", "set", "channels.answers_per_hour", "10000");
    for (FaultyProxy.Fault fault : FaultyProxy.Fault.values()) {
      faults.put(fault, new AtomicInteger());
    }
  }

  @AfterEach
  void stop() {
    if (mail != null) {
      mail.close();
    }
  }

  private String done(String... words) {
    InstalledProgram.Ran ran = program.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + "\n" + ran.out() + ran.err()).isIn(0, 3);
    return ran.out();
  }

  private List<JsonObject> listed(String list, String... words) {
    String[] all = Arrays.copyOf(words, words.length + 3);
    all[words.length] = "--json";
    all[words.length + 1] = "--limit";
    all[words.length + 2] = "1000000";
    String out = done(all);
    try {
      JsonObject json = (JsonObject) JsonReader.file(out.getBytes(StandardCharsets.UTF_8));
      return json.array(list).orElseThrow().objects();
    } catch (MalformedJson e) {
      throw new AssertionError(out, e);
    }
  }

  /** Returns all messages; the command's list ends where its page is full. */
  private List<JsonObject> outbox() {
    try (Ledger ledger = ledger(folder.resolve("node"), began)) {
      return ledger.<List<OutboxRow>>read(tx -> new ChannelOutbox(tx).all()).stream()
          .map(RealServersTest::json)
          .toList();
    }
  }

  private static JsonObject json(OutboxRow row) {
    return JsonObject.builder()
        .put("id", row.id())
        .put("state", row.state().toString())
        .put("reason", row.reason().orElse(""))
        .put("tries", row.tries())
        .build();
  }

  private static boolean is(JsonObject one, String state) {
    return one.string("state").filter(state::equals).isPresent();
  }

  private synchronized FaultyProxy.Fault fault() {
    int number = isCalm.get() ? OF_CONNECTIONS : random.nextInt(OF_CONNECTIONS);
    List<FaultyProxy.Fault> quick = FaultyProxy.Fault.QUICK;
    FaultyProxy.Fault fault =
        number < HANGS || ++connections == HANGING
            ? FaultyProxy.Fault.HANGS
            : number < FAULTS
                ? quick.get(1 + random.nextInt(quick.size() - 1))
                : FaultyProxy.Fault.NONE;
    int _ = faults.get(fault).incrementAndGet();
    return fault;
  }

  /** Returns how late the next bytes of IMAP are; some are as late as if the server hung. */
  private synchronized Duration late() {
    int number = isCalm.get() ? OF_CONNECTIONS : random.nextInt(OF_CONNECTIONS);
    return number < HANGS
        ? Duration.ofSeconds(5L + random.nextInt(15))
        : Duration.ofMillis(number < FAULTS / 10 ? random.nextInt(1_500) : 0);
  }

  private synchronized int bytes() {
    boolean isCut = !isCalm.get() && random.nextInt(3) == 0;
    return isCut ? random.nextInt(60_000) : Integer.MAX_VALUE;
  }

  private synchronized int upTo(int most) {
    return random.nextInt(most);
  }

  @Test
  void theLedgerAndTheMailboxesAreTheSame() throws Exception {
    try (FaultyProxy smtp = FaultyProxy.smtp(mail.smtp(), this::fault);
        FaultyProxy imap = FaultyProxy.slow(mail.imap(), this::late, this::bytes)) {
      isCalm.set(true);
      String _ = done(MailScene.words(smtp.port(), imap.port(), "--no-alarms", "--no-digest"));
      isCalm.set(false);
      CompletableFuture<Void> written = CompletableFuture.runAsync(this::write);
      CompletableFuture<Void> killed = CompletableFuture.runAsync(this::killServers);
      while (!written.isDone() || !isAlmostSettled()) {
        live(
            Duration.ofMillis(
                1_500L + upTo(written.isDone() ? MOST_LIFE_MS + 9_000 : MOST_LIFE_MS)));
      }
      written.join();
      isCalm.set(true);
      killed.join();
      settle();
    }
    equal();
  }

  /** Lets mails of the owner arrive, each twice, while a process queues messages of the agent. */
  private void write() {
    try {
      Process writer =
          java(Writer.class, List.of(folder.resolve("node").toString(), began.toString())).start();
      for (int i = 1; i <= MAILS; i++) {
        String raw = MailScene.ofOwner("in" + i, "number " + i, "", "who are my peers? " + i);
        mail.deliver("agent", raw);
        mail.deliver("agent", "Received: by another way\r\n" + raw);
      }
      assertThat(writer.waitFor()).as(() -> log()).isZero();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Process that queues messages, while others work with the same database. */
  static final class Writer {
    private Writer() {}

    /** Queues messages; the arguments are the node's folder and the beginning of its clock. */
    public static void main(String[] arguments) {
      try (Ledger ledger = ledger(Path.of(arguments[0]), Instant.parse(arguments[1]))) {
        for (int i = 1; i <= MESSAGES; i++) {
          queue(ledger, "message " + i);
        }
      }
    }
  }

  private static Ledger ledger(Path home, Instant began) {
    Node node =
        new Node(
            new NodeHome(home),
            LocalDisk.unsynced(),
            new FastNode.Clock(began),
            new SecureRandom());
    return Ledger.open(node, new SqliteLedgerProvider().open(node));
  }

  /** Returns how many received mails were set aside because nobody could read them. */
  private long setAside() {
    try (Ledger ledger = ledger(folder.resolve("node"), began)) {
      return ledger.<Long>read(
          tx -> tx.number("SELECT COUNT(*) FROM channel_seen WHERE state = 'broken'"));
    }
  }

  private static void queue(Ledger ledger, String text) {
    Optional<String> _ =
        ledger.<Optional<String>>write(
            tx ->
                new ChannelOutbox(tx)
                    .add(
                        new OutboxRow.NewMessage(
                            "email",
                            Optional.empty(),
                            OutboxRow.Kind.MESSAGE,
                            MailScene.OWNER,
                            false,
                            text,
                            text,
                            List.of(),
                            Optional.empty()),
                        Authority.SYSTEM));
  }

  private void killServers() {
    try {
      while (!isCalm.get()) {
        Polling.pause(InstantSource.system(), Duration.ofMillis(2_000L + upTo(8_000)));
        String server = RealMail.SERVERS.get(upTo(RealMail.SERVERS.size()));
        mail.kill(server);
        int _ = serverKills.incrementAndGet();
        Polling.pause(InstantSource.system(), Duration.ofMillis(upTo(2_500)));
        mail.start(server);
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Starts the node's process by a clock that began before, which is ahead of the others. */
  private Process process(Duration before) throws IOException {
    return java(
            FastNode.class,
            List.of(
                folder.resolve("node").toString(),
                began.minus(before).toString(),
                "channel",
                "run"))
        .start();
  }

  private ProcessBuilder java(Class<?> main, List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Dsbp.channels.trial=" + MESSAGES,
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(new File(folder.toFile(), "process.log")));
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder;
  }

  /**
   * Lets the node's process live for a while, mostly from its first message on, and kills it. The
   * other lives also end while it begins.
   */
  private void live(Duration time) throws IOException, InterruptedException {
    long before = mail.count("ann");
    Process process = process(Duration.ZERO);
    if (upTo(4) > 0) {
      boolean _ =
          OFTEN.until(
              Duration.ofSeconds(20), () -> mail.count("ann") > before || !process.isAlive());
    }
    boolean hasEnded = process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(hasEnded).as(() -> log()).isFalse();
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

  private boolean isWaiting(Predicate<JsonObject> which) {
    return outbox().stream().anyMatch(one -> is(one, "queued") && which.test(one));
  }

  private static boolean isUnknown(JsonObject message) {
    return message.string("reason").filter(it -> it.contains("outcome is not known")).isPresent();
  }

  /**
   * Lets everything end without faults. Messages whose acceptance the killed server could not say
   * are sent again after hours, which pass at once when nothing else waits and the servers are
   * idle.
   */
  private void settle() throws IOException, InterruptedException {
    Process first = process(Duration.ZERO);
    try {
      boolean isSettled =
          OFTEN.until(Duration.ofMinutes(20), () -> !isWaiting(one -> !isUnknown(one)));
      assertThat(isSettled).as(() -> log()).isTrue();
      Polling.pause(InstantSource.system(), Duration.ofSeconds(3));
    } finally {
      first.destroyForcibly().waitFor();
    }
    int leaps = 0;
    while (isWaiting(_ -> true)) {
      leaps++;
      assertThat(leaps).as(() -> log()).isLessThan(20);
      leap(LEAP.multipliedBy(leaps));
    }
    Process process = process(LEAP.multipliedBy(leaps));
    try {
      boolean isTaken =
          OFTEN.until(Duration.ofMinutes(5), () -> taken() >= MAILS && keys().size() > MESSAGES);
      assertThat(isTaken).as("%d mails taken, %d messages stored", taken(), keys().size()).isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** Lets a process work for a moment at a later time. */
  private void leap(Duration before) throws IOException, InterruptedException {
    Process process = process(before);
    try {
      boolean _ = OFTEN.until(Duration.ofSeconds(5), () -> !isWaiting(_ -> true));
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private long taken() {
    return listed("sessions", "session", "list").stream()
        .mapToLong(one -> one.integer("waiting").orElse(0))
        .sum();
  }

  /** Returns the keys of the owner's mails, each with the ids by which the server queued it. */
  private Map<String, List<String>> keys() {
    try {
      Map<String, List<String>> keys = new HashMap<>();
      for (String each : mail.stored("ann")) {
        Matcher key = KEY.matcher(each);
        Matcher id = QUEUED.matcher(each);
        if (key.find()) {
          keys.computeIfAbsent(key.group("key"), _ -> new ArrayList<>())
              .add(id.find() ? id.group("id") : "");
        }
      }
      return keys;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Compares; a mail that the killed server itself delivered twice has one id of its queue. */
  private void equal() {
    List<JsonObject> outbox = outbox();
    Map<String, List<String>> keys = keys();
    Set<String> accepted =
        outbox.stream()
            .filter(one -> is(one, "accepted"))
            .map(one -> one.string("id").orElseThrow())
            .collect(Collectors.toSet());
    Set<String> untrue = new HashSet<>(accepted);
    untrue.removeAll(keys.keySet());
    List<String> doubled =
        keys.entrySet().stream()
            .filter(one -> new HashSet<>(one.getValue()).size() > 1)
            .map(Map.Entry::getKey)
            .toList();
    long byServer =
        keys.values().stream().mapToLong(ids -> ids.size() - new HashSet<>(ids).size()).sum();
    System.out.printf(
        "messages %d, accepted %d, false %d, doubled %d (by the server %d), mails %d taken %d;"
            + " kills of the node %d, of servers %d; connections %s; tries %d; %d s%n",
        outbox.size(),
        accepted.size(),
        untrue.size(),
        doubled.size(),
        byServer,
        MAILS,
        taken(),
        kills.get(),
        serverKills.get(),
        faults,
        outbox.stream().mapToLong(one -> one.integer("tries").orElse(0)).sum(),
        Duration.between(began, Instant.now()).toSeconds());
    assertThat(untrue).as("accepted, and not there").isEmpty();
    assertThat(doubled).as("there twice").isEmpty();
    assertThat(accepted).hasSize(MESSAGES + 1).isEqualTo(keys.keySet());
    assertThat(taken()).isEqualTo(MAILS);
    assertThat(setAside()).as("mails that can be read").isZero();
  }
}
