package org.sovereignbook.sbp.plugins.openai;

import java.io.ByteArrayOutputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.net.http.IoWords;

/**
 * One HTTP exchange, whose reply is read while it arrives. The limits of time and size and a
 * cancellation hold for all of the reply, not only for its beginning.
 */
final class HttpStream implements AutoCloseable {
  /** Larger replies are cut off and count as failures. */
  static final int MAX_REPLY_BYTES = 16 * 1024 * 1024;

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);

  /** Part of a reply, in the order of arrival. */
  private sealed interface Part {
    record Head(int status, HttpHeaders headers) implements Part {}

    @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
    record Body(byte[] bytes) implements Part {}

    record End() implements Part {}

    record Failed(Throwable cause) implements Part {}

    record TooLarge() implements Part {}

    record Cancelled() implements Part {}

    /** Nothing has come in time. */
    record Nothing() implements Part {}
  }

  private final HttpRequest request;
  private final Duration limit;
  private final Duration silence;
  private final long start = System.nanoTime();
  private final BlockingQueue<Part> parts = new LinkedBlockingQueue<>();
  private final AtomicLong received = new AtomicLong();
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT_LIMIT)
          .build();
  private final Cancellation.OnCancel registration;
  private final CompletableFuture<HttpResponse<Void>> exchange;

  /**
   * Sends the request.
   *
   * @param silence how long the body may pause once it has begun
   */
  HttpStream(HttpRequest request, Duration limit, Duration silence, Cancellation cancel) {
    this.request = request;
    this.limit = limit;
    this.silence = silence;
    this.registration = cancel.onCancel(() -> parts.add(new Part.Cancelled()));
    this.exchange =
        client.sendAsync(
            request,
            info -> {
              parts.add(new Part.Head(info.statusCode(), info.headers()));
              return BodySubscribers.ofByteArrayConsumer(bytes -> bytes.ifPresent(this::received));
            });
    CompletableFuture<HttpResponse<Void>> _ =
        exchange.whenComplete(
            (_, failure) -> parts.add(failure == null ? new Part.End() : new Part.Failed(failure)));
  }

  private void received(byte[] bytes) {
    if (received.addAndGet(bytes.length) <= MAX_REPLY_BYTES) {
      parts.add(new Part.Body(bytes));
    } else {
      parts.add(new Part.TooLarge());
      exchange.cancel(true);
    }
  }

  /** Status and headers of a reply. */
  record Status(int code, HttpHeaders headers) {}

  /** Waits for the beginning of the reply; called first. */
  Status status() throws LlmException, InterruptedException {
    return switch (take(left())) {
      case Part.Head(int code, HttpHeaders headers) -> new Status(code, headers);
      case Part.Nothing _ -> throw late();
      case Part other -> throw new IllegalStateException("before the status came " + other);
    };
  }

  /**
   * Waits for more of the body; empty at its end.
   *
   * @throws LlmException when it was silent for too long after its beginning
   */
  Optional<byte[]> next() throws LlmException, InterruptedException {
    boolean hasBegun = received.get() > 0;
    Part part = take(hasBegun && silence.compareTo(left()) < 0 ? silence : left());
    if (part instanceof Part.Nothing) {
      throw left().isPositive()
          ? failure(
              "was silent for %d seconds amid its answer (llm.openai.silence_seconds)"
                  .formatted(silence.toSeconds()))
          : late();
    }
    return part instanceof Part.Body(byte[] bytes) ? Optional.of(bytes) : Optional.empty();
  }

  /** Waits a moment for more of the body; empty at its end, or when nothing comes. */
  Optional<byte[]> next(Duration moment) throws LlmException, InterruptedException {
    return take(moment.compareTo(left()) < 0 ? moment : left()) instanceof Part.Body(byte[] bytes)
        ? Optional.of(bytes)
        : Optional.empty();
  }

  /** Waits for the whole body. */
  byte[] all() throws LlmException, InterruptedException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Optional<byte[]> more = next(); more.isPresent(); more = next()) {
      all.writeBytes(more.get());
    }
    return all.toByteArray();
  }

  private Duration left() {
    return limit.minusNanos(System.nanoTime() - start);
  }

  private Part take(Duration most) throws LlmException, InterruptedException {
    Part part = parts.poll(most.toNanos(), TimeUnit.NANOSECONDS);
    return switch (part) {
      case null -> new Part.Nothing();
      case Part.Cancelled _ -> throw LlmException.cancelled();
      case Part.TooLarge _ -> throw failure("sent more than " + MAX_REPLY_BYTES + " bytes");
      case Part.Failed(Throwable thrown) -> throw failure(thrown);
      default -> part;
    };
  }

  private LlmException late() {
    return failure(
        "gave no whole answer within " + limit.toSeconds() + " seconds (llm.timeout_seconds)");
  }

  private LlmException failure(Throwable thrown) {
    Throwable cause =
        thrown instanceof CompletionException
            ? Objects.requireNonNullElse(thrown.getCause(), thrown)
            : thrown;
    String what =
        cause instanceof ConnectException
            ? "cannot be reached; is llm.openai.base_url right, and does it run?"
            : "failed: " + IoWords.of(cause);
    return new LlmException(
        LlmException.Kind.PROVIDER, request.uri().getHost() + " " + what, cause);
  }

  private LlmException failure(String what) {
    return LlmException.provider(request.uri().getHost() + " " + what);
  }

  @Override
  public void close() {
    registration.close();
    exchange.cancel(true);
    client.shutdownNow();
    client.close();
  }
}
