package org.sovereignbook.sbp.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.author.AuthorPostprocess;
import org.sovereignbook.sbp.board.OfferArrivals;
import org.sovereignbook.sbp.delivery.Delivery;
import org.sovereignbook.sbp.mail.Arrival;
import org.sovereignbook.sbp.mail.Departures;
import org.sovereignbook.sbp.mail.MailGate;
import org.sovereignbook.sbp.mail.MailRetention;
import org.sovereignbook.sbp.maintenance.Maintenance;
import org.sovereignbook.sbp.network.Network;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.protocol.MailType;
import org.sovereignbook.sbp.reader.Gate;
import org.sovereignbook.sbp.reader.ReaderPostprocess;
import org.sovereignbook.sbp.reader.ReaderPreprocess;
import org.sovereignbook.sbp.step.Component;
import org.sovereignbook.sbp.step.Step;

/** The one list of steps; each is declared in its own room. */
public final class Steps {

  /** In the order of the usage screen. */
  public static final List<Step> ALL =
      List.of(
          ReaderPreprocess.STEP,
          ReaderPostprocess.STEP,
          AuthorPostprocess.STEP,
          Delivery.STEP,
          Network.STEP,
          Maintenance.STEP);

  /** What takes the mail of peers that is for the node itself. */
  public static final Map<MailType, Arrival.Handler> ARRIVALS = OfferArrivals.HANDLERS;

  private Steps() {}

  /**
   * The work of a step, whether it is the program's own or an ejected one, with the doors that
   * other rooms have in it.
   */
  public static Step.Work work(Step step) {
    return on -> {
      if (step.command().equals(ReaderPreprocess.STEP.command())) {
        on.give(Gate.class, new MailGate(on::society, ARRIVALS));
      }
      StepResult result = step.work().on(on);
      if (step.command().equals(Delivery.STEP.command())) {
        on.society().ifPresent(ledger -> Departures.settle(ledger, on.store()));
      }
      if (step.command().equals(Maintenance.STEP.command())) {
        on.society().ifPresent(MailRetention::forget);
      }
      return result;
    };
  }

  /**
   * What the scheduler runs by default: the steps, with their agent in between. A step with nothing
   * to do ends with 3, and && goes no further (CHOICES 10). After a crash between agent and
   * post-processing nothing is stranded: the reader's inbox entries still lie in the inbox, and
   * {@code agent run author} ends with 0 as long as author-output/ holds anything.
   */
  static String command(Component component) {
    return command(component, "agent run ");
  }

  /** What it was by default in nodes that earlier programs made; empty when it is the same. */
  static Optional<String> earlierCommand(Component component) {
    return Optional.of(command(component, "agent ")).filter(_ -> component.agent());
  }

  private static String command(Component component, String run) {
    List<String> words = new ArrayList<>();
    if (component.agent()) {
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

  /** By the name of its subcommand, or of its script. */
  public static Optional<Step> named(String name) {
    return ALL.stream()
        .filter(step -> step.command().equals(name) || step.script().equals(name))
        .findFirst();
  }
}
