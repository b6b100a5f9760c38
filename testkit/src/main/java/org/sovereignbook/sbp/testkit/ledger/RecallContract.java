package org.sovereignbook.sbp.testkit.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyFolder;
import org.sovereignbook.sbp.authority.ledger.SocietyTables;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.recall.Embedder;
import org.sovereignbook.sbp.society.recall.Indexed;
import org.sovereignbook.sbp.society.recall.QueryVector;
import org.sovereignbook.sbp.society.recall.RecallHit;
import org.sovereignbook.sbp.society.recall.RecallIndex;
import org.sovereignbook.sbp.society.recall.RecallLimits;
import org.sovereignbook.sbp.society.recall.VectorIndex;

/** Contract of search on every database: the same results, nothing of other scopes, no syntax. */
public abstract class RecallContract extends LedgerCase {
  private static final String MINE = "11aa22bb33cc44dd";
  private static final String OURS = "55ee66ff77008899";
  private static final String THEIRS = "99aabbccddeeff00";
  private static final List<String> QUESTIONS =
      List.of("w1 w2", "w3 w20 w50", "what is w7 in May 2026", "w90", "w2 w4 w6 w8 w10 w12");

  /** Texts that are syntax in a full-text query or in SQL, or that a database cannot store. */
  private static final List<String> HOSTILE =
      List.of(
          "w1 AND w2 OR NOT w3",
          "NEAR(w1 w2, 5)",
          "w1-w2",
          "\"w1 ' \\\" w2",
          "terms:w1 ^w2 w3*",
          "w1:* & !w2 | (w3 <-> w4)",
          "w1 \u0000 w2 \u001a0000",
          "\ud800w1 \udc00w2 \ud83d\ude00w3",
          "'); DROP TABLE recall_item; --",
          "{w1} + \"w2\" : w3",
          "w1\n\r\t\u202ew2",
          "%1$s ${key} ? ?1 :a @b $c");

  private static List<Indexed> items(String scope, int count, long seed) {
    Random random = new Random(seed);
    List<Indexed> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<String> passages =
          IntStream.range(0, random.nextInt(6)).mapToObj(_ -> words(random)).toList();
      long atMs = 1_767_000_000_000L + random.nextLong(20_000_000_000L);
      items.add(new Indexed(scope + i, scope, "Ann", words(random), "w5", atMs, passages));
    }
    return items;
  }

  private static String words(Random random) {
    return IntStream.range(0, 8)
        .mapToObj(_ -> "w" + (int) Math.exp(random.nextDouble() * Math.log(100)))
        .collect(Collectors.joining(" "));
  }

  private static void put(Ledger ledger, List<Indexed> items) {
    ledger.write(
        tx -> {
          items.forEach(item -> RecallIndex.put(tx, item));
          return true;
        });
  }

  private static List<RecallHit> search(Ledger ledger, Set<String> scopes, String query) {
    return ledger.read(tx -> RecallIndex.search(tx, scopes, query, _ -> true, 50));
  }

  private static List<List<RecallHit>> answers(Ledger ledger, Set<String> scopes) {
    return QUESTIONS.stream().map(query -> search(ledger, scopes, query)).toList();
  }

  @Test
  void everyDatabaseRanksAlike() {
    try (Ledger ledger = open();
        Ledger sqlite = sqlite("reference")) {
      for (Ledger one : List.of(ledger, sqlite)) {
        put(one, items(MINE, 200, 1));
        put(one, items(OURS, 50, 2));
      }
      assertThat(answers(ledger, Set.of(MINE, OURS)))
          .isEqualTo(answers(sqlite, Set.of(MINE, OURS)))
          .allSatisfy(hits -> assertThat(hits).isNotEmpty());
    }
  }

  /** An embedder whose vectors count words by their hash. */
  private record Hashes() implements Embedder {
    private static final int DIMENSION = 16;

    @Override
    public String name() {
      return "hashes";
    }

    @Override
    public String modelId() {
      return "hashes-1";
    }

    @Override
    public int dimension() {
      return DIMENSION;
    }

    @Override
    public double related() {
      return .9;
    }

    @Override
    public List<float[]> embed(Use use, List<String> texts) {
      return texts.stream().map(Hashes::vector).toList();
    }

    private static float[] vector(String text) {
      float[] vector = new float[DIMENSION];
      vector[0] = 1;
      text.codePoints().forEach(c -> vector[c % DIMENSION]++);
      return vector;
    }
  }

  @Test
  void everyDatabaseRanksAlikeByVectors() {
    try (Ledger ledger = open();
        Ledger sqlite = sqlite("reference")) {
      List<List<RecallHit>> found = new ArrayList<>();
      for (Ledger one : List.of(ledger, sqlite)) {
        put(one, items(MINE, 60, 1));
        put(one, items(THEIRS, 20, 2));
        assertThat(VectorIndex.fill(one, new Hashes(), () -> false).items()).isEqualTo(80);
        Optional<QueryVector> meaning = Optional.of(QueryVector.of(new Hashes(), "w7 w8"));
        found.add(
            one.read(tx -> RecallIndex.search(tx, Set.of(MINE), "w7 w8", meaning, _ -> true, 200)));
        put(one, items(MINE, 60, 1));
        assertThat(one.<Long>read(tx -> tx.number("SELECT COUNT(*) FROM recall_vector")))
            .isEqualTo(20);
      }
      assertThat(found.getFirst())
          .isEqualTo(found.getLast())
          .isNotEmpty()
          .allSatisfy(hit -> assertThat(hit.scope()).isEqualTo(MINE));
    }
  }

  private Ledger sqlite(String name) {
    Node at = fresh(name);
    return Ledger.open(at, new SqliteLedgerProvider().open(at));
  }

  @Test
  void whatOthersHaveChangesNoResultAndIsNeverFound() {
    try (Ledger ledger = open()) {
      put(ledger, items(MINE, 100, 1));
      List<List<RecallHit>> before = answers(ledger, Set.of(MINE));

      put(ledger, items(THEIRS, 500, 3));
      put(
          ledger,
          List.of(new Indexed("secret", THEIRS, "Eve", "plan", "", 0, List.of("w1 unheard"))));

      assertThat(answers(ledger, Set.of(MINE))).isEqualTo(before);
      assertThat(search(ledger, Set.of(MINE), "unheard secret plan eve")).isEmpty();
      assertThat(search(ledger, Set.of("never used"), "w1 w2")).isEmpty();
      assertThat(search(ledger, Set.of(THEIRS), "unheard"))
          .extracting(RecallHit::id)
          .containsExactly("secret");
      assertThat(answers(ledger, Set.of(MINE, OURS))).isEqualTo(before);
    }
  }

  @Test
  void aQueryIsNeverSyntaxAndAnyTextCanBeIndexed() {
    Random random = new Random(7);
    List<String> queries = new ArrayList<>(HOSTILE);
    for (int i = 0; i < 300; i++) {
      queries.add(
          random
              .ints(random.nextInt(40), 0, Character.MAX_VALUE + 1)
              .mapToObj(c -> random.nextInt(3) == 0 ? "\"w1'" : String.valueOf((char) c))
              .collect(Collectors.joining()));
    }
    try (Ledger ledger = open()) {
      put(ledger, List.of(new Indexed("all", MINE, "", "", "", 0, HOSTILE)));
      put(ledger, List.of(new Indexed("odd", MINE, "", "", "", 0, queries)));
      String large = "x-\"y ".repeat(RecallLimits.TEXT_BYTES / 16);
      put(ledger, List.of(new Indexed("large", MINE, large, "", "", 0, List.of(large, large))));

      for (String query : queries) {
        assertThat(search(ledger, Set.of(MINE), query)).hasSizeBetween(0, 3);
      }
      for (String query : HOSTILE.subList(0, HOSTILE.size() - 4)) {
        assertThat(search(ledger, Set.of(MINE), query)).as(query).isNotEmpty();
      }
      assertThat(ledger.read(RecallIndex::drift)).isEmpty();
    }
  }

  @Test
  void searchGoesOnAfterCopyExportImportAndRebuilding() {
    SocietyFolder export = new SocietyFolder(folder.resolve("export"), Features.bundled());
    List<List<RecallHit>> before;
    try (Ledger ledger = open()) {
      put(ledger, items(MINE, 60, 1));
      before = answers(ledger, Set.of(MINE));
    }
    Node copy = fresh("copy");
    Node imported = fresh("imported");
    try (Database from = open(node);
        Database to = open(copy);
        Database other = open(imported)) {
      assertThat(new SocietyTables(Features.bundled()).copy(from, to))
          .isEqualTo(new SocietyTables(Features.bundled()).digests(from));
      // A second time, over tables that are there.
      assertThat(new SocietyTables(Features.bundled()).copy(from, to))
          .isEqualTo(new SocietyTables(Features.bundled()).digests(from));
      export.write(from, true);
      export.read(other);
    }
    for (Node at : List.of(node, copy, imported)) {
      try (Ledger ledger = Ledger.open(at, open(at))) {
        assertThat(answers(ledger, Set.of(MINE))).isEqualTo(before);
        assertThat(ledger.read(RecallIndex::drift)).isEmpty();
        ledger.write(
            tx -> {
              RecallIndex.rebuild(tx);
              RecallIndex.remove(tx, MINE + 1);
              return true;
            });
        put(ledger, items(MINE, 2, 1));
        assertThat(ledger.read(RecallIndex::drift)).isEmpty();
      }
    }
  }
}
