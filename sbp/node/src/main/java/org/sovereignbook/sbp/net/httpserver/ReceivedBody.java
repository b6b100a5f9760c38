package org.sovereignbook.sbp.net.httpserver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Body of a request as its handler reads it: within the deadline, and kept in memory on an account
 * until the request has its answer. For one thread.
 */
final class ReceivedBody extends InputStream {
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Connection connection;
  private final RequestBody body;
  private final OutputStream out;
  private final Supplier<String> payer;
  private final ByteBudget budget;
  private boolean isAwaited;
  private Optional<ByteBudget.Reservation> hold = Optional.empty();

  /**
   * Creates a body.
   *
   * @param isAwaited whether the client waits for {@code 100 Continue}
   * @param payer returns the account, asked when the first byte is read
   */
  ReceivedBody(
      Connection connection,
      RequestBody body,
      boolean isAwaited,
      OutputStream out,
      Supplier<String> payer,
      ByteBudget budget) {
    this.connection = connection;
    this.body = body;
    this.isAwaited = isAwaited;
    this.out = out;
    this.payer = payer;
    this.budget = budget;
  }

  private interface Reading<T> {
    T from(ByteBudget.Reservation held) throws IOException;
  }

  void release() {
    hold.ifPresent(ByteBudget.Reservation::close);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (body.hasEnded() || length == 0) {
      return length == 0 ? 0 : -1;
    }
    return reading(
        held -> {
          int count = body.read(into, offset, length);
          if (count > 0 && !held.take(count)) {
            throw HttpFault.noCapacity();
          }
          return count;
        });
  }

  @Override
  public byte[] readNBytes(int length) throws IOException {
    return body.hasEnded()
        ? new byte[0]
        : reading(held -> held.read(body, length).orElseThrow(HttpFault::noCapacity));
  }

  private <T> T reading(Reading<T> reading) throws IOException {
    if (hold.isEmpty()) {
      hold = Optional.of(budget.open(Optional.of(payer.get()), connection::cutOff));
    }
    connection.enter(Connection.Phase.BODY);
    if (isAwaited) {
      isAwaited = false;
      out.write(CONTINUE);
    }
    try {
      T read = reading.from(hold.get());
      connection.enter(Connection.Phase.WORK);
      return read;
    } catch (HttpFault fault) {
      throw connection.isExpired() ? HttpFault.late() : fault;
    }
  }
}
