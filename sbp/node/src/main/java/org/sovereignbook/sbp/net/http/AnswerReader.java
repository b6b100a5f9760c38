package org.sovereignbook.sbp.net.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * Reader of one answer that stops at the limit. The part that has arrived is available at any time,
 * also after the connection broke or the deadline passed. Thread-safe.
 */
final class AnswerReader implements BodyHandler<byte[]>, BodySubscriber<byte[]> {
  private final int maxBytes;
  private final Consumer<byte[]> arrivals;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private Optional<ResponseInfo> head = Optional.empty();
  private Optional<Flow.Subscription> connection = Optional.empty();
  private boolean tooLarge;
  private boolean isOver;

  /**
   * Creates one.
   *
   * @param arrivals gets each part as it arrives, until {@link #end}; no two at once
   */
  AnswerReader(int maxBytes, Consumer<byte[]> arrivals) {
    this.maxBytes = maxBytes;
    this.arrivals = arrivals;
  }

  /** Returns status and headers, once they have arrived. */
  synchronized Optional<ResponseInfo> head() {
    return head;
  }

  /** Returns the part of the body that has arrived, within the limit. */
  synchronized byte[] arrived() {
    return bytes.toByteArray();
  }

  /** Ends the telling of parts: none is told of after this returns. */
  synchronized void end() {
    isOver = true;
  }

  /** Returns whether the peer sent more than the limit. */
  synchronized boolean isTooLarge() {
    return tooLarge;
  }

  @Override
  public synchronized BodySubscriber<byte[]> apply(ResponseInfo info) {
    head = Optional.of(info);
    return this;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public synchronized void onSubscribe(Flow.Subscription subscription) {
    connection = Optional.of(subscription);
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    if (!take(buffers)) {
      connection.ifPresent(Flow.Subscription::cancel);
      body.complete(arrived());
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(arrived());
  }

  /** Takes the bytes and returns whether everything was within the limit. */
  private synchronized boolean take(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      int taken = Math.min(buffer.remaining(), maxBytes - bytes.size());
      tooLarge |= taken < buffer.remaining();
      byte[] part = new byte[taken];
      buffer.get(part);
      bytes.writeBytes(part);
      if (!isOver) {
        arrivals.accept(part);
      }
    }
    return !tooLarge;
  }
}
