package org.sovereignbook.sbp.plugins.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamFiles;

/** The file of a team says which changes of its agents need nobody else. */
class AutonomyTest {
  @TempDir private Path folder;

  private Team team(String text) throws Exception {
    TeamFiles files = new TeamFiles(new LocalDisk(), folder.resolve("team.yaml"));
    Files.writeString(files.file(), text);
    return files.read();
  }

  private static Autonomy autonomy(Team team, String name) {
    return Autonomy.of(team, team.member(name).orElseThrow());
  }

  @Test
  void aFallbackModelLosesThePrefixOfItsOwnServiceOnly() throws Exception {
    Team team =
        team(
            """
            llm: {provider: flock}
            agents: [{id: ann, role: Builds., fallback_models: [flock/large, small, ollama/x]}]
            """);

    assertThat(Autonomy.models(team.member("ann").orElseThrow()))
        .containsExactly("large", "small", "ollama/x");
  }

  @Test
  void theLevelOfAnAgentDecidesAndElseTheKeysOfItsTeam() throws Exception {
    Team team =
        team(
            """
            reputation: {evolution: {prompt_auto_apply: false, model_swap_require_confirm: false}}
            agents:
              - {id: ann, role: Builds., autonomy_level: 1}
              - {id: ben, role: Builds., autonomy_level: 3}
              - {id: cat, role: Builds.}
            """);

    assertThat(autonomy(team, "ann")).isEqualTo(new Autonomy(true, false, false));
    assertThat(autonomy(team, "ben")).isEqualTo(new Autonomy(true, true, true));
    assertThat(autonomy(team, "cat")).isEqualTo(new Autonomy(false, true, false));
  }

  @Test
  void aKeyThatIsMisspeltIsRefusedWithTheOneThatWasMeant() {
    assertThatThrownBy(() -> team("agents: [{id: ann, role: Builds., fallback_model: [x]}]"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("did you mean fallback_models?");
  }
}
