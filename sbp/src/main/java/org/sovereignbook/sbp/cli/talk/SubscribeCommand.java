package org.sovereignbook.sbp.cli.talk;

import java.util.List;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Contract;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.screen.PeerView;
import org.sovereignbook.sbp.peer.network.Follow;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.SubscriptionRequest;
import picocli.CommandLine.Command;

/**
 * {@code sbp subscribe}: asks one peer for everything that it writes (PROTOCOL §6). Its row says
 * that we follow it once it has agreed (CHOICES 1).
 */
@Command(description = "follow a known peer")
@AgentAccess(data = DataAccess.NONE)
public final class SubscribeCommand extends PeerEdit {

  public SubscribeCommand() {
    super("followed", "it is followed already, or was asked", peer -> peer);
  }

  @Override
  public Contract contract() {
    return super.contract().exit(ExitCode.REFUSED, "the peer is blocked");
  }

  @Override
  String said(PeerView peer, boolean changed) {
    return peer.requested()
        ? (changed ? "asked now" : "asked already") + ", and followed once it agrees"
        : super.said(peer, changed);
  }

  @Override
  List<Change> more(Store store, Peer peer, Timestamp now) {
    Outgoing.refuseBlocked(peer);
    return Follow.subscribe(store, peer, now);
  }

  /** {@code sbp unsubscribe}: asks one peer to send nothing more. */
  @Command(description = "stop following a peer")
  @Synonyms("unfollow")
  @AgentAccess(data = DataAccess.NONE)
  public static final class Undo extends PeerEdit {
    public Undo() {
      super("not followed", "it is not followed", peer -> peer.withSubscribed(false));
    }

    @Override
    List<Change> more(Store store, Peer peer, Timestamp now) {
      return unsubscribe(store, peer);
    }
  }

  /** Returns the message to a peer that we follow or have asked to. */
  static List<Change> unsubscribe(Store store, Peer peer) {
    return peer.subscribed() || SubscriptionRequest.isRequested(store, peer.publicKey())
        ? SubscriptionRequest.end(store, peer)
        : List.of();
  }
}
