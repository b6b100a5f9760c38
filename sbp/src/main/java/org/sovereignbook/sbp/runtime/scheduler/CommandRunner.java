package org.sovereignbook.sbp.runtime.scheduler;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs a component's command and waits for it. */
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

  /** How it ended, with the end of what it printed. */
  sealed interface CommandResult {
    /** The code of a process that ended by itself. */
    default Optional<Integer> exitCode() {
      return this instanceof Exited(int code, _) ? Optional.of(code) : Optional.empty();
    }

    /** The end of the output, or why there is none. */
    String output();

    record Exited(int code, String output) implements CommandResult {}

    /** It was ended, with all its processes, at its time limit. */
    record TimedOut(String output) implements CommandResult {}

    /** There was no process; the output says why. */
    record NotStarted(String output) implements CommandResult {}
  }

  /**
   * Runs it to its end.
   *
   * @throws InterruptedException after its whole process tree was ended, when this thread was
   *     interrupted
   */
  CommandResult run(Command command) throws InterruptedException;
}
