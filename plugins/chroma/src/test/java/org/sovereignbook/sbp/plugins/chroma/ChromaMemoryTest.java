package org.sovereignbook.sbp.plugins.chroma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.plugins.team.EpisodeStore;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamFiles;
import org.sovereignbook.sbp.society.recall.Embedder;
import org.sovereignbook.sbp.testing.TestNode;

/** Long-term memory of a member on a Chroma server. */
class ChromaMemoryTest {
  private static final Optional<Embedder> LETTERS = Optional.of(new FirstLetters("letters-1"));

  @TempDir private Path folder;
  private TestNode node;
  private ChromaServer server;
  private final List<String> log = new ArrayList<>();

  @BeforeEach
  void open() throws Exception {
    node = TestNode.in(folder.resolve("node"));
    server = new ChromaServer();
  }

  @AfterEach
  void close() {
    server.close();
  }

  private EpisodeStore store(Optional<Embedder> embedder) throws Exception {
    return store(server.url(), "builder", embedder);
  }

  /** Opens the store of a member, as its team's file says. */
  private EpisodeStore store(String url, String member, Optional<Embedder> embedder)
      throws Exception {
    Path file = folder.resolve("team.yaml");
    Files.writeString(
        file,
        """
        memory: {backend: chroma, url: '%s'}
        agents:
          - {id: %s, role: Builds., memory: {long_term: true}}
        """
            .formatted(url, member));
    Team team = TeamFiles.of(node.node(), file).read();
    return new ChromaFeature()
        .episodeStores()
        .get(team.memory())
        .open(
            new EpisodeStore.Owner(
                node.node(), team, team.members().getFirst(), embedder, log::add));
  }

  private static EpisodeStore.Episode episode(String task, String text) {
    return new EpisodeStore.Episode(task, task, text, Instant.EPOCH, List.of());
  }

  private static void keepTwo(EpisodeStore store) throws Exception {
    store.keep(
        List.of(
            episode("tiles", "roof of tiles: nails of copper"),
            episode("garden", "a garden: roses need sun")));
  }

  @Test
  void episodesAreKeptWithTheVectorsOfTheEmbedder() throws Exception {
    try (EpisodeStore store = store(LETTERS)) {
      keepTwo(store);

      assertThat(store.known(List.of("tiles", "parrot"))).containsExactly("tiles");
      assertThat(store.find("copper nails of a roof", 1))
          .containsExactly(new EpisodeStore.Recalled("tiles", "roof of tiles: nails of copper"));
      assertThat(server.recorded("agent_builder")).contains("letters-1").contains("26");
      assertThat(server.calls("upsert")).isEqualTo(1);
      assertThat(log).isEmpty();
    }
  }

  @Test
  void withoutAnEmbedderItRanksByWordsAndSaysSo() throws Exception {
    try (EpisodeStore store = store(Optional.empty())) {
      keepTwo(store);

      assertThat(store.find("another roof", 2))
          .extracting(EpisodeStore.Recalled::task)
          .containsExactly("tiles");
      assertThat(log).singleElement().asString().contains("ranked by words (BM25)");
    }
  }

  @Test
  void idsThatTheServerInventsAreNoneOfOurs() throws Exception {
    server.addIds("x", "", "task-of nobody");
    try (EpisodeStore store = store(LETTERS)) {
      assertThat(store.known(List.of("tiles"))).isEmpty();
      keepTwo(store);

      assertThat(store.known(List.of("tiles"))).containsExactly("tiles");
    }
  }

  @Test
  void aCollectionOfAnotherModelIsRefused() throws Exception {
    try (EpisodeStore store = store(LETTERS);
        EpisodeStore other = store(Optional.of(new FirstLetters("letters-2")))) {
      keepTwo(store);

      assertThatThrownBy(() -> keepTwo(other))
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll("agent_builder", "letters-1", "letters-2");
    }
  }

  /** Test against a real server: {@code -Dsbp.chroma=http://127.0.0.1:PORT}. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @EnabledIfSystemProperty(named = "sbp.chroma", matches = "http.+")
  void aRealServerKeepsEpisodesToo(boolean isEmbedded) throws Exception {
    String url = Objects.requireNonNull(System.getProperty("sbp.chroma"));
    String member = "builder-" + node.node().randomId();
    Optional<Embedder> embedder = isEmbedded ? LETTERS : Optional.empty();
    try (EpisodeStore store = store(url, member, embedder);
        EpisodeStore other = store(url, member, Optional.of(new FirstLetters("letters-2")))) {
      keepTwo(store);

      assertThat(store.known(List.of("tiles", "parrot"))).containsExactly("tiles");
      assertThat(store.find("roof again", 1))
          .extracting(EpisodeStore.Recalled::task)
          .containsExactly("tiles");
      assertThatThrownBy(() -> keepTwo(other)).hasMessageContaining("letters-2");
    }
  }

  @Test
  void theServersOwnErrorIsTheReason() throws Exception {
    server.failWith(500, "the disk is full");
    try (EpisodeStore store = store(LETTERS)) {
      assertThatThrownBy(() -> keepTwo(store))
          .isInstanceOf(IOException.class)
          .hasMessageEndingWith("answered 500: the disk is full");
    }
  }

  /** Counts letters. */
  private record FirstLetters(String modelId) implements Embedder {
    @Override
    public String name() {
      return "letters";
    }

    @Override
    public int dimension() {
      return 26;
    }

    @Override
    public double related() {
      return 0.9;
    }

    @Override
    public List<float[]> embed(Use use, List<String> texts) {
      return texts.stream().map(FirstLetters::vector).toList();
    }

    private static float[] vector(String text) {
      float[] counts = new float[26];
      text.chars().filter(c -> c >= 'a' && c <= 'z').forEach(c -> counts[c - 'a']++);
      double length = 0;
      for (float count : counts) {
        length += count * count;
      }
      for (int i = 0; i < counts.length; i++) {
        counts[i] /= (float) Math.max(1, Math.sqrt(length));
      }
      return counts;
    }
  }
}
