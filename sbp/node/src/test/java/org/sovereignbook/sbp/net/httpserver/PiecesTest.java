package org.sovereignbook.sbp.net.httpserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** However the network cuts what a client says into pieces, it is understood in the same way. */
class PiecesTest {
  private static final int MAX_HEAD_BYTES = 16_384;
  private static final int MAX_BODY_BYTES = 100;

  static Stream<String> conversations() {
    return Stream.of(
            HttpConformanceTest.requestLines(),
            HttpConformanceTest.headers(),
            HttpConformanceTest.lengths(),
            HttpConformanceTest.smuggling(),
            HttpConformanceTest.chunkedBodies(),
            HttpConformanceTest.severalRequests())
        .flatMap(rows -> rows)
        .map(Arguments::get)
        .map(row -> (String) row[1]);
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("conversations")
  void atEveryByteAndAtRandom(String said) {
    byte[] bytes = said.getBytes(StandardCharsets.UTF_8);
    String whole = understood(new ByteArrayInputStream(bytes));

    int step = Math.max(1, bytes.length / 300);
    for (int cut = 1; cut < bytes.length; cut += step) {
      assertThat(understood(new Pieces(bytes, cut, bytes.length))).isEqualTo(whole);
    }
    assertThat(understood(new Pieces(bytes, 1, 1))).isEqualTo(whole);
    Random random = new Random(7);
    for (int i = 0; i < 10; i++) {
      int most = 2 + random.nextInt(50);
      assertThat(understood(new Pieces(bytes, 1 + random.nextInt(most), most))).isEqualTo(whole);
    }
  }

  /** All requests, and where it ends, in one text. */
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
      return heard.append(goesOn).toString();
    } catch (HttpFault e) {
      return heard.append(e.status()).append(e.reason()).toString();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Hands its bytes out in pieces: one of the first size, then of at most the other. */
  private static final class Pieces extends ByteArrayInputStream {
    private int next;
    private final int then;

    Pieces(byte[] bytes, int first, int then) {
      super(bytes);
      this.next = first;
      this.then = then;
    }

    @Override
    public synchronized int read(byte[] into, int offset, int length) {
      int count = super.read(into, offset, Math.min(length, next));
      next = then;
      return count;
    }
  }
}
