package org.sovereignbook.sbp.plugins.groups;

import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.reader.Gate;
import org.sovereignbook.sbp.peer.reader.ReaderContext;
import org.sovereignbook.sbp.peer.reader.ReceivedEnvelope;
import org.sovereignbook.sbp.society.mail.Arrival;
import org.sovereignbook.sbp.store.StoreException;

/**
 * The gate that takes parts of shared groups out of the messages (docs/protocol-memory.md). The
 * society commits first: after a crash a part is recognised when its envelope is read again.
 *
 * @param society opened at the first such message; empty if the node has none
 */
record MemoryGate(Supplier<Optional<Ledger>> society) implements Gate {
  @Override
  public Result judge(ReceivedEnvelope received, ReaderContext context) {
    if (!(received.payload() instanceof Payload.Memory(GroupMail mail))) {
      return Gate.pass();
    }
    Arrival.Handling outcome = take(mail, received, context);
    return switch (outcome.how()) {
      case TAKEN -> {
        context.heardOf(received);
        yield new Result.Remove(
            AutoHandled.AGENT_MAIL,
            outcome.text() + " from " + PeerText.quote(context.nameOf(received.sender())));
      }
      case WAITS -> new Result.Wait(outcome.text());
      case DROPPED, ORDINARY -> Gate.drop(outcome.text());
    };
  }

  private Arrival.Handling take(GroupMail mail, ReceivedEnvelope received, ReaderContext context) {
    GroupSender from =
        new GroupSender(
            received.sender(),
            received.envelope().senderEndpoint(),
            key -> context.isKeyOf(received, key),
            context.decidedTrust(received.sender()),
            received.envelope().hash());
    try {
      Optional<Ledger> ledger = society.get();
      return ledger.isPresent()
          ? ledger.get().write(tx -> new SharedArrivals(tx).take(mail, from))
          : new Arrival.Handling(Arrival.How.DROPPED, "this node has no groups");
    } catch (SecretException | SocietyException e) {
      return new Arrival.Handling(Arrival.How.DROPPED, String.valueOf(e.getMessage()));
    } catch (StoreException | NodeException e) {
      return new Arrival.Handling(Arrival.How.WAITS, String.valueOf(e.getMessage()));
    }
  }
}
