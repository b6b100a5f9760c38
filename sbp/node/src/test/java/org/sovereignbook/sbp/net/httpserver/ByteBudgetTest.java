package org.sovereignbook.sbp.net.httpserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What arrives is counted, has its bound for all and for each address, and is given back. */
class ByteBudgetTest {
  private static final int LIMIT = 1 << 20;

  private final ByteBudget budget = new ByteBudget(400_000);
  private final List<String> cutOff = new ArrayList<>();

  @Test
  void whatFitsIsReadWholeAndGivenBackAtTheEnd() throws IOException {
    try (ByteBudget.Reservation body = open("a")) {
      assertThat(body.read(stream(100_000), LIMIT).orElseThrow()).hasSize(100_000);
      assertThat(budget.heldBytes()).isEqualTo(100_000);
    }
    assertThat(budget.heldBytes()).isZero();
  }

  @Test
  void oneAddressHasAQuarter() throws IOException {
    try (ByteBudget.Reservation first = open("a");
        ByteBudget.Reservation second = open("a");
        ByteBudget.Reservation other = open("b")) {
      assertThat(first.read(stream(90_000), LIMIT)).isPresent();
      assertThat(second.read(stream(20_000), LIMIT)).isEmpty();
      assertThat(other.read(stream(90_000), LIMIT)).isPresent();
    }
  }

  @Test
  void allTogetherHaveTheWholeAndTheLargestUnfinishedMakesRoom() throws IOException {
    try (ByteBudget.Reservation whole = open("a");
        ByteBudget.Reservation large = open("b");
        ByteBudget.Reservation small = open("c");
        ByteBudget.Reservation fills = open("d");
        ByteBudget.Reservation late = open("e")) {
      assertThat(whole.read(stream(100_000), LIMIT)).isPresent();
      stalled(large, 99_000);
      stalled(small, 95_000);
      stalled(fills, 98_000);

      assertThat(late.read(stream(20_000), LIMIT)).isEmpty();

      assertThat(cutOff).containsExactly("b");
      assertThat(budget.heldBytes()).isLessThanOrEqualTo(400_000);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsCutOffForARequestIsWaitedForUntilItIsGivenBack(boolean atOnce) throws IOException {
    List<ByteBudget.Reservation> stalled = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      stalled.add(open("a"));
      stalled(stalled.getLast(), 9_000 + i);
    }
    Runnable close = () -> stalled.getLast().close();
    ByteBudget.Reservation dripping =
        budget.open(Optional.of("a"), atOnce ? close : () -> Thread.ofPlatform().start(close));
    try (ByteBudget.Reservation honest = open("a")) {
      stalled(dripping, 9_900);
      stalled.add(dripping);

      assertThat(honest.read(stream(5_000), LIMIT)).isPresent();

      assertThat(cutOff).as("no more than need be").isEmpty();
    }
  }

  @Test
  void whereAShareIsSpentOneOfThatShareMakesRoom() throws IOException {
    try (ByteBudget.Reservation large = open("b");
        ByteBudget.Reservation small = open("a");
        ByteBudget.Reservation late = open("a")) {
      stalled(large, 99_000);
      stalled(small, 95_000);

      assertThat(late.read(stream(20_000), LIMIT)).isEmpty();

      assertThat(cutOff).containsExactly("a");
    }
  }

  private ByteBudget.Reservation open(String address) {
    return budget.open(Optional.of(address), () -> cutOff.add(address));
  }

  /** A body whose client breaks off in the middle, and whose end has not been noticed yet. */
  private static void stalled(ByteBudget.Reservation body, int bytes) {
    try {
      body.read(
          new ByteArrayInputStream(new byte[bytes]) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
              int count = super.read(into, offset, length);
              if (count < 0) {
                throw new IllegalStateException("stalled");
              }
              return count;
            }
          },
          LIMIT);
    } catch (IllegalStateException | IOException e) {
      // It hangs here for ever.
    }
  }

  private static ByteArrayInputStream stream(int bytes) {
    return new ByteArrayInputStream(new byte[bytes]);
  }
}
