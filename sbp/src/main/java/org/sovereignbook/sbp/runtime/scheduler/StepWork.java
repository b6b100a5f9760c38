package org.sovereignbook.sbp.runtime.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.AgentRetention;
import org.sovereignbook.sbp.authority.ledger.Retention;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.Upkeep;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.node.ClockWatch;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.peer.reader.Gate;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.society.board.BoardUpkeep;
import org.sovereignbook.sbp.society.board.OfferArrivals;
import org.sovereignbook.sbp.society.board.Offers;
import org.sovereignbook.sbp.society.hooks.HookUpkeep;
import org.sovereignbook.sbp.society.ingress.IngressGate;
import org.sovereignbook.sbp.society.mail.Arrival;
import org.sovereignbook.sbp.society.mail.Departures;
import org.sovereignbook.sbp.society.mail.MailGate;
import org.sovereignbook.sbp.society.mail.MailRetention;
import org.sovereignbook.sbp.society.mail.Overdue;
import org.sovereignbook.sbp.society.memory.MemoryGate;
import org.sovereignbook.sbp.society.memory.MemoryRetention;
import org.sovereignbook.sbp.society.memory.SharedSending;
import org.sovereignbook.sbp.society.recall.RecallIndex;

/**
 * Connection of the society with the steps. Steps are identified by their traits, never by their
 * classes, because an ejected step has its own class.
 */
public final class StepWork {
  private StepWork() {}

  /** Returns the handlers of peers' mail that is for the node itself. */
  public static Map<MailType, Arrival.Handler> arrivals() {
    return OfferArrivals.HANDLERS;
  }

  /**
   * Returns the work of a step, built in or ejected, with the society's work before and after.
   *
   * @param above retention of packages above this one, run in maintenance
   */
  public static Step.Work of(Step step, List<Retention> above) {
    List<Retention> retentions = new ArrayList<>(above);
    retentions.addAll(
        List.of(
            MailRetention::forget,
            MemoryRetention::forget,
            BoardUpkeep::forget,
            HookUpkeep::forget,
            AgentRetention::forget,
            SetAsides::forget));
    return on -> {
      Optional<ClockWatch.Leap> _ = new ClockWatch(on.node()).look();
      if (step.component().is(Component.Trait.READS_INBOX) && step.is(Step.Trait.BEFORE_AGENT)) {
        on.give(Gate.class, new MailGate(on::society, arrivals()));
        on.give(Gate.class, new MemoryGate(on::society));
        on.give(Gate.class, new IngressGate(on::society));
      }
      if (step.component().is(Component.Trait.SENDS)) {
        on.withSociety(
            "settle",
            "what time ends on the board and in mailboxes waits",
            ledger -> {
              Upkeep.sign(ledger);
              int _ = BoardUpkeep.settle(ledger);
              Overdue.end(ledger);
              SharedSending.send(ledger, on.store());
            });
        on.withSociety(
            "search",
            "texts are searched as an older version of this program indexed them",
            ledger -> {
              int _ = RecallIndex.renew(ledger);
            });
      }
      if (step.component().is(Component.Trait.FORGETS)) {
        retentions.forEach(each -> on.give(Retention.class, each));
      }
      StepResult result = step.work().on(on);
      if (step.component().is(Component.Trait.SENDS)) {
        on.withSociety(
            "departures",
            "what became of mail is not noted",
            ledger -> {
              Departures.settle(ledger, on.store());
              Offers.settle(ledger, on.store());
              SharedSending.settle(ledger, on.store());
            });
      }
      return result;
    };
  }
}
