package org.sovereignbook.sbp.plugins.offers;

import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.authority.ledger.EventSentence;
import org.sovereignbook.sbp.authority.ledger.Retention;
import org.sovereignbook.sbp.authority.ledger.TableScript;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.peer.reader.ReceivedEnvelope;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.runtime.feature.SocietyWork;
import org.sovereignbook.sbp.society.board.BoardFeature;
import org.sovereignbook.sbp.society.board.TaskCrossing;
import org.sovereignbook.sbp.society.board.TaskEnd;
import org.sovereignbook.sbp.society.mail.Arrival;
import org.sovereignbook.sbp.society.mail.MailFeature;
import org.sovereignbook.sbp.society.mail.MailGate;
import org.sovereignbook.sbp.society.mail.MailRetention;

/** Tasks that nodes offer each other (docs/protocol-mail.md). */
public final class OffersFeature implements NodeFeature, MailFeature, BoardFeature, CommandFeature {
  @Override
  public String name() {
    return "offers";
  }

  @Override
  public String title() {
    return "tasks that nodes offer each other";
  }

  @Override
  public Settings settings() {
    return OfferSettings.ALL;
  }

  @Override
  public List<TableScript> tables() {
    return List.of(
        TableScript.beside(OffersFeature.class, "V1__offers.sql").formerly(4),
        TableScript.beside(OffersFeature.class, "V2__text_bytes.sql").formerly(15));
  }

  @Override
  public Map<String, EventSentence> sentences() {
    return Map.ofEntries(
        Map.entry(
            "offer.offered",
            EventSentence.of(
                "{by} offered {offer|a task} to another node",
                "{by} offered a task to another node")),
        Map.entry("offer.accepted", EventSentence.of("{offer|An offered task} was accepted")),
        Map.entry("offer.completed", EventSentence.of("{offer|An offered task} is done")),
        Map.entry("offer.refused", EventSentence.of("{offer|An offered task} was refused")),
        Map.entry("offer.failed", EventSentence.of("{offer|An offered task} failed")),
        Map.entry("offer.withdrawn", EventSentence.of("{offer|An offered task} was withdrawn")),
        Map.entry(
            "offer.expired", EventSentence.of("{offer|An offered task} was not answered in time")));
  }

  @Override
  public List<Retention> retention() {
    return List.of(
        ledger -> MailRetention.forget(ledger, "offer", "state NOT IN ('offered', 'accepted')"));
  }

  @Override
  public boolean takes(ReceivedEnvelope received) {
    return MailGate.isOneOf(received, arrivals().keySet());
  }

  @Override
  public Map<MailType, Arrival.Handler> arrivals() {
    return Map.of(
        MailType.TASK_OFFER, OfferArrivals::offer, MailType.TASK_RESULT, OfferArrivals::result);
  }

  @Override
  public long arrivedSince(Transaction tx, PublicKey peer, long sinceMs) {
    return Offer.arrivedSince(tx, peer, sinceMs);
  }

  @Override
  public List<SocietyWork> beforeSending() {
    return List.of(
        new SocietyWork(
            "offers",
            "what ended while tasks could not be offered is not told",
            (ledger, _) -> OfferUpkeep.catchUp(ledger)));
  }

  @Override
  public List<SocietyWork> afterSending() {
    return List.of(
        new SocietyWork("offers", "what became of offers is not noted", OfferUpkeep::settle));
  }

  @Override
  public void ended(Transaction tx, TaskEnd end) {
    Offers.ended(tx, end);
  }

  @Override
  public List<TaskCrossing> crossings(Transaction tx, String task) {
    return Offer.of(tx, task).stream().map(Offer::crossing).toList();
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(
        FeatureCommand.below("task", "offer", () -> new OfferCommands.MakeOffer()),
        FeatureCommand.below("task", "offers", () -> new OfferCommands.ListOffers()));
  }
}
