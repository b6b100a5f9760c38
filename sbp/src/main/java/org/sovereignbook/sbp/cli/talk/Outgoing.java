package org.sovereignbook.sbp.cli.talk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.screen.PeerView;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/**
 * A message of the operator's before it is put into the outbox.
 *
 * @param id its id there
 * @param item the unsigned envelope that deliver completes
 */
public record Outgoing(OutboxId id, JsonObject item) {
  /** The sentence for people on items that wait in the outbox. */
  public static final String NEXT_DELIVERY =
      "sbp up sends it at once; where that does not run:  sbp deliver";

  /** Makes a message to a peer that may be written to. */
  static Outgoing to(Node node, Peer peer, OutboxKind kind, MessageType type, JsonObject payload) {
    refuseBlocked(peer);
    String name = InboxId.names(node.clock().instant(), node.random()).get() + "-" + type;
    return new Outgoing(new OutboxId(kind, name), OutboxItems.envelope(type, payload, peer));
  }

  public static void refuseBlocked(Peer peer) {
    if (peer.trust() == TrustState.BLOCKED) {
      throw CliException.refused(
          PeerView.brief(peer) + " is blocked", "first:  sbp peers unblock -- " + peer.publicKey());
    }
  }

  /** Returns the log event that a message of the operator's was queued. */
  static Event queued(String what, Object id, Node node, Peer peer) {
    String text = what + " to " + PeerView.brief(peer) + " queued as " + id;
    return PeerEdit.event("queued", node, peer, text).about("item", id);
  }

  /** Returns the operator's text: the words, or standard input for a dash. */
  public static String body(Session session, List<String> words) throws IOException {
    String body = TextInput.words(session.world(), words, Limits.MAX_DIRECT_BODY_BYTES);
    if (body.isBlank()) {
      throw CliException.wrong("the message is empty");
    }
    int bytes = body.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > Limits.MAX_DIRECT_BODY_BYTES) {
      throw CliException.wrong(
          "the message has " + bytes + " bytes, more than " + Limits.MAX_DIRECT_BODY_BYTES,
          "longer texts are for:  sbp post FILE");
    }
    return body;
  }

  /** Adds the message and its log event to the changes. */
  ChangeSet queue(ChangeSet changes, Node node, Peer peer, String what) {
    return changes.add(Outbox.put(id, item)).emit(queued(what, id, node, peer));
  }

  /** Prints that it waits for delivery. */
  ExitCode told(Output output, Store store, Peer to) {
    output.line("queued for " + PeerView.brief(to) + " as " + id);
    output.line(NEXT_DELIVERY);
    return output.done(new PeerView.Queued(PeerView.of(store, to), id));
  }
}
