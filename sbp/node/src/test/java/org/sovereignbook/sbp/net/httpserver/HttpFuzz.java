package org.sovereignbook.sbp.net.httpserver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.sovereignbook.sbp.testing.Fuzzed;

/**
 * Target for fuzzing: what a connection says. However it is cut into pieces, it is understood in
 * the same way.
 */
public final class HttpFuzz {
  private static final int MAX_HEAD_BYTES = 4_096;
  private static final int MAX_BODY_BYTES = 2_048;

  private HttpFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    Fuzzed.same(understood(new ByteArrayInputStream(input)), understood(new OneByOne(input)));
  }

  private static String understood(InputStream in) {
    StringBuilder heard = new StringBuilder();
    ConnectionInput input = new ConnectionInput(in);
    ByteBudget budget = new ByteBudget(1 << 20);
    try (ByteBudget.Reservation hold = budget.open(Optional.empty(), () -> {})) {
      boolean goesOn = true;
      while (goesOn && (input.available() > 0 || input.await())) {
        RequestHead head = new HeadReader(input, MAX_HEAD_BYTES, hold).read();
        heard.append(head);
        RequestBody body = new RequestBody(input, head, _ -> {});
        heard.append(new String(body.readNBytes(MAX_BODY_BYTES), StandardCharsets.ISO_8859_1));
        goesOn = body.hasEnded() && head.keepsAlive();
        input.shrink();
      }
    } catch (HttpFault e) {
      heard.append(e.status()).append(e.reason());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return heard.toString();
  }

  /** Hands out a byte at a time. */
  private static final class OneByOne extends ByteArrayInputStream {
    OneByOne(byte[] bytes) {
      super(bytes);
    }

    @Override
    public synchronized int read(byte[] into, int offset, int length) {
      return super.read(into, offset, Math.min(length, 1));
    }
  }
}
