package org.sovereignbook.sbp.peer.reader;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.access.Approvals;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Secrets;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Payload.AckStatus;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.Announced;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.KnownBy;
import org.sovereignbook.sbp.store.LastDay;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.OwnEndorsements;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * Execution of decisions, one after the other, with one method per {@link Action} (IMPLEMENTATION
 * §3.3, reader-postprocess 3). Collects all changes in the context. A refused decision has changed
 * nothing. Not thread-safe.
 */
final class DecisionExecution {
  private static final String CAPACITY_EXCEEDED = "capacity-exceeded";

  private final ReaderContext context;
  private final DecisionRules rules;
  private final OwnEndorsements endorsements;
  private final Announced announced;
  private final LastDay reshared;
  private final Reshares reshares;
  private final ReaderOutbox outbox;
  private final Approvals approvals;
  private final Timestamp now;
  private final Secrets secrets;
  private final Set<String> done = new HashSet<>();
  private Optional<Instant> repliesFrom = Optional.empty();
  private int drafts;

  DecisionExecution(Node node, Store store, ReaderContext context, Reshares reshares) {
    this.context = context;
    this.rules = new DecisionRules(context.config().get(ReaderSettings.MAY_SET_TRUSTED));
    this.secrets = node.keys().secrets();
    this.endorsements = new OwnEndorsements(node, store.objects());
    this.now = new Timestamp(context.now());
    this.announced = Announced.load(store, now);
    this.reshared = LastDay.load(store, StateDocument.RESHARES, now);
    this.reshares = reshares;
    this.outbox = new ReaderOutbox(now);
    this.approvals = new Approvals(node, store);
  }

  /**
   * Carries out one decision.
   *
   * @param notBefore when a reply may leave, if it has to wait
   * @return what was done, for the session log, free of raw text
   */
  String execute(Decision decision, Item item, Optional<Instant> notBefore)
      throws Decision.Refused {
    Action action = decision.action();
    repliesFrom = notBefore;
    rules.check(decision, item);
    if (secrets.in(decision.body().orElse("")) || secrets.in(decision.note().orElse(""))) {
      throw new Decision.Refused("its text holds a private key of this node");
    }
    if (action != Action.IGNORE && context.isBlocked(item.sender())) {
      throw new Decision.Refused("the sender is blocked");
    }
    if (action != Action.IGNORE && context.isRetired(item.sender())) {
      throw new Decision.Refused("the sender wrote it under a key that was rotated away before");
    }
    // A request is answered once, with yes or with no.
    Action once = action == Action.REJECT_SUBSCRIBE ? Action.ACCEPT_SUBSCRIBE : action;
    if (done.contains(item.id() + " " + once)) {
      throw new Decision.Refused("this was decided on the item already");
    }
    if (!action.needs.isEmpty() && decision.text(action.needs).isEmpty()) {
      throw new Decision.Refused(action.needs + " is missing");
    }
    String what = action.handler.carryOut(this, decision, item);
    done.add(item.id() + " " + once);
    return what;
  }

  /** Collects the state to store after all decisions. */
  void finish() {
    announced.change().ifPresent(context::change);
    reshared.change().ifPresent(context::change);
  }

  String endorseContent(Decision decision, Item item) throws Decision.Refused {
    Content content = contentOf(item);
    PublicKey author = content.authorKey();
    requireNotBlocked(author);
    Endorsement.Target piece = new Endorsement.Target.OfContent(content.hash());
    JsonObject signed = endorse(piece, author, Optional.empty(), decision);
    return "target=" + content.hash() + file(signed, author, endpointOf(author, item));
  }

  String endorseIdentity(Decision decision, Item item) throws Decision.Refused {
    PublicKey target = about(decision, item);
    requireNotBlocked(target);
    if (item.hasInvalidIdentity()) {
      throw new Decision.Refused("the announced identity is not valid");
    }
    Endpoint endpoint =
        context
            .endpointOf(target)
            .or(() -> endpointOf(target, item))
            .orElseThrow(() -> new Decision.Refused("the peer's endpoint is unknown"));
    Endorsement.Target peer = new Endorsement.Target.OfIdentity(target);
    JsonObject signed = endorse(peer, target, Optional.of(endpoint), decision);
    return "target=" + target + file(signed, target, Optional.of(endpoint));
  }

  private JsonObject endorse(
      Endorsement.Target target, PublicKey by, Optional<Endpoint> endpoint, Decision decision)
      throws Decision.Refused {
    if (by.equals(context.self())) {
      throw new Decision.Refused("a node does not endorse itself");
    }
    if (endorsements.given(target).isPresent()) {
      throw new Decision.Refused("this was endorsed before");
    }
    return endorsements.sign(target, endpoint, decision.note());
  }

  /** Keeps the copy that is served, and sends the endorsement when we know where to. */
  private String file(JsonObject signed, PublicKey recipient, Optional<Endpoint> endpoint) {
    context.change(ObjectStore.put(ObjectStore.ENDORSEMENTS_CREATED, signed));
    endpoint.ifPresent(at -> context.change(outbox.endorsement(signed, recipient, at)));
    return " sent=" + endpoint.isPresent();
  }

  /** Shares a piece with all followers of this node that do not have it (AGENT.md, sharing). */
  String reshare(Decision decision, Item item) throws Decision.Refused {
    Content content = contentOf(item);
    requireNotBlocked(content.authorKey());
    if (content.authorKey().equals(context.self())) {
      throw new Decision.Refused("this node published the piece itself");
    }
    if (reshared.size() >= context.config().get(ReaderSettings.MAX_RESHARES_PER_DAY)) {
      throw new Decision.Refused("reader.max_reshares_per_day are shared already");
    }
    List<Peer> followers =
        context.peers().peers().stream()
            .filter(Peer::isFollower)
            .filter(peer -> !peer.publicKey().equals(item.sender()))
            .toList();
    List<Peer> recipients = reshares.without(content, followers);
    if (!recipients.isEmpty()) {
      reshares.to(recipients, content).forEach(context::change);
      reshared.add(content.hash());
    }
    return "target=" + content.hash() + " recipients=" + recipients.size();
  }

  private Content contentOf(Item item) throws Decision.Refused {
    return item.content().orElseThrow(() -> new Decision.Refused("the item holds no content"));
  }

  String reply(Decision decision, Item item) throws Decision.Refused {
    PublicKey recipient = about(decision, item);
    requireNotBlocked(recipient);
    if (recipient.equals(context.self())) {
      throw new Decision.Refused("this node does not write to itself");
    }
    Endpoint endpoint =
        endpointOf(recipient, item)
            .orElseThrow(() -> new Decision.Refused("the author's endpoint is unknown"));
    String body = decision.body().orElseThrow();
    if (!isApprovalNeeded(recipient)) {
      context.change(outbox.reply(item, body, recipient, endpoint, repliesFrom));
      return "to=" + recipient;
    }
    if (approvals.isFull(drafts)) {
      throw new Decision.Refused(
          "as many replies wait for an approval as may (access.max_pending_approvals)");
    }
    Approval drafted =
        outbox
            .drafted(item, body, recipient, endpoint, Approvals.expiry(approvals.node()))
            .notBefore(repliesFrom.map(Timestamp::new));
    context.change(drafted.put());
    drafts++;
    return "to=" + recipient + " waits_for_approval=" + drafted.id();
  }

  private boolean isApprovalNeeded(PublicKey recipient) {
    return ReaderSettings.isApproved(context.config(), context.peersBefore().isStranger(recipient));
  }

  String updateTrust(Decision decision, Item item) throws Decision.Refused {
    TrustState wanted = decision.newTrust().orElseThrow();
    PublicKey key = item.sender();
    TrustState current = context.trust(key);
    TrustState before = context.peersBefore().trust(key);
    rules.checkTrust(before, current, wanted, item.hasInvalidIdentity());
    context.putPeer(decided(rowOf(item), current, wanted, item));
    if (wanted == TrustState.BLOCKED) {
      context.subscriptions().end(key);
    }
    return "trust=" + current + "->" + wanted;
  }

  /**
   * Returns the row after a decision on its trust. A peer that announces itself becomes known
   * anyway, so that this trust is no decision of the reader, and neither is a trust lower than
   * before.
   */
  private static Peer decided(Peer row, TrustState current, TrustState wanted, Item item) {
    Peer changed = row.withTrust(wanted);
    if (wanted != TrustState.KNOWN) {
      return wanted == TrustState.BLOCKED ? changed.withoutDecision() : changed;
    }
    boolean isLower = current.isEndorsedOrTrusted();
    if (isLower) {
      return changed.withoutDecision();
    }
    return item.announced().isPresent() ? changed : changed.withKnownBy(KnownBy.READER);
  }

  String acceptSubscribe(Decision decision, Item item) {
    Peer row = rowOf(item);
    if (!row.subscriber() && context.isAtCapacity(item.sender(), item.senderEndpoint())) {
      return rejectSubscribe(item, CAPACITY_EXCEEDED);
    }
    context.putPeer(atLeastKnown(row).withSubscriber(true));
    context.change(outbox.ack(item, AckStatus.ACCEPTED, Optional.empty()));
    return "status=accepted";
  }

  String rejectSubscribe(Decision decision, Item item) {
    return rejectSubscribe(item, decision.reason().orElse(CAPACITY_EXCEEDED));
  }

  private String rejectSubscribe(Item item, String reason) {
    context.updatePeer(item.sender(), peer -> peer.withSubscriber(false));
    context.change(outbox.ack(item, AckStatus.REJECTED, Optional.of(reason)));
    return "status=rejected reason=" + PeerText.quote(reason);
  }

  String acceptUnsubscribe(Decision decision, Item item) {
    context.updatePeer(item.sender(), peer -> peer.withSubscriber(false));
    context.change(outbox.ack(item, AckStatus.ACCEPTED, Optional.empty()));
    return "status=accepted";
  }

  String reciprocateAnnounce(Decision decision, Item item) throws Decision.Refused {
    IdentityDocument document =
        item.announced()
            .orElseThrow(() -> new Decision.Refused("the announced identity is not valid"));
    PublicKey key = document.publicKey();
    Endpoint endpoint = context.endpointOf(key).orElse(document.endpoint());
    requireAnswerable(key, endpoint);
    context.putPeer(atLeastKnown(rowOf(item)));
    announced.add(key);
    announced.add(endpoint);
    context.change(outbox.announce(item, context.identity(), key, endpoint));
    return "trust=" + context.trust(key);
  }

  private void requireAnswerable(PublicKey key, Endpoint endpoint) throws Decision.Refused {
    if (announced.has(key)) {
      throw new Decision.Refused("our announce went to this peer within the last day");
    }
    if (context.peer(key).filter(Peer::isClose).isPresent()) {
      return;
    }
    if (announced.has(endpoint)) {
      throw new Decision.Refused("our announce went to a peer of this host within the last day");
    }
    int most = context.config().get(ReaderSettings.MAX_ANNOUNCE_ANSWERS_PER_HOUR);
    if (announced.withinAnHour() >= most) {
      throw new Decision.Refused("reader.max_announce_answers_per_hour are answered already");
    }
  }

  String ignore(Decision decision, Item item) {
    return "";
  }

  /** Returns the sender's row, or the one that it would get. */
  private Peer rowOf(Item item) {
    PublicKey key = item.sender();
    Endpoint endpoint = context.endpointOf(key).orElse(item.senderEndpoint());
    return context
        .peer(key)
        .orElseGet(
            () ->
                Peer.met(context.nameOf(key), key, endpoint, TrustState.UNKNOWN, now)
                    .contactedAt(item.received().at()));
  }

  private static Peer atLeastKnown(Peer peer) {
    return peer.trust() == TrustState.UNKNOWN
        ? peer.withTrust(TrustState.KNOWN).withKnownBy(KnownBy.MESSAGE)
        : peer;
  }

  /**
   * Returns the key that a decision concerns: the named key, or else the maker of the message's
   * object.
   */
  private static PublicKey about(Decision decision, Item item) {
    return decision.key().orElseGet(item::makerKey);
  }

  /** Replies go where the sender says it is; others are found where we know them. */
  private Optional<Endpoint> endpointOf(PublicKey key, Item item) {
    return key.equals(item.sender()) ? Optional.of(item.senderEndpoint()) : context.endpointOf(key);
  }

  private void requireNotBlocked(PublicKey key) throws Decision.Refused {
    if (context.isBlocked(key)) {
      throw new Decision.Refused("the author is blocked");
    }
  }
}
