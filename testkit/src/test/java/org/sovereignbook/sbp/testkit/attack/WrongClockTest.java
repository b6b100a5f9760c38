package org.sovereignbook.sbp.testkit.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.access.Grants;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.runtime.health.ClockRepair;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.hostile.Flood;

/**
 * THREATS: a clock that was wrong once. Whatever a node does is done while its clock is days or
 * years ahead, and set back, between any two steps; then the clock is right again.
 */
class WrongClockTest extends AttackScene {
  private static final Duration LONGEST_RETRY = Duration.ofDays(1);

  private static final int FAILURES_BEFORE_REST = 5;

  private static final String READER = "reader-pre && \"$SBP\" agent run reader && reader-post";

  private static final Duration LEASE = Duration.ofMinutes(5);

  /** What is done at a time. */
  @FunctionalInterface
  private interface Action {
    void run() throws Exception;
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 400, 3_650})
  void afterwardsNothingWaitsLongerThanItsLongestPause(long days) throws Exception {
    meetFriend(TrustState.KNOWN);
    node.meet(strangers(2).getFirst(), TrustState.ENDORSED, true);
    done("agent", "register", "planner");
    done("agent", "register", "worker");

    for (Action each : life()) {
      node.advance(Duration.ofDays(days));
      each.run();
      node.advance(Duration.ofDays(-days));
    }

    String made = token();
    assertThat(node.sbp("status").out()).contains("the clock was set back");
    assertThat(node.sbp("doctor").out())
        .contains("clock: the clock was set back", "further ahead than it can be");
    assertThat(worksWith(made)).isTrue();
    assertThat(worksWith(ahead)).as("a token that was made in the future").isFalse();
    assertThat(grantsInForce()).isZero();

    node.advance(LONGEST_RETRY);
    node.tick();
    assertThat(node.sbp("mail", "list", "--as", "worker").exit()).isZero();
    node.advance(LEASE);
    assertThat(node.sbp("task", "claim", "--as", "planner").exit()).isZero();
    assertThat(node.sbp("mail", "read", "--as", "worker").out()).contains("look at the parser");
    assertThat(node.sbp("outbox").out()).doesNotContain("in " + days + " d");

    for (int i = 0; i < 20; i++) {
      node.advance(Duration.ofHours(12));
      node.tick();
    }
    node.restarted();
    node.restarted();
    assertThat(wrong()).isEmpty();
    assertThat(node.sbp("doctor").out()).contains("no stored time lies further ahead");
    assertThat(node.sbp("status").out()).doesNotContain("the clock was set back");
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 400, 3_650})
  void afterwardsHooksRunAndTheOwnerIsToldAsBefore(long days) throws Exception {
    node.configured("on_failure", new JsonString("echo told >> alerts.txt"));
    List.of("reader", "author", "compactor", "delivery", "network", "maintenance")
        .forEach(name -> node.configured("commands." + name, new JsonString("exit 1")));
    hook("hourly", "{cron: '0 * * * *'}", 0);
    hook("added", "{event: {types: task.created}}", 0);
    hook("failing", "{event: {types: task.created}}", 1);
    for (int i = 0; i < FAILURES_BEFORE_REST; i++) {
      node.advance(Duration.ofDays(days));
      done("task", "add", "Ahead " + i);
      node.sbp("tick");
      node.advance(Duration.ofDays(-days));
      done("task", "list");
    }
    assertThat(List.of(lines("hourly.txt"), lines("alerts.txt"))).doesNotContain(0L);
    assertThat(lines("failing.txt")).isEqualTo(FAILURES_BEFORE_REST);
    assertThat(node.sbp("status").out()).contains("the clock was set back");

    long hourly = lines("hourly.txt");
    long added = lines("added.txt");
    long told = lines("alerts.txt");
    node.sbp("tick");
    node.advance(Duration.ofMinutes(61));
    done("task", "add", "Mend the lexer");
    node.sbp("tick");

    assertThat(lines("hourly.txt")).isGreaterThan(hourly);
    assertThat(lines("added.txt")).isEqualTo(added + 1);
    assertThat(lines("failing.txt")).as("its rest is over").isGreaterThan(FAILURES_BEFORE_REST);
    assertThat(lines("alerts.txt")).isGreaterThan(told);
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 400, 3_650})
  void afterwardsAModelIsAskedAsBefore(long days) throws Exception {
    MeteredModel model = new MeteredModel(1 << 20);
    node.judgedBy(model).configured("llm.daily_call_limit", 2);
    meetFriend(TrustState.TRUSTED);
    node.advance(Duration.ofDays(days));
    for (String words : List.of("one", MeteredModel.POISON, "three")) {
      friendWrites(words);
      node.advance(TICK);
      node.run(READER);
    }
    assertThat(model.calls("reader")).as("the day's calls are used up").hasSize(2);
    node.advance(Duration.ofDays(-days));

    friendWrites("are you still there");
    node.advance(TICK);
    node.run(READER);

    assertThat(model.calls("reader")).hasSizeGreaterThan(2);
    assertThat(model.hasJudged("are you still there")).isTrue();
  }

  private void hook(String name, String triggers, int exit) {
    node.node()
        .writeText(
            node.node().home().runtime().resolve("hooks").resolve(name + ".sh"),
            """
            #!/bin/sh
            # sbp-hook:
            #   triggers: %s
            echo ran >> "%s"
            exit %d
            """
                .formatted(triggers, node.node().home().root().resolve(name + ".txt"), exit));
    done("hook", "accept", name);
  }

  private long lines(String file) {
    return node.node()
        .readText(node.node().home().root().resolve(file))
        .map(text -> text.lines().count())
        .orElse(0L);
  }

  private String ahead = "";

  private List<Action> life() {
    return List.of(
        () ->
            node.sender()
                .send(Flood.by(strangers(3), node.target().key(), node.now()).directs(6, 200)),
        () -> friendWrites("are you still there"),
        node::tick,
        () -> node.publish("A piece", "that a follower nobody reaches is to get"),
        node::tick,
        () -> ahead = token(),
        () -> done("agent", "register", "helper", "--ttl-seconds", "864000"),
        () -> done("mail", "send", "--as", "planner", "worker", "look at the parser"),
        () -> done("task", "add", "Mend the parser"),
        () -> done("task", "claim", "--as", "worker"),
        () -> done("mail", "read", "--as", "worker"),
        this::grant,
        () -> node.restarted(),
        node::tick,
        () -> done("agent", "suspend", "planner"),
        () -> done("agent", "activate", "planner"),
        node::tick);
  }

  private void done(String... command) {
    var ran = node.sbp(command);
    assertThat(ran.exit()).as(String.join(" ", command) + ran.out() + ran.err()).isZero();
  }

  private String token() {
    String out = node.sbp("agent", "token", "worker").out();
    return out.lines().filter(line -> line.contains("sbpa_")).findFirst().orElseThrow().strip();
  }

  private boolean worksWith(String secret) {
    return new InProcessProgram(
                node.node().home().root(), node.node().clock(), Map.of("SBP_AGENT_TOKEN", secret))
            .run("task", "list")
            .exit()
        == 0;
  }

  private <T> T society(Ledger.Work<T> work) {
    try (Ledger ledger = Ledger.openIfAny(node.node(), new SqliteLedgerProvider()).orElseThrow()) {
      return ledger.write(work);
    }
  }

  private void grant() {
    society(
        tx ->
            new Grants(tx)
                .give(
                    Authority.of(Principal.OWNER, "command"),
                    Grants.To.principal(Principal.parse("webhook:ci")),
                    Grants.What.tool("post"),
                    Optional.of(Grants.A_DAY),
                    Optional.empty()));
  }

  private long grantsInForce() {
    return society(
        tx -> {
          new Grants(tx).settle();
          return tx.number(
              "SELECT COUNT(*) FROM access_grant WHERE ended_ms IS NULL AND created_ms <= ?",
              tx.nowMs());
        });
  }

  private Map<String, Long> wrong() {
    try (Store store = node.store()) {
      var wrong = ClockRepair.wrong(store);
      wrong.putAll(society(ClockRepair::wrong));
      return wrong;
    }
  }
}
