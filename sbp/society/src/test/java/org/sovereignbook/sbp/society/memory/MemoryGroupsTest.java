package org.sovereignbook.sbp.society.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.MemoryScope;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.agents.Posture;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;

class MemoryGroupsTest {
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
  void sharingCopiesAndTheCopyNeverChanges() {
    MemoryItem own = team.write("ada", ItemDraft.of(ItemType.NOTE, TeamMemory.note("hard won")));
    MemoryItem copy =
        team.as("ada", (tx, caller) -> new ItemWriter(tx).share(caller, own.id(), "team"));

    assertThat(copy.copyOf()).contains(own.id());
    assertThat(
            team.as("ada", (tx, caller) -> new ItemWriter(tx).share(caller, own.id(), "team")).id())
        .as("the same version is shared once")
        .isEqualTo(copy.id());
    TeamMemory.assertRefused(
        "copy_is_immutable",
        () ->
            team.as(
                "ada",
                (tx, caller) ->
                    new ItemWriter(tx)
                        .edit(caller, copy.id(), TeamMemory.note("other"), Optional.empty())));
    TeamMemory.assertRefused(
        "not_owner",
        () -> team.as("bob", (tx, caller) -> new ItemWriter(tx).share(caller, copy.id(), "team")));
  }

  @Test
  void aViewerReadsAndAMemberInEmconChangesNothingButItsHotContext() {
    team.join("bob", GroupRole.VIEWER);
    MemoryItem item = team.toTeam("ada", "read me");
    assertThat(team.found("bob", "read me")).containsExactly(item.id());
    TeamMemory.assertRefused("viewer_read_only", () -> team.toTeam("bob", "no"));

    team.as("ada", (tx, caller) -> Groups.posture(tx, caller, "team", Posture.EMCON));
    TeamMemory.assertRefused("emcon", () -> team.toTeam("ada", "no"));
    TeamMemory.assertRefused(
        "emcon",
        () -> team.write("ada", ItemDraft.of(ItemType.NOTE, TeamMemory.note("not even private"))));
    assertThat(team.hot("ada", "active", "focus", "still me").conflict()).isFalse();
  }

  @Test
  void aGroupKeepsAnOwnerAndNobodyGivesMoreThanTheOwnRole() {
    team.join("bob", GroupRole.ADMIN);
    TeamMemory.assertRefused(
        "unauthorized",
        () ->
            team.as(
                "bob",
                (tx, caller) ->
                    Groups.add(
                        tx,
                        caller,
                        "team",
                        MemoryHolder.named(tx, caller, Optional.of("eve")),
                        GroupRole.OWNER)));
    TeamMemory.assertRefused(
        "last_owner",
        () ->
            team.society.owner(
                "memory_group_remove_member",
                (tx, caller) -> Groups.remove(tx, caller, "team", MemoryHolder.OF_OWNER)));
    TeamMemory.assertRefused(
        "unauthorized",
        () ->
            team.as(
                "ada",
                (tx, caller) ->
                    Groups.remove(
                        tx, caller, "team", MemoryHolder.named(tx, caller, Optional.of("bob")))));
  }

  @Test
  void aStaleHotContextIsAConflictWithBothTexts() {
    HotMemory.Written first = team.hot("ada", "active", "focus", "one");
    team.hot("ada", "active", "focus", "two");
    HotMemory.Written late =
        team.as(
            "ada",
            (tx, caller) ->
                new HotMemory(tx)
                    .write(
                        caller,
                        MemoryHolder.of(caller),
                        false,
                        JsonObject.empty(),
                        Optional.of(first.now().updatedAt())));

    assertThat(late.conflict()).isTrue();
    assertThat(late.now().text().object("active").flatMap(it -> it.string("focus")))
        .contains("two");
    TeamMemory.assertRefused("validation_failed", () -> team.hot("ada", "active", "fokus", "x"));
    TeamMemory.assertRefused(
        "l1_budget_exceeded", () -> team.hot("ada", "active", "focus", "x".repeat(5_000)));
  }

  @Test
  void aHotContextShowsTheAgentAsItIsAndItsChildrensToTheirParentOnly() {
    JsonObject text =
        team.society
            .owner(
                "memory_read_hot",
                (tx, caller) ->
                    new HotMemory(tx)
                        .read(caller, MemoryHolder.named(tx, caller, Optional.of("ada"))))
            .text();

    JsonObject agent = text.object("agent").orElseThrow();
    assertThat(agent.string("parent_entity_id")).contains("owner");
    assertThat(agent.string("agent_type")).contains("claude-code");
    assertThat(agent.object("capabilities")).contains(team.ada.declared().json());
    TeamMemory.assertRefused(
        "user_not_found",
        () ->
            team.as(
                "bob",
                (tx, caller) ->
                    new HotMemory(tx)
                        .read(caller, MemoryHolder.named(tx, caller, Optional.of("ada")))));
    TeamMemory.assertRefused(
        "unauthorized",
        () ->
            team.society.owner(
                "memory_write_hot",
                (tx, caller) ->
                    new HotMemory(tx)
                        .write(
                            caller,
                            MemoryHolder.named(tx, caller, Optional.of("ada")),
                            false,
                            JsonObject.empty(),
                            Optional.empty())));
  }

  @Test
  void aTakenIdOfAGroupIsForAStrangerLikeOneBeyondItsCapabilities() {
    Agent narrow =
        team.society.agent(
            "narrow",
            new Capabilities(
                MemoryScope.ALL,
                new MemoryScope(
                    Set.of(MemoryScope.Layer.L2), Globs.of("o*"), Set.of(Visibility.GROUP)),
                Globs.of("memory_*"),
                1,
                0,
                false));

    assertThat(creation("eve", "team").replace("eve", "narrow"))
        .isEqualTo(creation(narrow.name(), "team"));
    TeamMemory.assertRefused("group_exists", () -> create("bob", "team"));
    team.as("eve", (tx, caller) -> Groups.create(tx, caller, "teams", "T", JsonObject.empty()));
  }

  private Groups.Seen create(String agent, String id) {
    return team.as(agent, (tx, caller) -> Groups.create(tx, caller, id, "T", JsonObject.empty()));
  }

  private String creation(String agent, String id) {
    try {
      return create(agent, id).toString();
    } catch (SocietyException e) {
      return e.code() + " " + e.getMessage() + " " + e.hints();
    }
  }
}
