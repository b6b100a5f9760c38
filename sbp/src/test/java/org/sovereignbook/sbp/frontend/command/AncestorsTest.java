package org.sovereignbook.sbp.frontend.command;

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
  private static final String MACHINE = "pid:[4026531836]";
  private static final String OTHER = "pid:[4026532179]";
  private static final String ALL_USERS = "         0          0 4294967295\n";
  private static final String ONE_USER = "         0       1000          1\n";

  @TempDir Path root;

  /** This process, a shell that was told nothing, the agent, and what started that. */
  @BeforeEach
  void run() throws IOException {
    process("self", "40", "A=1\0");
    process("40", "30", "PATH=/bin\0");
    process("30", "20", "B=2\0SBP_AGENT_TOKEN=sbpa_coder\0C=3\0");
    process("20", "1", "SBP_AGENT_TOKEN=sbpa_another\0");
    process("1", "0", "");
    in(MACHINE, ALL_USERS);
  }

  private Path folder(String id) throws IOException {
    return Files.createDirectories(root.resolve("proc").resolve(id));
  }

  private void process(String id, String parent, String environment) throws IOException {
    Files.writeString(folder(id).resolve("stat"), "7 (a b) c) S " + parent + " 7 7 0 -1");
    Files.writeString(folder(id).resolve("environ"), environment);
    users(id, "1000");
  }

  private void users(String id, String user) throws IOException {
    String line = "Name:\tx\nUid:\t%s\t%s\t%s\t%s\n".formatted(user, user, user, user);
    Files.writeString(folder(id).resolve("status"), line);
  }

  /** What the kernel lets nobody read. */
  private void hide(String id) throws IOException {
    Files.delete(folder(id).resolve("environ"));
  }

  private void in(String namespace, String users) throws IOException {
    Path link = Files.createDirectories(folder("self").resolve("ns")).resolve("pid");
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, Path.of(namespace));
    Files.writeString(folder("self").resolve("uid_map"), users);
  }

  private void noAgent() throws IOException {
    process("30", "1", "NOT_SBP_AGENT_TOKEN=x\0SBP_AGENT_TOKEN=\0");
  }

  private Ancestors.Found of(Map<String, String> environment) {
    return new Ancestors(root, 7).above(environment);
  }

  private String hidden() {
    Ancestors.Found found = of(Map.of());
    assertThat(found.environment()).isEmpty();
    return found.hidden().orElse("");
  }

  @Test
  void theTokenOfTheNearestAncestorCountsWhereTheProcessHasNone() {
    assertThat(of(Map.of("A", "1")).environment())
        .containsOnly(Map.entry("A", "1"), Map.entry("SBP_AGENT_TOKEN", "sbpa_coder"));
    assertThat(of(Map.of("SBP_AGENT_TOKEN", " ")).environment())
        .containsEntry("SBP_AGENT_TOKEN", "sbpa_coder");
  }

  @Test
  void itsOwnTokenIsItsOwn() {
    Map<String, String> own = Map.of("SBP_AGENT_TOKEN", "sbpa_own");
    assertThat(of(own).environment()).isSameAs(own);
  }

  @Test
  void whoeverStandsBelowNoAgentIsTheOwner() throws IOException {
    noAgent();
    assertThat(hidden()).isEmpty();
  }

  @Test
  void theWalkGoesToTheTopHoweverManyProcessesStandBetween() throws IOException {
    for (int id = 1000; id < 1300; id++) {
      process(Integer.toString(id), id == 1299 ? "30" : Integer.toString(id + 1), "");
    }
    process("40", "1000", "");
    assertThat(of(Map.of()).environment()).containsEntry("SBP_AGENT_TOKEN", "sbpa_coder");
  }

  @Test
  void aProcessThatCannotBeReadMayBeAnAgent() throws IOException {
    noAgent();
    hide("30");
    assertThat(hidden()).contains("process 30", "cannot be read");
  }

  @Test
  void aTokenIsFoundBehindAProcessThatCannotBeRead() throws IOException {
    hide("40");
    assertThat(of(Map.of()).environment()).containsEntry("SBP_AGENT_TOKEN", "sbpa_coder");
  }

  @Test
  void theTopAndRootsProcessesAboveAUserAreTheSystems() throws IOException {
    noAgent();
    hide("1");
    hide("40");
    users("40", "0");
    assertThat(hidden()).isEmpty();
    users("self", "0");
    assertThat(hidden()).as("to root they may be anything").contains("process 40");
  }

  @Test
  void aChainThatBreaksOrGoesInACircleHidesWhatIsAboveIt() throws IOException {
    noAgent();
    Files.delete(folder("30").resolve("stat"));
    assertThat(hidden()).contains("cannot be read");
    process("30", "40", "");
    assertThat(hidden()).contains("cannot be read");
  }

  @Test
  void anotherNamespaceHidesTheMachinesProcesses() throws IOException {
    noAgent();
    in(OTHER, ONE_USER);
    assertThat(hidden()).contains("PID namespace of its own");
    in(OTHER, ALL_USERS);
    assertThat(hidden()).as("root made it, and it is no container").contains("PID namespace");
  }

  @Test
  void aContainerIsAMachineOfItsOwnUnlessAnOrdinaryUserMadeIt() throws IOException {
    noAgent();
    Files.createFile(root.resolve(".dockerenv"));
    in(OTHER, ALL_USERS);
    assertThat(hidden()).isEmpty();
    in(OTHER, ONE_USER);
    assertThat(hidden()).contains("PID namespace");
  }

  @Test
  void processesThatAreNotTheMachinesHideWhatIsAbove() throws IOException {
    noAgent();
    assertThat(new Ancestors(root, 8).above(Map.of()).hidden()).as("of another /proc").isPresent();
    assertThat(new Ancestors(root.resolve("none"), 7).above(Map.of()).hidden()).isPresent();
  }
}
