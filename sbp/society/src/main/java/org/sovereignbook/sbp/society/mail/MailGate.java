package org.sovereignbook.sbp.society.mail;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.reader.Gate;
import org.sovereignbook.sbp.peer.reader.ReaderContext;
import org.sovereignbook.sbp.peer.reader.ReceivedEnvelope;
import org.sovereignbook.sbp.store.StoreException;

/**
 * The gate that takes mail for agents out of the ordinary messages (docs/protocol-mail.md). Mail
 * that may reach an agent goes to its mailbox; all other messages pass to the reader. The mailbox
 * commits first: after a crash the mail is recognised when its envelope is read again.
 */
public final class MailGate implements Gate {
  private final Supplier<Optional<Ledger>> society;
  private final Arrivals arrivals;

  /**
   * Makes the gate.
   *
   * @param society opened at the first such mail; empty if the node has none
   * @param handlers for types of mail that are for the node itself
   */
  public MailGate(Supplier<Optional<Ledger>> society, Map<MailType, Arrival.Handler> handlers) {
    this.society = society;
    this.arrivals = new Arrivals(handlers);
  }

  @Override
  public Result judge(ReceivedEnvelope received, ReaderContext context) {
    if (!(received.payload() instanceof Payload.Direct)
        || !AgentMail.isIn(received.envelope().json())) {
      return Gate.pass();
    }
    JsonObject payload = received.envelope().json().object("payload").orElseThrow();
    return switch (AgentMail.parse(payload)) {
      case Checked.Valid<AgentMail>(AgentMail mail) -> judge(mail, received, context);
      case Checked.Rejected<AgentMail>(Rejection why) ->
          isAboutOurs(payload)
              ? Gate.drop("a faulty word on mail of ours: " + PeerText.plain(why.toString()))
              : ordinary(why.toString());
    };
  }

  private Result judge(AgentMail mail, ReceivedEnvelope received, ReaderContext context) {
    Arrival arrival =
        new Arrival(
            mail,
            received.sender(),
            received.envelope().senderEndpoint(),
            key -> context.isKeyOf(received, key),
            context.decidedTrust(received.sender()),
            received.envelope().hash());
    Arrival.Handling outcome = take(arrival);
    return switch (outcome.how()) {
      case TAKEN -> {
        context.heardOf(received);
        yield new Result.Remove(
            AutoHandled.AGENT_MAIL,
            outcome.text() + " from " + PeerText.quote(context.nameOf(received.sender())));
      }
      case DROPPED -> Gate.drop(outcome.text());
      case WAITS -> new Result.Wait(outcome.text());
      case ORDINARY -> ordinary(outcome.text());
    };
  }

  private Arrival.Handling take(Arrival arrival) {
    try {
      Optional<Ledger> ledger = society.get();
      return ledger.isPresent()
          ? ledger.get().write(tx -> arrivals.take(tx, arrival))
          : Arrival.ordinary("this node has no agents that take mail");
    } catch (SecretException | SocietyException e) {
      return Arrival.ordinary(String.valueOf(e.getMessage()));
    } catch (StoreException | NodeException e) {
      return new Arrival.Handling(Arrival.How.WAITS, String.valueOf(e.getMessage()));
    }
  }

  private static Result ordinary(String why) {
    return new Result.Pass(JsonObject.builder().put(AgentMail.MEMBER, why).build());
  }

  /** Returns whether an envelope holds mail, faulty or not, of one of these types. */
  public static boolean isOneOf(ReceivedEnvelope received, Set<MailType> types) {
    return received.payload() instanceof Payload.Direct
        && AgentMail.isIn(received.envelope().json())
        && type(received.envelope().json().object("payload").orElseThrow())
            .filter(type -> types.stream().anyMatch(one -> one.toString().equals(type)))
            .isPresent();
  }

  private static Optional<String> type(JsonObject payload) {
    return payload.object(AgentMail.MEMBER).flatMap(member -> member.string("type"));
  }

  /**
   * Returns whether the mail only reports on this node's own mail or offers, so that the reader
   * need not see it.
   */
  private static boolean isAboutOurs(JsonObject payload) {
    return type(payload)
        .filter(
            type ->
                type.equals(MailType.RECEIPT.toString())
                    || type.equals(MailType.TASK_RESULT.toString()))
        .isPresent();
  }
}
