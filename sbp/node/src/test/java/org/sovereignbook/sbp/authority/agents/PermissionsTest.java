package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.Signature;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.CrashingDatabase;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestSociety;

class PermissionsTest {
  private static final String CLAIM = "task_claim";

  @TempDir Path folder;
  private TestSociety society;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
  }

  @AfterEach
  void close() {
    society.close();
  }

  private Tokens.Issued token(String name, Globs scope, Optional<Duration> ttl) {
    return society.owner(
        "agent_token",
        (tx, caller) -> Tokens.issue(tx, caller, Agents.named(tx, name), scope, ttl));
  }

  private String token(String name) {
    return token(name, Globs.ALL, Optional.empty()).secret();
  }

  /** Tool, decision and reason of the newest rows, the newest first. */
  private List<String> audit(int rows) {
    return society
        .ledger()
        .read(
            tx ->
                tx.list(
                    "SELECT tool, decision, reason FROM audit WHERE grant_id IS NULL"
                        + " ORDER BY seq DESC LIMIT ?",
                    row -> row.text(1) + " " + row.text(2) + " " + row.text(3),
                    rows));
  }

  private long auditRows() {
    return society
        .ledger()
        .read(
            tx ->
                tx.first("SELECT COUNT(*) FROM audit WHERE grant_id IS NULL", row -> row.number(1)))
        .orElseThrow();
  }

  private static void refuses(ThrowingCallable call, String code, String... saying) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SocietyException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.getMessage()).contains(saying);
            });
  }

  @Test
  void everyDecisionLeavesOneRowAlsoWhenTheCallComesToNothing() {
    society.agent("coder", TestSociety.tools("task_*"));
    long before = auditRows();

    society.as("coder", CLAIM, (tx, caller) -> 1);
    refuses(
        () -> society.as("coder", "mail_send", (tx, caller) -> 1),
        "capability_denied",
        "coder has no tool mail_send");
    assertThatThrownBy(
            () ->
                society.as(
                    "coder",
                    CLAIM,
                    (tx, caller) -> {
                      throw new IllegalStateException("no task");
                    }))
        .hasMessage("no task");

    assertThat(auditRows() - before).isEqualTo(3);
    assertThat(audit(3))
        .containsExactly(
            "task_claim allow agents",
            "mail_send deny capability_denied: coder has no tool mail_send",
            "task_claim allow agents");
  }

  /** Its reason is cut, somewhere between or within what takes two units of UTF-16. */
  @ParameterizedTest
  @ValueSource(strings = {"x", "xy"})
  void aRefusalLeavesItsRowWhateverItQuotes(String before) {
    society.agent("lead", TestSociety.tools("agent_*"));
    String tool = before + "😀".repeat(125);
    Registration registration =
        new Registration(
            "coder",
            AgentType.SWARM_WORKER,
            Optional.empty(),
            Optional.of(TestSociety.tools("a" + tool, "b" + tool)),
            AgentReach.NODE,
            AgentReach.NODE,
            Optional.empty());

    refuses(
        () -> society.as("lead", "agent_register", registration::register),
        "capability_denied",
        tool);

    assertThat(audit(1).getFirst())
        .startsWith("agent_register deny capability_denied: more than its parent may: tools a")
        .endsWith("😀…");
  }

  @Test
  void aChildShrinksWithItsParent() {
    society.agent("lead", TestSociety.tools("task_*", "agent_*"));
    society.child(Optional.of("lead"), "coder", TestSociety.tools("task_*"));
    assertThat(society.<Integer>as("coder", CLAIM, (tx, caller) -> 1)).isEqualTo(1);

    society.owner(
        "agent_capabilities",
        (tx, caller) ->
            Roster.declare(tx, caller, Agents.named(tx, "lead"), TestSociety.tools("agent_*")));

    refuses(
        () -> society.as("coder", CLAIM, (tx, caller) -> 1),
        "capability_denied",
        "coder has no tool task_claim any more, since lead above it has not");
  }

  @Test
  void aChildOfAStoppedParentMayDoNothing() {
    society.agent("lead");
    society.child(Optional.of("lead"), "coder", TestSociety.tools("task_*"));
    society.owner(
        "agent_suspend",
        (tx, caller) -> Lifecycle.suspend(tx, caller, Agents.named(tx, "lead"), "by the owner"));

    refuses(
        () -> society.as("coder", CLAIM, (tx, caller) -> 1),
        "capability_denied",
        "lead is suspended (by the owner), which is above coder");
  }

  @Test
  void nobodyGetsMoreThanWhoRegistersIt() {
    society.agent("lead", TestSociety.tools("task_*"));

    refuses(
        () ->
            society.child(Optional.of("lead"), "coder", TestSociety.tools("task_claim", "mail_*")),
        "capability_denied",
        "more than its parent may: tools mail_*");
    assertThat(society.ledger().<List<Agent>>read(Agents::living))
        .extracting(Agent::name)
        .containsExactly("author", "compactor", "lead", "reader");
  }

  @Test
  void nineGenerationsAreOneTooMany() {
    Optional<String> parent = Optional.empty();
    for (int depth = 1; depth <= Agent.MAX_DEPTH; depth++) {
      assertThat(society.child(parent, "a" + depth, TestSociety.tools("x")).depth())
          .isEqualTo(depth);
      parent = Optional.of("a" + depth);
    }
    Optional<String> last = parent;
    refuses(() -> society.child(last, "a9", TestSociety.tools("x")), "too-deep", "9th");
  }

  @Test
  void aTokenProvesItsAgentAndNobodyElse() {
    society.agent("coder");
    society.agent("tester");
    String token = token("coder");

    assertThat(society.<String>with(token, CLAIM, (tx, it) -> it.agent().orElseThrow().name()))
        .isEqualTo("coder");
    refuses(
        () ->
            Permissions.run(
                society.ledger(),
                new ToolCall(
                    CLAIM, JsonObject.empty(), "mcp", Optional.of("tester"), Optional.of(token)),
                (tx, it) -> 1),
        "unauthorized",
        "cannot act for \"tester\"");
    refuses(
        () -> society.with("sbpa_wrong", CLAIM, (tx, it) -> 1), "unauthorized", "unknown token");
  }

  @Test
  void aTokenIsKeptAsItsHashOnly() {
    society.agent("coder");
    String token = token("coder");

    assertThat(
            society
                .ledger()
                .<Boolean>read(
                    tx ->
                        tx.exists(
                            "SELECT 1 FROM agent_token WHERE hash = ? OR id = ?", token, token)))
        .isFalse();
    assertThat(token).startsWith("sbpa_").hasSize(48);
  }

  @Test
  void aTokenIsGoodForItsScopeAndItsTime() {
    society.agent("coder");
    String token = token("coder", Globs.of("task_*"), Optional.of(Duration.ofMinutes(5))).secret();

    society.with(token, CLAIM, (tx, it) -> 1);
    refuses(
        () -> society.with(token, "mail_list", (tx, it) -> 1),
        "capability_denied",
        "the token of coder is not good for the tool mail_list");
    society.clock().advance(Duration.ofMinutes(5));
    refuses(() -> society.with(token, CLAIM, (tx, it) -> 1), "unauthorized", "has expired");
  }

  @Test
  void aRevokedTokenProvesNothingAtOnce() {
    society.agent("coder");
    Tokens.Issued issued = token("coder", Globs.ALL, Optional.empty());
    society.owner(
        "agent_token",
        (tx, caller) -> Tokens.revoke(tx, caller, Agents.named(tx, "coder"), issued.token().id()));

    refuses(() -> society.with(issued.secret(), CLAIM, (tx, it) -> 1), "unauthorized", "revoked");
  }

  @Test
  void aTokenOfADeactivatedAgentStopsVerifyingForGood() {
    society.agent("coder");
    String token = token("coder");
    society.owner(
        "agent_deactivate",
        (tx, caller) -> Lifecycle.deactivate(tx, caller, Agents.named(tx, "coder"), "done"));
    refuses(
        () -> society.with(token, CLAIM, (tx, it) -> 1),
        "unauthorized",
        "coder is deactivated (done)");
    society.owner(
        "agent_reactivate",
        (tx, caller) -> Lifecycle.reactivate(tx, caller, Agents.named(tx, "coder"), "again"));
    refuses(() -> society.with(token, CLAIM, (tx, it) -> 1), "unauthorized", "revoked");
  }

  @Test
  void whoHoldsAnOldTokenCannotHaveTheAgentSuspended() {
    society.agent("coder");
    String old = token("coder", Globs.ALL, Optional.of(Duration.ofSeconds(1))).secret();
    society.clock().advance(Duration.ofSeconds(2));
    for (int i = 0; i < 10; i++) {
      refuses(() -> society.with(old, CLAIM, (tx, it) -> 1), "unauthorized", "expired");
    }
    assertThat(society.now("coder").status()).isEqualTo(AgentStatus.ACTIVE);
  }

  @Test
  void strangersFillNoTable() {
    society
        .node()
        .configure(
            JsonObject.empty().with("agents", JsonObject.empty().with("max_denials_per_day", 3)));
    long before = auditRows();
    for (int i = 0; i < 10; i++) {
      refuses(
          () -> society.with("sbpa_wrong", CLAIM, (tx, it) -> 1), "unauthorized", "unknown token");
    }
    assertThat(auditRows() - before).isEqualTo(3);
    society.clock().advance(Duration.ofDays(2));
    refuses(
        () -> society.with("sbpa_wrong", CLAIM, (tx, it) -> 1), "unauthorized", "unknown token");
    assertThat(auditRows() - before).isEqualTo(4);
  }

  @Test
  void onlyThoseAboveAnAgentMakeItsTokens() {
    society.agent("lead", TestSociety.tools("*"));
    society.agent("other", TestSociety.tools("*"));
    society.child(Optional.of("lead"), "coder", TestSociety.tools("task_*"));
    Permissions.Work<Tokens.Issued> issue =
        (tx, caller) ->
            Tokens.issue(tx, caller, Agents.named(tx, "coder"), Globs.ALL, Optional.empty());

    society.as("lead", "agent_token", issue);
    refuses(
        () -> society.as("other", "agent_token", issue),
        "capability_denied",
        "other is not above coder");
  }

  @Test
  void anAgentProvesItselfByItsKeyOnceWithinAMinute() {
    Agent coder = society.agent("coder");
    KeyPair keys = society.ledger().read(tx -> Agents.keys(tx, coder));
    assertThat(keys.publicKey()).isEqualTo(coder.key());
    byte[] nonce = society.ledger().write(tx -> Tokens.challenge(tx, coder));
    Signature signature = Ed25519.sign(Tokens.signedBytes(nonce), keys);

    assertThat(nonce).hasSize(32);
    assertThat(answered(coder, nonce, signature)).isTrue();
    assertThat(answered(coder, nonce, signature)).isFalse();
    assertThat(answered(coder, new byte[32], signature)).isFalse();
  }

  @Test
  void anAgentHasAHundredOpenChallengesAtMostAndMoreOnceTheyAreLate() {
    Agent coder = society.agent("coder");
    Agent other = society.agent("other");
    for (int i = 0; i < 100; i++) {
      assertThat(challenge(coder)).isNotEmpty();
    }

    refuses(() -> challenge(coder), "too-many-challenges", "coder");
    assertThat(challenge(other)).isNotEmpty();
    society.clock().advance(Duration.ofSeconds(60));
    assertThat(challenge(coder)).isNotEmpty();
  }

  private byte[] challenge(Agent agent) {
    return society.ledger().write(tx -> Tokens.challenge(tx, agent));
  }

  @Test
  void aLateOrForgedAnswerProvesNothing() {
    Agent coder = society.agent("coder");
    KeyPair keys = society.ledger().read(tx -> Agents.keys(tx, coder));
    byte[] late = society.ledger().write(tx -> Tokens.challenge(tx, coder));
    society.clock().advance(Duration.ofSeconds(60));
    assertThat(answered(coder, late, Ed25519.sign(Tokens.signedBytes(late), keys))).isFalse();

    byte[] nonce = society.ledger().write(tx -> Tokens.challenge(tx, coder));
    assertThat(answered(coder, nonce, Ed25519.sign(Tokens.signedBytes(nonce), TestKeys.eve())))
        .isFalse();
    assertThat(answered(coder, nonce, Ed25519.sign(Tokens.signedBytes(nonce), keys)))
        .as("the one answer was the forged one")
        .isFalse();
    byte[] bare = society.ledger().write(tx -> Tokens.challenge(tx, coder));
    assertThat(answered(coder, bare, Ed25519.sign(bare, keys))).as("without prefix").isFalse();
  }

  private boolean answered(Agent agent, byte[] nonce, Signature signature) {
    return society.ledger().write(tx -> Tokens.answered(tx, agent, nonce, signature));
  }

  @Test
  void aGrandchildsKeyIsOpenedThroughItsParents() {
    society.agent("lead");
    Agent coder = society.child(Optional.of("lead"), "coder", TestSociety.tools("task_*"));

    assertThat(society.ledger().read(tx -> Agents.keys(tx, coder)).publicKey())
        .isEqualTo(coder.key());
  }

  @Test
  void noPrivateKeyLiesOpenInTheDatabase() throws Exception {
    Agent coder = society.agent("coder");
    String secret = society.ledger().read(tx -> Agents.keys(tx, coder)).privateKey().encoded();
    society.close();

    byte[] seed = Base64Url.decode(secret);
    try (var files = Files.list(folder.resolve("runtime/society"))) {
      for (Path file : files.toList()) {
        byte[] bytes = Files.readAllBytes(file);
        assertThat(indexOf(bytes, seed)).isNegative();
        assertThat(indexOf(bytes, secret.getBytes(StandardCharsets.UTF_8))).isNegative();
      }
    }
    open();
  }

  private static int indexOf(byte[] all, byte[] part) {
    for (int i = 0; i + part.length <= all.length; i++) {
      if (Arrays.equals(all, i, i + part.length, part, 0, part.length)) {
        return i;
      }
    }
    return -1;
  }

  @Test
  void aCrashAfterARefusalLosesItsRowNever() {
    society.agent("coder", TestSociety.tools("task_*"));
    try (Database database = new SqliteLedgerProvider().open(society.node().node());
        Ledger dying =
            Ledger.open(
                society.node().node(),
                new CrashingDatabase(database, CrashPoint.of(1, CrashPoint.Moment.BEFORE)))) {
      refuses(
          () ->
              Permissions.run(
                  dying,
                  new ToolCall(
                      "mail_send",
                      JsonObject.empty(),
                      "command",
                      Optional.of("coder"),
                      Optional.empty()),
                  (tx, it) -> 1),
          "capability_denied",
          "coder has no tool mail_send");
    }
    assertThat(audit(1).getFirst()).startsWith("mail_send deny");
  }

  @Test
  void whoWasPermittedIsRefusedRightBeforeTheEffectWhenItsRightsHaveEnded() {
    society.agent("coder", TestSociety.tools("send"));
    Tokens.Issued issued = token("coder", Globs.ALL, Optional.empty());
    try (Permissions.Permit permit = permit(issued.secret(), "send")) {
      permit.confirm();
      society.owner(
          "agent_token",
          (tx, caller) ->
              Tokens.revoke(tx, caller, Agents.named(tx, "coder"), issued.token().id()));

      refuses(permit::confirm, "unauthorized", "revoked");
    }
    assertThat(audit(3))
        .containsExactly(
            "send deny unauthorized: the token of coder was revoked",
            "agent_token allow owner-full-access",
            "send allow agents");
  }

  @Test
  void whoAsksIsIdentifiedWhileAnotherProcessWrites() {
    society.agent("coder", TestSociety.tools("send"));
    Tokens.Issued issued = token("coder", Globs.ALL, Optional.empty());
    Optional<String> secret = Optional.of(issued.secret());
    try (Ledger other =
        Ledger.open(
            society.node().node(), new SqliteLedgerProvider().open(society.node().node()))) {
      other.run(
          _ -> {
            assertThat(Agents.acting(society.ledger(), issued.secret())).isPresent();
            assertThat(
                    Agents.<Boolean>look(
                        society.ledger(), secret, "mcp", (tx, it) -> it.agent().isPresent()))
                .isTrue();
          });
    }
    society.owner(
        "agent_token",
        (tx, caller) -> Tokens.revoke(tx, caller, Agents.named(tx, "coder"), issued.token().id()));

    assertThat(Agents.acting(society.ledger(), issued.secret())).isEmpty();
    refuses(
        () -> Agents.look(society.ledger(), secret, "mcp", (tx, it) -> 1),
        "unauthorized",
        "revoked");
  }

  @Test
  void whoseTimeIsOverOrHasNotBegunIsNoActingAgent() {
    society.owner(
        "agent_register",
        (tx, caller) -> Registration.usual("new", AgentType.CUSTOM).register(tx, caller).agent());
    society.agent("coder", TestSociety.tools("send"));
    String begins = token("new");
    String ends = token("coder", Globs.ALL, Optional.of(Duration.ofMinutes(1))).secret();

    assertThat(Agents.acting(society.ledger(), begins)).isEmpty();
    assertThat(Agents.acting(society.ledger(), ends)).isPresent();
    assertThat(
            Agents.<AgentStatus>look(
                society.ledger(),
                Optional.of(begins),
                "mcp",
                (tx, it) -> it.agent().get().status()))
        .isEqualTo(AgentStatus.ACTIVE);
    assertThat(Agents.acting(society.ledger(), begins)).isPresent();
    society.clock().advance(Duration.ofMinutes(2));
    assertThat(Agents.acting(society.ledger(), ends)).isEmpty();
  }

  private Permissions.Permit permit(String token, String tool) {
    return Permissions.permit(
        society.ledger(),
        new ToolCall(tool, JsonObject.empty(), "command", Optional.empty(), Optional.of(token)));
  }

  @Test
  void moreCallsThanMaxParallelOpsAreRefusedThroughWhateverChannel() throws Exception {
    society
        .node()
        .configure(JsonObject.empty().with("agents", JsonObject.empty().with("turn_seconds", 0)));
    Capabilities two =
        Capabilities.parse(
            JsonObject.empty()
                .with("tools", JsonArray.ofStrings(List.of("*")))
                .with("max_parallel_ops", 2));
    society.agent("coder", two);
    String token = token("coder");
    Path calls = folder.resolve("runtime/society/calls");

    try (Permissions.Permit _ = permit(token, "send")) {
      try (Permissions.Permit _ = permit(token, "send")) {
        refuses(() -> society.with(token, CLAIM, (tx, it) -> 1), "too-many-calls", "2 calls");
        refuses(() -> permit(token, "send").close(), "too-many-calls", "coder");
        assertThat(society.<Integer>owner(CLAIM, (tx, it) -> 1)).isEqualTo(1);
      }
      assertThat(society.<Integer>with(token, CLAIM, (tx, it) -> 1)).isEqualTo(1);
      Path left;
      try (Stream<Path> files = Files.list(calls)) {
        left = files.findFirst().orElseThrow();
      }
      String died = left.getFileName().toString().replaceFirst("-[0-9]+-[0-9]+-", "-1-1-");
      Files.write(left.resolveSibling(died), new byte[] {1});
      assertThat(society.<Integer>with(token, CLAIM, (tx, it) -> 1))
          .as("a process that died holds nothing")
          .isEqualTo(1);
    }
    assertThat(calls).isEmptyDirectory();
  }

  @Test
  void whoIsAloneMayCallWithinACallOfAnotherAgents() {
    society.agent("coder");
    society.agent("tester");
    try (Permissions.Permit _ = permit(token("coder"), "task_list")) {
      assertThat(society.<Integer>with(token("tester"), CLAIM, (tx, it) -> 1)).isEqualTo(1);
    }
  }
}
