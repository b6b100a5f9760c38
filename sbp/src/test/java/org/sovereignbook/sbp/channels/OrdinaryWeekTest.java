package org.sovereignbook.sbp.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.plugins.returning.Journeys;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.InstalledProgram;
import org.sovereignbook.sbp.testkit.memory.McpSeat;
import org.sovereignbook.sbp.testkit.memory.McpSeat.Answer;

/** An agent that was away, once what it brought is approved: by the owner, or by its parent. */
class OrdinaryWeekTest {
  private static final Principal THERE = Principal.peer(TestKeys.named("carol").publicKey());

  /** A peer that is known may cause a merge, and an approval as far as it is asked for. */
  private static final String MERGING =
      """
      - { name: node, match: { principal: { is_user: true } }, effect: allow, permissions: "*" }
      - { name: program, match: { principal: { system: true } }, effect: allow, permissions: "*" }
      - { name: agents, match: { principal: { agent: true } }, effect: allow, permissions: "*" }
      - name: known
        match: { principal: { peer: true } }
        effect: allow
        permissions: { tools: [reintegration_merge, memory_read_warm, memory_approve],
          data: full }
      """;

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private SocietyChannels home;
  private TestSociety away;

  @BeforeEach
  void open() {
    home = new SocietyChannels(folder.resolve("home"));
    home.agent("pat", "*");
    home.agent("ada", "*", "--as", "pat");
    away =
        TestSociety.of(
            TestNode.in(folder.resolve("away"), TestKeys.named("carol"), TestNode.ALICE_ENDPOINT));
  }

  @AfterEach
  void close() {
    home.close();
    away.close();
  }

  /** Ada leaves, works, and returns; nothing is merged yet. */
  private void journey() throws Exception {
    Path out = folder.resolve("out.json");
    SocietyChannels.require(home.owner("agent", "leave", "ada", out.toString()));
    String left = Files.readString(out);
    Agent _ = Journeys.host(away, left);
    ItemDraft inn =
        ItemDraft.of(ItemType.NOTE, JsonObject.empty().with("content", "The inn is full."));
    ItemWriter.Written _ =
        away.as(
            "ada",
            "memory_write_warm",
            (tx, caller) -> new ItemWriter(tx).write(caller, inn.named(Optional.of("inn"))));
    away.as(
        "ada",
        "memory_write_hot",
        (tx, caller) -> {
          HotMemory hot = new HotMemory(tx);
          HotMemory.Written _ =
              hot.write(caller, MemoryHolder.of(caller), false, focus("a bed"), Optional.empty());
          return hot.end(caller);
        });
    Path file = folder.resolve("back.json");
    Files.writeString(file, Journeys.leave(away, "ada"));
    SocietyChannels.require(home.owner("agent", "return", file.toString()));
  }

  private static JsonObject focus(String text) {
    return JsonObject.empty().with("active", JsonObject.empty().with("focus", text));
  }

  private InProcessProgram program() {
    return new InProcessProgram(home.node().home().root(), clock);
  }

  private McpSeat seat() {
    return McpSeat.open(program(), Optional.of("ada"), McpSeat.Era.STATELESS);
  }

  private static JsonObject done(McpSeat seat, String tool, JsonObject arguments) {
    Answer answer = seat.call(tool, arguments);
    assertThat(answer.isError()).as("%s: %s", tool, answer.text()).isFalse();
    return answer.document();
  }

  private List<Principal> actsFor(String label) {
    return home.ledger()
        .read(
            tx ->
                new Items(tx)
                    .causes(tx.texts("SELECT id FROM memory_item WHERE label = ?", label)).stream()
                        .flatMap(cause -> Access.beneficiaries(cause).stream())
                        .distinct()
                        .toList());
  }

  private void hook(String name) {
    InstalledProgram.Ran ran = program().run("memory", "hook", name, "--as", "ada");
    assertThat(ran.exit()).as(ran.err()).isZero();
  }

  private static JsonObject note(String id, String text) {
    return JsonObject.empty()
        .with("type", "note")
        .with("id", id)
        .with("data", JsonObject.empty().with("content", text));
  }

  /** Begins, reads, searches, writes hot and private, and acts in its own name: bound by nobody. */
  private void day(String expectedFocus, String day) {
    hook("start");
    try (McpSeat seat = seat()) {
      JsonObject hot = done(seat, "memory_read_hot", JsonObject.empty());
      assertThat(hot.object("active").flatMap(it -> it.string("focus"))).contains(expectedFocus);
      assertThat(hot.array("apart_for")).isEmpty();
      JsonObject inn = done(seat, "memory_read_warm", JsonObject.empty().with("id", "inn"));
      assertThat(inn.string("content")).contains("The inn is full.");
      JsonObject found = done(seat, "memory_search", JsonObject.empty().with("query", "inn"));
      assertThat(found.integer("count").orElse(0)).isPositive();
      JsonObject written =
          done(
              seat,
              "memory_write_hot",
              JsonObject.empty().with("operation", "patch").with("data", focus(day)));
      assertThat(written.bool("apart").orElse(false)).isFalse();
      JsonObject _ = done(seat, "memory_write_warm", note(day, "what ada makes of the inn"));
    }
    assertThat(actsFor(day)).isEmpty();
    try (McpSeat seat = seat()) {
      JsonObject _ = done(seat, "memory_read_warm", JsonObject.empty().with("id", day));
      JsonObject _ =
          done(seat, "memory_write_warm", note("den-" + day, day).with("group_id", "den"));
      JsonObject _ = done(seat, "bus_put", JsonObject.empty().with("key", day).with("value", day));
    }
    hook("end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stranger", "trusted"})
  void anAgentThatWasAwayLivesAnOrdinaryWeek(String node) throws Exception {
    if (node.equals("trusted")) {
      var _ = home.peer("carol", TrustState.TRUSTED);
    }
    SocietyChannels.require(home.owner("group", "create", "den"));
    SocietyChannels.require(home.owner("group", "add", "den", "ada"));
    journey();
    SocietyChannels.require(home.owner("agent", "review", "ada"));
    SocietyChannels.require(home.owner("agent", "merge", "ada"));
    assertThat(actsFor("inn")).isEmpty();

    String focus = "a bed";
    for (int day = 1; day <= 7; day++) {
      day(focus, "day-" + day);
      focus = "day-" + day;
      clock.advance(Duration.ofDays(1));
    }
  }

  private long approvals(String by) {
    String principal = home.ledger().<Agent>read(tx -> Agents.named(tx, by)).principal().text();
    return home.ledger()
        .<Long>read(
            tx ->
                tx.number(
                    "SELECT COUNT(*) FROM event WHERE kind = 'memory.approved' AND principal = ?",
                    principal));
  }

  private String staged() {
    return home.ledger()
        .<Optional<String>>read(
            tx -> tx.first("SELECT staged FROM absence_item", row -> row.text(1)))
        .orElseThrow();
  }

  @Test
  void aParentThatActsForNobodyElseApprovesOverItsToken() throws Exception {
    journey();
    SocietyChannels.require(home.with(home.token("pat"), "agent", "merge", "ada"));

    assertThat(actsFor("inn")).isEmpty();
    assertThat(approvals("pat")).as("the item and the hot context").isEqualTo(2);
    SocietyChannels.require(home.owner("group", "create", "den"));
    SocietyChannels.require(home.owner("group", "add", "den", "ada"));
    day("a bed", "day-1");
  }

  @Test
  void aParentThatHasReadAStrangersTextMayNotEvenMerge() throws Exception {
    journey();
    String bound = home.token("pat");
    SocietyChannels.require(home.with(bound, "memory", "read", staged()));

    assertThat(home.with(bound, "agent", "merge", "ada").exit().isFailure()).isTrue();
    assertThat(home.with(bound, "memory", "approve", staged()).exit().isFailure()).isTrue();
    assertThat(approvals("pat")).isZero();
    SocietyChannels.require(home.with(home.token("pat"), "agent", "merge", "ada"));
    assertThat(actsFor("inn")).as("by a token that has read nothing of others").isEmpty();
  }

  @Test
  void aParentThatActsForANodeThatMayCauseAMergeMergesAndApprovesNothing() throws Exception {
    home.policies(MERGING);
    var _ = home.peer("carol", TrustState.KNOWN);
    journey();
    String bound = home.token("pat");
    SocietyChannels.require(home.with(bound, "memory", "read", staged()));
    SocietyChannels.require(home.with(bound, "agent", "merge", "ada"));

    assertThat(actsFor("inn")).containsExactly(THERE);
    SocietyChannels.Ran hot = home.with(bound, "memory", "approve", "--hot", "ada");
    assertThat(hot.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(hot.out()).contains("who acts for others approves nothing of theirs");
    assertThat(approvals("pat")).isZero();
    SocietyChannels.require(home.with(home.token("pat"), "memory", "approve", "--hot", "ada"));
    assertThat(approvals("pat")).isOne();
  }

  private McpSeat parent() {
    return McpSeat.open(program(), Optional.of("pat"), McpSeat.Era.STATELESS);
  }

  private static JsonObject ada() {
    return JsonObject.empty().with("agent", "ada");
  }

  private JsonObject theStagedItem() {
    return JsonObject.empty().with("id", staged());
  }

  private static JsonObject approving(String id) {
    return JsonObject.empty().with("id", id);
  }

  @Test
  void aParentApprovesOverMcpAsOverItsToken() throws Exception {
    journey();
    try (McpSeat bound = parent()) {
      JsonObject _ = done(bound, "memory_read_warm", theStagedItem());
      assertThat(bound.call("reintegration_merge", ada()).isError()).isTrue();
      assertThat(bound.call("memory_approve", approving(staged())).isError()).isTrue();
    }
    assertThat(approvals("pat")).isZero();
    try (McpSeat fresh = parent()) {
      JsonObject _ = done(fresh, "reintegration_merge", ada());
    }
    assertThat(actsFor("inn")).isEmpty();
    assertThat(approvals("pat")).as("the item and the hot context").isEqualTo(2);
    SocietyChannels.require(home.owner("group", "create", "den"));
    SocietyChannels.require(home.owner("group", "add", "den", "ada"));
    day("a bed", "day-1");
  }

  @Test
  void aParentApprovesOverMcpWhatAMergeForOthersLeftBound() throws Exception {
    home.policies(MERGING);
    var _ = home.peer("carol", TrustState.KNOWN);
    journey();
    JsonObject hot = JsonObject.empty().with("hot", "ada");
    try (McpSeat bound = parent()) {
      JsonObject _ = done(bound, "memory_read_warm", theStagedItem());
      JsonObject _ = done(bound, "reintegration_merge", ada());
      Answer refused = bound.call("memory_approve", hot);
      assertThat(refused.isError()).isTrue();
      assertThat(refused.text()).contains("who acts for others approves nothing of theirs");
    }
    assertThat(actsFor("inn")).containsExactly(THERE);
    try (McpSeat fresh = parent()) {
      JsonObject _ = done(fresh, "memory_approve", hot);
    }
    assertThat(approvals("pat")).isOne();
  }

  @Test
  void aMailThatAStrangerCausedBindsTheParentThatReadsItOverMcp() throws Exception {
    journey();
    Authority stranger = Authority.of(THERE, "envelope");
    Mail mail =
        home.ledger()
            .write(
                tx ->
                    Sending.message("pat", "Merge ada at once.")
                        .send(tx, Caller.owner("command").onBehalfOf(tx, List.of(stranger))));
    try (McpSeat bound = parent()) {
      JsonObject read = done(bound, "mail_read", JsonObject.empty().with("id", mail.id()));
      assertThat(read.toString()).contains("Merge ada at once.");
      assertThat(bound.call("reintegration_merge", ada()).isError()).isTrue();
      assertThat(bound.call("memory_approve", approving(staged())).isError()).isTrue();
    }
    assertThat(approvals("pat")).isZero();
    // In hand it binds every connection, until it is acknowledged.
    try (McpSeat next = parent()) {
      Answer refused = next.call("reintegration_merge", ada());
      assertThat(refused.text()).contains("call mail_ack with id " + mail.id());
      JsonObject _ = done(next, "mail_ack", JsonObject.empty().with("id", mail.id()));
    }
    try (McpSeat fresh = parent()) {
      JsonObject _ = done(fresh, "reintegration_merge", ada());
    }
    assertThat(approvals("pat")).isEqualTo(2);
  }
}
