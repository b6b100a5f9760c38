package org.sovereignbook.sbp.plugins.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.plugins.team.TeamMember;

/** Votes on another role of a bad worker. */
class RoleChangeTest {
  @TempDir private Path folder;
  private EvolvingTeam team;

  @BeforeEach
  void open() throws Exception {
    team = EvolvingTeam.in(folder);
  }

  @AfterEach
  void close() {
    team.close();
  }

  @Test
  void withoutAnotherModelTheRoleFollowsAtOnce() throws Exception {
    String noModels = Files.readString(team.files.file()).replace("[small, large]", "[small]");
    Files.writeString(team.files.file(), noModels);
    team.twoPromptsRefuted();
    String id = team.change().id();

    assertThat(team.steps()).contains("waits for votes");

    assertThat(team.change().id()).as("an empty round is no step").isEqualTo(id);
    assertThat(team.change().path()).isEqualTo(EvolutionChange.Path.ROLE);
    assertThat(team.trail()).contains("turned");
  }

  @Test
  void theOthersVoteOnAnotherRoleAndTheAgentItselfDoesNot() throws Exception {
    team.voting();
    assertThat(team.change().state()).isEqualTo(EvolutionChange.State.VOTING);
    assertThat(team.change().content().voters())
        .containsExactly("owner", "mate", "judge", "critic");
    assertThat(team.votes("builder")).isFalse();
    assertThat(team.votes("mate")).isTrue();
    assertThat(team.votes("mate")).as("once").isFalse();
    assertThat(team.steps()).contains("waits for votes");
    assertThat(team.votes("judge")).isTrue();
    assertThat(team.votes("critic")).isTrue();

    assertThat(team.steps()).contains("the change is kept");
    TeamMember builder = team.files.read().member("builder").orElseThrow();
    assertThat(builder.role()).isEqualTo("Sweeps.");
  }

  @Test
  void aVoteWithoutEnoughVotesExpiresAndNothingChanges() throws Exception {
    team.voting();
    assertThat(team.votes("mate")).isTrue();
    team.node.clock().advance(Duration.ofDays(7));

    assertThat(team.steps()).contains("the change is expired");
    assertThat(team.files.read().member("builder").orElseThrow().role()).isEqualTo("Builds.");
  }
}
