package org.sovereignbook.sbp.http;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A request body that knows whether the client has begun to send it. While it has not, the peer
 * cannot have taken the request.
 */
final class SentBody implements BodyPublisher {
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
