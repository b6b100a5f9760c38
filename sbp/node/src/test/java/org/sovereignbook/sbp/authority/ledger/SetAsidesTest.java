package org.sovereignbook.sbp.authority.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.ledger.SetAsides.ItemList;
import org.sovereignbook.sbp.store.SetAsideItem;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.testing.TestSociety;

/** Loops over items of the society, of which one fails. */
class SetAsidesTest {
  private static final List<String> ITEMS = List.of("a", "b", "c");

  @TempDir private Path folder;
  private Ledger ledger;
  private final List<String> done = new ArrayList<>();

  @BeforeEach
  void open() {
    ledger = TestSociety.in(folder).ledger();
    ledger.run(tx -> tx.update("CREATE TABLE seen (item TEXT PRIMARY KEY)"));
  }

  private interface Failing {
    void on(Transaction tx, String item);
  }

  /** A loop that records each item before it may fail on it. */
  private void loop(Failing failing) {
    done.clear();
    ledger.run(
        tx -> {
          done.clear();
          new SetAsides(tx)
              .each(
                  ItemList.HOOK,
                  "loop",
                  ITEMS,
                  item -> item,
                  item -> {
                    tx.update("INSERT INTO seen (item) VALUES (?) ON CONFLICT DO NOTHING", item);
                    failing.on(tx, item);
                    done.add(item);
                  });
        });
  }

  private static Failing failingOn(String bad, Supplier<RuntimeException> failure) {
    return (_, item) -> {
      if (item.equals(bad)) {
        throw failure.get();
      }
    };
  }

  private static IllegalStateException odd() {
    return new IllegalStateException("an odd item");
  }

  private List<SetAsideItem> aside() {
    return ledger.read(tx -> new SetAsides(tx).all(ItemList.HOOK, 100));
  }

  private List<String> seen() {
    return ledger.read(tx -> tx.texts("SELECT item FROM seen ORDER BY item"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void anItemThatFailsIsSetAsideAndTheOthersAreDone(int place) {
    String bad = ITEMS.get(place);

    loop(failingOn(bad, SetAsidesTest::odd));

    assertThat(done).hasSize(2).doesNotContain(bad);
    assertThat(seen()).as("changes of the failed item are undone").isEqualTo(done);
    assertThat(aside())
        .singleElement()
        .satisfies(
            item -> {
              assertThat(item.id()).isEqualTo(bad);
              assertThat(item.by()).isEqualTo("loop");
              assertThat(item.reason()).isEqualTo("IllegalStateException: an odd item");
              assertThat(item.tries()).isEqualTo(1);
            });
  }

  @Test
  void itIsLeftOutUntilItIsTakenBack() {
    loop(failingOn("b", SetAsidesTest::odd));
    loop((_, _) -> {});
    assertThat(done).containsExactly("a", "c");

    ledger.run(tx -> new SetAsides(tx).takeBack(ItemList.HOOK, "b"));
    loop(failingOn("b", SetAsidesTest::odd));
    assertThat(aside()).extracting(SetAsideItem::tries).containsExactly(2);

    ledger.run(tx -> new SetAsides(tx).takeBack(ItemList.HOOK, "b"));
    loop((_, _) -> {});
    assertThat(done).containsExactly("a", "b", "c");
    assertThat(aside()).isEmpty();
  }

  @Test
  void aDroppedItemIsLeftOutForGood() {
    loop(failingOn("b", SetAsidesTest::odd));

    ledger.run(tx -> new SetAsides(tx).drop(ItemList.HOOK, "b"));
    loop((_, _) -> {});

    assertThat(done).containsExactly("a", "c");
    assertThat(aside()).isEmpty();
  }

  @Test
  void allItemsMayFailAndTheLoopEnds() {
    loop(
        (_, _) -> {
          throw odd();
        });

    assertThat(done).isEmpty();
    assertThat(aside()).hasSize(3);
  }

  @Test
  void aValueThatTheDatabaseRefusesIsTheItemsFault() {
    loop(
        (tx, item) -> {
          if (item.equals("b")) {
            tx.update("INSERT INTO seen (item) VALUES ('b')");
          }
        });

    assertThat(done).containsExactly("a", "c");
    assertThat(aside()).extracting(SetAsideItem::id).containsExactly("b");
  }

  @Test
  void aFailureOfTheMachineEndsTheLoopAndSetsNothingAside() {
    List<Supplier<RuntimeException>> failures =
        List.of(
            () -> new StoreException("the database is gone"),
            () -> new UncheckedIOException(new IOException("No space left on device")),
            () -> new IllegalStateException("odd", new StoreException("gone")));

    for (Supplier<RuntimeException> failure : failures) {
      assertThatThrownBy(() -> loop(failingOn("a", failure))).isInstanceOf(RuntimeException.class);
      assertThat(seen()).isEmpty();
      assertThat(aside()).isEmpty();
    }
    assertThatThrownBy(
            () -> loop((tx, _) -> tx.update("INSERT INTO no_such_table (item) VALUES ('x')")))
        .isInstanceOf(StoreException.class);
    assertThat(aside()).isEmpty();
  }

  @Test
  void anErrorIsNoFailureOfAnItem() {
    assertThatThrownBy(
            () ->
                loop(
                    (_, _) -> {
                      throw new StackOverflowError();
                    }))
        .isInstanceOf(StackOverflowError.class);
    assertThat(aside()).isEmpty();
  }
}
