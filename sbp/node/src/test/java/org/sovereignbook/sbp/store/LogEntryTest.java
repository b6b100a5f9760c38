package org.sovereignbook.sbp.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;

class LogEntryTest {
  private static final Timestamp NOON = new Timestamp(Instant.parse("2026-03-17T12:00:00Z"));

  @Test
  void whatAPeerWroteLoadsNothingWhereTheLogIsRenderedAndIsReadBackAsItWas() {
    String title = PeerText.quote("![x](https://evil.example/?a) <img src=//evil.example> `c`");
    LogEntry entry = new LogEntry("reader", NOON, "endorsed " + title);

    assertThat(entry.line())
        .startsWith("[reader] 2026-03-17T12:00:00Z endorsed \"!\\[x](")
        .contains("\\<img", "\\`c\\`");
    assertThat(LogEntry.parse(entry.line())).contains(entry);
  }

  @Test
  void aLineOfAnEarlierProgramIsReadAsItStands() {
    assertThat(LogEntry.parse("[reader] 2026-03-17T12:00:00Z took <b> and [c]"))
        .contains(new LogEntry("reader", NOON, "took <b> and [c]"));
  }
}
