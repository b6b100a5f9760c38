package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.YearMonth;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.LogTail;

/** The two logs and their archives. */
interface LogsContract extends StoreUnderTest {
  YearMonth MARCH = YearMonth.of(2026, 3);

  @Test
  default void linesComeInTheOrderOfTheirCommits() {
    for (int i = 0; i < 30; i++) {
      log(LogFile.OPS, "one " + i, "two " + i);
    }
    log(LogFile.SESSION, "other");

    List<String> lines = bench().reopened().lines(LogFile.OPS);
    assertThat(lines).hasSize(60);
    assertThat(lines.getFirst()).isEqualTo("[reader] 2026-03-17T12:05:00Z one 0");
    assertThat(lines.get(59)).endsWith("two 29");
    assertThat(store().lines(LogFile.SESSION)).hasSize(1);
  }

  @Test
  default void olderLinesGoToTheArchiveOfTheMonth() {
    log(LogFile.OPS, "a", "b", "c", "d");

    bench().commit(new Change.Condense(LogFile.OPS, bench().now(), 3, 3, List.of()));

    assertThat(texts(store().lines(LogFile.OPS))).containsExactly("d");
    assertThat(store().months(LogFile.OPS)).containsExactly(MARCH);
    assertThat(texts(store().archived(LogFile.OPS, MARCH))).containsExactly("a", "b", "c");
    assertThat(store().months(LogFile.SESSION)).isEmpty();
    assertThat(store().archived(LogFile.SESSION, MARCH)).isEmpty();
  }

  @Test
  default void aSummaryStandsInThePlaceOfTheOlderLines() {
    log(LogFile.SESSION, "old summary", "a", "b", "c");

    bench()
        .commit(
            new Change.Condense(LogFile.SESSION, bench().now(), 3, 2, List.of("# Summary", "")),
            LogFile.SESSION.append(new LogEntry("reader", bench().now(), "d")));

    assertThat(texts(store().lines(LogFile.SESSION))).containsExactly("# Summary", "", "c", "d");
    assertThat(texts(store().archived(LogFile.SESSION, MARCH))).containsExactly("a", "b");
  }

  @Test
  default void linesGoToTheArchiveOnTopOfEachOtherMonthByMonth() {
    log(LogFile.OPS, "a", "b", "c");
    bench().commit(new Change.Condense(LogFile.OPS, bench().now(), 1, 1, List.of()));
    bench().commit(new Change.Condense(LogFile.OPS, bench().now(), 1, 1, List.of()));
    bench().advance(Duration.ofDays(30));
    bench().commit(new Change.Condense(LogFile.OPS, bench().now(), 1, 1, List.of()));

    assertThat(store().months(LogFile.OPS)).containsExactly(MARCH, MARCH.plusMonths(1));
    assertThat(texts(store().archived(LogFile.OPS, MARCH))).containsExactly("a", "b");
    assertThat(texts(store().archived(LogFile.OPS, MARCH.plusMonths(1)))).containsExactly("c");
    assertThat(store().lines(LogFile.OPS)).isEmpty();
  }

  @Test
  default void aLogCanBeCondensedAgainAndAgain() {
    for (int round = 0; round < 5; round++) {
      log(LogFile.SESSION, "x" + round, "y" + round);
      int lines = store().lines(LogFile.SESSION).size();
      bench()
          .commit(
              new Change.Condense(
                  LogFile.SESSION, bench().now(), lines - 1, 1, List.of("round " + round)));
    }

    assertThat(texts(store().lines(LogFile.SESSION))).containsExactly("round 4", "y4");
  }

  @Test
  default void condensingMoreLinesThanThereAreTakesThemAll() {
    log(LogFile.OPS, "a");

    bench().commit(new Change.Condense(LogFile.OPS, bench().now(), 9, 9, List.of()));

    assertThat(store().lines(LogFile.OPS)).isEmpty();
    assertThat(texts(store().archived(LogFile.OPS, MARCH))).containsExactly("a");
  }

  @Test
  default void aTailShowsWhatIsAdded() {
    log(LogFile.OPS, "a", "b");
    LogTail tail = store().tail(LogFile.OPS);
    assertThat(texts(tail.added())).containsExactly("a", "b");
    assertThat(tail.added()).isEmpty();

    log(LogFile.OPS, "c");
    assertThat(texts(tail.added())).containsExactly("c");

    bench().commit(new Change.Condense(LogFile.OPS, bench().now(), 2, 2, List.of()));
    assertThat(tail.added()).isEmpty();
    log(LogFile.OPS, "d");
    assertThat(texts(tail.added())).containsExactly("d");
  }

  @Test
  default void theSessionLogStandsInItsFileAfterARefresh() {
    log(LogFile.SESSION, "a", "b");
    store().refresh();

    assertThat(bench().file(bench().node().home().sessionLog()))
        .isEqualTo(String.join("\n", store().lines(LogFile.SESSION)) + "\n");
  }

  private void log(Streamed log, String... texts) {
    for (String text : texts) {
      bench().commit(log.append(new LogEntry("reader", bench().now(), text)));
    }
  }

  private static List<String> texts(List<String> lines) {
    return lines.stream().map(line -> line.replaceFirst("^\\[reader\\] \\S+ ", "")).toList();
  }
}
