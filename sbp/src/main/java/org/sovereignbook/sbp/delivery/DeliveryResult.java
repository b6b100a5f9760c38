package org.sovereignbook.sbp.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.store.OutboxId;

/**
 * What one run of deliver did.
 *
 * @param recipients what came of each recipient that the run dealt with
 * @param waiting recipients that are to be tried later and were left alone now
 * @param withoutSubscribers content that nobody follows, archived at once
 * @param setAside outbox files that make no sense, moved to {@code outbox/failed/} as they are
 * @param removed old items deleted from {@code outbox/failed/}
 */
public record DeliveryResult(
    List<Recipient> recipients, int waiting, int withoutSubscribers, int setAside, int removed)
    implements StepResult {

  /** What came of one recipient. */
  public enum Outcome {
    /** The peer has it. */
    DELIVERED,
    /** Not now; it will be tried again. */
    RETRY,
    /** Given up: refused for good, blocked, or failed too often. */
    FAILED,
    /** No longer a subscriber; nothing to do. */
    DROPPED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One recipient of one item.
   *
   * @param reason why it was not delivered; safe to print
   */
  public record Recipient(
      OutboxId item,
      PublicKey key,
      Optional<Endpoint> endpoint,
      Outcome outcome,
      Optional<String> reason) {
    JsonObject toJson() {
      return JsonObject.builder()
          .put("item", item.toString())
          .put("recipient_key", key.toString())
          .putIfPresent("endpoint", endpoint.map(Endpoint::toString))
          .put("outcome", outcome.toString())
          .putIfPresent("reason", reason)
          .build();
    }
  }

  public DeliveryResult {
    recipients = List.copyOf(recipients);
  }

  public int delivered() {
    return count(Outcome.DELIVERED);
  }

  public int retried() {
    return count(Outcome.RETRY);
  }

  public int failed() {
    return count(Outcome.FAILED);
  }

  @Override
  public boolean idle() {
    return recipients.isEmpty() && withoutSubscribers == 0 && setAside == 0 && removed == 0;
  }

  @Override
  public String summary() {
    List<String> parts = new ArrayList<>();
    parts.add("delivered " + delivered());
    addIfAny(parts, retried(), "to retry");
    addIfAny(parts, failed(), "failed");
    addIfAny(parts, count(Outcome.DROPPED), "dropped");
    addIfAny(parts, waiting, "waiting");
    addIfAny(parts, withoutSubscribers, "without subscribers");
    addIfAny(parts, setAside, "set aside");
    addIfAny(parts, removed, "old failures removed");
    return String.join(", ", parts);
  }

  @Override
  public JsonObject toJson() {
    return JsonObject.builder()
        .put("delivered", delivered())
        .put("retried", retried())
        .put("failed", failed())
        .put("dropped", count(Outcome.DROPPED))
        .put("waiting", waiting)
        .put("without_subscribers", withoutSubscribers)
        .put("set_aside", setAside)
        .put("removed", removed)
        .put("recipients", JsonArray.of(recipients.stream().map(Recipient::toJson).toList()))
        .build();
  }

  private int count(Outcome outcome) {
    return (int) recipients.stream().filter(one -> one.outcome() == outcome).count();
  }

  private static void addIfAny(List<String> parts, int count, String what) {
    if (count > 0) {
      parts.add(count + " " + what);
    }
  }
}
