package org.sovereignbook.sbp.peer.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code history: git} (AGENT.md, Markdown + Git pattern): the state, and never a key. */
class GitHistoryTest {
  private static final String PRIVATE_KEY = TestKeys.bob().privateKey().encoded();

  private Kept kept;
  private Git git;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    kept = new Kept(TestNode.in(folder)).with("history", "git");
    git = new Git("git", kept.node().home().root(), kept.node().node().now());
  }

  @Test
  void withoutHistoryThereIsNoRepository() {
    kept.with("history", "none").run();

    assertThat(kept.node().home().root().resolve(".git")).doesNotExist();
  }

  @Test
  void theStateIsCommittedWithAnAuthorOfItsOwn() throws Exception {
    MaintenanceResult result = kept.run();

    assertThat(result.errors()).isEmpty();
    assertThat(result.commit()).isPresent();
    assertThat(git.run("log", "--format=%an|%ae|%aI|%s"))
        .startsWith("sbp maintenance|maintenance@sbp.invalid|2026-03-17T12:05:00")
        .contains("|State at 2026-03-17T12:05:00Z");
    assertThat(tracked())
        .contains("runtime/status.md", "runtime/peers.md", "runtime/ethos.md")
        .contains("runtime/identity/identity.json", ".gitignore");
  }

  @Test
  void noKeyNoLockAndNoProgramEntersTheHistory() throws Exception {
    KeyFile.save(
        kept.node().node().disk(),
        kept.node().home().nextKeypair(),
        TestKeys.eve(),
        kept.node().node().now());
    KeyFile.save(
        kept.node().node().disk(),
        kept.path("identity/retired/keypair-2025.json"),
        TestKeys.alice(),
        kept.node().node().now());
    kept.write("operational/step.lock", "").write("plugins/x.jar", "x").write("inbox/a.json", "{}");

    kept.run();

    assertThat(tracked())
        .noneMatch(name -> name.contains("keypair"))
        .noneMatch(name -> name.contains("retired"))
        .noneMatch(name -> name.endsWith(".lock"))
        .noneMatch(name -> name.startsWith("runtime/plugins/"))
        .noneMatch(name -> name.startsWith("runtime/inbox/"));
    assertThat(git.run("log", "-p", "--all")).doesNotContain(PRIVATE_KEY);
  }

  @Test
  void aSecondRunCommitsOnlyWhatHasChanged() throws Exception {
    kept.run();
    kept.node().clock().advance(Duration.ofDays(7));
    kept.write("ethos.md", "# Ethos\n\nnew\n").run();

    assertThat(git.run("log", "--format=%s").lines()).hasSize(2);
    assertThat(git.run("show", "--name-only", "--format=").lines())
        .containsExactly("HANDOFF-REPORT.md", "runtime/ethos.md", "runtime/status.md");
  }

  @Test
  void nothingChangedMeansNoCommit() throws Exception {
    GitHistory history = new GitHistory(kept.node().node(), "git");

    assertThat(history.commit()).isPresent();
    assertThat(history.commit()).isEmpty();
  }

  @Test
  void theOperatorsOwnIgnoredFilesStayIgnored() throws Exception {
    kept.node().node().writeText(root(".gitignore"), "/secret-notes.md");
    kept.node().node().writeText(root("secret-notes.md"), "mine");

    kept.run();

    assertThat(tracked()).doesNotContain("secret-notes.md");
    assertThat(kept.node().node().readText(root(".gitignore")).orElseThrow().lines())
        .startsWith("/secret-notes.md")
        .containsAll(GitHistory.IGNORED);
  }

  @Test
  void aKeyThatTheOperatorUnignoredIsRefusedByName() throws Exception {
    kept.node()
        .node()
        .writeText(
            root(".gitignore"),
            String.join("\n", GitHistory.IGNORED) + "\n!/runtime/identity/keypair.json\n");

    assertRefused("runtime/identity/keypair.json");
  }

  @Test
  void aCopyOfTheKeyUnderAnyOtherNameIsRefusedByContent() throws Exception {
    kept.node().node().writeText(root("notes/backup.txt"), "my key: " + PRIVATE_KEY + "\n");

    assertRefused("notes/backup.txt");
  }

  @Test
  void afterTheCopyIsGoneTheHistoryGoesOn() throws Exception {
    kept.node().node().writeText(root("backup.txt"), PRIVATE_KEY);
    kept.run();
    kept.node().node().disk().delete(root("backup.txt"));

    assertThat(kept.run().commit()).isPresent();
  }

  @Test
  void hooksOfTheRepositoryAreNotRun() throws Exception {
    kept.run();
    Path hook = root(".git/hooks/pre-commit");
    kept.node().node().writeText(hook, "#!/bin/sh\ntouch hooked\nexit 1\n");
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
    kept.write("ethos.md", "changed");

    assertThat(kept.run().commit()).isPresent();
    assertThat(root("hooked")).doesNotExist();
  }

  @Test
  void withoutGitTheRestIsDoneAndTheLogSaysWhatToDo() {
    MaintenanceResult result =
        new Maintenance(
                kept.node().node(), kept.node().store(), Optional::empty, List.of(), "no-such-git")
            .run();

    assertThat(result.errors())
        .singleElement()
        .asString()
        .contains("the git command cannot be run; install git");
    assertThat(kept.opsLog()).anyMatch(line -> line.contains("error: the history was not kept"));
    assertThat(kept.has("status.md")).isTrue();
  }

  @Test
  void theLockOfAKilledGitIsClearedAway() throws Exception {
    kept.run();
    kept.write("ethos.md", "changed");
    Path lock = root(".git/index.lock");
    kept.node().node().writeText(lock, "");
    Files.setLastModifiedTime(lock, FileTime.from(TestClock.NOON.minus(Duration.ofHours(1))));

    assertThat(kept.run().commit()).isPresent();
  }

  @Test
  void aRepositoryThatGitCannotUseIsReported() {
    kept.node().node().writeText(root(".git/HEAD"), "nonsense");

    assertThat(kept.run().errors())
        .singleElement()
        .asString()
        .startsWith("the history was not kept");
  }

  private void assertRefused(String name) throws Exception {
    MaintenanceResult result = kept.run();

    assertThat(result.commit()).isEmpty();
    assertThat(result.errors()).singleElement().asString().contains("git would include " + name);
    assertThat(git.call("rev-parse", "HEAD").exitCode()).as("no commit").isNotZero();
    assertThat(git.run("count-objects")).as("git has not seen a byte").startsWith("0 objects");
  }

  private java.util.List<String> tracked() throws Exception {
    return git.run("ls-files").lines().toList();
  }

  private Path root(String name) {
    return kept.node().home().root().resolve(name);
  }
}
