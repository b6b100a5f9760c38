package org.sovereignbook.sbp.plugins.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of changes of a bad worker, their pace, and its rests. */
class EvolutionPaceTest {
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

  /** 36 attempts between two steps: the steps are counted, not a window of 50 attempts. */
  @Test
  void aBusyTeamReachesTheRoleAndThenTheAgentRests() throws Exception {
    team.past(50);
    List<String> begun = new ArrayList<>();
    int number = 1000;
    while (team.rests().isEmpty()) {
      team.failing(number += 100, 12);
      if (team.pending().isPresent()) {
        team.tryInVain();
        begun.add(team.change().path().toString());
      }
      assertThat(begun).as("it ends").hasSizeLessThan(6);
    }
    assertThat(begun).containsExactly("prompt", "prompt", "model", "role");

    assertThat(team.told("builder is to get better by another prompt")).hasSize(2);
    assertThat(team.told("Nothing has helped builder")).hasSize(1);
    assertThat(team.told("Nothing has helped builder").getFirst())
        .contains(
            "another prompt, refuted; another prompt, refuted; another model (large), refuted;"
                + " another role, refuted",
            "It cost 3 calls of models",
            "after 50 more attempts");
    team.failing(5000, 7);
    assertThat(team.pending()).as("rests").isEmpty();
    team.failing(5100, 2);
    assertThat(team.change().state()).isEqualTo(EvolutionChange.State.DRAFTING);

    number = 6000;
    while (team.rests().size() < 2) {
      if (team.pending().isPresent()) {
        team.tryInVain();
      }
      team.failing(number += 100, 4);
    }
    assertThat(team.rests().getLast().detail().integer("lasts")).hasValue(100);
    assertThat(team.told("Nothing has helped builder")).as("once").hasSize(1);
  }

  @Test
  void aPromptThatWasRefutedIsNotTriedAgain() throws Exception {
    team.bullet = EvolvingTeam.USELESS;
    team.past(50);
    team.failing(1000, 2);
    assertThat(team.steps()).contains("the change is refuted");
    int calls = team.asked.size();
    team.failing(1100, 4);
    assertThat(team.change().path()).isEqualTo(EvolutionChange.Path.PROMPT);

    assertThat(team.steps()).contains("the change is refuted");

    assertThat(team.change().content().note()).contains("only what was tried before");
    assertThat(team.asked).as("one draft, no trial").hasSize(calls + 1);
    assertThat(team.asked.getLast().input("diagnosis.md"))
        .contains("Tried already, without effect: " + EvolvingTeam.USELESS);
  }

  @Test
  void anAgentHasOneOpenChangeAndTheNextOneOnlyAfterTenAttempts() {
    team.failing(1000, 2);
    String first = team.change().id();
    team.failing(1100, 2);
    assertThat(team.change().id()).isEqualTo(first);
    team.end(EvolutionChange.State.REJECTED);
    team.failing(1200, 3);
    assertThat(team.change().id()).as("nine attempts later").isEqualTo(first);
    team.failing(1300, 1);
    assertThat(team.change().id()).isNotEqualTo(first);
  }
}
