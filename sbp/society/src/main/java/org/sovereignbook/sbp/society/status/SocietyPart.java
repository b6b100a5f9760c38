package org.sovereignbook.sbp.society.status;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.authority.agents.AgentRetention;
import org.sovereignbook.sbp.authority.ledger.HandOver;
import org.sovereignbook.sbp.authority.ledger.Retention;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.ledger.Upkeep;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.reader.Gate;
import org.sovereignbook.sbp.peer.step.StepContext;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.runtime.feature.SocietyJudge;
import org.sovereignbook.sbp.runtime.feature.SocietyWork;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;
import org.sovereignbook.sbp.society.board.BoardUpkeep;
import org.sovereignbook.sbp.society.ingress.IngressGate;
import org.sovereignbook.sbp.society.mail.Arrival;
import org.sovereignbook.sbp.society.mail.Departures;
import org.sovereignbook.sbp.society.mail.MailFeature;
import org.sovereignbook.sbp.society.mail.MailGate;
import org.sovereignbook.sbp.society.mail.MailRetention;
import org.sovereignbook.sbp.society.mail.Overdue;
import org.sovereignbook.sbp.society.memory.MemoryRetention;
import org.sovereignbook.sbp.society.recall.RecallIndex;
import org.sovereignbook.sbp.society.reputation.ReputationRetention;
import org.sovereignbook.sbp.society.sessions.TurnPrompts;
import org.sovereignbook.sbp.store.ItemFault;

/** The society's part in the steps of a node: a feature that every node has. */
public final class SocietyPart implements NodeFeature {
  @Override
  public String name() {
    return "society";
  }

  @Override
  public String title() {
    return "agents that work together";
  }

  @Override
  public boolean isOptional() {
    return false;
  }

  @Override
  public List<ExtensionKind<?>> kinds() {
    return SocietyKinds.ALL;
  }

  /**
   * Returns what takes the mail that is for features of a node; of two that take a type the first,
   * nothing of one that fails.
   */
  public static Map<MailType, Arrival.Handler> arrivals(Node node) {
    Map<MailType, Arrival.Handler> all = new EnumMap<>(MailType.class);
    for (MailFeature feature : Features.on(node).of(MailFeature.class)) {
      ItemFault.orElse(feature::arrivals, _ -> Map.<MailType, Arrival.Handler>of())
          .forEach(all::putIfAbsent);
    }
    return all;
  }

  @Override
  public List<Gate> gates(StepContext on) {
    return List.of(new MailGate(on::society, arrivals(on.node())));
  }

  @Override
  public List<Gate> lastGates(StepContext on) {
    return List.of(new IngressGate(on::society));
  }

  @Override
  public List<SocietyWork> beforeSending() {
    return List.of(
        new SocietyWork(
            "settle",
            "what time ends on the board and in mailboxes waits",
            (ledger, _) -> {
              Upkeep.sign(ledger);
              int _ = BoardUpkeep.settle(ledger);
              Overdue.end(ledger);
            }),
        new SocietyWork(
            "search",
            "texts are searched as an older version of this program indexed them",
            (ledger, _) -> {
              int _ = RecallIndex.renew(ledger);
            }));
  }

  @Override
  public List<SocietyWork> afterSending() {
    return List.of(
        new SocietyWork(
            "departures",
            "what became of mail is not noted",
            (ledger, store) -> {
              Departures.settle(ledger, store);
            }));
  }

  /**
   * Returns whether an agent has left something that is not in the outbox: a step held the node.
   */
  @Override
  public boolean isDue(Transaction tx) {
    return HandOver.isWaiting(tx);
  }

  @Override
  public List<Retention> retention() {
    return List.of(
        MailRetention::forget,
        MemoryRetention::forget,
        BoardUpkeep::forget,
        AgentRetention::forget,
        TurnPrompts::forget,
        SetAsides::forget,
        ReputationRetention::forget);
  }

  @Override
  public List<SocietyJudge> judges() {
    return SocietyJudges.ALL;
  }
}
