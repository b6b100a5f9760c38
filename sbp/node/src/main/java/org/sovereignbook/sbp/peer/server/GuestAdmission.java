package org.sovereignbook.sbp.peer.server;

import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.httpserver.ClientAddress;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.server.Answer.Refusal;
import org.sovereignbook.sbp.store.InboxId;

/**
 * Admission of messages for another node whose post this node holds: the checks of PROTOCOL §5.3
 * and §5.4, in their order and with their codes, with budgets of its own. Thread-safe.
 */
public final class GuestAdmission {
  private static final Duration SOON = Duration.ofSeconds(1);

  private final Budgets budgets;
  private final Admission admission;
  private final InstantSource clock;
  private final Semaphore places;

  /** Keeps what was admitted. Thread-safe. */
  @FunctionalInterface
  public interface Keeper {
    /**
     * Keeps an envelope whose sender is proved.
     *
     * @param address where it came from, as budgets count it
     * @return what has become of it; when it is kept, that survives a crash
     */
    Fate keep(Envelope envelope, byte[] body, String address, Instant now);
  }

  /** What has become of an envelope. */
  public sealed interface Fate {
    /** It is kept under this id. */
    record Stored(InboxId id) implements Fate {}

    /** It was kept before, under this id. */
    record Repeated(InboxId id) implements Fate {}

    /**
     * There is no place for it now.
     *
     * @param code for the answer, such as {@code inbox-full}
     * @param message one sentence
     */
    record Full(String code, String message) implements Fate {}
  }

  /**
   * Makes the admission of one guest.
   *
   * @param config the budgets, which are those of this node's own server
   * @param guest the guest's key as it is now
   * @param trust this node's trust in a sender; one that it blocks is refused
   * @param atOnce how many messages are read at the same time; more are told to come back
   */
  public GuestAdmission(
      Config config,
      Supplier<PublicKey> guest,
      Function<PublicKey, TrustState> trust,
      Keeper keeper,
      InstantSource clock,
      int atOnce) {
    this.budgets = new Budgets(config);
    this.clock = clock;
    this.places = new Semaphore(atOnce);
    this.admission =
        new Admission(
            guest,
            trust,
            budgets,
            (envelope, body, place, now) ->
                result(
                    envelope, keeper.keep(envelope, body, place.address().orElse("unknown"), now)),
            Admission.largePermits(),
            clock);
  }

  private static Admission.Result result(Envelope envelope, Fate kept) {
    return switch (kept) {
      case Fate.Stored(InboxId id) -> new Admission.Result.Accepted(id, envelope);
      case Fate.Repeated(InboxId id) -> new Admission.Result.Duplicate(id, envelope);
      case Fate.Full(String code, String message) ->
          Admission.refused(Refusal.unavailable(code, message), envelope.senderKey());
    };
  }

  /** Answers a request to {@code POST /message} of the guest. */
  public RouteAnswer answer(RouteRequest request) throws InterruptedException {
    if (!Admission.isJson(request.header("content-type").orElse(""))) {
      return answer(Answer.error(Admission.notJson()));
    }
    if (!places.tryAcquire()) {
      return answer(Answer.error(Refusal.tooMany("too many messages for it at once", SOON)));
    }
    try {
      ClientAddress.Sight sight =
          new ClientAddress.Sight(request.client(), ClientAddress.By.CONNECTION);
      return answer(admission.admit(request.body(), request.client()).answer(sight));
    } finally {
      places.release();
    }
  }

  private static RouteAnswer answer(Answer answer) {
    return new RouteAnswer(
        answer.status(),
        answer.headers().getOrDefault("Content-Type", "application/json"),
        answer.headers(),
        answer.body());
  }

  /**
   * Returns the answer to a request that is refused.
   *
   * @param retryAfter when it makes sense to come again; empty for a permanent fault
   */
  public static RouteAnswer refused(
      int status, String code, String message, Optional<Duration> retryAfter) {
    return answer(Answer.error(new Refusal(status, code, PeerText.plain(message), retryAfter)));
  }

  /** Returns a document with its {@code ETag}; 304 for a client that has it already. */
  public static RouteAnswer document(RouteRequest request, byte[] json) {
    return answer(Answer.document(json).unlessHeld(request.header("if-none-match")));
  }

  /** Returns the answer to a request for something that is not there. */
  public static RouteAnswer notFound(String message) {
    return refused(HttpURLConnection.HTTP_NOT_FOUND, "not-found", message, Optional.empty());
  }

  /**
   * Returns the budgets as they are to be stored.
   *
   * @param running whether the process goes on: what is used after this, and lost by a crash, costs
   *     a sender most of its burst, so that nobody gains by one
   */
  public JsonObject budgets(boolean running) {
    return budgets.written(running, clock.instant());
  }

  /**
   * Takes up the budgets where another process has left them.
   *
   * @throws IllegalArgumentException when these are no budgets
   */
  public void restore(JsonObject stored) {
    budgets.load(stored, clock.instant());
  }
}
