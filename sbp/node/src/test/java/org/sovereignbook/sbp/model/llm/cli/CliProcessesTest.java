package org.sovereignbook.sbp.model.llm.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.testing.Eventually;

/**
 * The processes of a run: those that hang, outlive it or print without end, and programs that
 * cannot be run.
 */
@DisabledOnOs(OS.WINDOWS)
class CliProcessesTest extends CliScene {
  @Test
  void aProgramThatHangsIsEndedWithItsChildren() throws Exception {
    script("trap '' TERM", "sh -c \"trap '' TERM; sleep 1000\" " + program + " &", "sleep 1000");

    assertThat(failure(request(LlmRequest.Mode.ANSWER, Duration.ofMillis(500), List.of())))
        .hasMessageContaining("did not end within")
        .extracting(LlmException::kind)
        .isEqualTo(LlmException.Kind.PROVIDER);
  }

  @Test
  void aDaemonThatOutlivesTheProgramIsEnded() throws Exception {
    script(
        "(setsid sh -c \"trap '' TERM; while :; do sleep 1; done\" "
            + program
            + " </dev/null >/dev/null 2>&1 &)",
        "echo answer");

    assertThat(run(request(LlmRequest.Mode.ANSWER)).output()).isEqualTo("answer\n");
  }

  @Test
  void aDaemonThatKeepsStandardOutputOpenDelaysNothing() throws Exception {
    script("sh -c 'sleep 1000' " + program + " &", "echo answer");

    assertThat(run(request(LlmRequest.Mode.ANSWER)).output()).isEqualTo("answer\n");
  }

  @Test
  void anInterruptedRunEndsItsProcesses() throws Exception {
    Path started = folder.resolve("started");
    script("echo x > " + started, "trap '' TERM", "while :; do sleep 1; done");
    FutureTask<LlmException> run =
        new FutureTask<>(
            () -> {
              assertThatThrownBy(() -> run(request(LlmRequest.Mode.ANSWER)))
                  .isInstanceOf(InterruptedException.class);
              return null;
            });
    Thread thread = Thread.ofPlatform().start(run);
    Eventually.holds("the program runs", () -> Files.exists(started));

    thread.interrupt();

    run.get();
  }

  @ParameterizedTest
  @CsvSource({"yes, stdout", "'yes >&2', stderr"})
  void aProgramThatPrintsWithoutEndIsEnded(String command, String stream) throws Exception {
    script(command);

    assertThat(failure(request(LlmRequest.Mode.ANSWER)))
        .as(stream)
        .hasMessageContaining("printed more than");
  }

  @Test
  void anExitCodeCountsMoreThanAGoodAnswer() throws Exception {
    script("echo '{\"decisions\": []}'", "exit 1");

    assertThat(failure(request(LlmRequest.Mode.ANSWER)).kind())
        .isEqualTo(LlmException.Kind.PROVIDER);
  }

  @Test
  void aProgramWhoseInterpreterIsNotInThePathIsTheOperatorsToMend() throws Exception {
    Files.writeString(program, "#!/usr/bin/env no-such-interpreter\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));

    assertThat(failure(request(LlmRequest.Mode.ANSWER)))
        .hasMessageContaining("no-such-interpreter")
        .hasMessageContaining("PATH")
        .extracting(LlmException::kind)
        .isEqualTo(LlmException.Kind.SETUP);
  }

  @Test
  void aMissingProgramIsTheOperatorsToMend() {
    assertThat(failure(request(LlmRequest.Mode.ANSWER)))
        .hasMessageContaining("there is no program " + program)
        .hasMessageContaining("llm.fake.program")
        .extracting(LlmException::kind)
        .isEqualTo(LlmException.Kind.SETUP);
  }

  @Test
  void aFileThatIsNoProgramIsTheOperatorsToMend() throws Exception {
    Files.writeString(program, "#!/no/such/interpreter\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));

    assertThat(failure(request(LlmRequest.Mode.ANSWER)))
        .hasMessageContaining("cannot start")
        .extracting(LlmException::kind)
        .isEqualTo(LlmException.Kind.SETUP);
  }
}
