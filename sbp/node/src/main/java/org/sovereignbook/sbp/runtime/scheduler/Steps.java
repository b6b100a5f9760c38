package org.sovereignbook.sbp.runtime.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.peer.author.AuthorPostprocess;
import org.sovereignbook.sbp.peer.delivery.Delivery;
import org.sovereignbook.sbp.peer.maintenance.Maintenance;
import org.sovereignbook.sbp.peer.network.Network;
import org.sovereignbook.sbp.peer.reader.ReaderPostprocess;
import org.sovereignbook.sbp.peer.reader.ReaderPreprocess;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Step;

/** The list of all steps; each is declared in its own package. */
public final class Steps {

  /** All steps in the order of the usage screen. */
  public static final List<Step> ALL =
      List.of(
          ReaderPreprocess.STEP,
          ReaderPostprocess.STEP,
          AuthorPostprocess.STEP,
          Delivery.STEP,
          Network.STEP,
          Maintenance.STEP);

  private Steps() {}

  /**
   * Returns the scheduler's default command: the steps, with their agent in between. A step with
   * nothing to do ends with 3, and && stops there (CHOICES 10). After a crash between agent and
   * post-processing no work is lost: the reader's messages are still in the inbox, and {@code agent
   * run author} ends with 0 as long as author-output/ holds a file.
   */
  public static String command(Component component) {
    return command(component, "agent run ");
  }

  /** Returns the default command of earlier versions; empty when it is the same. */
  static Optional<String> earlierCommand(Component component) {
    return Optional.of(command(component, "agent "))
        .filter(_ -> component.is(Component.Trait.AGENT));
  }

  private static String command(Component component, String run) {
    List<String> words = new ArrayList<>();
    if (component.is(Component.Trait.AGENT)) {
      words.add("\"$SBP\" " + run + component);
    }
    for (Step step : ALL) {
      if (step.component().equals(component)) {
        int place = step.is(Step.Trait.BEFORE_AGENT) ? 0 : words.size();
        words.add(place, "./runtime/scripts/" + step.script());
      }
    }
    return String.join(" && ", words);
  }

  /** Returns the step with this subcommand or script. */
  public static Optional<Step> named(String name) {
    return ALL.stream()
        .filter(step -> step.command().equals(name) || step.script().equals(name))
        .findFirst();
  }
}
