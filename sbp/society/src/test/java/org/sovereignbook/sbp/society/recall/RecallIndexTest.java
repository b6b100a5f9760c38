package org.sovereignbook.sbp.society.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.testing.TestSociety;

class RecallIndexTest {
  private static final String MINE = "a1a1a1a1a1a1a1a1";
  private static final long MAY_2026 = 1_778_000_000_000L;
  private static final Authority OWNER = Authority.of(Principal.OWNER, "command");

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

  private static Indexed item(String id, String title, String... passages) {
    return new Indexed(id, MINE, "Ann", title, "", MAY_2026, List.of(passages));
  }

  private void put(Indexed... items) {
    society
        .ledger()
        .write(
            tx -> {
              List.of(items).forEach(item -> RecallIndex.put(tx, item));
              return true;
            });
  }

  private List<RecallHit> search(String query) {
    return society.ledger().read(tx -> RecallIndex.search(tx, Set.of(MINE), query, _ -> true, 10));
  }

  private List<String> found(String query) {
    return search(query).stream().map(RecallHit::id).toList();
  }

  private interface Work {
    void on(Transaction tx);
  }

  private void change(Work work) {
    society
        .ledger()
        .write(
            tx -> {
              work.on(tx);
              return true;
            });
  }

  private String drift() {
    return society.ledger().read(RecallIndex::drift).orElse("none");
  }

  @Test
  void aHitSaysWhichWordsAndWhichPassageFit() {
    put(
        item("bread", "Baking", "Flour comes on Tuesdays.", "The oven heats slowly."),
        item("other", "Painting", "The wall is blue."));

    assertThat(search("which ovens heat up in May 2026 or in winter"))
        .first()
        .satisfies(
            hit -> {
              assertThat(hit.id()).isEqualTo("bread");
              assertThat(hit.scope()).isEqualTo(MINE);
              assertThat(hit.scorePerMille()).isEqualTo(1_000);
              assertThat(hit.why()).isEqualTo("3 of 4 words: ovens, heat, 2026; the date");
              assertThat(hit.passages())
                  .first()
                  .satisfies(best -> assertThat(best.number()).isEqualTo(2))
                  .satisfies(best -> assertThat(best.text()).isEqualTo("The oven heats slowly."));
            });
  }

  @Test
  void authorTitleCaptionAndDateAreFound() {
    put(
        new Indexed("one", MINE, "Zoe", "Quince jelly", "preserves", MAY_2026, List.of("Boil it.")),
        new Indexed("two", MINE, "Ann", "Other", "", 0, List.of("text")));

    for (String query : List.of("zoe", "quinces", "preserve", "5 May 2026")) {
      assertThat(found(query)).as(query).first().isEqualTo("one");
    }
    assertThat(search("quince").getFirst().passages()).isEmpty();
  }

  @Test
  void aNamedMonthLiftsItemsOfThatMonth() {
    long january = MAY_2026 - 120L * 24 * 3_600 * 1_000;
    put(
        new Indexed("old", MINE, "", "", "", january, List.of("We moved the server.")),
        new Indexed("new", MINE, "", "", "", MAY_2026, List.of("We moved the old big server.")));

    assertThat(found("when was the server moved")).containsExactly("old", "new");
    assertThat(found("was the server moved in May")).containsExactly("new", "old");
  }

  @Test
  void anotherTextOfTheSameIdReplacesTheFirst() {
    put(item("one", "", "apples"), item("two", "", "pears"));
    put(item("one", "", "cherries"));

    assertThat(found("apples")).isEmpty();
    assertThat(found("cherry")).containsExactly("one");
    assertThat(drift()).isEqualTo("none");
  }

  @Test
  void whatMayNotBeShownMakesRoomForTheNext() {
    put(
        IntStream.range(0, 30)
            .mapToObj(i -> item("i" + i, "", "the same words"))
            .toArray(Indexed[]::new));

    List<RecallHit> hits =
        society
            .ledger()
            .read(
                tx ->
                    RecallIndex.search(tx, Set.of(MINE), "same words", id -> id.length() == 2, 20));

    assertThat(hits).hasSize(10);
  }

  @Test
  void aRemovedTextLeavesNoWordInTheFile() throws Exception {
    put(item("kept", "", "quagga"), item("gone", "", "zyzzyva okapi"));
    change(tx -> RecallIndex.remove(tx, "gone"));
    change(tx -> RecallIndex.remove(tx, "unknown"));
    // The erasure of any text moves the write-ahead log into the file.
    assertThat(society.ledger().erase((EventLog _) -> List.of(), OWNER)).isEmpty();

    assertThat(found("okapi")).isEmpty();
    assertThat(files()).contains("quagga").doesNotContain("zyzzyva", "okapi");
    assertThat(drift()).isEqualTo("none");
  }

  private String files() throws Exception {
    Path database = society.node().node().home().society();
    StringBuilder all = new StringBuilder();
    try (var files = Files.list(database.resolveSibling(""))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
    }
    return all.toString();
  }

  @Test
  void aSearchNeedsScopesAndItsSizeIsBounded() {
    assertThatThrownBy(
            () ->
                society.ledger().read(tx -> RecallIndex.search(tx, Set.of(), "word", _ -> true, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    Set<String> many =
        IntStream.rangeClosed(0, RecallLimits.SCOPES)
            .mapToObj(Integer::toString)
            .collect(Collectors.toSet());
    assertThatThrownBy(
            () -> society.ledger().read(tx -> RecallIndex.search(tx, many, "x", _ -> true, 1)))
        .isInstanceOf(NodeException.class)
        .hasMessageContaining("at most 256 groups, got 257");
    assertThatThrownBy(() -> search("x".repeat(RecallLimits.QUERY_BYTES + 1)))
        .isInstanceOf(NodeException.class)
        .hasMessageContaining("at most 8192 bytes, got 8193");
    String words =
        IntStream.rangeClosed(0, RecallLimits.QUERY_TERMS)
            .mapToObj(i -> "w" + i)
            .collect(Collectors.joining(" "));
    assertThatThrownBy(() -> search(words))
        .isInstanceOf(NodeException.class)
        .hasMessageContaining("at most 128 different words, got 129");
    assertThat(search("of the")).isEmpty();
    assertThat(search("")).isEmpty();
  }

  @Test
  void aTextBeyondTheLimitsIsRefused() {
    List<String> many = Collections.nCopies(RecallLimits.PASSAGES + 1, "x");
    String large = "x".repeat(RecallLimits.TEXT_BYTES);

    assertThatThrownBy(() -> put(item("one", "", many.toArray(String[]::new))))
        .isInstanceOf(NodeException.class)
        .hasMessageContaining("4096 paragraphs");
    assertThatThrownBy(() -> put(item("one", "title", large))).isInstanceOf(NodeException.class);
    put(item("one", "", many.subList(1, many.size()).toArray(String[]::new)));
    assertThat(search("x")).hasSize(1);
  }

  @Test
  void driftIsFoundBothWaysAndRebuildingEndsIt() {
    put(item("one", "", "apples and pears", "more"), item("two", "", "plums"));
    change(
        tx ->
            tx.update(
                "INSERT INTO recall_words (recall_words, rowid, terms)"
                    + " SELECT 'delete', id, terms FROM recall_passage WHERE text = 'plums'"));
    assertThat(drift()).contains("1 passages are only in the table or only in its index");
    change(RecallIndex::rebuild);
    assertThat(drift()).isEqualTo("none");

    change(tx -> tx.update("INSERT INTO recall_words (rowid, terms) VALUES (9999999, '1:figs')"));
    assertThat(drift()).contains("1 passages are only in the table or only in its index");
    change(RecallIndex::rebuild);
    assertThat(drift()).isEqualTo("none");

    change(tx -> tx.update("UPDATE recall_passage SET text = 'cherries' WHERE text = 'plums'"));
    assertThat(drift()).contains("1 passages are indexed with other words");
    change(RecallIndex::rebuild);
    assertThat(drift()).isEqualTo("none");
    assertThat(found("cherry")).containsExactly("two");

    change(tx -> tx.update("DELETE FROM recall_passage WHERE text = 'more'"));
    assertThat(drift()).contains("1 items lack passages");
    change(tx -> RecallIndex.remove(tx, "one"));
    change(tx -> tx.update("DELETE FROM recall_item"));
    assertThat(drift()).contains("2 passages belong to no item");
    change(RecallIndex::rebuild);
    assertThat(drift()).isEqualTo("none");
  }

  @Test
  void whatAnOlderAnalysisIndexedIsIndexedAgainByItself() {
    put(item("one", "", "apples"), item("two", "", "plums"), item("three", "", "pears"));
    change(
        tx -> {
          tx.update("UPDATE recall_item SET analysis = 1 WHERE id <> 'three'");
          tx.update("UPDATE recall_passage SET terms = '' WHERE text = 'plums'");
        });
    assertThat(found("plums")).isEmpty();
    assertThat(RecallIndex.renew(society.ledger())).isEqualTo(2);
    assertThat(found("plums")).containsExactly("two");
    assertThat(drift()).isEqualTo("none");
    assertThat(RecallIndex.renew(society.ledger())).isZero();
  }

  @Test
  void aRenewalIsBounded() {
    put(
        IntStream.range(0, 2_010)
            .mapToObj(i -> item("i" + i, "", "words"))
            .toArray(Indexed[]::new));
    change(tx -> tx.update("UPDATE recall_item SET analysis = 1"));
    assertThat(RecallIndex.renew(society.ledger())).isEqualTo(2_000);
    assertThat(RecallIndex.renew(society.ledger())).isEqualTo(10);
  }
}
