package org.sovereignbook.sbp.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.plugins.hooks.HookPrograms;
import org.sovereignbook.sbp.runtime.plugin.TestPlugin;

/** A node that somebody gave to this user runs none of its programs before they are accepted. */
@Tag("attack")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the programs are for a POSIX shell")
class AcceptCommandTest {
  @TempDir Path folder;
  private Path home;
  private Path canary;
  private CliTest user;

  @BeforeEach
  void give() {
    Path made = folder.resolve("theirs/node");
    canary = folder.resolve("canary");
    assertThat(by("giver", folder).run("init", made.toString(), "--local").exit())
        .isEqualTo(ExitCode.DONE);
    home = made;
    configure(
        "components",
        JsonObject.builder()
            .put("delivery", JsonObject.builder().put("interval_minutes", 0).build())
            .build());
  }

  private CliTest by(String name, Path workingFolder) {
    return CliTest.in(workingFolder)
        .with("HOME", folder.resolve(name).toString())
        .with("SBP", "true")
        .with(NodeHome.ACCEPT_VARIABLE, "");
  }

  private void configure(String key, JsonObject value) {
    Node node = Node.at(home);
    node.writeJson(node.home().schedulerConfig(), node.config().json().with(key, value));
  }

  private void set(String key, String value) {
    assertThat(by("giver", home).run("config", "set", key, value).exit()).isEqualTo(ExitCode.DONE);
  }

  private String touch() {
    return "touch '" + canary + "'";
  }

  /** As the giver has it: there all of it runs without a question. */
  private void runsForItsMaker() throws IOException {
    by("giver", home).run("tick");
    assertThat(canary).as("it is a program that runs").exists();
    Files.delete(canary);
  }

  /** The folder in another place, and another user who is given it. */
  private void handOver() throws IOException {
    Path given = folder.resolve("given");
    Files.move(home, given);
    home = given;
    user = by("user", home);
  }

  private void isRefused(String what, String... command) {
    CliTest.Ran ran = user.run(command);
    assertThat(ran.exit()).as(String.join(" ", command)).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("from elsewhere", what, "sbp accept");
    assertThat(canary).as(String.join(" ", command)).doesNotExist();
  }

  /** Neither tick nor acceptance runs anything; both name it; what was accepted runs. */
  private void runsOnceItIsAccepted(String what) {
    isRefused(what, "tick");
    isRefused(what, "accept");
    user.run("tick", "--dry-run");
    assertThat(user.run("doctor").out()).contains("fail  programs", what, "sbp accept");
    assertThat(user.run("status", "--json").out())
        .contains("\"programs\"", "before you accept", what, "\"sbp accept\"");
    assertThat(canary).doesNotExist();

    CliTest.Ran accepted = user.run("accept", "--yes");
    assertThat(accepted.exit()).isEqualTo(ExitCode.DONE);
    assertThat(accepted.out()).contains(what);
    assertThat(canary).doesNotExist();

    user.run("tick");
    assertThat(canary).as("what was accepted runs").exists();
    assertThat(user.run("status", "--json").out()).doesNotContain("\"programs\"");
    assertThat(user.run("accept").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @Test
  void anEditedCommandWaits() throws IOException {
    set("commands.delivery", touch());
    runsForItsMaker();
    handOver();
    runsOnceItIsAccepted("commands.delivery");
  }

  @Test
  void anEjectedStepWaits() throws IOException {
    Path step = home.resolve("runtime/scripts/delivery");
    Files.writeString(step, "#!/bin/sh\n" + touch() + "\n");
    Files.setPosixFilePermissions(step, PosixFilePermissions.fromString("rwx------"));
    runsForItsMaker();
    handOver();
    runsOnceItIsAccepted("runtime/scripts/delivery");
  }

  @Test
  void whoIsToldOfFailuresWaits() throws IOException {
    set("on_failure", touch());
    set("server.free_disk_floor_bytes", Long.toString(Long.MAX_VALUE));
    handOver();
    runsOnceItIsAccepted("on_failure");
  }

  @Test
  void aHookThatIsAcceptedInTheNodeWaits() throws IOException {
    Path hook = Files.createDirectories(home.resolve("runtime/hooks")).resolve("trap.sh");
    Files.writeString(
        hook,
        "#!/bin/sh\n# sbp-hook:\n#   triggers: {event: {types: task.created}}\n" + touch() + "\n");
    CliTest giver = by("giver", home);
    assertThat(giver.run("hook", "accept", "trap").exit()).isEqualTo(ExitCode.DONE);
    giver.run("task", "add", "one");
    handOver();
    isRefused("runtime/hooks/trap.sh", "hook", "serve");
    isRefused("runtime/hooks/trap.sh", "hook", "test", "1", "--run", "trap");
    runsOnceItIsAccepted("runtime/hooks/trap.sh");
  }

  @Test
  void aJudgeWithAProgramWaits() throws IOException {
    Path jar =
        TestPlugin.of(
                "llm",
                "judge",
                """
                package com.example;
                import org.sovereignbook.sbp.model.llm.*;
                public class Extension implements LlmBackend {
                  public String name() { return "judge"; }
                  public String description() { return "runs a program"; }
                  public LlmAnswer answer(LlmRequest request) {
                    try { java.nio.file.Files.createFile(java.nio.file.Path.of("%s")); }
                    catch (java.io.IOException e) { throw new Error(e); }
                    return new LlmAnswer("", "done");
                  }
                }
                """
                    .formatted(canary))
            .writeTo(folder.resolve("judge.jar"));
    Node node = Node.at(home);
    JsonObject llm = node.config().json().object("llm").orElseThrow();
    configure(
        "llm",
        llm.with("backend", new JsonString("judge"))
            .with("judge", JsonObject.builder().put("command", touch()).build()));
    handOver();
    assertThat(user.run("plugin", "install", "--user", jar.toString()).exit())
        .isEqualTo(ExitCode.DONE);

    for (String what : List.of("llm.backend", "llm.judge")) {
      isRefused(what, "agent", "run", "author");
      isRefused(what, "ethos", "--from", "be kind");
      isRefused(what, "tick");
    }
    user.run("doctor");
    assertThat(canary).doesNotExist();

    assertThat(user.run("accept", "--yes").exit()).isEqualTo(ExitCode.DONE);
    user.run("agent", "run", "author");
    assertThat(canary).exists();
  }

  @Test
  void aTeamAndSettingsOfGitWait() throws IOException {
    Files.writeString(
        home.resolve("team.yaml"), "agents: [{id: coder, kind: worker, role: You code.}]\n");
    Files.createDirectories(home.resolve(".git"));
    Files.writeString(
        home.resolve(".git/config"), "[core]\n\tbare = false\n[filter \"x\"]\n\tclean = evil\n");
    handOver();
    for (String what : List.of("team.yaml", ".git/config")) {
      // First what ends by itself, so that a missing check fails here and does not hang.
      isRefused(what, "maintain");
      isRefused(what, "team", "run", "a task");
      isRefused(what, "team", "up");
      isRefused(what, "up");
      isRefused(what, "agent", "run", "coder");
    }
  }

  @Test
  void aNodeThatBringsNoProgramsAsksNobodyAndIsItsUsersFromThenOn() throws IOException {
    handOver();
    assertThat(user.run("tick").err()).doesNotContain("elsewhere");
    set("commands.delivery", touch());
    assertThat(user.run("tick").err()).doesNotContain("elsewhere");
    assertThat(canary).exists();
  }

  @Test
  void theOwnerIsAskedAtATerminalAndAnythingButYesIsNo() throws IOException {
    set("commands.delivery", touch());
    handOver();
    user.onTerminal().typing("\n");
    CliTest.Ran no = user.run("tick");
    assertThat(no.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(no.err()).contains("commands.delivery", canary.toString(), "[y/N]");
    assertThat(canary).doesNotExist();

    user.typing("y\n");
    user.run("tick");
    assertThat(canary).exists();
  }

  @Test
  void anAgentAcceptsNothing() throws IOException {
    set("commands.delivery", touch());
    handOver();
    assertThat(user.run("agent", "register", "coder", "--tools", "hook_ask").exit())
        .isEqualTo(ExitCode.DONE);
    String token =
        user.run("agent", "token", "coder", "--json").json().string("token").orElseThrow();
    CliTest agent = by("user", home).with(SocietyCommand.TOKEN_VARIABLE, token);

    CliTest.Ran refused = agent.run("accept", "--yes");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("only the owner may do this");
    agent.onTerminal().typing("y\n");
    assertThat(agent.run("accept").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(agent.run("tick").err()).doesNotContain("[y/N]");

    isRefused("commands.delivery", "tick");
    user = agent.with(HookPrograms.RUN_VARIABLE, "a-run");
    isRefused("commands.delivery", "hook", "ask", "may I?");
    user = by("user", home);
    assertThat(user.run("audit", "list", "--decision", "deny", "--json").out())
        .contains("\"accept\"", "only the owner may do this");
  }

  @Test
  void anotherNodeInTheSamePlaceIsNotAccepted() throws IOException {
    set("commands.delivery", touch());
    Path place = folder.resolve("given");
    assertThat(by("user", folder).run("init", place.toString(), "--local").exit())
        .isEqualTo(ExitCode.DONE);
    Files.move(place, folder.resolve("away"));
    handOver();
    isRefused("commands.delivery", "tick");
  }

  @Test
  void aNodeStaysKnownUnderItsNextKey() throws IOException {
    set("commands.delivery", touch());
    assertThat(by("giver", home).run("keygen", "--rotate").exit()).isEqualTo(ExitCode.DONE);
    runsForItsMaker();
  }

  @Test
  void aRecordThatOthersMayWriteAcceptsNothing() throws IOException {
    set("commands.delivery", touch());
    handOver();
    user.run("accept", "--yes");
    Path records = folder.resolve("user/.local/share/sbp/accepted-nodes");
    Files.setPosixFilePermissions(records, PosixFilePermissions.fromString("rwxrwxrwx"));
    isRefused("commands.delivery", "tick");
  }

  @Test
  void aRestoredNodeIsFromElsewhere() throws IOException {
    set("commands.delivery", touch());
    CliTest giver = by("giver", home);
    Path backup = folder.resolve("node.zip");
    assertThat(giver.run("backup", backup.toString(), "--with-keys").exit())
        .isEqualTo(ExitCode.DONE);
    Files.move(home, folder.resolve("away"));
    CliTest.Ran restored = by("giver", folder).run("restore", backup.toString(), home.toString());
    assertThat(restored.out()).contains("sbp accept");
    user = by("giver", home);
    isRefused("commands.delivery", "tick");
  }

  @Test
  void withoutAHomeFolderTheEnvironmentCanAccept() throws IOException {
    set("commands.delivery", touch());
    handOver();
    user = by("user", home).with("HOME", "");
    isRefused("commands.delivery", "tick");
    assertThat(user.run("accept", "--yes").err())
        .contains("XDG_DATA_HOME", NodeHome.ACCEPT_VARIABLE);
    user.with(NodeHome.ACCEPT_VARIABLE, "1").run("tick");
    assertThat(canary).exists();
  }
}
