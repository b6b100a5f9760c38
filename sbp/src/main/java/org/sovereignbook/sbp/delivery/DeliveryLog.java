package org.sovereignbook.sbp.delivery;

import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/** The lines that deliver writes to {@code ops-log.md}. Reasons given to it are safe already. */
public final class DeliveryLog {
  private static final String COMPONENT = "delivery";

  private DeliveryLog() {}

  public static Change recipient(DeliveryResult.Recipient one, PeerTable peers, Timestamp now) {
    String what =
        one.outcome() + " " + one.item() + " to " + name(one.recipientKey(), one.endpoint(), peers);
    String text = what + one.reason().map(reason -> ": " + reason).orElse("");
    return one.outcome() == DeliveryResult.Outcome.FAILED ? error(text, now) : line(text, now);
  }

  public static Change withoutSubscribers(OutboxId item, Timestamp now) {
    return line(item + " has no subscribers; archived", now);
  }

  public static Change setAside(OutboxId item, String why, Timestamp now) {
    return error("set aside " + item + " in outbox/failed: " + PeerText.plain(why), now);
  }

  public static Change unreadablePeer(PeerTable.RowProblem problem, Timestamp now) {
    return error("peers.md, left out of delivery: " + PeerText.plain(problem.toString()), now);
  }

  public static Change removed(String name, Timestamp now) {
    return line("removed failed/" + name + ": too old", now);
  }

  private static String name(PublicKey key, Optional<Endpoint> endpoint, PeerTable peers) {
    String peer =
        peers.find(key).map(Peer::name).map(PeerText::quote).orElseGet(() -> "stranger " + key);
    return peer + endpoint.map(at -> " at " + PeerText.plain(at.toString())).orElse("");
  }

  private static Change line(String text, Timestamp now) {
    return LogFile.OPS.append(LogEntry.of(COMPONENT, now, text));
  }

  private static Change error(String text, Timestamp now) {
    return LogFile.OPS.append(LogEntry.error(COMPONENT, now, text));
  }
}
