package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;
import org.sovereignbook.sbp.cli.command.Contract;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.MessageType;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerCells;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * The operator's change of one peer's row: only the cells that change are written, and both logs
 * say which, or what the peer is told.
 */
abstract class PeerEdit extends PeersCommand.OfPeer {
  /** Who the logs say did it. */
  static final String COMPONENT = "cli";

  private final String state;
  private final String idle;
  private final UnaryOperator<Peer> edit;
  private final Optional<MessageType> message;

  PeerEdit(String state, String idle, UnaryOperator<Peer> edit) {
    this(state, idle, edit, Optional.empty());
  }

  /**
   * An edit that the peer is told of.
   *
   * @param state what the peer is afterwards, for the operator's eyes
   * @param idle what it means that nothing changes
   */
  PeerEdit(String state, String idle, UnaryOperator<Peer> edit, Optional<MessageType> message) {
    this.state = state;
    this.idle = idle;
    this.edit = edit;
    this.message = message;
  }

  @Override
  public Contract contract() {
    return Contract.prints(PeerView.Edited.class).exit(ExitCode.NOTHING_TO_DO, idle).holdsNode();
  }

  /** What a person did to a peer, or wrote to it; the agents go by it, too. */
  static Event event(String kind, Node node, Peer peer, String text) {
    return Event.of(COMPONENT, kind, node.now(), text)
        .about("peer", peer.publicKey())
        .in(LogFile.SESSION, LogFile.OPS);
  }

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    try (ExclusiveStore held = session.exclusive(node, COMPONENT)) {
      PeerTable before = held.store().peers();
      Peer peer = PeerFinder.find(before, this.peer);
      Peer edited = edit.apply(peer);
      boolean changed = !edited.equals(peer);
      if (changed) {
        ChangeSet changes = new ChangeSet().addAll(before.with(edited).changes(before));
        held.store().commit(tell(changes, node, peer, edited));
      }
      session
          .output()
          .line(PeerView.brief(edited) + " is " + (changed ? "now " : "already ") + state);
      session.output().json(new PeerView.Edited(PeerView.of(edited), changed));
      return changed ? ExitCode.DONE : ExitCode.NOTHING_TO_DO;
    }
  }

  private ChangeSet tell(ChangeSet changes, Node node, Peer peer, Peer edited) {
    if (message.isEmpty()) {
      String text = "peer " + PeerView.brief(peer) + ": " + difference(peer, edited);
      return changes.tell(event("edited", node, peer, text));
    }
    return Outgoing.to(node, peer, OutboxKind.NETWORK, message.get(), JsonObject.empty())
        .queue(changes, node, peer, message.get().toString());
  }

  /** Such as {@code trust known -> blocked, subscriber true -> false}. */
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
}
