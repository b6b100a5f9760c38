package org.sovereignbook.sbp.net.http;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.sovereignbook.sbp.base.protocol.Endpoint;

/**
 * Implementation of {@link PeerClient} with the JDK's HTTP client (PROTOCOL §4, §7): one deadline
 * for the whole of a call, name lookup and body included; at most 1 MiB of answer; no redirects, no
 * proxy, no cookies; only addresses that the {@link AddressGuard} allows. Nothing is set up before
 * the first call. Thread-safe.
 */
public final class HttpPeerClient implements PeerClient, AutoCloseable {
  /** Limit for the part of an answer that is read (PROTOCOL §7). */
  public static final int MAX_ANSWER_BYTES = 1 << 20;

  private final HttpConfig config;
  private final InstantSource clock;
  private final AddressGuard guard;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** Names that led to a forbidden address; they stay refused, whatever they resolve to later. */
  private final Map<String, String> refused = new ConcurrentHashMap<>();

  private Optional<HttpClient> client = Optional.empty();

  private HttpPeerClient(HttpConfig config, InstantSource clock, AddressGuard guard) {
    this.config = config;
    this.clock = clock;
    this.guard = guard;
  }

  /**
   * Opens a client with the machine's clock and resolver; the caller closes it.
   *
   * @throws org.sovereignbook.sbp.node.NodeException when the guard of addresses is not in force
   */
  public static HttpPeerClient open(HttpConfig config) {
    return open(config, InstantSource.system(), Optional.empty());
  }

  static HttpPeerClient open(
      HttpConfig config, InstantSource clock, Optional<AddressGuard.Names> names) {
    AddressGuard guard = new AddressGuard(config.allowPrivateEndpoints(), names);
    guard.requireInForce();
    return new HttpPeerClient(config, clock, guard);
  }

  @Override
  public PeerReply get(Endpoint endpoint, String protocolPath) throws InterruptedException {
    return exchange(Call.get(endpoint, protocolPath));
  }

  /**
   * {@inheritDoc} A refusal is known by its status: once that has arrived, a body that is too long,
   * too slow or cut off no longer matters. A success has its receipt in the body, so without the
   * whole body the result is unknown.
   */
  @Override
  public PeerReply post(Endpoint endpoint, byte[] envelope) throws InterruptedException {
    return exchange(Call.post(endpoint, envelope));
  }

  /**
   * Posts JSON to an address of the operator, under the same limits and the same guard as for a
   * peer.
   */
  public PeerReply postTo(URI url, byte[] json) throws InterruptedException {
    return exchange(Call.post(url, json));
  }

  /**
   * Posts JSON with these headers to an address that somebody else has named, under the same limits
   * and the same guard.
   */
  public PeerReply postTo(URI url, byte[] json, Map<String, String> headers)
      throws InterruptedException {
    return exchange(Call.post(url, json, headers));
  }

  /**
   * Gets a document at an address that somebody else has named, with these headers, under the same
   * limits and the same guard.
   */
  public PeerReply getFrom(URI url, Map<String, String> headers) throws InterruptedException {
    return exchange(Call.get(url, headers));
  }

  /**
   * Posts JSON as {@link #postTo(URI, byte[], Map)} does. The answer is what has arrived when it
   * ends, when the time is over, or at the limit of bytes.
   *
   * @param arrivals gets each part of a body as it arrives, from another thread, and no part after
   *     the return
   */
  public PeerReply streamFrom(
      URI url, byte[] json, Map<String, String> headers, Consumer<byte[]> arrivals)
      throws InterruptedException {
    return exchange(Call.stream(url, json, headers), arrivals);
  }

  /** Drops all connections; running calls fail. */
  @Override
  public synchronized void close() {
    client.ifPresent(HttpClient::shutdownNow);
    threads.shutdownNow();
  }

  private PeerReply exchange(Call call) throws InterruptedException {
    return exchange(call, _ -> {});
  }

  private PeerReply exchange(Call call, Consumer<byte[]> arrivals) throws InterruptedException {
    long start = System.nanoTime();
    CompletableFuture<Optional<PeerReply>> guarded =
        CompletableFuture.supplyAsync(() -> refusal(call.host()), threads);
    try {
      Optional<PeerReply> refusal = guarded.get(config.timeout().toMillis(), TimeUnit.MILLISECONDS);
      Duration left = config.timeout().minusNanos(System.nanoTime() - start);
      return refusal.isPresent() ? refusal.get() : connect(call, left, arrivals);
    } catch (TimeoutException e) {
      return new PeerReply.Unreachable("no address for " + call.host() + inTime(), true);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the address guard failed for " + call.host(), e);
    }
  }

  /** Returns why the host must not be connected to; empty when it may. */
  private Optional<PeerReply> refusal(String host) {
    if (!refused.containsKey(host)) {
      try {
        guard.check(host);
      } catch (AddressGuard.ForbiddenAddressException e) {
        refused.put(host, e.getMessage());
      } catch (UnknownHostException e) {
        return Optional.of(new PeerReply.Unreachable("no address for " + host, true));
      }
    }
    return Optional.ofNullable(refused.get(host)).map(PeerReply.Forbidden::new);
  }

  /** Sends the request; at this point only the guard at the lookup prevents a wrong address. */
  PeerReply connect(Call call, Duration left, Consumer<byte[]> arrivals)
      throws InterruptedException {
    AnswerReader answer = new AnswerReader(MAX_ANSWER_BYTES, arrivals);
    var exchange = client().sendAsync(call.request(), answer);
    try {
      exchange.get(Math.max(1, left.toNanos()), TimeUnit.NANOSECONDS);
      return reply(call, answer, Optional.empty());
    } catch (TimeoutException e) {
      return reply(
          call, answer, Optional.of(failure(call.mayHaveArrived(), "no answer" + inTime(), true)));
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      boolean mayHaveArrived = call.mayHaveArrived() && !isBeforeSending(cause);
      String sentence = IoWords.of(cause) + " (" + call.host() + ")";
      return reply(call, answer, Optional.of(failure(mayHaveArrived, sentence, isSilent(cause))));
    } finally {
      exchange.cancel(true);
      answer.end();
    }
  }

  private PeerReply reply(Call call, AnswerReader answer, Optional<PeerReply> failure) {
    boolean complete = failure.isEmpty() && !answer.isTooLarge();
    Optional<PeerReply> answered =
        answer
            .head()
            .filter(head -> complete || call.isAnsweredBy(head.statusCode()))
            .map(head -> answered(head, answer.arrived()));
    if (answered.isPresent()) {
      return answered.get();
    }
    return failure.orElseGet(
        () -> new PeerReply.Unknown("answered with more than " + MAX_ANSWER_BYTES + " bytes"));
  }

  private PeerReply answered(ResponseInfo head, byte[] body) {
    Instant now = clock.instant();
    // A cached answer has the date of its creation.
    boolean isFresh = head.headers().firstValue("Age").isEmpty();
    return new PeerReply.Answered(
        head.statusCode(),
        body,
        head.headers()
            .firstValue("Retry-After")
            .flatMap(header -> TimeHeaders.retryAfter(header, now)),
        head.headers()
            .firstValue("Date")
            .filter(_ -> isFresh)
            .flatMap(header -> TimeHeaders.clockAhead(header, now)),
        head.headers().firstValue("Content-Type").filter(HttpPeerClient::isHtml).isPresent());
  }

  private static boolean isHtml(String contentType) {
    return contentType.split(";", 2)[0].strip().equalsIgnoreCase("text/html");
  }

  private static PeerReply failure(boolean mayHaveArrived, String reason, boolean silent) {
    return mayHaveArrived
        ? new PeerReply.Unknown(reason)
        : new PeerReply.Unreachable(reason, silent);
  }

  private static boolean isBeforeSending(Throwable cause) {
    return cause instanceof ConnectException
        || cause instanceof HttpConnectTimeoutException
        || cause instanceof SSLHandshakeException;
  }

  /**
   * Returns whether there was no response at all: neither from the peer, nor from a machine that
   * refused the connection.
   */
  private static boolean isSilent(Throwable cause) {
    return Stream.iterate(cause, Objects::nonNull, Throwable::getCause)
        .anyMatch(
            one ->
                one instanceof UnresolvedAddressException
                    || one instanceof UnknownHostException
                    || one instanceof NoRouteToHostException
                    || one instanceof HttpConnectTimeoutException
                    // The network is unreachable: the JDK has no specific exception for that.
                    || one.getClass() == SocketException.class);
  }

  private String inTime() {
    return " within " + config.timeout().toSeconds() + " seconds";
  }

  private synchronized HttpClient client() {
    HttpClient open = client.orElseGet(this::connectable);
    client = Optional.of(open);
    return open;
  }

  private HttpClient connectable() {
    // The JDK looks names up on these threads, so the guard is bound on every one of them.
    Executor guarded =
        task -> threads.execute(() -> ScopedValue.where(AddressGuard.CURRENT, guard).run(task));
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .proxy(HttpClient.Builder.NO_PROXY)
        .connectTimeout(config.timeout())
        .executor(guarded)
        .build();
  }
}
