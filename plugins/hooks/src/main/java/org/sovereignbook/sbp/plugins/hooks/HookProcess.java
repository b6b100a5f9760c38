package org.sovereignbook.sbp.plugins.hooks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.BoundedProcess;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Process of one run of a hook, with all its child processes.
 *
 * @param scratch the folder of the run
 */
record HookProcess(List<String> command, Map<String, String> variables, Path scratch, String run) {
  private static final Path SHELL = Path.of("/bin/sh");

  /**
   * Prefix that makes a command ignore Ctrl-C and the hangup of a terminal: the system sends both
   * to every process there, but only the starter is to react.
   */
  private static final List<String> IGNORING_SIGNALS =
      List.of(SHELL.toString(), "-c", "trap '' HUP INT; exec \"$0\" \"$@\"");

  private static final int MAX_WORDS_CHARACTERS = 300;

  /** Runs the program until it ends, or until its time limit. */
  HookPrograms.ProgramEnd run(JsonObject input, Duration limit, long maxBytes)
      throws IOException, InterruptedException {
    Path given = scratch.resolve("input.json");
    Files.write(given, JsonWriter.bytes(input));
    BoundedProcess process =
        new BoundedProcess(
            ignoringSignals(command),
            variables,
            scratch.resolve("work"),
            scratch.resolve("stdout"),
            scratch.resolve("stderr"),
            HookPrograms.processes(run),
            () -> {},
            () -> HookRunFolders.clearCutOff(scratch));
    BoundedProcess.Ended ended = process.run(given, limit, maxBytes);
    return switch (ended.how()) {
      case OVER_TIME ->
          new HookPrograms.ProgramEnd.Failed(
              HookRun.State.TIMEOUT,
              "it did not end within "
                  + limit.toSeconds()
                  + " s and was ended with all its processes");
      case OVER_SIZE ->
          new HookPrograms.ProgramEnd.Failed(
              HookRun.State.FAILED,
              "it printed more than " + maxBytes + " bytes (hooks.max_output_bytes) and was ended");
      case EXITED ->
          ended.exitCode() == 0
              ? new HookPrograms.ProgramEnd.Printed(BoundedProcess.bytes(scratch.resolve("stdout")))
              : new HookPrograms.ProgramEnd.Failed(
                  HookRun.State.FAILED,
                  "it ended with exit code "
                      + ended.exitCode()
                      + lastWords(BoundedProcess.bytes(scratch.resolve("stderr"))));
    };
  }

  private static String lastWords(byte[] errors) {
    String text = new String(errors, StandardCharsets.UTF_8).strip();
    String end = text.substring(Math.max(0, text.length() - MAX_WORDS_CHARACTERS));
    return end.isEmpty() ? "" : "; its last words: " + PeerText.quote(end);
  }

  private static List<String> ignoringSignals(List<String> command) {
    return Files.isExecutable(SHELL)
        ? Stream.concat(IGNORING_SIGNALS.stream(), command.stream()).toList()
        : command;
  }
}
