package org.sovereignbook.sbp.plugins.returning;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryObserver;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.CrashingDatabase;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;

/**
 * A process of either node dies at every commit of an agent's way to another node and back. The
 * owner gives the last command again: nothing is lost, merged twice, or left in between.
 */
class ReturnCrashTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"BEFORE, true", "AFTER, true", "BEFORE, false", "AFTER, false"})
  void whereverItDiesTheAgentIsBackWithWhatWasMergedOnce(CrashPoint.Moment moment, boolean merges) {
    int at = 0;
    while (new Trip(folder.resolve("commit-" + at), CrashPoint.of(at, moment), merges).isCut()) {
      at = CrashSweep.next(at);
    }
    assertThat(at).as("commits of a trip").isGreaterThanOrEqualTo(5);
  }

  /** One trip, on which one process dies. */
  private record Trip(Path place, CrashPoint point, boolean merges) {
    boolean isCut() {
      TestNode there =
          TestNode.in(place.resolve("away"), TestKeys.alice(), TestNode.ALICE_ENDPOINT);
      try (TestSociety home = TestSociety.in(place.resolve("home"));
          TestSociety away = TestSociety.of(there)) {
        home.usual("ada", AgentType.AUTONOMOUS);
        write(home, "route", "north by the river");
        String out =
            step(home, "", (tx, caller) -> new Leaves(tx).leave(caller, home.now("ada")).text());
        step(
            away,
            "guest_known",
            (tx, caller) ->
                new Guests(tx).host(caller, Bundle.parse(out), Optional.empty()).name());
        write(away, "route", "south by the hill");
        write(away, "inn", "the inn is full");
        String back =
            step(away, "", (tx, caller) -> new Leaves(tx).leave(caller, away.now("ada")).text());
        step(
            home,
            "unknown_absence",
            (tx, caller) ->
                new Returns(tx).begin(caller, Bundle.parse(back), List.of()).agent().name());
        assertThat(text(home, "route")).isEqualTo("north by the river");
        step(
            home,
            "not_staged",
            (tx, caller) ->
                (merges
                        ? new Returns(tx)
                            .merge(
                                caller, home.now("ada"), Optional.empty(), Optional.empty(), false)
                        : new Returns(tx).reject(caller, home.now("ada")))
                    .agent()
                    .name());
        verify(home);
      }
      return point.isReached();
    }

    private static void write(TestSociety at, String id, String text) {
      JsonObject note = JsonObject.builder().put("content", text).build();
      ItemWriter.Written _ =
          at.as(
              "ada",
              "memory_write_warm",
              (tx, caller) ->
                  new ItemWriter(tx)
                      .write(caller, ItemDraft.of(ItemType.NOTE, note).named(Optional.of(id))));
    }

    private static String text(TestSociety at, String id) {
      return at.owner("memory_read_warm", (tx, caller) -> new Items(tx).read(caller, key(tx, id)))
          .body()
          .string("content")
          .orElseThrow();
    }

    private static String key(Transaction tx, String label) {
      return tx.texts("SELECT id FROM memory_item WHERE label = ? AND deleted_ms IS NULL", label)
          .getFirst();
    }

    /**
     * Does one step; when its process dies, once more in another.
     *
     * @param done the code by which the second try learns that the first was done
     */
    private String step(TestSociety at, String done, Permissions.Work<String> work) {
      ToolCall call =
          new ToolCall(
              "agent_show", JsonObject.empty(), "command", Optional.empty(), Optional.empty());
      if (point.isReached()) {
        return Permissions.run(at.ledger(), call, work);
      }
      try (Database database = new SqliteLedgerProvider().open(at.node().node());
          Ledger ledger =
              Ledger.open(at.node().node(), new CrashingDatabase(database, point))
                  .observedBy(List.of(new MemoryObserver()))) {
        return Permissions.run(ledger, call, work);
      } catch (SimulatedCrash e) {
        try {
          return Permissions.run(at.ledger(), call, work);
        } catch (SocietyException again) {
          assertThat(again.code()).isEqualTo(done);
          return "";
        }
      }
    }

    private void verify(TestSociety home) {
      assertThat(home.now("ada").status()).isEqualTo(AgentStatus.ACTIVE);
      assertThat(text(home, "route"))
          .isEqualTo(merges ? "south by the hill" : "north by the river");
      home.ledger()
          .run(
              tx -> {
                assertThat(
                        tx.number(
                            "SELECT COUNT(*) FROM memory_item WHERE label = 'inn' AND deleted_ms IS"
                                + " NULL"))
                    .isEqualTo(merges ? 1 : 0);
                assertThat(
                        tx.number("SELECT version FROM memory_item WHERE id = ?", key(tx, "route")))
                    .isEqualTo(merges ? 2 : 1);
                assertThat(tx.number("SELECT COUNT(*) FROM absence")).isOne();
                assertThat(tx.texts("SELECT state FROM absence"))
                    .containsExactly(merges ? "merged" : "rejected");
                assertThat(
                        tx.number(
                            "SELECT COUNT(*) FROM memory_group WHERE id LIKE 'staging-%' AND"
                                + " deleted_ms IS NULL"))
                    .isZero();
              });
    }
  }
}
