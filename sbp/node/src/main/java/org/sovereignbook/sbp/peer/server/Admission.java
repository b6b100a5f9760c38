package org.sovereignbook.sbp.peer.server;

import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.EnvelopeValidator;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.httpserver.ClientAddress;
import org.sovereignbook.sbp.peer.server.Answer.Refusal;
import org.sovereignbook.sbp.peer.server.InboxShares.Place;
import org.sovereignbook.sbp.store.InboxId;

/**
 * Checks between a stranger and the place where its envelope is kept, in PROTOCOL §5.4's order of
 * defence. Independent of HTTP. Thread-safe when its collaborators are.
 *
 * @param self the recipient's key as it is now
 * @param trust this node's trust in a sender
 * @param keeping takes what has passed the checks
 * @param large a permit for each {@linkplain #LARGE_BYTES large} envelope that is read at once, so
 *     that small ones never wait for a processor that reads these
 */
record Admission(
    Supplier<PublicKey> self,
    Function<PublicKey, TrustState> trust,
    Budgets budgets,
    Keeping keeping,
    Semaphore large,
    InstantSource clock) {
  /**
   * Size from which an envelope waits for a permit, since reading and storing it takes tens of
   * milliseconds.
   */
  static final int LARGE_BYTES = 64 * 1024;

  /** Creates the permits for large envelopes: half of the processors, one at least. */
  static Semaphore largePermits() {
    return new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);
  }

  /** The last of the checks: duplicates, quota, write. Thread-safe. */
  @FunctionalInterface
  interface Keeping {
    /** Keeps an envelope whose sender is proved; when it says so, that survives a crash. */
    Result keep(Envelope envelope, byte[] body, Place place, Instant now)
        throws InterruptedException;
  }

  /** Outcome of admission for one message. */
  sealed interface Result {

    /** The envelope is in the inbox and survives the end of this process. */
    record Accepted(InboxId id, Envelope envelope) implements Result {}

    /** The envelope was accepted before, under this id. */
    record Duplicate(InboxId id, Envelope envelope) implements Result {}

    /**
     * The envelope was not taken.
     *
     * @param sender who sent it, once the signature has proved that
     */
    record Refused(Refusal why, Optional<PublicKey> sender) implements Result {}

    /**
     * Returns the answer to the sender. A node that sends itself a message, as {@code sbp doctor}
     * does, also learns the client address that the server saw.
     */
    default Answer answer(ClientAddress.Sight sight) {
      return switch (this) {
        case Accepted(InboxId id, Envelope envelope) ->
            taken(
                envelope.senderKey().equals(envelope.recipientKey())
                    ? receipt("accepted", id, envelope)
                        .with("seen_from", sight.address().getHostAddress())
                        .with("seen_by", sight.by().toString())
                    : receipt("accepted", id, envelope));
        case Duplicate(InboxId id, Envelope envelope) -> taken(receipt("duplicate", id, envelope));
        case Refused(Refusal why, Optional<PublicKey> _) -> Answer.error(why);
      };
    }

    private static Answer taken(JsonObject receipt) {
      return Answer.json(HttpURLConnection.HTTP_ACCEPTED, receipt);
    }

    private static JsonObject receipt(String status, InboxId id, Envelope envelope) {
      return JsonObject.builder()
          .put("status", status)
          .put("id", id.value())
          .put("hash", envelope.hash().toString())
          .build();
    }
  }

  /**
   * Decides, and stores what is accepted.
   *
   * @param body the envelope as received; of one that is too large the beginning is enough
   */
  Result admit(byte[] body, InetAddress from) throws InterruptedException {
    Instant now = clock.instant();
    if (body.length > Limits.MAX_ENVELOPE_BYTES) {
      return refused(tooLarge());
    }
    Optional<Duration> wait = budgets.chargeAddress(from, now);
    if (wait.isPresent()) {
      return refused(Refusal.tooMany("too many messages from this address", wait.get()));
    }
    if (body.length < LARGE_BYTES) {
      return read(body, from, now);
    }
    large.acquire();
    try {
      return read(body, from, now);
    } finally {
      large.release();
    }
  }

  private Result read(byte[] body, InetAddress from, Instant now) throws InterruptedException {
    return switch (new EnvelopeValidator(self.get()).structure(body, now)) {
      case Checked.Rejected<Envelope>(Rejection why) -> refused(Refusal.of(why));
      case Checked.Valid<Envelope>(Envelope envelope) -> admit(envelope, body, from, now);
    };
  }

  /** Returns whether a request says that its body is JSON. */
  static boolean isJson(String contentType) {
    int parameters = contentType.indexOf(';');
    String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
    return type.strip().toLowerCase(Locale.ROOT).equals("application/json");
  }

  /** Returns the refusal of a request that does not say so. */
  static Refusal notJson() {
    return Refusal.permanent(
        HttpURLConnection.HTTP_UNSUPPORTED_TYPE,
        "unsupported-media-type",
        "the Content-Type is not application/json");
  }

  /** Returns the refusal of an envelope that is not even read. */
  static Refusal tooLarge() {
    return Refusal.of(
        Code.TOO_LARGE, "the envelope is larger than " + Limits.MAX_ENVELOPE_BYTES + " bytes");
  }

  private Result admit(Envelope envelope, byte[] body, InetAddress from, Instant now)
      throws InterruptedException {
    if (EnvelopeValidator.signature(envelope) instanceof Checked.Rejected<Envelope>(var why)) {
      return refused(Refusal.of(why));
    }
    // Nothing before depends on who is blocked: only a sender learns what this node thinks of it.
    PublicKey sender = envelope.senderKey();
    TrustState trusted = trust.apply(sender);
    if (trusted == TrustState.BLOCKED) {
      Refusal blocked =
          Refusal.of(Code.BLOCKED, "this node does not take messages from sender_key");
      return refused(blocked, sender);
    }
    Optional<Duration> wait = budgets.chargeSender(sender, trusted, now);
    if (wait.isPresent()) {
      return refused(Refusal.tooMany("too many messages from this sender", wait.get()), sender);
    }
    Place place =
        new Place(Optional.of(sender), Optional.of(ClientAddress.budgetKey(from)), body.length);
    return keeping.keep(envelope, body, place, now);
  }

  private static Result refused(Refusal why) {
    return new Result.Refused(why, Optional.empty());
  }

  static Result refused(Refusal why, PublicKey sender) {
    return new Result.Refused(why, Optional.of(sender));
  }
}
