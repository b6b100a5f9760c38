package org.sovereignbook.sbp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever was started by an agent is that agent, whatever it was told to forget. */
class AncestorsTest {
  @TempDir Path processes;

  /** This process, a shell that was told nothing, the agent, and what started that. */
  @BeforeEach
  void run() throws IOException {
    process("self", "40", "A=1\0");
    process("40", "30", "PATH=/bin\0");
    process("30", "20", "B=2\0SBP_AGENT_TOKEN=sbpa_coder\0C=3\0");
    process("20", "1", "SBP_AGENT_TOKEN=sbpa_another\0");
    process("1", "0", "");
  }

  private void process(String id, String parent, String environment) throws IOException {
    Path folder = Files.createDirectories(processes.resolve(id));
    Files.writeString(folder.resolve("stat"), "7 (a b) c) S " + parent + " 7 7 0 -1");
    Files.writeString(folder.resolve("environ"), environment);
  }

  private Map<String, String> of(Map<String, String> environment) {
    return new Ancestors(processes).inherited(environment);
  }

  @Test
  void theTokenOfTheNearestAncestorCountsWhereTheProcessHasNone() {
    assertThat(of(Map.of("A", "1")))
        .containsOnly(Map.entry("A", "1"), Map.entry("SBP_AGENT_TOKEN", "sbpa_coder"));
    assertThat(of(Map.of("SBP_AGENT_TOKEN", " "))).containsEntry("SBP_AGENT_TOKEN", "sbpa_coder");
  }

  @Test
  void itsOwnTokenIsItsOwn() {
    Map<String, String> own = Map.of("SBP_AGENT_TOKEN", "sbpa_own");
    assertThat(of(own)).isSameAs(own);
  }

  @Test
  void whoeverStandsBelowNoAgentIsTheOwner() throws IOException {
    process("30", "1", "NOT_SBP_AGENT_TOKEN=x\0SBP_AGENT_TOKEN=\0");
    assertThat(of(Map.of())).isEmpty();
  }

  @Test
  void whereProcessesAreNotShownNobodyKnows() {
    assertThat(new Ancestors(processes.resolve("none")).inherited(Map.of())).isEmpty();
  }
}
