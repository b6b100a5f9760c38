package org.sovereignbook.sbp.society.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;

class MemoryTest {
  @TempDir Path folder;
  private TeamMemory team;

  @BeforeEach
  void open() {
    team = new TeamMemory(folder);
  }

  @AfterEach
  void close() {
    team.close();
  }

  @Test
  void anItemOfAGroupIsFoundByItsMembersAndDoesNotExistForOthers() {
    MemoryItem item = team.toTeam("ada", "releases are cut on Tuesdays");

    assertThat(team.found("bob", "when is the release cut")).containsExactly(item.id());
    assertThat(team.found("eve", "when is the release cut")).isEmpty();
    assertThat(team.as("bob", (tx, caller) -> new Items(tx).read(caller, item.id())).body())
        .isEqualTo(TeamMemory.note("releases are cut on Tuesdays"));
    for (String id : List.of(item.id(), "nowhere")) {
      TeamMemory.assertRefused(
          "not_found", () -> team.as("eve", (tx, caller) -> new Items(tx).read(caller, id)));
    }
    TeamMemory.assertRefused("group_not_found", () -> team.toTeam("eve", "lies"));
    TeamMemory.assertRefused(
        "group_not_found", () -> team.as("eve", (tx, caller) -> Groups.seen(tx, caller, "team")));
  }

  @Test
  void privateItemsAreTheirOwnersAndOfAParentsSessionOnly() {
    MemoryItem own =
        team.write("bob", ItemDraft.of(ItemType.NOTE, TeamMemory.note("bob likes tea")));
    MemoryItem parents =
        team.society
            .owner(
                "memory_write_warm",
                (tx, caller) ->
                    new ItemWriter(tx)
                        .write(
                            caller,
                            ItemDraft.of(ItemType.NOTE, TeamMemory.note("the owner likes tea"))))
            .item();

    assertThat(team.found("bob", "tea")).containsExactly(own.id());
    assertThat(team.found("ada", "tea")).containsExactly(parents.id());
    assertThat(team.found("eve", "tea")).isEmpty();
  }

  @Test
  void whatOthersWriteDoesNotChangeTheOrderOfMine() {
    team.toTeam("ada", "the parser reads a token and a rule");
    team.toTeam("ada", "a rule of the team");
    List<Integer> before = scores("bob", "parser rule");
    for (int i = 0; i < 50; i++) {
      team.write("eve", ItemDraft.of(ItemType.NOTE, TeamMemory.note("parser rule parser " + i)));
    }
    assertThat(scores("bob", "parser rule")).isEqualTo(before).isNotEmpty();
  }

  private List<Integer> scores(String agent, String query) {
    return team.as(
        agent,
        (tx, caller) ->
            new MemorySearch(tx)
                .search(caller, query, ItemFilter.ALL, 10).stream()
                    .map(MemorySearch.Result::perMille)
                    .toList());
  }

  @Test
  void aWriteOverAVersionThatIsNotTheNewestChangesNothing() {
    ItemDraft draft =
        ItemDraft.of(ItemType.NOTE, TeamMemory.note("one"))
            .named(Optional.of("plan"))
            .inGroup(Optional.of("team"))
            .asNew();
    team.write("ada", draft);
    ItemWriter.Written second =
        team.as("bob", (tx, caller) -> new ItemWriter(tx).write(caller, draft));

    assertThat(second.outcome()).isEqualTo(ItemWriter.Effect.CONFLICT);
    ItemWriter.Written edited =
        team.as(
            "bob",
            (tx, caller) ->
                new ItemWriter(tx).edit(caller, "plan", TeamMemory.note("two"), Optional.of(1L)));
    assertThat(edited.outcome()).isEqualTo(ItemWriter.Effect.UPDATED);
    assertThat(edited.item().version()).isEqualTo(2);
    assertThat(
            team.<Optional<JsonObject>>as(
                "ada", (tx, caller) -> new Items(tx).earlier(caller, "plan", 1)))
        .contains(TeamMemory.note("one"));
  }

  @Test
  void theSameIdOfTwoEntitiesIsTwoItems() {
    ItemDraft draft =
        ItemDraft.of(ItemType.NOTE, TeamMemory.note("mine"))
            .called("x", Domain.VALUE, Optional.empty());
    MemoryItem one = team.write("bob", draft);
    MemoryItem other = team.write("eve", draft);

    assertThat(other.id()).isNotEqualTo(one.id());
    assertThat(team.as("eve", (tx, caller) -> new Items(tx).read(caller, "x")).item().id())
        .isEqualTo(other.id());
  }

  @Test
  void whatOnlyRepeatsARecalledItemReinforcesIt() {
    MemoryItem item =
        team.write(
            "ada",
            ItemDraft.of(
                ItemType.LEARNING,
                TeamMemory.learning("the release manager cuts releases on every second Tuesday")));
    team.as("ada", (tx, caller) -> new Items(tx).read(caller, item.id()));
    ItemWriter.Written echo =
        team.as(
            "ada",
            (tx, caller) ->
                new ItemWriter(tx)
                    .write(
                        caller,
                        ItemDraft.of(
                            ItemType.LEARNING,
                            TeamMemory.learning(
                                "release manager cuts releases on every second Tuesday"))));
    ItemWriter.Written other =
        team.as(
            "ada",
            (tx, caller) ->
                new ItemWriter(tx)
                    .write(
                        caller,
                        ItemDraft.of(
                            ItemType.LEARNING,
                            TeamMemory.learning("hotfixes need two approvals"))));

    assertThat(echo.outcome()).isEqualTo(ItemWriter.Effect.REINFORCED);
    assertThat(echo.item().id()).isEqualTo(item.id());
    assertThat(other.outcome()).isEqualTo(ItemWriter.Effect.CREATED);
  }

  @Test
  void aDoubtfulLearningIsFoundOnceSomebodyAboveConfirmsIt() {
    MemoryItem item =
        team.write(
            "bob",
            ItemDraft.of(
                    ItemType.LEARNING,
                    TeamMemory.learning("it may rain")
                        .with("confidence", new JsonDecimal(new BigDecimal("0.2"))))
                .inGroup(Optional.of("team")));
    assertThat(team.found("ada", "rain")).isEmpty();
    Assessments.Assessed assessed =
        team.society.owner(
            "trust_assess",
            (tx, caller) ->
                new Assessments(tx).assess(caller, item.id(), TrustScores.Correctness.CONFIRMED));

    assertThat(assessed.score().perMille()).isEqualTo(1_000 * 4 / 6);
    assertThat(team.found("ada", "rain")).containsExactly(item.id());
    TeamMemory.assertRefused(
        "assessed_already",
        () ->
            team.society.owner(
                "trust_assess",
                (tx, caller) ->
                    new Assessments(tx)
                        .assess(caller, item.id(), TrustScores.Correctness.CONFIRMED)));
  }

  @Test
  void wrongMemoriesTakeTheRightToWriteAndThenToRead() {
    List<MemoryItem> items =
        List.of(
            team.toTeam("bob", "one is two"),
            team.toTeam("bob", "up is down"),
            team.toTeam("ada", "true"));
    team.assess(items.get(0), TrustScores.Correctness.WRONG);
    TeamMemory.assertRefused("capability_denied", () -> team.toTeam("bob", "more"));
    assertThat(team.found("bob", "true")).containsExactly(items.get(2).id());
    team.assess(items.get(1), TrustScores.Correctness.VIOLATION);
    assertThat(team.found("bob", "true")).isEmpty();
    team.society.clock().advance(Duration.ofDays(91));
    assertThat(team.found("bob", "true")).as("the window has passed").isNotEmpty();
  }

  @Test
  void aSessionBeginsWithWhatMattersWithinItsBudget() {
    team.hot("ada", "active", "focus", "the parser");
    for (int i = 0; i < 300; i++) {
      team.toTeam("bob", "remark %d about nothing in particular".formatted(i));
    }
    SessionStart.Shown shown =
        team.as("ada", (tx, caller) -> new SessionStart(tx).begin(caller, Optional.empty()));

    assertThat(shown.text().getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(6_144);
    assertThat(shown.text()).contains("focus: the parser", " of 300 items shown", "by bob");
  }

  @Test
  void anItemCarriesTheAuthoritiesOfAllItsWriters() {
    MemoryItem item = team.toTeam("ada", "one");
    team.as(
        "bob",
        (tx, caller) ->
            new ItemWriter(tx).edit(caller, item.id(), TeamMemory.note("two"), Optional.empty()));

    assertThat(
            team.society
                .ledger()
                .<List<String>>read(
                    tx ->
                        new Items(tx)
                            .causes(List.of(item.id())).stream()
                                .map(cause -> cause.principal().text())
                                .toList()))
        .containsExactlyInAnyOrder(
            team.ada.principal().text(), team.society.now("bob").principal().text());
  }

  @Test
  void theMembersOfABodyAreChecked() {
    TeamMemory.assertRefused(
        "validation_failed",
        () ->
            team.write(
                "ada",
                ItemDraft.of(ItemType.ENTITY, JsonObject.builder().put("name", "x").build())));
    TeamMemory.assertRefused(
        "validation_failed",
        () ->
            team.write(
                "ada",
                ItemDraft.of(
                    ItemType.LEARNING, TeamMemory.learning("x").with("confidence", 1_001))));
    TeamMemory.assertRefused(
        "too_large",
        () -> team.write("ada", ItemDraft.of(ItemType.NOTE, TeamMemory.note("x".repeat(20_000)))));
    JsonObject entity =
        JsonObject.builder()
            .put("type", "person")
            .put("name", "Ada")
            .put("aliases", JsonArray.ofStrings(List.of("Countess")))
            .build();
    MemoryItem item = team.write("ada", ItemDraft.of(ItemType.ENTITY, entity));
    assertThat(team.found("ada", "countess")).containsExactly(item.id());
  }

  @Test
  void aListReachesItemsBehindManyOthers() {
    MemoryItem old =
        team.write("ada", ItemDraft.of(ItemType.LEARNING, TeamMemory.learning("first of all")));
    for (int i = 0; i < 7; i++) {
      team.write("ada", ItemDraft.of(ItemType.NOTE, TeamMemory.note("note " + i)));
    }
    ItemFilter learnings =
        new ItemFilter(
            Optional.of(ItemType.LEARNING), List.of(), Optional.empty(), Optional.empty(), false);

    assertThat(
            team.society.<List<Items.Whole>>as(
                "ada", "memory_search", (tx, caller) -> new Items(tx).list(caller, learnings, 3)))
        .extracting(one -> one.item().id())
        .containsExactly(old.id());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NEAR(kelp figs, 5)",
        "\"kelp\" OR 1=1 --",
        "kelp* AND NOT figs",
        "title:kelp {a b}: ^kelp",
        "'; DROP TABLE memory_item; --",
        "(((((",
        "- - -",
        "%_\\",
        "\u0000\u202e\uffff"
      })
  void aQueryIsWordsAndNeverSyntax(String query) {
    MemoryItem own =
        team.write("ada", ItemDraft.of(ItemType.NOTE, TeamMemory.note("kelp and figs")));
    team.toTeam("bob", "kelp of the team");
    team.write("eve", ItemDraft.of(ItemType.NOTE, TeamMemory.note("kelp of eve")));

    List<String> found = team.found("ada", query);

    assertThat(found).hasSize(query.contains("kelp") ? 2 : 0);
    assertThat(found.contains(own.id())).isEqualTo(query.contains("kelp"));
  }

  private static JsonObject sure(String confidence) {
    return TeamMemory.learning("the key opens the door")
        .with("confidence", new JsonDecimal(new BigDecimal(confidence)));
  }

  /** A confidence is stored in per mille, which neither an edit nor a file may take for a share. */
  @Test
  void aConfidenceIsAShareOnEveryWay() {
    MemoryItem item = team.write("ada", ItemDraft.of(ItemType.LEARNING, sure("0.001")));
    JsonObject changed = JsonObject.builder().put("content", "another door").build();
    MemoryItem edited =
        team.as(
            "ada",
            (tx, caller) ->
                new ItemWriter(tx).edit(caller, item.id(), changed, Optional.empty()).item());
    assertThat(edited.text().confidence()).contains(1L);
    Items.Whole whole = team.as("ada", (tx, caller) -> new Items(tx).find(caller, item.id()));
    assertThat(whole.shownBody().toString()).contains("\"confidence\":0.001");

    String file = ItemFile.text(whole);
    assertThat(file).contains("confidence: 0.001");
    assertThat(ItemFile.parse("door.md", file).isSaidBy(whole)).isTrue();
    MemoryItem sure = team.write("ada", ItemDraft.of(ItemType.LEARNING, sure("0.9")));
    Items.Whole sureWhole = team.as("ada", (tx, caller) -> new Items(tx).find(caller, sure.id()));
    String earlier = ItemFile.text(sureWhole).replace("0.9", "900");
    assertThat(ItemFile.parse("door.md", earlier).isSaidBy(sureWhole)).isTrue();

    for (String wrong : List.of("2", "700", "-0.1")) {
      TeamMemory.assertRefused(
          "validation_failed",
          () -> team.write("ada", ItemDraft.of(ItemType.LEARNING, sure(wrong))));
    }
    TeamMemory.assertRefused(
        "validation_failed",
        () ->
            team.write(
                "ada",
                ItemDraft.of(
                    ItemType.LEARNING,
                    TeamMemory.learning("x").with("confidence", new JsonInteger(700)))));
  }
}
