package org.sovereignbook.sbp.society.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.MemoryScope;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.society.memory.Culture.Departure;

class MemoryEventsTest {
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
  void membersHearOfNewItemsUnlessTheyOrTheGroupAreSilent() {
    team.as(
        "bob",
        (tx, caller) -> {
          new MemoryEvents(tx).subscribe(caller, "memory.written", Globs.ALL);
          return true;
        });
    team.as(
        "eve",
        (tx, caller) -> {
          new MemoryEvents(tx).subscribe(caller, "memory.written", Globs.ALL);
          return true;
        });
    MemoryItem item = team.toTeam("ada", "news");

    List<MemoryEvents.Waiting> heard = team.polled("bob");
    assertThat(heard).hasSize(1);
    assertThat(heard.getFirst().payload().string("item_id")).contains(item.id());
    assertThat(heard.getFirst().payload().string("group_id")).contains("team");
    assertThat(team.polled("bob")).as("each event is taken once").isEmpty();
    assertThat(team.polled("eve")).as("no member").isEmpty();
    team.society.owner(
        "memory_group_culture",
        (tx, caller) ->
            Groups.culture(
                tx,
                caller,
                "team",
                JsonObject.builder().put("broadcast_eagerness", "taciturn").build()));
    team.toTeam("ada", "more news");
    assertThat(team.polled("bob")).isEmpty();
  }

  @Test
  void subscriptionsAreFilteredByGroupsAndReplaceEarlierOnes() {
    team.group("other", Departure.STANDARD);
    team.join("other", "bob", GroupRole.MEMBER);
    team.join("other", "ada", GroupRole.MEMBER);
    team.subscribed("bob", "memory.written:te*", "group.member_left");

    team.toTeam("ada", "wanted");
    team.write(
        "ada",
        ItemDraft.of(ItemType.NOTE, TeamMemory.note("unwanted")).inGroup(Optional.of("other")));

    assertThat(team.polled("bob")).hasSize(1);
    team.subscribed("bob", "group.member_left");
    team.toTeam("ada", "unwanted now");
    assertThat(team.polled("bob")).isEmpty();
    assertThat(
            team.society
                .ledger()
                .<List<String>>read(
                    tx -> new MemoryEvents(tx).subscriptions(Agents.named(tx, "bob"))))
        .containsExactly("group.member_left");
  }

  @Test
  void aSubscriptionBeyondTheCapabilitiesIsRefusedAndAnUnknownEventToo() {
    Agent narrow =
        team.society.agent(
            "narrow",
            new Capabilities(
                new MemoryScope(
                    Set.of(MemoryScope.Layer.L2), Globs.of("team"), Set.of(Visibility.GROUP)),
                MemoryScope.NONE,
                Globs.of("memory_search"),
                1,
                0,
                false));

    TeamMemory.assertRefused(
        "capability_denied", () -> team.subscribed(narrow.name(), "memory.written:other"));
    TeamMemory.assertRefused(
        "capability_denied", () -> team.subscribed(narrow.name(), "memory.written:t*"));
    TeamMemory.assertRefused("unknown_event", () -> team.subscribed(narrow.name(), "memory.red"));
    TeamMemory.assertRefused(
        "validation_failed", () -> team.subscribed(narrow.name(), "memory.written:a b"));
    team.subscribed(narrow.name(), "memory.written:team");
  }

  @Test
  void anAgentThatMayNoLongerReadItsGroupHearsNothingOfIt() {
    team.subscribed("bob", "memory.written");
    team.assess(team.toTeam("bob", "one is two"), TrustScores.Correctness.VIOLATION);

    team.toTeam("ada", "news");

    assertThat(team.polled("bob")).isEmpty();
  }

  @Test
  void aChangedScoreIsAShareInItsEvent() {
    team.subscribed("bob", "trust.score_changed");
    team.assess(team.toTeam("bob", "one is two"), TrustScores.Correctness.WRONG);

    assertThat(
            team.as("bob", (tx, caller) -> new HotMemory(tx).read(caller, MemoryHolder.of(caller)))
                .text()
                .toString())
        .contains("\"new_score\":0.5");
    List<MemoryEvents.Waiting> heard = team.polled("bob");

    assertThat(heard).hasSize(1);
    assertThat(heard.getFirst().shown())
        .isEqualTo(
            JsonObject.builder()
                .put("agent_id", team.society.now("bob").id().hex())
                .put("old_score", new JsonDecimal(new BigDecimal("0.6")))
                .put("new_score", new JsonDecimal(new BigDecimal("0.5")))
                .build());
  }
}
