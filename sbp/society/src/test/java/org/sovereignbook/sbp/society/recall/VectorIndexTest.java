package org.sovereignbook.sbp.society.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testing.TestSociety;

/** Search by meaning, with an embedder that knows three matters: drinks, releases, weather. */
class VectorIndexTest {
  private static final String MINE = "a1a1a1a1a1a1a1a1";
  private static final String OTHERS = "b2b2b2b2b2b2b2b2";
  private static final String QUESTION = "which drink does she like";

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

  /** An embedder that counts words of matters, and fails with texts that say so. */
  private record Matters(String modelId, int length, List<String> embedded) implements Embedder {
    private static final List<Set<String>> WORDS =
        List.of(
            Set.of("drink", "tea", "coffee"),
            Set.of("ship", "release", "version"),
            Set.of("rain", "fog", "sun"));

    Matters(String modelId) {
      this(modelId, WORDS.size() + 1, new ArrayList<>());
    }

    @Override
    public String name() {
      return "matters";
    }

    @Override
    public int dimension() {
      return WORDS.size() + 1;
    }

    @Override
    public double related() {
      return .8;
    }

    @Override
    public List<float[]> embed(Use use, List<String> texts) {
      embedded.addAll(texts);
      return texts.stream().map(this::vector).toList();
    }

    private float[] vector(String text) {
      if (text.contains("poison")) {
        throw new UnsatisfiedLinkError("no native library");
      }
      float[] vector = new float[length];
      vector[length - 1] = .1f;
      for (String word : text.toLowerCase(Locale.ROOT).split("\\W+", -1)) {
        for (int matter = 0; matter < WORDS.size(); matter++) {
          vector[matter] += WORDS.get(matter).contains(word) ? 1 : 0;
        }
      }
      return vector;
    }
  }

  private static Indexed item(String id, String scope, String... passages) {
    return new Indexed(id, scope, "", "", "", 0, List.of(passages));
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

  private VectorIndex.Done fill(Embedder embedder) {
    return VectorIndex.fill(society.ledger(), embedder, () -> false);
  }

  private List<RecallHit> byWords(String query) {
    return society.ledger().read(tx -> RecallIndex.search(tx, Set.of(MINE), query, _ -> true, 10));
  }

  private List<RecallHit> byMeaning(Embedder embedder, String query) {
    Optional<QueryVector> meaning = Optional.of(QueryVector.of(embedder, query));
    return society
        .ledger()
        .read(tx -> RecallIndex.search(tx, Set.of(MINE), query, meaning, _ -> true, 10));
  }

  private List<String> models() {
    return society.ledger().read(tx -> tx.texts("SELECT model FROM recall_vector ORDER BY item"));
  }

  private void threeItems() {
    put(
        item("tea", MINE, "Anna prefers tea", "with milk"),
        item("make", MINE, "the release is made by hand"),
        item("fog", MINE, "fog lifts at noon"));
  }

  @Test
  void anItemWithoutAWordOfTheQueryIsFoundByItsMeaning() {
    threeItems();
    Matters matters = new Matters("m1");
    assertThat(byWords(QUESTION)).isEmpty();
    assertThat(byMeaning(matters, QUESTION)).isEmpty();

    assertThat(fill(matters)).isEqualTo(new VectorIndex.Done(3, 0, Optional.empty()));
    assertThat(byMeaning(matters, QUESTION))
        .singleElement()
        .satisfies(
            hit -> {
              assertThat(hit.id()).isEqualTo("tea");
              assertThat(hit.why()).isEqualTo("no word; the meaning");
              assertThat(hit.scorePerMille()).isBetween(0, 1_000);
              assertThat(hit.passages().getFirst().text()).isEqualTo("Anna prefers tea");
            });
    assertThat(byMeaning(matters, "fog or coffee"))
        .extracting(RecallHit::id)
        .contains("fog", "tea");
  }

  @Test
  void vectorsChangeNoSearchByWords() {
    threeItems();
    put(item("fog2", MINE, "fog again", "the release waits for fog"));
    List<RecallHit> before = byWords("fog release tea");
    assertThat(fill(new Matters("m1")).items()).isEqualTo(4);
    assertThat(byWords("fog release tea")).isEqualTo(before).isNotEmpty();
  }

  @Test
  void otherScopesAreNeitherFoundNorCompared() {
    threeItems();
    Matters matters = new Matters("m1");
    assertThat(fill(matters).items()).isEqualTo(3);
    List<RecallHit> before = byMeaning(matters, "which drink for fog");
    for (int i = 0; i < 20; i++) {
      put(item("other" + i, OTHERS, "coffee and tea and drink " + i));
    }
    assertThat(fill(matters).items()).isEqualTo(20);
    assertThat(byMeaning(matters, "which drink for fog")).isEqualTo(before).isNotEmpty();
  }

  @Test
  void vectorsOfAnotherModelAreNotComparedAndAreComputedAgain() {
    threeItems();
    assertThat(fill(new Matters("m1")).items()).isEqualTo(3);
    Matters later = new Matters("m2");
    assertThat(byMeaning(later, QUESTION)).isEmpty();
    assertThat(fill(later).items()).isEqualTo(3);
    assertThat(models()).containsExactly("m2", "m2", "m2");
    assertThat(byMeaning(later, QUESTION)).hasSize(1);
    assertThat(fill(later).items()).isZero();
  }

  @Test
  void aChangedOrRemovedTextLosesItsVectors() {
    threeItems();
    Matters matters = new Matters("m1");
    assertThat(fill(matters).items()).isEqualTo(3);
    put(item("tea", MINE, "Anna prefers silence"));
    boolean _ =
        society
            .ledger()
            .write(
                tx -> {
                  RecallIndex.remove(tx, "fog");
                  return true;
                });
    assertThat(models()).hasSize(1);
    assertThat(byMeaning(matters, QUESTION)).isEmpty();
    assertThat(fill(matters).items()).isEqualTo(1);
  }

  @Test
  void aTextThatTheModelFailsWithStopsNoOther() {
    put(
        item("old", MINE, "tea"),
        item("bad", MINE, "poison"),
        item("empty", MINE),
        item("new", MINE, "fog"));
    VectorIndex.Done done = fill(new Matters("m1"));
    assertThat(done.items()).isEqualTo(3);
    assertThat(done.waiting()).isEqualTo(1);
    assertThat(done.failure().orElseThrow())
        .hasMessageContaining("the embedder matters has failed")
        .hasMessageContaining("no native library");
  }

  @Test
  void noWordsOfTheJdkTellOfAFailedEmbedder() {
    for (Throwable failure :
        List.of(
            new UnsatisfiedLinkError("libonnx.so: cannot open shared object file"),
            new NoClassDefFoundError("Could not initialize class ai.Model: java.lang.Error"),
            new UncheckedIOException(new NoSuchFileException("model.onnx")),
            new IllegalStateException("the model cannot be loaded on this machine"),
            new NullPointerException("Cannot invoke \"java.util.List.size()\""),
            new IllegalStateException(new IOException("chunked, state: READING_LENGTH")))) {
      assertThatThrownBy(
              () -> Vectors.embed(new Failing(failure), Embedder.Use.QUERY, List.of("tea")))
          .satisfies(
              said ->
                  assertThat(said.getMessage())
                      .startsWith("the embedder failing has failed: ")
                      .doesNotContain("java.", "Exception", "Error", "state:", "null"));
    }
  }

  /** An embedder that throws. */
  private record Failing(Throwable failure) implements Embedder {
    @Override
    public String name() {
      return "failing";
    }

    @Override
    public String modelId() {
      return "none";
    }

    @Override
    public int dimension() {
      return 1;
    }

    @Override
    public double related() {
      return 1;
    }

    @Override
    public List<float[]> embed(Use use, List<String> texts) {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    }
  }

  @Test
  void aModelThatFailsWithAllTextsIsTriedThreeTimesARun() {
    for (int i = 0; i < 10; i++) {
      put(item("bad" + i, MINE, "poison " + i));
    }
    Matters matters = new Matters("m1");
    assertThat(fill(matters).items()).isZero();
    assertThat(matters.embedded()).hasSize(3);
  }

  @Test
  void aRunEndsWhenItsTimeIsOver() {
    threeItems();
    Matters matters = new Matters("m1");
    VectorIndex.Done done =
        VectorIndex.fill(society.ledger(), matters, () -> !matters.embedded().isEmpty());
    assertThat(done.items()).isEqualTo(1);
    assertThat(done.waiting()).isEqualTo(2);
    assertThat(matters.embedded()).containsExactly("fog lifts at noon");
  }

  @Test
  void aTextThatChangesMeanwhileGetsNoVectorOfTheOldOne() {
    put(item("tea", MINE, "Anna prefers tea"));
    Matters matters = new Matters("m1");
    Embedder slow =
        new Embedder() {
          @Override
          public String name() {
            return matters.name();
          }

          @Override
          public String modelId() {
            return matters.modelId();
          }

          @Override
          public int dimension() {
            return matters.dimension();
          }

          @Override
          public double related() {
            return matters.related();
          }

          @Override
          public List<float[]> embed(Use use, List<String> texts) {
            if (texts.contains("Anna prefers tea")) {
              put(item("tea", MINE, "Anna prefers silence"));
            }
            return matters.embed(use, texts);
          }
        };
    assertThat(fill(slow).items()).isZero();
    assertThat(models()).isEmpty();
    assertThat(fill(slow).items()).isEqualTo(1);
    assertThat(byMeaning(matters, QUESTION)).isEmpty();
  }

  @Test
  void anEmbedderThatReturnsOtherVectorsThanItDeclaresIsRefused() {
    put(item("tea", MINE, "tea"));
    Matters wrong = new Matters("m1", 7, new ArrayList<>());
    assertThat(fill(wrong).failure()).isPresent();
    assertThat(models()).isEmpty();
    assertThatThrownBy(() -> QueryVector.of(wrong, "tea"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("other vectors than it declares");
  }
}
