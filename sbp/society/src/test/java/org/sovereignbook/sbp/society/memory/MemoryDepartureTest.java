package org.sovereignbook.sbp.society.memory;

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
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.society.memory.Culture.Departure;

class MemoryDepartureTest {
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
  void aDeactivatedAgentLeavesAnArchiveAndARemovedOneOnlyWhatItShared() {
    team.hot("bob", "active", "focus", "unfinished");
    MemoryItem shared = team.toTeam("bob", "bob was here");
    ended(Lifecycle::deactivate);

    List<Items.Whole> archives =
        team.society.owner(
            "memory_search",
            (tx, caller) ->
                new Items(tx)
                    .list(
                        caller,
                        new ItemFilter(
                            Optional.of(ItemType.SESSION),
                            List.of(),
                            Optional.empty(),
                            Optional.of(Domain.VALUE),
                            false),
                        10));
    assertThat(archives).hasSize(1);
    assertThat(archives.getFirst().item().shownId()).startsWith("agent-archive-");
    assertThat(archives.getFirst().visibility()).isEqualTo(Visibility.PRIVATE);
    assertThat(archives.getFirst().item().author()).isEqualTo(team.society.now("bob").principal());

    ended((tx, caller, agent, why) -> Lifecycle.remove(tx, caller, agent, true, why));
    assertThat(team.found("ada", "bob was here")).contains(shared.id());
    assertThat(
            team.society
                .ledger()
                .<Boolean>read(
                    tx ->
                        tx.exists(
                            "SELECT 1 FROM memory_hot WHERE holder LIKE 'agent:%' AND NOT EXISTS"
                                + " (SELECT 1 FROM agent WHERE 'agent:' || agent.id = holder AND"
                                + " agent.living_name IS NOT NULL)")))
        .isFalse();
    assertThat(
            team.society
                .<Groups.Seen>owner(
                    "memory_group_read", (tx, caller) -> Groups.seen(tx, caller, "team"))
                .members())
        .hasSize(2);
  }

  @Test
  void anArchiveThatAnEarlierVersionLeftBecomesAnItem() {
    String document =
        "{\"type\":\"session\",\"id\":\"agent-archive-old\",\"date\":\"2026-01-01T00:00:00Z\",\"focus\":\"Agent"
            + " ada final state\",\"highlights\":[\"goal: figs\"],\"decisions\":[],"
            + "\"entities_mentioned\":[]}";
    team.society
        .ledger()
        .run(
            tx -> {
              tx.update("DELETE FROM memory_scope WHERE kind = 'public'");
              tx.update(
                  "INSERT INTO content (id, subject_kind, subject, field, sha256, bytes, text,"
                      + " at_ms) VALUES ('agent-archive-old', 'agent', ?, 'archive', '', 0, ?, ?)",
                  team.ada.id().hex(),
                  document,
                  tx.nowMs());
            });

    MemoryBeginning.ensure(team.society.ledger());

    assertThat(
            team.society.<List<MemorySearch.Result>>owner(
                "memory_search",
                (tx, caller) -> new MemorySearch(tx).search(caller, "figs", ItemFilter.ALL, 10)))
        .extracting(found -> found.item().item().shownId())
        .containsExactly("agent-archive-old");
    assertThat(
            team.society
                .ledger()
                .<Boolean>read(tx -> tx.exists("SELECT 1 FROM content WHERE sha256 = ''")))
        .isFalse();
  }

  private interface Ending {
    Agent end(Transaction tx, Caller caller, Agent agent, String why);
  }

  private void ended(Ending ending) {
    team.society.owner(
        "agent_deactivate",
        (tx, caller) -> ending.end(tx, caller, Agents.named(tx, "bob"), "the test says so"));
  }

  private void leaves(String group, String agent) {
    team.as(
        agent,
        (tx, caller) ->
            Groups.remove(tx, caller, group, MemoryHolder.named(tx, caller, Optional.of(agent))));
  }

  @ParameterizedTest
  @EnumSource
  void aMemberThatLeavesKeepsWhatThePolicyOfTheGroupAllows(Departure policy) {
    team.group("crew", policy);
    team.join("crew", "bob", GroupRole.MEMBER);
    team.join("crew", "ada", GroupRole.MEMBER);
    team.subscribed("bob", "memory.written");
    MemoryItem own =
        team.write(
            "bob",
            ItemDraft.of(ItemType.NOTE, TeamMemory.note("the crew eats figs")).inGroup(crew()));
    MemoryItem others =
        team.write(
            "ada",
            ItemDraft.of(ItemType.NOTE, TeamMemory.note("the crew eats dates")).inGroup(crew()));
    assertThat(team.found("bob", "crew")).containsExactlyInAnyOrder(own.id(), others.id());

    leaves("crew", "bob");

    assertThat(team.found("ada", "crew")).as("they stay").contains(own.id(), others.id());
    List<String> kept = team.found("bob", "crew");
    assertThat(kept).hasSize(policy == Departure.PERMISSIVE ? 1 : 0).doesNotContain(own.id());
    assertThat(team.polled("bob")).as("no event of the group waits").isEmpty();
    assertThat(
            team.as(
                    "bob",
                    (tx, caller) ->
                        new ItemWriter(tx)
                            .write(
                                caller,
                                ItemDraft.of(
                                    ItemType.LEARNING, TeamMemory.learning("the crew eats dates"))))
                .outcome())
        .as("an echo of what it may no longer read")
        .isEqualTo(ItemWriter.Effect.CREATED);
    MemoryItem now = team.society.ledger().read(tx -> new ItemRows(tx).require(own.id()));
    assertThat(now.owner())
        .isEqualTo(
            policy == Departure.RESTRICTIVE
                ? Principal.OWNER
                : team.society.now("bob").principal());
  }

  @Test
  void aRestrictiveGroupTakesBackWhatAnEarlierDepartureLeft() {
    team.group("crew", Departure.PERMISSIVE);
    team.join("crew", "bob", GroupRole.MEMBER);
    team.write(
        "bob", ItemDraft.of(ItemType.NOTE, TeamMemory.note("the crew eats figs")).inGroup(crew()));
    leaves("crew", "bob");
    assertThat(team.found("bob", "figs")).hasSize(1);
    team.join("crew", "bob", GroupRole.MEMBER);
    team.society.owner(
        "memory_group_culture",
        (tx, caller) ->
            Groups.culture(
                tx,
                caller,
                "crew",
                JsonObject.builder().put("departure_policy", "restrictive").build()));

    leaves("crew", "bob");

    assertThat(team.found("bob", "figs")).isEmpty();
  }

  private static Optional<String> crew() {
    return Optional.of("crew");
  }

  @Test
  void itemsEndByTheirDomainTheirGroupAndWhenNobodyUsesThem() {
    MemoryItem value =
        team.write(
            "ada",
            ItemDraft.of(ItemType.LEARNING, TeamMemory.learning("keep").with("type", "principle")));
    MemoryItem unused =
        team.write("ada", ItemDraft.of(ItemType.NOTE, TeamMemory.note("never needed")));
    MemoryItem broken =
        team.write(
            "ada", ItemDraft.of(ItemType.NOTE, TeamMemory.note("the staging server is broken")));
    MemoryItem used =
        team.write("ada", ItemDraft.of(ItemType.NOTE, TeamMemory.note("often needed")));
    team.society.clock().advance(Duration.ofDays(4));
    MemoryRetention.forget(team.society.ledger());
    assertThat(listed()).doesNotContain(broken.id()).contains(unused.id());
    team.as("ada", (tx, caller) -> new Items(tx).read(caller, used.id()));
    team.society.clock().advance(Duration.ofDays(28));
    MemoryRetention.forget(team.society.ledger());

    assertThat(listed()).containsExactlyInAnyOrder(value.id(), used.id());
  }

  private List<String> listed() {
    return team.as(
        "ada",
        (tx, caller) ->
            new Items(tx)
                .list(caller, ItemFilter.ALL, 100).stream().map(it -> it.item().id()).toList());
  }

  @Test
  void erasingReachesEveryVersionAndCopy() {
    MemoryItem item = team.write("ada", ItemDraft.of(ItemType.NOTE, TeamMemory.note("a secret")));
    team.as(
        "ada",
        (tx, caller) ->
            new ItemWriter(tx)
                .edit(caller, item.id(), TeamMemory.note("a better secret"), Optional.empty()));
    team.as("ada", (tx, caller) -> new ItemWriter(tx).share(caller, item.id(), "team"));
    List<Subject> subjects =
        team.as("ada", (tx, caller) -> new ItemRemoval(tx).forErasure(caller, item.id()));
    team.society
        .ledger()
        .erase(
            log -> subjects.stream().flatMap(it -> log.contents(it).stream()).toList(),
            Authority.SYSTEM);

    assertThat(subjects).hasSize(2);
    assertThat(team.found("bob", "secret")).isEmpty();
    assertThat(
            team.society
                .ledger()
                .<Long>read(
                    tx ->
                        tx.number("SELECT COUNT(*) FROM content WHERE text LIKE '%secret%'")
                            + tx.number("SELECT COUNT(*) FROM memory_item WHERE title <> ''")))
        .isZero();
  }

  @Test
  void anAdminErasesNothingInTheOwnMemoryOfOthers() {
    team.group("crew", Departure.PERMISSIVE);
    team.join("crew", "bob", GroupRole.MEMBER);
    team.join("crew", "ada", GroupRole.ADMIN);
    MemoryItem item =
        team.write(
            "bob",
            ItemDraft.of(ItemType.NOTE, TeamMemory.note("the crew eats figs")).inGroup(crew()));
    leaves("crew", "bob");

    List<Subject> erased =
        team.as("ada", (tx, caller) -> new ItemRemoval(tx).forErasure(caller, item.id()));

    assertThat(erased).hasSize(1);
    assertThat(team.found("bob", "figs")).as("its own copy").hasSize(1);
  }
}
