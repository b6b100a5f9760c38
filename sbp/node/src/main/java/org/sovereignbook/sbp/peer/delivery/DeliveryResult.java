package org.sovereignbook.sbp.peer.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.store.OutboxId;

/**
 * Result of one run of deliver.
 *
 * @param delivered recipients by outcome, as {@code retried}, {@code failed} and {@code dropped}
 * @param waiting recipients that are to be tried later and were skipped in this run
 * @param withoutSubscribers content that nobody follows, archived at once
 * @param setAside malformed outbox files, moved to {@code outbox/failed/} unchanged
 * @param removed old items deleted from {@code outbox/failed/}
 * @param offline whether the run ended because no peer could be reached; no failure was counted
 * @param recipients the outcome for each recipient of the run
 * @param byFeatures what features have sent by themselves, such as news for clients of A2A
 */
public record DeliveryResult(
    int delivered,
    int retried,
    int failed,
    int dropped,
    int waiting,
    int withoutSubscribers,
    int setAside,
    int removed,
    boolean offline,
    List<Recipient> recipients,
    int byFeatures)
    implements StepResult {

  /** Outcome of the run for one recipient. */
  public enum Outcome {
    /** The peer has it. */
    DELIVERED,
    /** Failed for now; it will be tried again. */
    RETRY,
    /** Given up: refused for good, blocked, or failed too often. */
    FAILED,
    /** No longer a subscriber; nothing to do. */
    DROPPED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * Outcome of one item for one recipient.
   *
   * @param reason why it was not delivered; safe to print
   */
  public record Recipient(
      OutboxId item,
      PublicKey recipientKey,
      Optional<Endpoint> endpoint,
      Outcome outcome,
      Optional<String> reason) {}

  public DeliveryResult {
    recipients = List.copyOf(recipients);
  }

  DeliveryResult(
      List<Recipient> recipients,
      int waiting,
      int withoutSubscribers,
      int setAside,
      int removed,
      boolean offline) {
    this(
        count(recipients, Outcome.DELIVERED),
        count(recipients, Outcome.RETRY),
        count(recipients, Outcome.FAILED),
        count(recipients, Outcome.DROPPED),
        waiting,
        withoutSubscribers,
        setAside,
        removed,
        offline,
        recipients,
        0);
  }

  @Override
  public DeliveryResult with(int sentByFeatures) {
    return new DeliveryResult(
        delivered,
        retried,
        failed,
        dropped,
        waiting,
        withoutSubscribers,
        setAside,
        removed,
        offline,
        recipients,
        sentByFeatures);
  }

  @Override
  public boolean idle() {
    return !offline
        && recipients.isEmpty()
        && withoutSubscribers == 0
        && setAside == 0
        && removed == 0
        && byFeatures == 0;
  }

  @Override
  public String summary() {
    List<String> parts = new ArrayList<>();
    parts.add("delivered " + delivered);
    addIfAny(parts, retried, "to retry");
    addIfAny(parts, failed, "failed");
    addIfAny(parts, dropped, "dropped");
    addIfAny(parts, waiting, "waiting");
    addIfAny(parts, withoutSubscribers, "without subscribers");
    addIfAny(parts, setAside, "set aside");
    addIfAny(parts, removed, "old failures removed");
    addIfAny(parts, byFeatures, "sent by features");
    return String.join(", ", parts)
        + (offline ? "; nobody can be reached: is this machine offline?" : "");
  }

  private static int count(List<Recipient> recipients, Outcome outcome) {
    return (int) recipients.stream().filter(one -> one.outcome() == outcome).count();
  }

  private static void addIfAny(List<String> parts, int count, String what) {
    if (count > 0) {
      parts.add(count + " " + what);
    }
  }
}
