package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Ownership;
import org.sovereignbook.sbp.runtime.plugin.TestPlugin;

/**
 * Looking at a node that somebody else made runs nothing of it and obeys nothing in it (THREATS,
 * somebody else's node directory).
 */
@Tag("attack")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has neither owners nor modes of this kind")
class ForeignNodeTest {
  private static final int NOBODY = 65534;
  private static final List<String> LOOKING =
      List.of("status", "peers", "inbox", "outbox", "log", "feed", "messages", "plugin", "config");

  @TempDir Path folder;
  private Path home;
  private CliTest sbp;

  @BeforeEach
  void aNode() throws IOException {
    home = Files.createDirectories(folder.resolve("node"));
    sbp = CliTest.in(home).with("HOME", folder.resolve("user").toString());
    assertThat(sbp.run("init", "--local").exit()).isEqualTo(ExitCode.DONE);
  }

  private Path config() {
    return home.resolve("runtime/scheduler-config.json");
  }

  private static void open(Path path) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw-rw-"));
  }

  /** A backend that leaves a file behind when any of its code runs, chosen and accepted inside. */
  private Path trap() throws IOException {
    Path sprung = folder.resolve("sprung");
    Path jar =
        TestPlugin.llm("trap")
            .members(
                """
                static {
                  try { java.nio.file.Files.createFile(java.nio.file.Path.of("%s")); }
                  catch (java.io.IOException e) { throw new Error(e); }
                }
                """
                    .formatted(sprung))
            .writeTo(home.resolve("runtime/plugins/trap.jar"));
    accept(jar);
    Node node = Node.at(home);
    JsonObject all = node.config().json();
    node.writeJson(
        node.home().schedulerConfig(),
        all.with("llm", JsonObject.builder().put("backend", "trap").build()));
    return sprung;
  }

  /** As earlier programs recorded it: in the node. */
  private void accept(Path jar) throws IOException {
    Files.writeString(
        home.resolve("runtime/plugins/plugins.json"),
        """
        {"plugins": [{"file": "%s", "id": "llm-trap", "version": "1.0.0", "sha256": "%s",
          "installed": "2026-03-17T12:00:00Z"}]}
        """
            .formatted(jar.getFileName(), ContentHash.ofBytes(Files.readAllBytes(jar)).hex()));
  }

  @Test
  void aPluginThatIsAcceptedInsideTheNodeIsNotRun() throws IOException {
    Path sprung = trap();

    for (String command : LOOKING) {
      sbp.run(command);
    }
    sbp.run("tick", "--dry-run");

    assertThat(sbp.run("doctor").out()).contains("LLM backend trap is refused", "plugin install");
    assertThat(sprung).doesNotExist();

    Path jar = home.resolve("runtime/plugins/trap.jar");
    assertThat(sbp.run("plugin", "install", jar.toString()).exit()).isEqualTo(ExitCode.DONE);
    sbp.run("doctor");
    assertThat(sprung).as("it would have run").exists();
  }

  @Test
  void whatOthersMayWriteIsRefusedByEveryCommandWithWhatMendsIt() throws IOException {
    open(config());

    for (String command : LOOKING) {
      CliTest.Ran ran = sbp.run(command);
      assertThat(ran.exit()).as(command).isEqualTo(ExitCode.REFUSED);
      assertThat(ran.err()).as(command).contains("chmod go-w ", "scheduler-config.json");
    }
    CliTest.Ran doctor = sbp.run("doctor");
    assertThat(doctor.exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(doctor.out()).contains("owner").contains("chmod go-w ").doesNotContain("plugins");
    assertThat(sbp.run("version").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("help").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("init", folder.resolve("own").toString(), "--local").exit())
        .isEqualTo(ExitCode.DONE);

    Files.setPosixFilePermissions(config(), PosixFilePermissions.fromString("rw-------"));
    assertThat(sbp.run("status").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void aNodeOfAnotherUserIsRefusedToRootUnlessItSaysToTrustTheOwner() throws IOException {
    assumeThat(Ownership.of(Map.of()).user()).as("only root can give a file away").isZero();
    Files.setAttribute(home, "unix:uid", NOBODY);

    CliTest.Ran refused = sbp.run("status");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains(home + " belongs to", "chown -R 0 ", "--trust-owner");

    assertThat(sbp.run("status", "--trust-owner").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("--trust-owner", "status", "--json").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.with(Ownership.TRUST_VARIABLE, "1").run("status").exit())
        .isEqualTo(ExitCode.DONE);
  }

  @Test
  void whatTheUserAcceptedOnceInAnEarlierNodeIsTakenOver() throws IOException {
    Path given = TestPlugin.llm("echo").writeTo(folder.resolve("given.jar"));
    assertThat(sbp.run("plugin", "install", given.toString()).exit()).isEqualTo(ExitCode.DONE);
    Path accepted = only(folder.resolve("user/.local/share/sbp/accepted-plugins"));
    Path old = home.resolve("runtime/plugins/plugins.json");
    Files.move(accepted, old);

    CliTest.Ran first = sbp.run("plugin", "list");
    assertThat(first.out()).containsPattern("llm-echo .* ok");
    assertThat(first.err()).contains("llm-echo.jar", accepted.toString());
    assertThat(old).doesNotExist();
    assertThat(sbp.run("plugin", "list").err()).isEmpty();
  }

  @Test
  void whatOnlyTheNodeClaimsOrOthersCouldHaveWrittenIsNotTakenOver() throws IOException {
    Path given = TestPlugin.llm("echo").writeTo(folder.resolve("given.jar"));
    sbp.run("plugin", "install", given.toString());
    Path accepted = only(folder.resolve("user/.local/share/sbp/accepted-plugins"));
    Path old = home.resolve("runtime/plugins/plugins.json");
    Files.move(accepted, old);
    open(old);
    assertThat(sbp.run("plugin", "list", "--trust-owner").out())
        .containsPattern("llm-echo .*unknown");

    Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rw-------"));
    CliTest elsewhere = CliTest.in(home).with("HOME", folder.resolve("another").toString());
    assertThat(elsewhere.run("plugin", "list").out()).containsPattern("llm-echo .*unknown");
    assertThat(old).exists();
  }

  private static Path only(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.toList().getFirst();
    }
  }
}
