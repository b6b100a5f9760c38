package org.sovereignbook.sbp.plugins.returning;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.plugins.returning.Absence.Fate;
import org.sovereignbook.sbp.society.memory.Assessments;
import org.sovereignbook.sbp.society.memory.GroupFeature;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.TrustScores;

/** An agent leaves its node with a bundle, works on another node, and comes back. */
class ReturnTest {
  @TempDir Path folder;
  private TwoHomes nodes;

  @BeforeEach
  void open() {
    nodes = new TwoHomes(folder);
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void anAgentTakesItsMemoryToAnotherNodeAndBringsBackWhatItLearnedThere() {
    String left = TwoHomes.leave(nodes.home);
    assertThat(nodes.home.now("ada").status()).isEqualTo(AgentStatus.SUSPENDED);

    nodes.host(left);
    assertThat(TwoHomes.text(nodes.away, "route")).isEqualTo("north by the river");
    assertThat(TwoHomes.focus(nodes.away)).isEqualTo("to find the way");
    assertThat(nodes.away.now("ada").id()).isEqualTo(nodes.home.now("ada").id());
    TwoHomes.write(nodes.away, "route", "south by the hill");
    TwoHomes.write(nodes.away, "inn", "the inn is full");
    TwoHomes.session(nodes.away, "to find a bed");
    Returns.Returned back = nodes.begin(TwoHomes.leave(nodes.away), false);

    assertThat(back.items())
        .extracting(one -> one.carriage().fate())
        .containsExactlyInAnyOrder(Fate.CHANGED, Fate.NEW);
    assertThat(back.sessionsSince()).isEqualTo(1);
    assertThat(back.absence().groupId().orElseThrow()).startsWith("staging-ada-");

    Returns.Returned merged = nodes.merge(Optional.empty());

    assertThat(merged.absence().state()).isEqualTo(Absence.State.MERGED);
    assertThat(nodes.home.now("ada").status()).isEqualTo(AgentStatus.ACTIVE);
    assertThat(TwoHomes.text(nodes.home, "route")).isEqualTo("south by the hill");
    assertThat(TwoHomes.text(nodes.home, "inn")).isEqualTo("the inn is full");
    assertThat(TwoHomes.text(nodes.home, "ferry")).isEqualTo("the ferry goes at nine");
    assertThat(TwoHomes.focus(nodes.home)).isEqualTo("to find a bed");
    HotMemory.Chain chain =
        nodes.home.as(
            "ada",
            "memory_read_hot",
            (tx, caller) -> new HotMemory(tx).verify(caller, MemoryHolder.of(caller)));
    assertThat(chain.problem()).isEmpty();
    assertThat(chain.sessions()).isEqualTo(2);
    Items.Whole route =
        nodes.home.as(
            "ada", "memory_read_warm", (tx, caller) -> new Items(tx).read(caller, "route"));
    assertThat(route.item().author()).isEqualTo(nodes.home.now("ada").principal());
    assertThat(route.item().version()).isEqualTo(2);
  }

  @Test
  void whatWaitsForItsReviewIsForMembersOnlyWhateverTrustAdds() {
    String staging = nodes.begin(nodes.workAway(), false).absence().groupId().orElseThrow();

    assertThat(isClosed(staging)).isTrue();
    assertThat(isClosed("another")).isFalse();
  }

  private boolean isClosed(String group) {
    return nodes.home.ledger().<Boolean>read(tx -> GroupFeature.isClosedByAny(tx, group));
  }

  @Test
  void beforeTheReviewNothingOfItIsInTheAgentsMemory() {
    Returns.Returned back = nodes.begin(nodes.workAway(), false);

    List<Items.Whole> staged =
        TwoHomes.owner(
            nodes.home,
            (tx, caller) ->
                new Items(tx)
                    .list(
                        caller,
                        new ItemFilter(
                            Optional.empty(),
                            List.of(),
                            back.absence().groupId(),
                            Optional.empty(),
                            false),
                        50));
    assertThat(staged)
        .extracting(one -> one.body().string("content").orElseThrow())
        .containsExactlyInAnyOrder("south by the hill", "the inn is full");
    assertThat(staged)
        .allMatch(one -> one.item().author().equals(nodes.home.now("ada").principal()));
  }

  @Test
  void aConflictIsListedAndOnlyMergedByItsName() {
    String left = TwoHomes.leave(nodes.home);
    nodes.host(left);
    TwoHomes.write(nodes.away, "route", "south by the hill");
    String back = TwoHomes.leave(nodes.away);
    JsonObject changes = JsonObject.builder().put("content", "east by the wall").build();
    String route = key("route");
    nodes
        .home
        .ledger()
        .run(
            tx ->
                tx.update(
                    "UPDATE memory_item SET version = version + 1, body_id = ? WHERE id = ?",
                    tx.keep(
                        new org.sovereignbook.sbp.authority.ledger.Subject("memory", route),
                        "body",
                        changes.toString()),
                    route));

    Returns.Returned waiting = nodes.begin(back, true);
    assertThat(waiting.absence().state()).isEqualTo(Absence.State.STAGED);
    assertThat(waiting.conflicts())
        .singleElement()
        .satisfies(one -> assertThat(one.carriage().fate()).isEqualTo(Fate.CHANGED_HERE));
    TwoHomes.refused("conflicts", () -> nodes.merge(Optional.empty()));

    Returns.Returned _ = nodes.merge(Optional.of(List.of(route)));
    assertThat(TwoHomes.text(nodes.home, "route")).isEqualTo("south by the hill");
  }

  private String key(String label) {
    return nodes
        .home
        .ledger()
        .<String>read(
            tx -> tx.texts("SELECT id FROM memory_item WHERE label = ?", label).getFirst());
  }

  @Test
  void aPartIsMergedAndTheRestIsLeftOut() {
    Returns.Returned back = nodes.begin(nodes.workAway(), false);
    String fresh =
        back.items().stream()
            .filter(one -> one.carriage().fate() == Fate.NEW)
            .map(one -> one.carriage().item())
            .findFirst()
            .orElseThrow();

    Returns.Returned merged = nodes.merge(Optional.of(List.of(fresh)));

    assertThat(TwoHomes.text(nodes.home, "inn")).isEqualTo("the inn is full");
    assertThat(TwoHomes.text(nodes.home, "route")).isEqualTo("north by the river");
    assertThat(merged.items())
        .extracting(one -> one.carriage().fate())
        .containsExactlyInAnyOrder(Fate.MERGED, Fate.LEFT_OUT);
  }

  @Test
  void afterARejectionTheAgentGoesOnWithTheStateOfItsNode() {
    Returns.Returned _ = nodes.begin(nodes.workAway(), false);

    Returns.Returned rejected =
        TwoHomes.owner(
            nodes.home, (tx, caller) -> new Returns(tx).reject(caller, nodes.home.now("ada")));

    assertThat(rejected.absence().state()).isEqualTo(Absence.State.REJECTED);
    assertThat(TwoHomes.text(nodes.home, "route")).isEqualTo("north by the river");
    assertThat(TwoHomes.focus(nodes.home)).isEqualTo("to find the way");
    assertThat(nodes.home.now("ada").status()).isEqualTo(AgentStatus.ACTIVE);
    assertThat(
            TwoHomes.owner(
                    nodes.home, (tx, caller) -> new Items(tx).list(caller, ItemFilter.ALL, 50))
                .toString())
        .doesNotContain("south by the hill");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTrustedAgentIsMergedWithoutReviewOnlyIfItsParentHasChosenThat(boolean chosen) {
    for (int i = 0; i < 20; i++) {
      TwoHomes.write(nodes.home, "known-" + i, "fact " + i);
      String id = "known-" + i;
      TwoHomes.owner(
          nodes.home,
          (tx, caller) ->
              new Assessments(tx).assess(caller, key(id), TrustScores.Correctness.CONFIRMED));
    }

    Returns.Returned back = nodes.begin(nodes.workAway(), chosen);

    assertThat(back.automatic()).isEqualTo(chosen);
    assertThat(back.absence().state())
        .isEqualTo(chosen ? Absence.State.MERGED : Absence.State.STAGED);
  }

  @Test
  void anAgentOfUsualTrustIsNeverMergedWithoutReview() {
    assertThat(nodes.begin(nodes.workAway(), true).absence().state())
        .isEqualTo(Absence.State.STAGED);
  }

  @Test
  void aSessionThatEndedHereMeanwhileIsAForkAndTheHotContextStays() {
    String back = nodes.workAway();
    TwoHomes.owner(
        nodes.home,
        (tx, caller) ->
            org.sovereignbook.sbp.authority.agents.Lifecycle.activate(
                tx, caller, nodes.home.now("ada"), "early"));
    TwoHomes.session(nodes.home, "to stay");

    Returns.Returned waiting = nodes.begin(back, true);
    assertThat(waiting.absence().divergence().orElseThrow().toString()).isEqualTo("forked");
    Returns.Returned _ = nodes.merge(Optional.empty());

    assertThat(TwoHomes.focus(nodes.home)).isEqualTo("to stay");
    assertThat(TwoHomes.text(nodes.home, "inn")).isEqualTo("the inn is full");
  }

  /** A concept of the same name, a near copy, and the contrary of what is in the agent's group. */
  @Test
  void whatSaysOtherwiseThanTheGroupIsAConflictByItsNameAndText() {
    TwoHomes.owner(
        nodes.home,
        (tx, caller) -> {
          Groups.Seen _ = Groups.create(tx, caller, "crew", "crew", JsonObject.empty());
          return Groups.add(
              tx,
              caller,
              "crew",
              MemoryHolder.named(tx, caller, Optional.of("ada")),
              GroupRole.MEMBER);
        });
    inCrew("{\"type\":\"concept\",\"name\":\"Lock gate\",\"summary\":\"opens upstream\"}");
    inCrew("{\"type\":\"insight\",\"content\":\"The toll bridge to the mill closes at six.\"}");
    inCrew("{\"type\":\"insight\",\"content\":\"the west quay floods in spring\"}");
    nodes.host(TwoHomes.leave(nodes.home));
    abroad("{\"type\":\"concept\",\"name\":\"lock  gate\",\"summary\":\"opens downstream\"}");
    abroad("{\"type\":\"insight\",\"content\":\"The toll bridge to the mill closes at nine.\"}");
    abroad("{\"type\":\"insight\",\"content\":\"The west quay floods in spring.\"}");
    abroad("{\"type\":\"insight\",\"content\":\"herons nest on the island\"}");

    Returns.Returned back = nodes.begin(TwoHomes.leave(nodes.away), false);

    assertThat(back.items())
        .extracting(one -> one.carriage().fate())
        .containsExactlyInAnyOrder(Fate.SAME_NAME, Fate.SIMILAR, Fate.SIMILAR, Fate.NEW);
    TwoHomes.refused("conflicts", () -> nodes.merge(Optional.empty()));
  }

  private void inCrew(String body) {
    ItemWriter.Written _ =
        TwoHomes.owner(
            nodes.home,
            (tx, caller) ->
                new ItemWriter(tx)
                    .write(
                        caller,
                        ItemDraft.of(type(body), TwoHomes.json(body))
                            .inGroup(Optional.of("crew"))));
  }

  private void abroad(String body) {
    ItemWriter.Written _ =
        nodes.away.as(
            "ada",
            "memory_write_warm",
            (tx, caller) ->
                new ItemWriter(tx).write(caller, ItemDraft.of(type(body), TwoHomes.json(body))));
  }

  private static ItemType type(String body) {
    return body.contains("concept") ? ItemType.ENTITY : ItemType.LEARNING;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itGoesToTheSameNodeAgainWithTheMemoryThatItHasAtHome(boolean wasMerged) {
    Returns.Returned _ = nodes.begin(nodes.workAway(), false);
    Returns.Returned _ =
        wasMerged
            ? nodes.merge(Optional.empty())
            : TwoHomes.owner(
                nodes.home, (tx, caller) -> new Returns(tx).reject(caller, nodes.home.now("ada")));
    nodes.home.clock().advance(Duration.ofMinutes(1));
    TwoHomes.session(nodes.home, "to rest");
    String out = TwoHomes.leave(nodes.home);
    nodes.host(out);
    TwoHomes.refused("guest_known", () -> nodes.host(out));

    assertThat(TwoHomes.text(nodes.away, "route"))
        .isEqualTo(wasMerged ? "south by the hill" : "north by the river");
    assertThat(TwoHomes.focus(nodes.away)).isEqualTo("to rest");
    TwoHomes.write(nodes.away, "route", "over the bridge");
    TwoHomes.session(nodes.away, "to find the bridge");
    Returns.Returned back = nodes.begin(TwoHomes.leave(nodes.away), false);
    assertThat(back.items()).extracting(one -> one.carriage().fate()).containsExactly(Fate.CHANGED);
    Returns.Returned _ = nodes.merge(Optional.empty());

    assertThat(TwoHomes.text(nodes.home, "route")).isEqualTo("over the bridge");
    assertThat(TwoHomes.focus(nodes.home)).isEqualTo("to find the bridge");
    assertThat(
            nodes
                .home
                .as(
                    "ada",
                    "memory_read_hot",
                    (tx, caller) -> new HotMemory(tx).verify(caller, MemoryHolder.of(caller)))
                .problem())
        .isEmpty();
  }

  @Test
  void aReturnWritesTheMemoryOfItsAgentAndNothingElse() {
    nodes.home.usual("eve", AgentType.CUSTOM);
    JsonObject note = JsonObject.builder().put("content", "eve's own").build();
    ItemWriter.Written _ =
        nodes.home.as(
            "eve",
            "memory_write_warm",
            (tx, caller) ->
                new ItemWriter(tx)
                    .write(caller, ItemDraft.of(ItemType.NOTE, note).named(Optional.of("diary"))));
    Groups.Seen _ =
        TwoHomes.owner(
            nodes.home,
            (tx, caller) -> Groups.create(tx, caller, "secret", "secret", JsonObject.empty()));
    String diary = key("diary");
    Agent before = nodes.home.now("ada");
    JsonObject back = TwoHomes.json(nodes.workAway());
    JsonObject first =
        back.array("items").orElseThrow().objects().stream()
            .filter(one -> one.string("id").equals(Optional.of("inn")))
            .findFirst()
            .orElseThrow();
    String forged =
        nodes.signed(
            back.with("name", "boss")
                .with("agent_type", "autonomous")
                .with("capabilities", Capabilities.ALL.json())
                .with(
                    "items",
                    JsonArray.of(
                        first.with("group", "secret"),
                        first.with("key", diary).with("id", "diary").with("group", "secret"))));

    Returns.Returned waiting = nodes.begin(forged, false);
    assertThat(waiting.items()).allMatch(one -> one.carriage().groupId().isEmpty());
    Returns.Returned _ = nodes.merge(Optional.empty());

    Agent after = nodes.home.now("ada");
    assertThat(after.declared()).isEqualTo(before.declared());
    assertThat(after.type()).isEqualTo(before.type());
    assertThat(after.parent()).isEqualTo(before.parent());
    Items.Whole ofEve =
        nodes.home.as(
            "eve", "memory_read_warm", (tx, caller) -> new Items(tx).read(caller, "diary"));
    assertThat(ofEve.body()).isEqualTo(note);
    assertThat(ofEve.item().version()).isEqualTo(1);
    assertThat(
            TwoHomes.number(
                nodes.home,
                "SELECT COUNT(*) FROM memory_item i JOIN memory_scope s ON s.scope = i.scope WHERE"
                    + " s.kind = 'group' AND s.of_whom = 'secret'"))
        .isZero();
    assertThat(
            TwoHomes.number(
                nodes.home,
                "SELECT COUNT(*) FROM memory_item WHERE deleted_ms IS NULL AND author <> ? AND"
                    + " id <> ?",
                after.principal().text(),
                diary))
        .isZero();
  }
}
