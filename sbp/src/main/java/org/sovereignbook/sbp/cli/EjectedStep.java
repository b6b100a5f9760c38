package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.peer.step.Step;

/**
 * The main method of an ejected step ({@code sbp eject}). Everything except the step's work comes
 * from the built-in subcommand, so that options, locks, store, output and exit codes stay the same.
 */
public final class EjectedStep {
  private EjectedStep() {}

  /**
   * Runs the step and ends the process with its exit code.
   *
   * @param step as the ejected source declares it
   * @param args the options of its subcommand
   */
  public static void run(Step step, String... args) {
    List<String> words = new ArrayList<>(List.of(step.command()));
    words.addAll(List.of(args));
    Main.run(
        world -> new Program(world, Commands.of(StepCommand.row(step))),
        words.toArray(String[]::new));
  }
}
