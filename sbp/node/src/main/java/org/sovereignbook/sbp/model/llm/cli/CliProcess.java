package org.sovereignbook.sbp.model.llm.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.BoundedProcess;
import org.sovereignbook.sbp.node.FileWords;

/**
 * Execution of a coding CLI in its scratch folders, by {@link BoundedProcess}.
 *
 * @param program its path
 * @param environment all its variables
 * @param meanwhile runs repeatedly while the program does, and once after it has ended
 */
record CliProcess(
    Path program,
    Scratch scratch,
    Map<String, String> environment,
    BoundedProcess.Descendants descendants,
    Runnable meanwhile) {
  /** Far above the answer of any role, including the CLIs' own output. */
  static final long MAX_OUTPUT_BYTES = 32L * 1024 * 1024;

  /**
   * Runs the program.
   *
   * @param input its standard input
   * @throws LlmException when it cannot be started, exceeds its time or prints too much
   */
  CodingCli.ProcessResult run(List<String> arguments, Path input, Duration limit)
      throws LlmException, InterruptedException {
    long start = System.nanoTime();
    BoundedProcess process =
        new BoundedProcess(
            Stream.concat(Stream.of(program.toString()), arguments.stream()).toList(),
            environment,
            scratch.work(),
            scratch.stdout(),
            scratch.stderr(),
            descendants,
            meanwhile,
            scratch::close);
    BoundedProcess.Ended ended;
    try {
      ended = process.run(input, limit, MAX_OUTPUT_BYTES);
    } catch (IOException e) {
      throw new LlmException(LlmException.Kind.SETUP, String.valueOf(e.getMessage()), e);
    }
    Duration duration = Duration.ofNanos(System.nanoTime() - start);
    return switch (ended.how()) {
      case EXITED ->
          new CodingCli.ProcessResult(
              ended.exitCode(), text(scratch.stdout()), text(scratch.stderr()), duration);
      case OVER_TIME ->
          throw LlmException.provider(
              program.getFileName()
                  + " did not end within "
                  + limit.toSeconds()
                  + " seconds (llm.timeout_seconds) and was ended; nothing changed, the next run"
                  + " tries again");
      case OVER_SIZE ->
          throw LlmException.provider(
              program.getFileName()
                  + " printed more than "
                  + MAX_OUTPUT_BYTES
                  + " bytes and was ended");
    };
  }

  /** Returns a copy with further variables; an empty value removes one. */
  CliProcess with(Map<String, String> further) {
    Map<String, String> all = new TreeMap<>(environment);
    all.putAll(further);
    all.values().removeIf(String::isEmpty);
    return new CliProcess(program, scratch, all, descendants, meanwhile);
  }

  private static String text(Path file) throws LlmException {
    try {
      return new String(BoundedProcess.bytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new LlmException(
          LlmException.Kind.PROVIDER, "cannot read " + file + ": " + FileWords.of(e), e);
    }
  }
}
