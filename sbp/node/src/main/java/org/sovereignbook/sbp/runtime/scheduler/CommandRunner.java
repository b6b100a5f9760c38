package org.sovereignbook.sbp.runtime.scheduler;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Execution of a component's command. */
public interface CommandRunner {

  /**
   * A command to run.
   *
   * @param line for the platform's shell
   * @param environment variables beside those of this process
   * @param timeLimit after which the whole process tree is ended
   * @param output gets each line of standard output and standard error as it comes, from another
   *     thread
   */
  record Command(
      String line,
      Path folder,
      Map<String, String> environment,
      Duration timeLimit,
      Consumer<String> output) {

    public Command {
      environment = Map.copyOf(environment);
    }
  }

  /** The end of a command, with the end of its output. */
  sealed interface CommandResult {
    /** Returns the exit code of a process that ended by itself. */
    default Optional<Integer> exitCode() {
      return this instanceof Exited(int code, _) ? Optional.of(code) : Optional.empty();
    }

    /** Returns the end of the output, or why there is none. */
    String output();

    record Exited(int code, String output) implements CommandResult {}

    /** The process tree was killed at its time limit. */
    record TimedOut(String output) implements CommandResult {}

    /** The command could not be started; the output has the reason. */
    record NotStarted(String output) implements CommandResult {}
  }

  /**
   * Runs a command to its end.
   *
   * @throws InterruptedException when this thread was interrupted; the whole process tree has been
   *     killed then
   */
  CommandResult run(Command command) throws InterruptedException;
}
