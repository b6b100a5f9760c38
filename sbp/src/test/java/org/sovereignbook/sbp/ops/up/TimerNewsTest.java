package org.sovereignbook.sbp.ops.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A timer that had nothing to do is no news; whatever it did is told whole, and once. */
class TimerNewsTest {
  private static List<String> shown(String... lines) {
    TimerNews news = new TimerNews();
    return Stream.of(lines).flatMap(line -> news.of(line).stream()).toList();
  }

  @Test
  void idleComponentsAreSilent() {
    assertThat(
            shown(
                "delivery: started, it has never run",
                "delivery: nothing to deliver",
                "delivery: idle in 0 s",
                "author: started, its interval is over",
                "author: idle in 1 s",
                "delivery: idle in 0 s, author: idle in 1 s",
                "nothing is due"))
        .isEmpty();
  }

  @Test
  void workIsToldFromItsBeginningAndOnce() {
    assertThat(
            shown(
                "reader: started, 1 message waits",
                "reader: judged 1 of 1",
                "reader: done in 2 s",
                "reader: done in 2 s"))
        .containsExactly(
            "reader: started, 1 message waits", "reader: judged 1 of 1", "reader: done in 2 s");
  }

  @Test
  void aFailureAndANoteAreTold() {
    assertThat(shown("network: started, x", "network: failed (exit code 1) in 0 s"))
        .containsExactly("network: started, x", "network: failed (exit code 1) in 0 s");
    assertThat(shown("note: the clock was set back", "sbp: busy"))
        .containsExactly("note: the clock was set back", "sbp: busy");
  }
}
