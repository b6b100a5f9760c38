package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.cli.command.StepWork;
import org.sovereignbook.sbp.cli.command.World;

/**
 * The main method of an ejected step ({@code sbp eject}): everything around the step's work is the
 * built-in subcommand's own, so that options, locks, store, output and exit codes stay the same.
 */
public final class EjectedStep {
  private EjectedStep() {}

  /**
   * Does the step and ends the process with its exit code.
   *
   * @param command the subcommand that the step replaces, such as {@code deliver}
   * @param args the options of that subcommand
   */
  public static void run(String command, StepWork work, String... args) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of(args));
    Main.run(world -> program(command, work, world), words.toArray(String[]::new));
  }

  static Program program(String command, StepWork work, World world) {
    BuiltinStep step =
        BuiltinStep.named(command)
            .orElseThrow(() -> new IllegalArgumentException("no such step: " + command));
    return new Program(world, List.of(step.entry(work)));
  }
}
