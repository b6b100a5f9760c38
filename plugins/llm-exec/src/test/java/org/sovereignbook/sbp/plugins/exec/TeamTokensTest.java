package org.sovereignbook.sbp.plugins.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.NodeHome;

/** A team of real processes keeps the owner out as long as one of them may be alive. */
@EnabledOnOs(OS.LINUX)
class TeamTokensTest {
  private static final String TEAM =
      """
      llm: {provider: exec}
      max_idle_cycles: 1
      agents:
        - {id: planner, role: Plans., llm: {command: [sh, ./planner.sh]}}
        - {id: worker-1, role: Works., llm: {command: [sh, ./worker.sh]}}
      """;

  private static final String PLANNER =
      """
      cat > /dev/null
      echo '{"tasks": [{"key": "a", "title": "look", "description": null, "blocked_by": [],
        "required_role": null, "priority": null}], "answer": null}'
      """;

  private static final String WORKER = "cat > /dev/null\necho found\n";

  @TempDir private Path folder;
  private Path home;
  private Path launcher;
  private Path plugins;

  private record Ended(int exit, String out) {}

  @BeforeEach
  void makeNode() throws Exception {
    plugins = Files.createDirectories(folder.resolve("plugins"));
    PackedExec.into(plugins.resolve("llm-exec.jar"));
    launcher = folder.resolve("sbp");
    Files.writeString(
        launcher,
        "#!/bin/sh\nexec '%s' %s -cp '%s' %s \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED",
                System.getProperty("java.class.path"),
                "org.sovereignbook.sbp.cli.Main"));
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    home = folder.resolve("node");
    assertThat(run("init", home.toString(), "--local").exit()).isZero();
    Files.writeString(home.resolve("team.yaml"), TEAM);
    Files.writeString(home.resolve("planner.sh"), PLANNER);
  }

  private Ended run(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(words));
    if (!words[0].equals("init")) {
      command.addAll(List.of("--home", home.toString()));
    }
    Path out = Files.createTempFile(folder, "out", "");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(out.toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", Files.createDirectories(folder.resolve("home")).toString());
    environment.put(NodeHome.ACCEPT_VARIABLE, "1");
    environment.put("SBP_BUNDLED_PLUGINS", plugins.toString());
    environment.put(World.LAUNCHER_VARIABLE, launcher.toString());
    int exit = builder.start().waitFor();
    return new Ended(exit, Files.readString(out, StandardCharsets.UTF_8));
  }

  private JsonObject proofAfter(String worker) throws Exception {
    Files.writeString(home.resolve("worker.sh"), worker);
    Ended team = run("team", "run", "look around");
    assertThat(team.exit()).as(team.out()).isZero();
    return (JsonObject)
        JsonReader.file(run("access", "proof", "--json").out().getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aTeamThatHasEndedLeavesNoLock() throws Exception {
    JsonObject proof = proofAfter(WORKER);

    assertThat(proof.array("tokens").orElseThrow().values()).isEmpty();
    Ended registered = run("agent", "register", "helper", "--tools", "*");
    assertThat(registered.exit()).as(registered.out()).isZero();
  }

  @Test
  void aMemberThatLeavesAProcessBehindCountsForADay() throws Exception {
    Path pid = folder.resolve("pid");
    JsonObject proof =
        proofAfter(
            "cat > /dev/null\n(env -i setsid sh -c 'echo $$ > %s; exec sleep 600' > /dev/null 2>&1 &)\n"
                    .formatted(pid)
                + "while ! [ -s %s ]; do :; done\necho found\n".formatted(pid));
    long left = Long.parseLong(Files.readString(pid).strip());

    try {
      assertThat(ProcessHandle.of(left)).isPresent();
      assertThat(proof.array("tokens").orElseThrow().objects())
          .isNotEmpty()
          .allMatch(token -> token.bool("live").equals(Optional.of(false)))
          .allMatch(token -> token.string("of").orElse("").equals("run"));
      assertThat(run("agent", "register", "helper", "--tools", "*").out())
          .contains("agents hold tokens", "somebody ended", "without one:");
    } finally {
      ProcessHandle.of(left).ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
