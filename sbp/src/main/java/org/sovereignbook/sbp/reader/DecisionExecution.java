package org.sovereignbook.sbp.reader;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.protocol.MessageType;
import org.sovereignbook.sbp.protocol.Payload;
import org.sovereignbook.sbp.protocol.Payload.AckStatus;
import org.sovereignbook.sbp.protocol.Payloads;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * Carries out checked decisions, one after the other (IMPLEMENTATION §3.3, reader-postprocess 3).
 * Collects changes and commits nothing. A refused decision has changed nothing. Not thread-safe.
 */
public final class DecisionExecution {
  static final String CAPACITY_EXCEEDED = "capacity-exceeded";

  private static final int NAME_HASH_CHARACTERS = 16;

  private final Map<InboxId, Item> items;
  private final DecisionRules rules;
  private final IdentityDocument identity;
  private final EndorsementDesk endorsements;
  private final AnnounceMemory announced;
  private final Timestamp now;
  private final PeerTable before;
  private final ChangeSet changes = new ChangeSet();
  private final Set<String> done = new HashSet<>();
  private Knowledge knowledge;

  public DecisionExecution(
      Map<InboxId, Item> items,
      Knowledge knowledge,
      DecisionRules rules,
      IdentityDocument identity,
      EndorsementDesk endorsements,
      AnnounceMemory announced) {
    this.items = items;
    this.knowledge = knowledge;
    this.before = knowledge.peers();
    this.rules = rules;
    this.identity = identity;
    this.endorsements = endorsements;
    this.announced = announced;
    this.now = new Timestamp(knowledge.now());
  }

  /** The item that a decision is on. */
  public Item itemOf(Decision decision) throws RefusedDecision {
    // The text is compared, never used: it could be anything.
    for (Map.Entry<InboxId, Item> entry : items.entrySet()) {
      if (entry.getKey().value().equals(decision.inboxId())) {
        return entry.getValue();
      }
    }
    throw new RefusedDecision("no such item in the digest");
  }

  /**
   * Carries out one decision.
   *
   * @return what was done, for the session log, free of raw text
   */
  public String execute(Decision decision, Item item) throws RefusedDecision {
    DecisionCheck.check(decision, item, rules);
    if (decision.action() != Action.IGNORE && knowledge.isBlocked(item.sender().key())) {
      throw new RefusedDecision("the sender is blocked");
    }
    String once = item.id() + " " + family(decision.action());
    if (done.contains(once)) {
      throw new RefusedDecision("this was decided on the item already");
    }
    String what = perform(decision, item);
    done.add(once);
    return what;
  }

  public PeerTable peers() {
    return knowledge.peers();
  }

  public ChangeSet changes() {
    return changes;
  }

  /** A request is answered once, with yes or with no. */
  private static Action family(Action action) {
    return action == Action.REJECT_SUBSCRIBE ? Action.ACCEPT_SUBSCRIBE : action;
  }

  private String perform(Decision decision, Item item) throws RefusedDecision {
    return switch (decision.action()) {
      case ENDORSE_CONTENT -> endorseContent(decision, item);
      case ENDORSE_IDENTITY -> endorseIdentity(decision, item);
      case REPLY -> reply(decision, item);
      case UPDATE_TRUST -> updateTrust(decision, item);
      case ACCEPT_SUBSCRIBE -> acceptSubscribe(item);
      case REJECT_SUBSCRIBE -> rejectSubscribe(item, decision.reason().orElse(CAPACITY_EXCEEDED));
      case ACCEPT_UNSUBSCRIBE -> acceptUnsubscribe(item);
      case RECIPROCATE_ANNOUNCE -> reciprocate(item);
      case IGNORE -> "";
    };
  }

  private String endorseContent(Decision decision, Item item) throws RefusedDecision {
    if (!(item.subject() instanceof Item.Subject.SharedContent shared)) {
      throw new RefusedDecision("the item holds no content");
    }
    PublicKey author = shared.content().authorKey();
    requireNotBlocked(author);
    JsonObject signed =
        endorsements.endorseContent(shared.content().hash(), author, decision.note());
    return "target=" + shared.content().hash() + file(signed, author, endpointOf(author, item));
  }

  private String endorseIdentity(Decision decision, Item item) throws RefusedDecision {
    PublicKey target = DecisionCheck.about(decision, item);
    requireNotBlocked(target);
    if (item.hasInvalidIdentity()) {
      throw new RefusedDecision("the announced identity is not valid");
    }
    Endpoint endpoint =
        knowledge
            .endpointOf(target)
            .or(() -> endpointOf(target, item))
            .orElseThrow(() -> new RefusedDecision("the peer's endpoint is unknown"));
    JsonObject signed = endorsements.endorseIdentity(target, endpoint, decision.note());
    return "target=" + target + file(signed, target, Optional.of(endpoint));
  }

  /** Keeps the copy that is served, and sends the endorsement when we know where to. */
  private String file(JsonObject signed, PublicKey recipient, Optional<Endpoint> endpoint) {
    changes.add(endorsements.keep(signed));
    if (endpoint.isEmpty()) {
      return " sent=false";
    }
    put(
        OutboxKind.ENDORSEMENTS,
        "endorsement",
        ContentHash.of(signed),
        OutboxItems.share(signed, recipient, endpoint.get()));
    return " sent=true";
  }

  private String reply(Decision decision, Item item) throws RefusedDecision {
    String body =
        decision
            .body()
            .filter(text -> !text.isBlank())
            .orElseThrow(() -> new RefusedDecision("body is missing"));
    PublicKey recipient = DecisionCheck.about(decision, item);
    requireNotBlocked(recipient);
    if (recipient.equals(knowledge.self())) {
      throw new RefusedDecision("this node does not write to itself");
    }
    Endpoint endpoint =
        endpointOf(recipient, item)
            .orElseThrow(() -> new RefusedDecision("the author's endpoint is unknown"));
    JsonObject payload = replyPayload(body, item);
    put(
        OutboxKind.REPLIES,
        "reply",
        item.envelopeHash(),
        OutboxItems.envelope(MessageType.DIRECT, payload, recipient, endpoint));
    return "to=" + recipient;
  }

  private static JsonObject replyPayload(String body, Item item) {
    return switch (item.subject()) {
      case Item.Subject.SharedContent shared ->
          Payloads.direct(body, Optional.empty(), Optional.of(shared.content().hash()));
      case Item.Subject.SharedEndorsement shared ->
          Payloads.direct(
              body,
              shared.endorsement().target() instanceof Endorsement.Target.OfContent(var hash)
                  ? Optional.of(hash)
                  : Optional.empty(),
              Optional.of(shared.endorsement().hash()));
      case Item.Subject.DirectMessage(Payload.Direct direct, boolean _) ->
          Payloads.direct(body, direct.contentRef(), Optional.of(item.envelopeHash()));
      default -> Payloads.direct(body, Optional.empty(), Optional.of(item.envelopeHash()));
    };
  }

  private String updateTrust(Decision decision, Item item) throws RefusedDecision {
    TrustState wanted =
        decision.newTrust().orElseThrow(() -> new RefusedDecision("new_trust is missing"));
    PublicKey key = item.sender().key();
    TrustState current = knowledge.peers().trust(key);
    rules.checkTrust(before.trust(key), current, wanted, item.hasInvalidIdentity());
    edit(rowOf(item).withTrust(wanted));
    return "trust=" + current + "->" + wanted;
  }

  private String acceptSubscribe(Item item) throws RefusedDecision {
    Peer row = rowOf(item);
    if (!row.subscriber() && knowledge.atCapacity()) {
      return rejectSubscribe(item, CAPACITY_EXCEEDED);
    }
    edit(atLeastKnown(row).withSubscriber(true));
    acknowledge(item, AckStatus.ACCEPTED, Optional.empty());
    return "status=accepted";
  }

  private String rejectSubscribe(Item item, String reason) {
    PublicKey key = item.sender().key();
    setPeers(knowledge.peers().update(key, peer -> peer.withSubscriber(false)));
    acknowledge(item, AckStatus.REJECTED, Optional.of(reason));
    return "status=rejected reason=" + LlmText.quote(reason);
  }

  private String acceptUnsubscribe(Item item) {
    PublicKey key = item.sender().key();
    setPeers(knowledge.peers().update(key, peer -> peer.withSubscriber(false)));
    acknowledge(item, AckStatus.ACCEPTED, Optional.empty());
    return "status=accepted";
  }

  private String reciprocate(Item item) throws RefusedDecision {
    IdentityDocument document =
        item.announced()
            .orElseThrow(() -> new RefusedDecision("the announced identity is not valid"));
    PublicKey key = document.publicKey();
    if (announced.recently(key, now)) {
      throw new RefusedDecision("our announce went to this peer within the last day");
    }
    edit(atLeastKnown(rowOf(item)));
    announced.remember(key, now);
    put(
        OutboxKind.NETWORK,
        "announce",
        item.envelopeHash(),
        OutboxItems.envelope(
            MessageType.ANNOUNCE,
            Payloads.announce(identity),
            key,
            knowledge.endpointOf(key).orElse(document.endpoint())));
    return "trust=" + knowledge.peers().trust(key);
  }

  private void acknowledge(Item item, AckStatus status, Optional<String> reason) {
    JsonObject payload = Payloads.ack(item.envelopeHash(), status, reason);
    Endpoint endpoint = item.entry().envelope().senderEndpoint();
    put(
        OutboxKind.NETWORK,
        "ack",
        item.envelopeHash(),
        OutboxItems.envelope(MessageType.ACK, payload, item.sender().key(), endpoint));
  }

  /** File names come from hashes, so that no entry, however named, can replace another's item. */
  private void put(OutboxKind kind, String what, ContentHash about, JsonObject item) {
    String name =
        now.inFileName() + "-" + what + "-" + about.hex().substring(0, NAME_HASH_CHARACTERS);
    changes.add(Outbox.put(new OutboxId(kind, name), item));
  }

  /** The sender's row, or the one that it would get. */
  private Peer rowOf(Item item) {
    PublicKey key = item.sender().key();
    Endpoint endpoint = knowledge.endpointOf(key).orElse(item.entry().envelope().senderEndpoint());
    return knowledge
        .peers()
        .find(key)
        .orElseGet(
            () ->
                Peer.met(knowledge.nameOf(key), key, endpoint, TrustState.UNKNOWN, now)
                    .contactedAt(item.entry().arrived()));
  }

  private static Peer atLeastKnown(Peer peer) {
    return peer.trust() == TrustState.UNKNOWN ? peer.withTrust(TrustState.KNOWN) : peer;
  }

  /** Replies go where the sender says it is; others are found where we know them. */
  private Optional<Endpoint> endpointOf(PublicKey key, Item item) {
    return key.equals(item.sender().key())
        ? Optional.of(item.entry().envelope().senderEndpoint())
        : knowledge.endpointOf(key);
  }

  private void requireNotBlocked(PublicKey key) throws RefusedDecision {
    if (knowledge.isBlocked(key)) {
      throw new RefusedDecision("the author is blocked");
    }
  }

  private void edit(Peer row) {
    setPeers(knowledge.peers().with(row));
  }

  private void setPeers(PeerTable peers) {
    knowledge = knowledge.withPeers(peers);
  }
}
