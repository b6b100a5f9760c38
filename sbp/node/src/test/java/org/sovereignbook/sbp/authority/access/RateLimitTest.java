package org.sovereignbook.sbp.authority.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;

/** How often somebody may use a tool (docs/access.md). */
class RateLimitTest {
  private static final int PER_HOUR = 6;

  @TempDir Path folder;
  private TestNode node;
  private TestSociety society;

  @BeforeEach
  void open() {
    node = TestNode.in(folder);
    limit("stranger_calls_per_hour");
    society = TestSociety.of(node);
  }

  @AfterEach
  void close() {
    society.close();
  }

  private void limit(String setting) {
    node.configure(
        JsonObject.empty().with("access", JsonObject.builder().put(setting, PER_HOUR).build()));
  }

  private int taken(Ledger.Work<Requester> who, String tool) {
    int taken = 0;
    while (taken < 100
        && society
            .ledger()
            .<Boolean>write(tx -> new RateLimit(tx).refusal(who.run(tx), tool).isEmpty())) {
      taken++;
    }
    return taken;
  }

  private static Ledger.Work<Requester> webhook(String name) {
    return tx -> Entities.requester(tx, Principal.webhook(name));
  }

  @Test
  void anHoursCallsMayComeAtOnceAndComeBackEvenly() {
    assertThat(taken(webhook("ci"), "a")).isEqualTo(PER_HOUR);
    society.clock().advance(Duration.ofMinutes(9));
    assertThat(taken(webhook("ci"), "a")).isZero();
    society.clock().advance(Duration.ofMinutes(1));
    assertThat(taken(webhook("ci"), "a")).isEqualTo(1);
    society.clock().advance(Duration.ofMinutes(30));
    assertThat(taken(webhook("ci"), "a")).isEqualTo(3);
    society.clock().advance(Duration.ofDays(30));
    assertThat(taken(webhook("ci"), "a")).as("no more than an hour's").isEqualTo(PER_HOUR);
  }

  @Test
  void eachPrincipalAndToolHasItsOwn() {
    assertThat(taken(webhook("ci"), "a")).isEqualTo(PER_HOUR);
    assertThat(taken(webhook("ci"), "b")).isEqualTo(PER_HOUR);
    assertThat(taken(webhook("shop"), "a")).isEqualTo(PER_HOUR);
  }

  @Test
  void whatIsUsedUpStaysSoWhenTheProgramStartsAgain() {
    assertThat(taken(webhook("ci"), "a")).isEqualTo(PER_HOUR);
    society.close();
    society = TestSociety.of(node);
    assertThat(taken(webhook("ci"), "a")).isZero();
  }

  @Test
  void bucketsThatAreFullAgainAreForgotten() {
    for (int i = 0; i < 20; i++) {
      assertThat(taken(webhook("ci" + i), "a")).isEqualTo(PER_HOUR);
    }
    society.clock().advance(Duration.ofMinutes(30));
    assertThat(taken(webhook("shop"), "a")).isEqualTo(PER_HOUR);
    assertThat(buckets()).isEqualTo(21);
    society.clock().advance(Duration.ofMinutes(31));
    assertThat(taken(webhook("news"), "a")).isEqualTo(PER_HOUR);
    assertThat(buckets()).as("of those two who called within the hour").isEqualTo(2);
  }

  private long buckets() {
    return society.ledger().<Long>read(tx -> tx.number("SELECT COUNT(*) FROM access_rate"));
  }

  @Test
  void aClockThatIsSetBackKeepsNobodyOutAndLetsNobodyInForGood() {
    assertThat(taken(webhook("ci"), "a")).isEqualTo(PER_HOUR);
    society.clock().advance(Duration.ofDays(-10));
    assertThat(taken(webhook("ci"), "a")).isEqualTo(PER_HOUR);
    society.clock().advance(Duration.ofMinutes(10));
    assertThat(taken(webhook("ci"), "a")).isEqualTo(1);
  }

  @Test
  void aClockThatIsAMinuteSlowIsNotTakenForOneThatIsSetBack() {
    assertThat(taken(webhook("ci"), "a")).isEqualTo(PER_HOUR);
    society.clock().advance(TimeJudge.SLACK.negated());
    assertThat(taken(webhook("ci"), "a")).isZero();
    society.clock().advance(Duration.ofMillis(-1));
    assertThat(taken(webhook("ci"), "a")).isEqualTo(PER_HOUR);
  }

  @Test
  void fullBucketsAreForgottenByTheFirstCallOfANewOneOnly() {
    assertThat(one("ci")).isTrue();
    assertThat(one("shop")).isTrue();
    society.clock().advance(Duration.ofMinutes(10));
    assertThat(one("shop")).isTrue();
    assertThat(buckets()).as("no look through all for a bucket that is there").isEqualTo(2);
    assertThat(one("news")).isTrue();
    assertThat(buckets()).as("shop and news").isEqualTo(2);
  }

  private boolean one(String name) {
    return society
        .ledger()
        .<Boolean>write(tx -> new RateLimit(tx).refusal(webhook(name).run(tx), "a").isEmpty());
  }

  @Test
  void oneWhoSpeaksOnSeveralChannelsIsCountedOnce() {
    society
        .ledger()
        .run(
            tx -> {
              EntityTable table = new EntityTable(tx);
              Authority owner = Authority.of(Principal.OWNER, "command");
              EntityTable.Entity ada =
                  table.add(EntityTable.Type.PERSON, "Ada", Optional.empty(), owner);
              table.identify(
                  ada,
                  new EntityTable.Identity(
                      Entities.SBP, TestKeys.named("ada").publicKey().toString()),
                  owner);
              table.identify(ada, new EntityTable.Identity("phone", "+351 900 000 001"), owner);
            });
    assertThat(
            taken(
                tx -> Entities.peer(tx, TestKeys.named("ada").publicKey(), TrustState.KNOWN), "a"))
        .isEqualTo(PER_HOUR);
    assertThat(taken(tx -> Entities.sender(tx, "phone", "+351900000001"), "a")).isZero();
    assertThat(
            taken(
                tx -> Entities.peer(tx, TestKeys.named("eve").publicKey(), TrustState.KNOWN), "a"))
        .isEqualTo(PER_HOUR);
  }

  @Test
  void theOwnerAndTheProgramAreNotCounted() {
    assertThat(taken(tx -> Entities.requester(tx, Principal.OWNER), "a")).isEqualTo(100);
    assertThat(taken(tx -> Entities.requester(tx, Principal.SYSTEM), "a")).isEqualTo(100);
  }

  @Test
  void anAgentThatCallsTooOftenIsRefusedByItsCodeAndThatIsWrittenDown() {
    limit("agent_calls_per_hour");
    society.agent("coder", TestSociety.tools("task_*"));
    for (int i = 0; i < PER_HOUR; i++) {
      assertThat(society.<Integer>as("coder", "task_list", (_, _) -> 1)).isEqualTo(1);
    }
    assertThatThrownBy(() -> society.<Integer>as("coder", "task_list", (_, _) -> 1))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("rate_limited"));
    assertThat(society.<Integer>as("coder", "task_show", (_, _) -> 1)).isEqualTo(1);
    assertThat(
            society
                .ledger()
                .<List<String>>read(
                    tx ->
                        tx.list(
                            "SELECT reason FROM audit WHERE decision = 'deny'"
                                + " AND tool = 'task_list'",
                            row -> row.text(1))))
        .singleElement()
        .asString()
        .startsWith("rate_limited: coder: the 6 calls of task_list an hour are used up")
        .contains("the next may be made at 2026-03-17T12:15:00Z");
  }
}
