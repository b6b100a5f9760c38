package org.sovereignbook.sbp.society.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.memory.MemoryBeginning;
import org.sovereignbook.sbp.society.memory.MemoryObserver;
import org.sovereignbook.sbp.society.recall.Embedder;
import org.sovereignbook.sbp.testing.TestNode;

/** Memory of members: accepted work is shown again, rejected work never. */
class LongMemoryTest {
  private static final String LABEL = "run:test";

  @TempDir private Path folder;
  private TestNode node;
  private Ledger ledger;
  private TeamRuns.Run run;
  private Optional<Embedder> embedder = Optional.empty();
  private String builder = "builder";
  private final List<String> log = new ArrayList<>();

  @BeforeEach
  void open() {
    node = TestNode.in(folder.resolve("node"));
    ledger =
        Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))
            .observedBy(List.of(new MemoryObserver()));
    MemoryBeginning.ensure(ledger);
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  private Team team(String memory) throws Exception {
    Files.writeString(
        folder.resolve("team.yaml"),
        """
        max_idle_cycles: 1
        %s
        reputation: {peer_review_agents: [judge]}
        agents:
          - {id: %s, kind: worker, role: Builds., memory: {long_term: true, recall_top_k: 2}}
          - {id: judge, role: Judges.}
        """
            .formatted(memory, builder));
    Team team = files().read();
    begin(team);
    return team;
  }

  /** Begins another run, in which no earlier turn is shown. */
  private void begin(Team team) {
    run =
        ledger.write(
            tx -> {
              Incarnation.enrol(tx, team);
              return TeamRuns.begin(
                  tx,
                  Authority.of(Principal.OWNER, "team"),
                  Optional.of(LABEL),
                  Optional.empty(),
                  folder.resolve("team.yaml"));
            });
  }

  private TeamFiles files() {
    return new TeamFiles(new LocalDisk(), folder.resolve("team.yaml"));
  }

  private void add(String title) {
    Plan plan = Plan.read("[{title: '%s', labels: ['%s']}]".formatted(title, LABEL));
    List<String> _ =
        ledger.write(
            tx -> Board.in(tx).add(plan, Worker.of(Caller.owner("team")), Optional.empty()));
  }

  private void work(Team team, String name, FakeBackend backend) throws Exception {
    TeamMember member = team.member(name).orElseThrow();
    node.clock().advance(Duration.ofSeconds(1));
    Incarnation begun = ledger.write(tx -> Incarnation.begin(tx, run, member));
    MemberLoop.End _ =
        new TeamWork(ledger, run, files(), _ -> backend, Map.of(), false, embedder, log::add)
            .run(team, member, begun.token(), MemberLoop.Terms.of(team), _ -> {});
  }

  private static FakeBackend saying(String text) {
    return new FakeBackend(_ -> new LlmAnswer(text, ""));
  }

  private static FakeBackend reviewing(int score) {
    return FakeBackend.saying("{\"score\": %d, \"comment\": \"as it is\"}".formatted(score));
  }

  /** Lets the builder do a task with this title and this result, for this verdict. */
  private void done(Team team, String title, String result, int score) throws Exception {
    add(title);
    work(team, builder, saying(result));
    work(team, "judge", reviewing(score));
  }

  /** Returns what the builder is shown with a task, in another run. */
  private Optional<String> recalled(Team team, String title) throws Exception {
    begin(team);
    add(title);
    FakeBackend asked = saying("done");
    work(team, builder, asked);
    return asked.requests().getLast().inputs().stream()
        .filter(input -> input.name().equals("recall.md"))
        .map(LlmRequest.Input::text)
        .findFirst();
  }

  @Test
  void acceptedWorkIsShownWithASimilarTaskAndRejectedWorkNever() throws Exception {
    Team team = team("memory: {backend: mock}");
    done(team, "roof of tiles", "nails of copper hold tiles", 90);
    done(team, "roof of straw", "straw burns well", 20);

    assertThat(recalled(team, "another roof"))
        .as("%s", log)
        .hasValueSatisfying(
            text -> assertThat(text).contains("nails of copper").doesNotContain("straw"));
    assertThat(recalled(team, "teach a parrot")).isEmpty();
    assertThat(log).noneMatch(line -> line.contains("long-term"));
  }

  @Test
  void noTaskIsRememberedTwice() throws Exception {
    Team team = team("memory: {backend: mock}");
    done(team, "roof of tiles", "nails of copper", 90);

    for (int i = 0; i < 3; i++) {
      Optional<String> _ = recalled(team, "another roof");
    }

    String rows =
        ledger.read(
            tx ->
                Long.toString(
                    tx.number(
                        "SELECT COUNT(*) FROM memory_item WHERE label LIKE 'task-%'"
                            + " AND version = 1")));
    assertThat(rows).isEqualTo("1");
  }

  @Test
  void aTurnThatWasRejectedIsNoPartOfTheConversation() throws Exception {
    Team team = team("memory: {backend: mock}");
    done(team, "roof of straw", "straw burns well", 20);
    done(team, "roof of tiles", "nails of copper", 90);
    add("a door");
    FakeBackend asked = saying("done");
    work(team, builder, asked);

    String conversation =
        asked.requests().getLast().inputs().stream()
            .filter(input -> input.name().equals("conversation.md"))
            .map(LlmRequest.Input::text)
            .findFirst()
            .orElse("");
    assertThat(conversation).contains("nails of copper").doesNotContain("burns");
  }

  @Test
  void chromaKeepsAcceptedWorkWithTheVectorsOfTheEmbedder() throws Exception {
    embedder = Optional.of(new FirstLetters("letters-1"));
    try (ChromaServer server = new ChromaServer()) {
      Team team = team("memory: {backend: chroma, url: '%s'}".formatted(server.url()));
      done(team, "roof of tiles", "nails of copper hold tiles", 90);
      done(team, "roof of straw", "straw burns well", 20);

      assertThat(recalled(team, "roof again"))
          .hasValueSatisfying(
              text -> assertThat(text).contains("nails of copper").doesNotContain("straw"));
      assertThat(server.recorded("agent_builder")).contains("letters-1").contains("26");
      assertThat(server.calls("upsert")).isEqualTo(1);
    }
  }

  @Test
  void chromaWithoutAnEmbedderRanksByWordsAndSaysSo() throws Exception {
    try (ChromaServer server = new ChromaServer()) {
      Team team = team("memory: {backend: chroma, url: '%s'}".formatted(server.url()));
      done(team, "roof of tiles", "nails of copper", 90);
      done(team, "a garden", "roses need sun", 90);

      assertThat(recalled(team, "another roof"))
          .hasValueSatisfying(
              text -> assertThat(text).contains("nails of copper").doesNotContain("roses"));
      assertThat(log).anyMatch(line -> line.contains("ranked by words (BM25)"));
    }
  }

  @Test
  void idsThatTheServerInventsAreNoneOfOurs() throws Exception {
    embedder = Optional.of(new FirstLetters("letters-1"));
    try (ChromaServer server = new ChromaServer()) {
      server.addIds("x", "", "task-of nobody");
      Team team = team("memory: {backend: chroma, url: '%s'}".formatted(server.url()));
      done(team, "roof of tiles", "nails of copper hold tiles", 90);

      assertThat(recalled(team, "roof again"))
          .hasValueSatisfying(text -> assertThat(text).contains("nails of copper"));
      assertThat(log).noneMatch(line -> line.contains("index") || line.contains("Exception"));
    }
  }

  @Test
  void aCollectionOfAnotherModelIsRefusedAndTheTaskIsDoneAllTheSame() throws Exception {
    try (ChromaServer server = new ChromaServer()) {
      Team team = team("memory: {backend: chroma, url: '%s'}".formatted(server.url()));
      done(team, "roof of tiles", "nails of copper", 90);
      Optional<String> _ = recalled(team, "another roof");
      embedder = Optional.of(new FirstLetters("letters-2"));

      assertThat(recalled(team, "a third roof")).isEmpty();

      assertThat(log)
          .anyMatch(line -> line.contains("agent_builder") && line.contains("letters-2"))
          .anyMatch(line -> line.startsWith("submits"));
    }
  }

  /** Test against a real server: {@code -Dsbp.chroma=http://127.0.0.1:PORT}. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @EnabledIfSystemProperty(named = "sbp.chroma", matches = "http.+")
  void aRealServerKeepsAcceptedWorkToo(boolean isEmbedded) throws Exception {
    embedder = isEmbedded ? Optional.of(new FirstLetters("letters-1")) : Optional.empty();
    builder = "builder-" + node.node().randomId();
    Team team =
        team(
            "memory: {backend: chroma, url: '%s'}"
                .formatted(Objects.requireNonNull(System.getProperty("sbp.chroma"))));
    done(team, "roof of tiles", "nails of copper hold tiles", 90);
    done(team, "roof of straw", "straw burns well", 20);

    for (int i = 0; i < 2; i++) {
      assertThat(recalled(team, "roof again"))
          .as("%s", log)
          .hasValueSatisfying(
              text -> assertThat(text).contains("nails of copper").doesNotContain("straw"));
    }
    embedder = Optional.of(new FirstLetters("letters-2"));
    assertThat(recalled(team, "a third roof")).isEmpty();
    assertThat(log).anyMatch(line -> line.contains("letters-2"));
  }

  @Test
  void theServersOwnErrorStandsInTheLog() throws Exception {
    try (ChromaServer server = new ChromaServer()) {
      server.failWith(500, "the disk is full");
      Team team = team("memory: {backend: chroma, url: '%s'}".formatted(server.url()));
      done(team, "roof of tiles", "nails of copper", 90);

      assertThat(recalled(team, "another roof")).isEmpty();

      assertThat(log).anyMatch(line -> line.endsWith("answered 500: the disk is full"));
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
