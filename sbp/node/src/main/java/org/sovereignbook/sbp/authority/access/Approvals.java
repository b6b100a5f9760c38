package org.sovereignbook.sbp.authority.access;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.FreeName;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.Approval.State;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/**
 * Drafts that wait for the owner's approval. An answer and all its effects are one commit: an
 * approved reply is in the outbox exactly once, or nothing has happened. Every caller that changes
 * something holds the node's lock.
 */
public record Approvals(Node node, Store store) {
  private static final String COMPONENT = "access";

  /** Number of ended approvals that are kept for inspection, the newest. */
  private static final int MAX_ENDED = 200;

  /** Returns the time at which a draft made now expires. */
  public static Timestamp expiry(Node node) {
    return node.now().plus(node.config().get(AccessSettings.APPROVAL_TIME));
  }

  /**
   * Requires that a hook may leave one more draft: counts those that are not handed over yet, and
   * those left within the time for an answer, since only the store knows which are answered.
   *
   * @throws SocietyException with {@code too-many-drafts}
   */
  public static void requireSpace(Transaction tx) {
    int most = tx.node().config().get(AccessSettings.MAX_APPROVALS);
    long timeMs = tx.node().config().get(AccessSettings.APPROVAL_TIME).toMillis();
    long waiting =
        tx.number(
            "SELECT COUNT(*) FROM outbox WHERE kind = ?"
                + " AND (handed_ms IS NULL OR at_ms BETWEEN ? AND ?)",
            Approval.LEFT_AS,
            tx.nowMs() - timeMs,
            tx.nowMs() + timeMs);
    if (waiting >= most) {
      throw SocietyException.refused(
          "too-many-drafts",
          "hooks left %d drafts for your approval lately, the most that may wait".formatted(waiting)
              + " (access.max_pending_approvals); nothing of this answer is done",
          "those that wait:  sbp access requests");
    }
  }

  /** Returns all stored approvals, oldest first, without those that cannot be read. */
  public List<Approval> all() {
    List<Approval> all = new ArrayList<>();
    for (String key : store.keys(Approval.ALL)) {
      store.json(Approval.ALL, key).map(Shape.of(Approval.class)::read).ifPresent(all::add);
    }
    if (all.size() > 1) {
      // Sort only then: no cache holds the comparator's class, and every status command runs this
      // code.
      all.sort(Comparator.comparing(Approval::at).thenComparing(Approval::id));
    }
    return all;
  }

  /** Returns the approvals that wait for an answer. */
  public List<Approval> pending() {
    return all().stream().filter(one -> one.isOpen(node.now())).toList();
  }

  /**
   * Returns whether no more may be drafted, because the maximum number of drafts waits.
   *
   * @param uncommitted the number of new drafts that are not stored yet
   */
  public boolean isFull(int uncommitted) {
    int most = node.config().get(AccessSettings.MAX_APPROVALS) - uncommitted;
    return store.keys(Approval.ALL).size() >= most && pending().size() >= most;
  }

  /** Finds the approval with this id or unique prefix of an id; empty when there is none. */
  public Optional<Approval> find(String id) {
    List<Approval> found = all().stream().filter(one -> one.id().startsWith(id)).limit(2).toList();
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Beginning.only(id, found, "request", "pending requests:  sbp access requests"));
  }

  /**
   * Answer that is to be committed.
   *
   * @param changes all effects of the answer
   */
  public record Answer(Approval ended, ChangeSet changes) {}

  /**
   * Approves a waiting request, and prepares its effect.
   *
   * @param text the text to send or publish instead of the agent's
   * @throws SocietyException with {@code request-answered}, or the reason why it cannot be done
   */
  public Answer approve(Approval waiting, Optional<String> text) {
    requireOpen(waiting);
    String words = text.orElse(waiting.text());
    requireSound(waiting, words);
    Approval approved = waiting.ended(State.APPROVED, words, node.now());
    Answer answer = answer(approved);
    answer.changes().add(waiting.kind() == Approval.Kind.REPLY ? reply(approved) : draft(approved));
    return answer;
  }

  /** Denies a waiting request; throws like {@link #approve}. */
  public Answer deny(Approval waiting) {
    requireOpen(waiting);
    return answer(waiting.ended(State.DENIED, waiting.text(), node.now()));
  }

  private Answer answer(Approval ended) {
    return new Answer(ended, new ChangeSet().add(ended.put()).emit(event(ended)));
  }

  /**
   * Expires the approvals whose time is over, and deletes the oldest ended ones beyond the maximum.
   */
  public void settle() {
    ChangeSet changes = new ChangeSet();
    List<Approval> ended = new ArrayList<>();
    for (Approval one : all()) {
      if (one.state() != State.PENDING) {
        ended.add(one);
      } else if (!one.isOpen(node.now())) {
        Approval expired = one.ended(State.EXPIRED, one.text(), node.now());
        changes.add(expired.put()).emit(event(expired));
      }
    }
    ended.stream()
        .limit(Math.max(0, ended.size() - MAX_ENDED))
        .forEach(one -> changes.add(Approval.ALL.delete(one.id())));
    if (!changes.isEmpty()) {
      store.commit(changes);
    }
  }

  /** Returns whether {@link #settle} has anything to do; changes nothing. */
  public boolean isAnyOver() {
    return all().stream().anyMatch(one -> one.state() == State.PENDING && !one.isOpen(node.now()));
  }

  private void requireOpen(Approval waiting) {
    if (!waiting.isOpen(node.now())) {
      State state = waiting.state(node.now());
      throw SocietyException.refused(
          "request-answered",
          "the request %s is %s already".formatted(waiting.id(), state),
          waiting
              .to()
              .filter(_ -> state == State.EXPIRED)
              .map("to say it all the same:  sbp send -- %s 'your words'"::formatted)
              .orElse("pending requests:  sbp access requests"));
    }
  }

  private void requireSound(Approval waiting, String words) {
    int bytes = words.getBytes(StandardCharsets.UTF_8).length;
    boolean isReply = waiting.kind() == Approval.Kind.REPLY;
    if (words.isBlank() || (isReply && bytes > Limits.MAX_DIRECT_BODY_BYTES)) {
      throw SocietyException.refused(
          "wrong-text",
          words.isBlank()
              ? "the text is empty: nothing was sent"
              : "the text has %d bytes, more than %d"
                  .formatted(bytes, Limits.MAX_DIRECT_BODY_BYTES),
          "to send nothing:  sbp access deny " + waiting.id());
    }
    if (node.keys().secrets().in(words)) {
      throw SocietyException.refused(
          "secret", "the text holds a private key of this node", "write another text");
    }
  }

  private Change reply(Approval approved) {
    Optional<Peer> peer = store.peers().find(approved.to().orElseThrow());
    if (peer.filter(one -> one.trust() == TrustState.BLOCKED).isPresent()) {
      throw SocietyException.refused(
          "blocked",
          approved.to().get() + " is blocked",
          "first:  sbp peers unblock -- " + approved.to().get());
    }
    Endpoint endpoint =
        approved
            .endpoint()
            .or(() -> peer.map(Peer::endpoint))
            .orElseThrow(
                () ->
                    SocietyException.refused(
                        "unknown-endpoint",
                        "it is not known where " + approved.to().get() + " can be reached",
                        "if you know:  sbp peers add URL"));
    return Outbox.put(
        new OutboxId(OutboxKind.REPLIES, node.now().inFileName() + "-reply-" + approved.id()),
        OutboxItems.notBefore(
            OutboxItems.envelope(
                MessageType.DIRECT,
                Payloads.direct(approved.text(), approved.contentRef(), approved.inReplyTo()),
                approved.to().get(),
                endpoint),
            approved.notBefore().map(Timestamp::instant)));
  }

  private Change draft(Approval approved) {
    Path name =
        node.home().drafts().resolve(approved.by().replace(':', '-') + "-" + approved.id() + ".md");
    String title = JsonWriter.compact(new JsonString(approved.title().orElse("")));
    return new Change.WriteFile(
        FreeName.of(name, node.disk()::exists),
        "---\ntitle: " + title + "\n---\n\n" + approved.text().strip() + "\n");
  }

  private Event event(Approval ended) {
    String what =
        ended.kind() == Approval.Kind.REPLY
            ? "the reply to " + ended.to().orElseThrow()
            : "the piece " + PeerText.quote(ended.title().orElse(""));
    String how =
        switch (ended.state()) {
          case APPROVED -> "is approved";
          case DENIED -> "is denied, and was not sent";
          default -> "was not sent: it was not approved in time";
        };
    return Event.of(
            COMPONENT,
            ended.state().toString(),
            node.now(),
            "%s that %s drafted %s (%s)".formatted(what, ended.by(), how, ended.id()))
        .about("request", ended.id())
        .in(LogFile.OPS, LogFile.SESSION);
  }
}
