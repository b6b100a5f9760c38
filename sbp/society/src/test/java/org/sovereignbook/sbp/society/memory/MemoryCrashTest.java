package org.sovereignbook.sbp.society.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.AuditCheck;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.society.recall.RecallIndex;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.CrashingDatabase;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * An agent whose process dies at every commit of a session, before it and after it, and that does
 * the same again with the versions that it expects: nothing is lost, nothing is doubled, and chain,
 * index and audit are whole.
 */
class MemoryCrashTest {
  private static final String AGENT = "coder";
  private static final String GROUP = "team";
  private static final List<String> FACTS = List.of("fact-0", "fact-1", "fact-2");

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void whereverASessionDiesItsMemoryIsWhole(CrashPoint.Moment moment) {
    int at = 0;
    while (dies(folder.resolve("commit-" + at), at, moment)) {
      at = CrashSweep.next(at);
    }
    assertThat(at).as("commits of one session").isGreaterThan(12);
  }

  /** Returns whether there was such a commit. */
  private static boolean dies(Path place, int at, CrashPoint.Moment moment) {
    TestNode node = TestNode.in(place);
    try (Database database = new SqliteLedgerProvider().open(node.node());
        Ledger ledger = observed(node, database)) {
      MemoryBeginning.ensure(ledger);
      ledger.run(
          tx -> Registration.usual(AGENT, AgentType.CLAUDE_CODE).register(tx, Caller.owner("x")));
      CrashPoint point = CrashPoint.of(at, moment);
      try {
        live(observed(node, new CrashingDatabase(database, point)));
      } catch (SimulatedCrash e) {
        live(ledger);
      }
      verify(ledger, moment + " commit " + at);
      return point.isReached();
    }
  }

  private static Ledger observed(TestNode node, Database database) {
    return Ledger.open(node.node(), database).observedBy(List.of(new MemoryObserver()));
  }

  private static <T> T as(Ledger ledger, Permissions.Work<T> work) {
    return Permissions.run(
        ledger,
        new ToolCall(
            "memory_write_warm",
            JsonObject.empty(),
            "command",
            Optional.of(AGENT),
            Optional.empty()),
        work);
  }

  private static boolean owns(Ledger ledger) {
    return ledger.read(tx -> tx.exists("SELECT 1 FROM memory_group WHERE id = ?", GROUP));
  }

  /** A session, each step of which is one call; one that was done already changes nothing. */
  private static void live(Ledger ledger) {
    if (!owns(ledger)) {
      Permissions.run(
          ledger,
          new ToolCall(
              "memory_group_create",
              JsonObject.empty(),
              "command",
              Optional.empty(),
              Optional.empty()),
          (tx, caller) -> Groups.create(tx, caller, GROUP, "Team", JsonObject.empty()));
    }
    ledger.run(
        tx ->
            Groups.add(
                tx,
                Caller.owner("command"),
                GROUP,
                MemoryHolder.of(Agents.named(tx, AGENT)),
                GroupRole.MEMBER));
    if (as(ledger, (tx, caller) -> sessions(tx, caller)) == 0) {
      as(ledger, (tx, caller) -> new SessionStart(tx).begin(caller, Optional.empty()));
    }
    boolean isForgotten =
        ledger.read(tx -> tx.exists("SELECT 1 FROM memory_item WHERE deleted_ms IS NOT NULL"));
    for (String id : isForgotten ? List.of("fact-0", "fact-2") : FACTS) {
      as(
          ledger,
          (tx, caller) -> new ItemWriter(tx).write(caller, draft(id, 0L, id + " first kelp")));
      as(
          ledger,
          (tx, caller) -> new ItemWriter(tx).write(caller, draft(id, 1L, id + " second kelp")));
    }
    as(ledger, (tx, caller) -> new ItemWriter(tx).share(caller, "fact-0", GROUP));
    as(
        ledger,
        (tx, caller) ->
            new Items(tx)
                    .list(caller, ItemFilter.ALL, 9).stream()
                        .anyMatch(item -> item.item().shownId().equals("fact-1"))
                ? Optional.of(new ItemRemoval(tx).delete(caller, "fact-1"))
                : Optional.empty());
    as(
        ledger,
        (tx, caller) ->
            new HotMemory(tx)
                .write(
                    caller,
                    MemoryHolder.of(caller),
                    false,
                    JsonObject.empty().with("active", JsonObject.empty().with("focus", "kelp")),
                    Optional.empty()));
    if (as(ledger, (tx, caller) -> sessions(tx, caller)) == 0) {
      as(ledger, (tx, caller) -> new HotMemory(tx).end(caller));
    }
  }

  private static long sessions(Transaction tx, Caller caller) {
    return new HotMemory(tx).verify(caller, MemoryHolder.of(caller)).sessions();
  }

  private static ItemDraft draft(String id, long expected, String text) {
    return ItemDraft.of(ItemType.NOTE, JsonObject.empty().with("content", text))
        .named(Optional.of(id))
        .over(Optional.of(expected));
  }

  private static void verify(Ledger ledger, String where) {
    List<String> texts = new ArrayList<>();
    as(
        ledger,
        (tx, caller) -> {
          for (Items.Whole item : new Items(tx).list(caller, ItemFilter.ALL, 100)) {
            texts.add(item.visibility() + " " + item.body().string("content").orElse(""));
          }
          return true;
        });
    assertThat(texts)
        .as(where)
        .containsExactlyInAnyOrder(
            "PRIVATE fact-0 second kelp", "PRIVATE fact-2 second kelp", "GROUP fact-0 second kelp");
    int found =
        as(
            ledger,
            (tx, caller) ->
                new MemorySearch(tx).search(caller, "second kelp", ItemFilter.ALL, 9).size());
    assertThat(found).as(where).isEqualTo(3);
    for (String id : List.of("fact-0", "fact-2")) {
      List<Items.Version> versions = as(ledger, (tx, caller) -> new Items(tx).history(caller, id));
      assertThat(versions).as(where).extracting(Items.Version::version).containsExactly(2L, 1L);
    }
    HotMemory.Chain chain =
        as(ledger, (tx, caller) -> new HotMemory(tx).verify(caller, MemoryHolder.of(caller)));
    assertThat(chain.problem()).as(where).isEmpty();
    assertThat(chain.sessions()).as(where).isEqualTo(1);
    assertThat(
            as(ledger, (tx, caller) -> new HotMemory(tx).read(caller, MemoryHolder.of(caller)))
                .text()
                .object("active")
                .flatMap(active -> active.string("focus")))
        .as(where)
        .contains("kelp");
    assertThat(ledger.read(RecallIndex::drift)).as(where).isEmpty();
    assertThat(AuditCheck.run(ledger, List.of()).findings()).as(where).isEmpty();
    assertThat(
            ledger.<Long>read(
                tx ->
                    tx.number(
                        "SELECT COUNT(*) FROM event WHERE kind IN ('memory.written',"
                            + " 'memory.deleted', 'group.member_joined')")))
        .as(where)
        .isEqualTo(2 * FACTS.size() + 1 + 1 + 2);
  }
}
