package org.sovereignbook.sbp.society.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.EventObserver;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerFeature;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.TableScript;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;

/** Features of the board, of which one has no tables or fails. */
class BoardFeatureTest {
  @TempDir Path folder;

  /** Fails at each event and at each end of a task. */
  private record Broken(String script) implements BoardFeature, LedgerFeature {
    @Override
    public String name() {
      return "broken";
    }

    @Override
    public String title() {
      return "broken";
    }

    @Override
    public List<TableScript> tables() {
      return script.isEmpty() ? List.of() : List.of(TableScript.of(script));
    }

    @Override
    public List<EventObserver> observers() {
      return List.of(
          (_, event) -> {
            if (event.kind().equals("task.added")) {
              throw new IllegalStateException("no event for me");
            }
          });
    }

    @Override
    public void ended(Transaction tx, TaskEnd end) {
      throw new IllegalStateException("no end for me");
    }
  }

  private TestNode node(Broken feature) {
    TestNode node = TestNode.in(folder);
    Features _ = node.node().kept().of(Features.class, () -> new Features(List.of(feature)));
    return node;
  }

  private static String add(TestSociety society) {
    return society.owner(
        "task_add",
        (tx, caller) ->
            Board.in(tx)
                .add(
                    Plan.of(List.of(PlannedTask.titled("light a lamp"))),
                    Worker.of(caller),
                    Optional.empty())
                .getFirst());
  }

  private static boolean cancel(TestSociety society, String task) {
    return society.owner(
        "task_cancel", (tx, caller) -> Board.in(tx).cancel(task, "not wanted", Worker.of(caller)));
  }

  @Test
  void oneWhoseTablesCannotBeMadeIsNotAsked() {
    try (TestSociety society = TestSociety.of(node(new Broken("CREATE TABLE torn (")))) {
      assertThat(society.ledger().incompleteFeatures()).containsExactly("broken");

      assertThat(cancel(society, add(society))).isTrue();
    }
  }

  @Test
  void oneWithTablesOfANewerProgramIsNotAsked() {
    TestNode node = node(new Broken("CREATE TABLE whole (id TEXT PRIMARY KEY)"));
    try (TestSociety society = TestSociety.of(node)) {
      assertThat(society.ledger().incompleteFeatures()).isEmpty();
      society.ledger().run(tx -> tx.update("UPDATE society_feature SET version = 9"));
    }
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      assertThat(ledger.features().all()).isEmpty();
      assertThat(ledger.allFeatures().all()).isEmpty();
    }
  }
}
