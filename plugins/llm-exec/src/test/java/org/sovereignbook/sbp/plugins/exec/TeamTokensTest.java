package org.sovereignbook.sbp.plugins.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;

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
  private RealProgram program;

  private record Ended(int exit, String out) {}

  @BeforeEach
  void makeNode() throws Exception {
    program = RealProgram.in(folder);
    home = program.home();
    assertThat(run("init", home.toString(), "--local").exit()).isZero();
    Files.writeString(home.resolve("team.yaml"), TEAM);
    Files.writeString(home.resolve("planner.sh"), PLANNER);
  }

  private Ended run(String... words) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", "");
    int exit = program.command(out, words).start().waitFor();
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
