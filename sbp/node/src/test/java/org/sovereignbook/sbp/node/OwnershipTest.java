package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.Ownership.Fault;
import org.sovereignbook.sbp.node.Ownership.Inode;
import org.sovereignbook.sbp.testing.TestClock;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has neither owners nor modes of this kind")
class OwnershipTest {
  private static final int ME = 1000;
  private static final int STRANGER = 1001;
  private static final int CLOSED = 0700;

  @TempDir Path folder;
  private NodeHome home;

  /** What differs from a folder of one's own that is closed. */
  private final Map<Path, Inode> inodes = new HashMap<>();

  @BeforeEach
  void aNode() throws IOException {
    home = new NodeHome(folder.toRealPath().resolve("node"));
    for (Path each : List.of(home.agentPrompts(), home.scripts(), home.plugins())) {
      Files.createDirectories(each);
    }
    Files.writeString(home.schedulerConfig(), "{}");
    Files.writeString(home.agentPrompts().resolve("CLAUDE-READER.md"), "judge");
    Files.writeString(home.scripts().resolve("deliver"), "#!/bin/sh");
    Files.writeString(home.plugins().resolve("echo.jar"), "jar");
  }

  private Ownership mine() {
    return new Ownership(
        ME,
        false,
        path ->
            Files.exists(path)
                ? Optional.of(inodes.getOrDefault(path, new Inode(ME, CLOSED)))
                : Optional.empty());
  }

  private static void open(Path path, String modes) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(modes));
  }

  @Test
  void aNodeOfOnesOwnPassesAlsoWhereTheGroupMayRead() throws IOException {
    Ownership real = Ownership.of(Map.of());
    open(home.root(), "rwx------");
    open(home.schedulerConfig(), "rw-r-----");
    assertThat(mine().faults(home)).isEmpty();
    inodes.put(home.root(), new Inode(ME, 0750));
    inodes.put(home.schedulerConfig(), new Inode(ME, 0644));
    assertThat(mine().faults(home)).isEmpty();
    assertThatCode(() -> real.require(new NodeHome(folder.resolve("none"))))
        .doesNotThrowAnyException();
  }

  @Test
  void aNodeOfAnotherIsRefusedWithTheCommandThatMakesItOnesOwn() {
    inodes.put(home.root(), new Inode(STRANGER, CLOSED));

    assertThatThrownBy(() -> mine().require(home))
        .isInstanceOfSatisfying(
            OwnershipException.class,
            refused -> {
              assertThat(refused).hasMessageContaining(home.root() + " belongs to ");
              assertThat(refused.hints().getFirst())
                  .endsWith("sudo chown -R 1000 " + Quoting.shell(home.root().toString()));
              assertThat(refused.hints().getLast()).contains("--trust-owner", "SBP_TRUST_OWNER=1");
            });
  }

  @Test
  void rootMayUseItsOwnOnlyAndWhatRootOwnsPassesForAll() {
    inodes.put(home.schedulerConfig(), new Inode(0, 0644));
    assertThat(mine().faults(home)).isEmpty();

    Ownership root = new Ownership(0, false, mine().inodes());
    assertThat(root.faults(home))
        .extracting(Fault::remedy)
        .containsExactly("chown -R 0 " + Quoting.shell(home.root().toString()));
  }

  @Test
  void configPromptScriptAndPluginThatOthersMayWriteAreRefusedEach() throws IOException {
    for (Path each :
        List.of(
            home.schedulerConfig(),
            home.agentPrompts().resolve("CLAUDE-READER.md"),
            home.scripts().resolve("deliver"),
            home.plugins().resolve("echo.jar"))) {
      for (String modes : List.of("rw-rw----", "rw-r--rw-")) {
        open(each, modes);
        assertThat(Ownership.of(Map.of()).faults(home))
            .extracting(Fault::remedy)
            .containsExactly("chmod go-w " + Quoting.shell(each.toString()));
      }
      open(each, "rw-r--r--");
    }
    assertThat(Ownership.of(Map.of()).faults(home)).isEmpty();
  }

  @Test
  void whatAScriptCallsAndWhatGitObeysIsLookedAtToo() throws IOException {
    Path helper = home.scripts().resolve("lib/deep/helper.sh");
    Path git = home.root().resolve(".git/config");
    for (Path each : List.of(helper, git)) {
      Files.createDirectories(each.resolveSibling(""));
      open(Files.writeString(each, "x"), "rw-rw-r--");
    }

    assertThat(Ownership.of(Map.of()).faults(home)).extracting(Fault::path).contains(helper, git);
  }

  @Test
  void whatOnlyTheNodeWritesForPeopleIsNot() throws IOException {
    Path log = Files.createDirectories(home.operational()).resolve("cron-tick.log");
    open(Files.writeString(log, "as a shell opens it"), "rw-rw-r--");
    open(Files.writeString(home.root().resolve("piece.md"), "mine"), "rw-rw-r--");

    assertThat(Ownership.of(Map.of()).faults(home)).isEmpty();
  }

  @Test
  void oneCommandMendsAFolderWithAllThatIsInIt() throws IOException {
    open(home.runtime(), "rwxrwxr-x");
    open(home.schedulerConfig(), "rw-rw-rw-");

    assertThat(Ownership.of(Map.of()).faults(home))
        .extracting(Fault::remedy)
        .containsExactly("chmod -R go-w " + Quoting.shell(home.runtime().toString()));
  }

  @Test
  void aLinkIsJudgedByWhatItLeadsTo() throws IOException {
    Path target = Files.writeString(folder.toRealPath().resolve("shared.json"), "{}");
    Files.delete(home.schedulerConfig());
    Files.createSymbolicLink(home.schedulerConfig(), target);
    assertThat(Ownership.of(Map.of()).faults(home)).isEmpty();

    open(target, "rw-rw-rw-");

    assertThat(Ownership.of(Map.of()).faults(home))
        .singleElement()
        .satisfies(
            fault -> {
              assertThat(fault.problem())
                  .contains(home.schedulerConfig() + ", a link to " + target);
              assertThat(fault.remedy()).endsWith("chmod go-w " + Quoting.shell(target.toString()));
            });
  }

  @Test
  void whoTrustsTheOwnerOpensWhatIsWrong() {
    inodes.put(home.root(), new Inode(STRANGER, 0777));
    Ownership trusting = new Ownership(ME, true, mine().inodes());

    assertThatCode(() -> trusting.require(home)).doesNotThrowAnyException();
    assertThat(trusting.faults(home)).isNotEmpty();
    assertThat(Ownership.of(trusting.passedOn()).trusted()).isTrue();
    assertThat(Ownership.of(Map.of(Ownership.TRUST_VARIABLE, "0")).trusted()).isFalse();
  }

  @Test
  void aProcessThatGoesOnLooksAgainSoonAndAtOnceAtAnotherFolder() throws IOException {
    TestClock clock = new TestClock();
    Node node = new Node(home, new LocalDisk(), clock, new SystemRandom());
    Ownership.Repeated check = new Ownership.Repeated();
    check.require(mine(), node);
    inodes.put(home.schedulerConfig(), new Inode(STRANGER, CLOSED));
    clock.advance(Duration.ofSeconds(9));
    assertThatCode(() -> check.require(mine(), node)).doesNotThrowAnyException();

    clock.advance(Duration.ofSeconds(1));
    assertThatThrownBy(() -> check.require(mine(), node)).isInstanceOf(OwnershipException.class);
    inodes.clear();
    check.require(mine(), node);
    Files.move(home.root(), folder.resolve("away"));
    aNode();
    inodes.put(home.root(), new Inode(STRANGER, CLOSED));
    assertThatThrownBy(() -> check.require(mine(), node)).isInstanceOf(OwnershipException.class);
  }

  @Test
  void trustInAnyOwnerPassesNothingForWhoTrustsNone() {
    Node node = new Node(home, new LocalDisk(), new TestClock(), new SystemRandom());
    Ownership.Repeated check = new Ownership.Repeated();
    inodes.put(home.root(), new Inode(STRANGER, CLOSED));

    check.require(new Ownership(ME, true, mine().inodes()), node);
    assertThatThrownBy(() -> check.require(mine(), node)).isInstanceOf(OwnershipException.class);
  }

  @Test
  void aStickyFolderAboveIsNoFaultAndOneThatAllMayWriteIs() throws IOException {
    Path above = folder.toRealPath();
    inodes.put(above, new Inode(0, 01777));
    assertThat(mine().faultAbove(home)).isEmpty();

    open(above, "rwxrwxrwx");
    inodes.put(above, new Inode(0, 0777));
    assertThat(mine().faultAbove(home)).map(Fault::path).contains(above);
    assertThat(mine().faults(home)).isEmpty();
    open(above, "rwx------");
  }
}
