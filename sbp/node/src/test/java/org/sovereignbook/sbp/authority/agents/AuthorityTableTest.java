package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.Grants;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.ReviewGate;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.testing.TestOwner;
import org.sovereignbook.sbp.testing.TestSociety;

/**
 * Every case of who caused a task, who works on it, who reviews it, what was granted to whom, and
 * what the one who caused it is held for now, against the rule as the page says it: what may be
 * used is the snapshot of the cause, within the worker's capabilities, under the trust of today;
 * and a grant is for the one to whom it was given.
 */
class AuthorityTableTest {
  private static final List<String> TOOLS =
      List.of(
          "post",
          "mail_send",
          "bus_put",
          "task_add",
          "agent_list",
          "task_show",
          "mail_ack",
          "access_check");

  /** By these the thing in hand itself is dealt with, or asked what it lets one do. */
  private static final Set<String> HANDLING = Set.of("task_show", "mail_ack", "access_check");

  private static final String POLICIES =
      """
      - { name: node, match: { principal: { is_user: true } }, effect: allow, permissions: "*" }
      - { name: program, match: { principal: { system: true } }, effect: allow, permissions: "*" }
      - { name: agents, match: { principal: { agent: true } }, effect: allow, permissions: "*" }
      - name: known
        match: { principal: { peer: true, tags: "trust:known" } }
        effect: allow
        permissions: { tools: [mail_send, task_add] }
      - name: endorsed
        match: { principal: { peer: true, tags: "trust:endorsed" } }
        effect: allow
        permissions: { tools: [mail_send, task_add, bus_put, post] }
      - name: ci
        match: { principal: { webhook: ci } }
        effect: allow
        permissions: { tools: ["mail_*"] }
      """;

  @TempDir Path folder;

  private enum Cause {
    OWNER(Set.copyOf(TOOLS)),
    /** Narrow itself, which does not narrow whoever works for it. */
    AGENT(Set.copyOf(TOOLS)),
    KNOWN_PEER(Set.of("mail_send", "task_add")),
    ENDORSED_PEER(Set.of("mail_send", "task_add", "bus_put", "post")),
    UNKNOWN_PEER(Set.of()),
    WEBHOOK(Set.of("mail_send", "mail_ack"));

    @SuppressWarnings("ImmutableEnumChecker") // Made by Set.of and Set.copyOf.
    private final Set<String> snapshot;

    Cause(Set<String> snapshot) {
      this.snapshot = snapshot;
    }

    boolean isPeer() {
      return this == KNOWN_PEER || this == ENDORSED_PEER || this == UNKNOWN_PEER;
    }
  }

  private enum Worked {
    STRONG(Set.copyOf(TOOLS)),
    WEAK(Set.of("task_add", "task_show", "mail_send"));

    @SuppressWarnings("ImmutableEnumChecker") // Made by Set.of and Set.copyOf.
    private final Set<String> capabilities;

    Worked(Set<String> capabilities) {
      this.capabilities = capabilities;
    }

    String agent() {
      return this == STRONG ? "strong" : "weak";
    }
  }

  private enum Reviewed {
    NOBODY,
    OWNER,
    STRONG,
    WEAK
  }

  private enum Granted {
    NONE,
    VALID,
    EXPIRED,
    REVOKED
  }

  private enum To {
    WORKER,
    REVIEWER,
    CAUSE
  }

  /** The rule, and nothing else. */
  private static Set<String> expected(
      Cause cause, Worked by, Granted grant, To to, boolean isBlocked) {
    Set<String> may = new TreeSet<>(by.capabilities);
    if (grant == Granted.VALID && to == To.WORKER) {
      may.add("bus_put");
    }
    may.removeIf(
        tool ->
            !HANDLING.contains(tool)
                && (!cause.snapshot.contains(tool) || (cause.isPeer() && isBlocked)));
    return may;
  }

  @Test
  void whatMayBeUsedIsTheSnapshotOfTheCauseWithinTheWorkerUnderTodaysTrust() {
    try (TestSociety society = TestSociety.in(folder)) {
      new TestOwner(society).policies(POLICIES);
      society.agent("manager", TestSociety.tools("task_*"));
      society.agent("strong", Capabilities.ofTools(Globs.ALL));
      society.agent("weak", TestSociety.tools("task_*", "mail_send"));
      society.agent("strong-reviewer", Capabilities.ofTools(Globs.ALL));
      society.agent("weak-reviewer", TestSociety.tools("task_*"));
      int cases = 0;
      for (Cause cause : Cause.values()) {
        for (Worked by : Worked.values()) {
          for (Reviewed reviewed : Reviewed.values()) {
            cases += task(society, cause, by, reviewed);
          }
        }
      }
      assertThat(cases).isEqualTo(6 * 2 * (2 + 3 * 3) * 4 * 2);
    }
  }

  /** What else somebody can have in its hands. */
  private enum Held {
    MAIL_READ(
        "UPDATE mail SET state = 'read', authority_id = ? WHERE to_box = ?",
        "UPDATE mail SET state = 'handled' WHERE to_box = ?"),
    RUN_OF_A_HOOK(
        "INSERT INTO hook_run (id, hook, event_id, is_gate, state, depth, created_ms, calls,"
            + " input_tokens, output_tokens, principal, authority_id, agent)"
            + " VALUES ('r', 'h', 'e', 0, 'started', 0, 0, 0, 0, 0, 'system', ?, ?)",
        "DELETE FROM hook_run WHERE agent = ?");

    private final String take;
    private final String leave;

    Held(String take, String leave) {
      this.take = take;
      this.leave = leave;
    }
  }

  @Test
  void theSameHoldsForMailThatIsReadAndForRunsOfHooks() {
    try (TestSociety society = TestSociety.in(folder)) {
      new TestOwner(society).policies(POLICIES);
      society.agent("strong", Capabilities.ofTools(Globs.ALL));
      society.agent("weak", TestSociety.tools("task_*", "mail_send"));
      int cases = 0;
      for (Worked by : Worked.values()) {
        String id = society.now(by.agent()).id().hex();
        Mail _ =
            society.owner(
                "mail_send", (tx, caller) -> Sending.message(by.agent(), "hello").send(tx, caller));
        for (Held held : Held.values()) {
          for (Cause cause : Cause.values()) {
            society
                .ledger()
                .run(
                    tx -> {
                      Authority caused = caused(tx, cause).orElse(TestOwner.AUTHORITY);
                      tx.update(held.take, tx.keep(caused), id);
                    });
            for (boolean isBlocked : List.of(false, true)) {
              Ledger now =
                  isBlocked
                      ? society.ledger().knowing(_ -> Optional.of(TrustState.BLOCKED))
                      : society.ledger();
              assertThat(usable(now, by.agent()))
                  .as("%s of %s in the hands of %s, blocked: %s", held, cause, by, isBlocked)
                  .isEqualTo(expected(cause, by, Granted.NONE, To.WORKER, isBlocked));
              cases++;
            }
            society.ledger().run(tx -> tx.update(held.leave, id));
            assertThat(usable(society.ledger(), by.agent()))
                .isEqualTo(new TreeSet<>(by.capabilities));
          }
        }
      }
      assertThat(cases).isEqualTo(2 * 2 * 6 * 2);
    }
  }

  /** One task from its claim to its end, through all that can be granted meanwhile. */
  private static int task(TestSociety society, Cause cause, Worked by, Reviewed reviewed) {
    Optional<String> reviewer = reviewer(reviewed);
    String id = add(society, cause, reviewer);
    Claim claim =
        society.as(
            by.agent(), "task_claim", (tx, caller) -> Board.in(tx).claim(id, Worker.of(caller)));
    int cases = 0;
    for (To to : To.values()) {
      if (to == To.REVIEWER && reviewer.isEmpty()) {
        continue;
      }
      for (Granted grant : Granted.values()) {
        Principal granted = principal(society, to, cause, by, reviewer);
        Optional<String> given = give(society, granted, grant);
        for (boolean isBlocked : List.of(false, true)) {
          String where =
              "%s caused it, %s works, %s reviews, %s grant to %s, %s now"
                  .formatted(cause, by, reviewed, grant, to, isBlocked ? "blocked" : "the same");
          Ledger now =
              isBlocked
                  ? society.ledger().knowing(_ -> Optional.of(TrustState.BLOCKED))
                  : society.ledger();
          assertThat(usable(now, by.agent()))
              .as(where)
              .isEqualTo(expected(cause, by, grant, to, isBlocked));
          cases++;
        }
        if (grant == Granted.VALID) {
          new TestOwner(society).revoke(given.orElseThrow());
        }
      }
    }
    finish(society, by, reviewer, claim);
    return cases;
  }

  private static Optional<String> reviewer(Reviewed reviewed) {
    return switch (reviewed) {
      case NOBODY -> Optional.empty();
      case OWNER -> Optional.of("owner");
      case STRONG -> Optional.of("strong-reviewer");
      case WEAK -> Optional.of("weak-reviewer");
    };
  }

  private static String add(TestSociety society, Cause cause, Optional<String> reviewer) {
    PlannedTask task =
        new PlannedTask(
            Optional.empty(),
            "do it",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            reviewer.map(List::of));
    Permissions.Work<List<String>> adding =
        (tx, caller) ->
            Board.in(tx)
                .add(
                    Plan.of(List.of(task)),
                    caused(tx, cause).map(Worker.of(caller)::onBehalfOf).orElse(Worker.of(caller)),
                    Optional.empty());
    return (cause == Cause.AGENT
            ? society.as("manager", "task_add", adding)
            : society.owner("task_add", adding))
        .getFirst();
  }

  private static Optional<Authority> caused(Transaction tx, Cause cause) {
    return switch (cause) {
      case OWNER, AGENT -> Optional.empty();
      case WEBHOOK ->
          Optional.of(Access.decide(tx, Principal.webhook("ci"), "webhook").authority());
      case KNOWN_PEER -> Optional.of(TestOwner.causedByPeer(tx, TrustState.KNOWN, "offer"));
      case ENDORSED_PEER -> Optional.of(TestOwner.causedByPeer(tx, TrustState.ENDORSED, "offer"));
      case UNKNOWN_PEER -> Optional.of(TestOwner.causedByPeer(tx, TrustState.UNKNOWN, "offer"));
    };
  }

  private static Principal principal(
      TestSociety society, To to, Cause cause, Worked by, Optional<String> reviewer) {
    return switch (to) {
      case WORKER -> society.now(by.agent()).principal();
      case REVIEWER ->
          reviewer
              .filter(name -> !name.equals("owner"))
              .map(name -> society.now(name).principal())
              .orElse(Principal.OWNER);
      case CAUSE ->
          switch (cause) {
            case OWNER -> Principal.OWNER;
            case AGENT -> society.now("manager").principal();
            case WEBHOOK -> Principal.webhook("ci");
            case KNOWN_PEER, ENDORSED_PEER, UNKNOWN_PEER -> TestOwner.PEER;
          };
    };
  }

  private static Optional<String> give(TestSociety society, Principal to, Granted grant) {
    if (grant == Granted.NONE) {
      return Optional.empty();
    }
    Optional<Duration> time =
        grant == Granted.EXPIRED ? Optional.of(Duration.ofMillis(1)) : Optional.empty();
    String id =
        new TestOwner(society)
            .give(Grants.To.principal(to), Grants.What.tool("bus_put"), time)
            .id();
    if (grant == Granted.EXPIRED) {
      society.clock().advance(Duration.ofMillis(1));
    }
    if (grant == Granted.REVOKED) {
      new TestOwner(society).revoke(id);
    }
    return Optional.of(id);
  }

  /** Each tool asked for at the choke point, in one call: refusals of the test's own leave none. */
  private static Set<String> usable(Ledger ledger, String agent) {
    ToolCall call =
        new ToolCall(
            "task_show", JsonObject.empty(), "command", Optional.of(agent), Optional.empty());
    return Permissions.run(
        ledger,
        call,
        (tx, caller) -> {
          Set<String> usable = new TreeSet<>();
          for (String tool : TOOLS) {
            try {
              var _ = Permissions.require(tx, caller, tool, JsonObject.empty());
              usable.add(tool);
            } catch (CapabilityDenied e) {
              assertThat(e.code()).isIn(CapabilityDenied.CODE, CapabilityDenied.BY_ACCESS);
            }
          }
          return usable;
        });
  }

  /** Whoever has handed its work in has its own rights again; whoever reviews has had its own. */
  private static void finish(
      TestSociety society, Worked by, Optional<String> reviewer, Claim claim) {
    boolean _ =
        society.<Boolean>as(
            by.agent(),
            "task_submit",
            (tx, caller) ->
                Board.in(tx)
                    .submit(claim.task(), claim.fence(), "done", List.of(), Worker.of(caller)));
    assertThat(usable(society.ledger(), by.agent())).isEqualTo(new TreeSet<>(by.capabilities));
    if (reviewer.isEmpty()) {
      return;
    }
    Permissions.Work<ReviewGate.Verdict> review =
        (tx, caller) -> Board.in(tx).review(claim.task(), 100, "good", Worker.of(caller));
    if (reviewer.get().equals("owner")) {
      var _ = society.owner("task_review", review);
    } else {
      var _ = society.as(reviewer.get(), "task_review", review);
      assertThat(usable(society.ledger(), reviewer.get()))
          .isEqualTo(
              reviewer.get().startsWith("strong")
                  ? Set.copyOf(TOOLS)
                  : Set.of("task_add", "task_show"));
    }
  }
}
