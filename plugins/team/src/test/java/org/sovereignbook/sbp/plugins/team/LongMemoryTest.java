package org.sovereignbook.sbp.plugins.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.testing.TestNode;

/** Memory of members: accepted work is shown again, rejected work never. */
class LongMemoryTest {
  @TempDir private Path folder;
  private TestNode node;
  private RememberingTeam team;

  @BeforeEach
  void open() {
    node = TestNode.in(folder.resolve("node"));
    Features _ = node.node().kept().of(Features.class, () -> new Features(List.of(new Slates())));
    team = new RememberingTeam(node, folder, "builder");
  }

  @AfterEach
  void close() {
    team.close();
  }

  @Test
  void acceptedWorkIsShownWithASimilarTaskAndRejectedWorkNever() throws Exception {
    team.with("memory: {backend: mock}");
    team.done("roof of tiles", "nails of copper hold tiles", 90);
    team.done("roof of straw", "straw burns well", 20);

    assertThat(team.recalled("another roof"))
        .as("%s", team.log())
        .hasValueSatisfying(
            text -> assertThat(text).contains("nails of copper").doesNotContain("straw"));
    assertThat(team.recalled("teach a parrot")).isEmpty();
    assertThat(team.log()).noneMatch(line -> line.contains("long-term"));
  }

  @Test
  void noTaskIsRememberedTwice() throws Exception {
    team.with("memory: {backend: mock}");
    team.done("roof of tiles", "nails of copper", 90);

    for (int i = 0; i < 3; i++) {
      Optional<String> _ = team.recalled("another roof");
    }

    String rows =
        team.ledger()
            .read(
                tx ->
                    Long.toString(
                        tx.number(
                            "SELECT COUNT(*) FROM memory_item WHERE label LIKE 'task-%'"
                                + " AND version = 1")));
    assertThat(rows).isEqualTo("1");
  }

  @Test
  void aTurnThatWasRejectedIsNoPartOfTheConversation() throws Exception {
    team.with("memory: {backend: mock}");
    team.done("roof of straw", "straw burns well", 20);
    team.done("roof of tiles", "nails of copper", 90);

    assertThat(team.shown("a door", "conversation.md"))
        .hasValueSatisfying(
            text -> assertThat(text).contains("nails of copper").doesNotContain("burns"));
  }

  /** Has a store of long-term memory that shows all that it was given, and one that fails. */
  private static final class Slates implements TeamFeature {
    @Override
    public String name() {
      return "slates";
    }

    @Override
    public String title() {
      return "slates";
    }

    @Override
    public Map<String, EpisodeStore.Opener> episodeStores() {
      return Map.of(
          "slate",
          owner -> new Slate(owner.member().id(), new ArrayList<>()),
          "broken",
          _ -> {
            throw new UnsupportedOperationException("it broke");
          });
    }
  }

  /** A store that lists the episodes that it is given. */
  private record Slate(String member, List<Episode> written) implements EpisodeStore {
    @Override
    public Set<String> known(List<String> tasks) {
      return Set.of();
    }

    @Override
    public void keep(List<Episode> episodes) {
      written.addAll(episodes);
    }

    @Override
    public List<Recalled> find(String query, int most) {
      if (query.startsWith("a wet")) {
        throw new UnsupportedOperationException("it is wet");
      }
      return written.stream()
          .map(one -> new Recalled(one.task(), member + ": " + one.text()))
          .toList();
    }

    @Override
    public void close() {}
  }

  @Test
  void aFeatureBringsAStore() throws Exception {
    team.with("memory: {backend: slate}").done("roof of tiles", "nails of copper", 90);

    assertThat(team.recalled("a door"))
        .hasValueSatisfying(text -> assertThat(text).contains("builder:", "nails of copper"));
    assertThat(team.recalled("a wet roof")).isEmpty();
    assertThat(team.log()).contains("long-term memory: it is wet");
  }

  @Test
  void aStoreThatCannotBeOpenedHoldsUpNoTask() throws Exception {
    team.with("memory: {backend: broken}").done("roof of tiles", "nails of copper", 90);

    assertThat(team.shown("a door", "conversation.md"))
        .hasValueSatisfying(text -> assertThat(text).contains("nails of copper"));
    assertThat(team.log())
        .anyMatch(line -> line.contains("the feature slates fails") && line.contains("it broke"))
        .noneMatch(line -> line.contains("sbp plugin list"));
  }

  @Test
  void aMemberWorksWithoutTheStoreOfAFeatureThatIsOff() throws Exception {
    node.configure(
        JsonObject.empty()
            .with(
                "features",
                JsonObject.empty().with("off", JsonArray.ofStrings(List.of("slates")))));
    team.with("memory: {backend: slate}").done("roof of tiles", "nails of copper", 90);

    assertThat(team.recalled("a door")).isEmpty();
    assertThat(team.log())
        .anyMatch(line -> line.contains("no feature that is on and works has \"slate\""))
        .anyMatch(line -> line.startsWith("submits"));
  }
}
