package org.sovereignbook.sbp.net.http;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sovereignbook.sbp.base.protocol.Endpoint;

/**
 * Request to a peer.
 *
 * @param body the content of a post; empty for a fetch
 * @param receipt whether the body of a success matters, too
 */
record Call(HttpRequest request, Optional<SentBody> body, boolean receipt) {
  /**
   * Request body that knows whether the client has begun to send it. Before that, the peer cannot
   * have processed the request.
   */
  static final class SentBody implements BodyPublisher {
    private final BodyPublisher bytes;
    private final AtomicBoolean begun = new AtomicBoolean();

    SentBody(byte[] body) {
      this.bytes = BodyPublishers.ofByteArray(body);
    }

    boolean hasBegun() {
      return begun.get();
    }

    @Override
    public long contentLength() {
      return bytes.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
      begun.set(true);
      bytes.subscribe(subscriber);
    }
  }

  private static final String USER_AGENT =
      "sbp/"
          + Optional.ofNullable(Call.class.getPackage().getImplementationVersion())
              .orElse("development");

  static Call get(Endpoint endpoint, String protocolPath) {
    URI url = PeerClient.url(endpoint, protocolPath);
    return new Call(to(url).GET().build(), Optional.empty(), true);
  }

  static Call post(Endpoint endpoint, byte[] envelope) {
    return post(PeerClient.url(endpoint, "/message"), envelope, true);
  }

  static Call post(URI url, byte[] json) {
    return post(url, json, false);
  }

  private static Call post(URI url, byte[] json, boolean receipt) {
    return post(to(url), json, receipt);
  }

  static Call get(URI url, Map<String, String> headers) {
    HttpRequest.Builder request = to(url);
    headers.forEach(request::setHeader);
    return new Call(request.GET().build(), Optional.empty(), true);
  }

  static Call post(URI url, byte[] json, Map<String, String> headers) {
    return post(url, json, headers, true);
  }

  /** Makes a post whose answer counts as far as it has arrived. */
  static Call stream(URI url, byte[] json, Map<String, String> headers) {
    return post(url, json, headers, false);
  }

  private static Call post(URI url, byte[] json, Map<String, String> headers, boolean receipt) {
    HttpRequest.Builder request = to(url);
    headers.forEach(request::setHeader);
    return post(request, json, receipt);
  }

  private static Call post(HttpRequest.Builder request, byte[] json, boolean receipt) {
    SentBody body = new SentBody(json);
    return new Call(
        request.header("Content-Type", "application/json").POST(body).build(),
        Optional.of(body),
        receipt);
  }

  /** Returns the host as the URL spells it, for messages and for the guard. */
  String host() {
    return String.valueOf(request.uri().getHost());
  }

  /** Returns whether this status alone answers the call: a fetch wants the whole document. */
  boolean isAnsweredBy(int status) {
    return body.isPresent() && !(receipt && status / 100 == 2);
  }

  /** Returns whether the peer may have received the whole request. */
  boolean mayHaveArrived() {
    return body.map(SentBody::hasBegun).orElse(true);
  }

  private static HttpRequest.Builder to(URI url) {
    return HttpRequest.newBuilder(url)
        .header("User-Agent", USER_AGENT)
        .header("Accept", "application/json");
  }
}
