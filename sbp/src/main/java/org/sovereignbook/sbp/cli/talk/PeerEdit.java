package org.sovereignbook.sbp.cli.talk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Contract;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.screen.PeerFinder;
import org.sovereignbook.sbp.frontend.screen.PeerView;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.network.Follow;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerCells;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.SubscriptionRequest;
import picocli.CommandLine.Command;

/**
 * A change by the operator to one peer. Only the changed cells of its row are written; both logs
 * name them, and the message sent to the peer.
 */
public abstract class PeerEdit extends PeersCommand.OfPeer {
  private final String state;
  private final String idle;
  private final UnaryOperator<Peer> edit;

  /**
   * Makes an edit of a row.
   *
   * @param state the peer's state afterwards, in words
   * @param idle the message when nothing changes
   */
  PeerEdit(String state, String idle, UnaryOperator<Peer> edit) {
    this.state = state;
    this.idle = idle;
    this.edit = edit;
  }

  @Override
  public Contract contract() {
    return Contract.prints(PeerView.Edited.class).exit(ExitCode.NOTHING_TO_DO, idle).holdsNode();
  }

  /** Returns the log event of an action on a peer, which the agents see, too. */
  static Event event(String kind, Node node, Peer peer, String text) {
    return Event.of(COMPONENT, kind, node.now(), text)
        .about("peer", peer.publicKey())
        .in(LogFile.SESSION, LogFile.OPS);
  }

  /** Returns further changes, such as a message to the peer. */
  List<Change> more(Store store, Peer peer, Timestamp now) {
    return List.of();
  }

  /** Returns what else an edit has changed, where its name does not say that. */
  Optional<String> effect(Peer before, Peer after) {
    return Optional.empty();
  }

  /** Returns the peer's present state in words. */
  String said(PeerView peer, boolean changed) {
    return (changed ? "now " : "already ") + state;
  }

  /** Returns the row after the edit; refuses an edit that is not possible. */
  Peer edited(PeerTable table, Peer before) {
    return edit.apply(before);
  }

  /** Finds the peer that the operator named. */
  Peer find(Store store, PeerTable table, Timestamp now) {
    return PeerFinder.find(table, peer);
  }

  @Override
  protected ExitCode edit(Output output, Node node, Store store) {
    PeerTable before = store.peers();
    Peer peer = find(store, before, node.now());
    Peer edited = edited(before, peer);
    List<Change> more = more(store, peer, node.now());
    List<Change.OfPeers> ofRow = before.with(edited).changes(before);
    boolean changed = !ofRow.isEmpty() || !more.isEmpty();
    if (changed) {
      ChangeSet changes = new ChangeSet().addAll(ofRow).addAll(more);
      if (!ofRow.isEmpty()) {
        String text = "peer " + PeerView.brief(peer) + ": " + difference(peer, edited);
        changes.emit(event("edited", node, peer, text));
      }
      more.stream()
          .flatMap(change -> queued(change).stream())
          .forEach(id -> changes.emit(Outgoing.queued("message", id, node, peer)));
      store.commit(changes);
    }
    PeerView shown = PeerView.of(store, edited);
    output.line(PeerView.brief(edited) + " is " + said(shown, changed));
    if (!ofRow.isEmpty()) {
      effect(peer, edited).ifPresent(output::note);
    }
    return output.done(new PeerView.Edited(shown, changed), changed);
  }

  /** Returns the outbox item that a change adds. */
  private static Optional<String> queued(Change change) {
    return change instanceof Change.Put(Collection.Keyed in, String key, _)
            && in.equals(Outbox.ITEMS)
        ? Optional.of(key)
        : Optional.empty();
  }

  /**
   * Returns the changed values, such as {@code trust known -> blocked, subscriber true -> false}.
   */
  static String difference(Peer before, Peer after) {
    SequencedMap<String, String> old = PeerCells.of(before);
    List<String> differences = new ArrayList<>();
    for (Map.Entry<String, String> cell : PeerCells.of(after).entrySet()) {
      String was = old.getOrDefault(cell.getKey(), "");
      if (!was.equals(cell.getValue())) {
        differences.add(cell.getKey() + " " + was + " -> " + cell.getValue());
      }
    }
    return String.join(", ", differences);
  }

  /** Returns the message to a peer that we follow or have asked to. */
  static List<Change> unsubscribe(Store store, Peer peer) {
    return peer.subscribed() || SubscriptionRequest.isRequested(store, peer.publicKey())
        ? SubscriptionRequest.end(store, peer)
        : List.of();
  }

  /**
   * {@code sbp subscribe}: asks one peer for everything that it writes (PROTOCOL §6). Its row says
   * that we follow it once it has agreed (CHOICES 1).
   */
  @Command(description = "follow a known peer")
  @AgentAccess(data = DataAccess.NONE)
  public static final class Subscribe extends PeerEdit {

    public Subscribe() {
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
  }

  /** {@code sbp unsubscribe}: asks one peer to send nothing more. */
  @Command(description = "stop following a peer")
  @Synonyms("unfollow")
  @AgentAccess(data = DataAccess.NONE)
  public static final class Unsubscribe extends PeerEdit {
    public Unsubscribe() {
      super("not followed", "it is not followed", peer -> peer.withSubscribed(false));
    }

    @Override
    List<Change> more(Store store, Peer peer, Timestamp now) {
      return unsubscribe(store, peer);
    }
  }
}
