package org.sovereignbook.sbp.plugins.email;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Alarms, requests and digests that the node itself sends to its owner. */
class OwnerNewsByMailTest extends MailScene {
  private List<MimeMessage> with(String subject) {
    return ofOwner().stream().filter(one -> header(one, "Subject").contains(subject)).toList();
  }

  @Test
  void aWeekBringsOneDigestADayAndNoMailTwice() {
    String _ = done("config", "set", "access.time_zone", "UTC");
    add("--no-alarms", "--no-test");
    for (int hour = 0; hour < 24 * 7; hour += 4) {
      clock.pass(Duration.ofHours(4));
      round();
    }
    List<MimeMessage> digests = with("Ada on ");
    assertThat(digests).hasSizeBetween(6, 7);
    assertThat(digests.stream().map(one -> header(one, "Subject"))).doesNotHaveDuplicates();
    assertThat(ofOwner()).hasSize(digests.size() + 1);
    assertThat(text(digests.getLast()))
        .contains(
            "## What happened",
            "## What waits for you",
            "## What it cost",
            "http://127.0.0.1:8464/#cost");
  }

  @Test
  void anAlarmIsToldOnceAndEndsWhenItIsMended() {
    String _ = done("config", "set", "server.free_disk_floor_bytes", "9000000000000000000");
    add("--no-digest", "--no-test");
    for (int i = 0; i < 5; i++) {
      clock.pass(Duration.ofMinutes(20));
      round();
    }
    assertThat(with("of the disk are free")).hasSize(1);
    String _ = done("config", "set", "server.free_disk_floor_bytes", "0");
    for (int i = 0; i < 5; i++) {
      clock.pass(Duration.ofMinutes(20));
      round();
    }
    List<MimeMessage> all = with("of the disk are free");
    assertThat(all).hasSize(2);
    assertThat(header(all.getLast(), "Subject")).startsWith("over: ");
    assertThat(header(all.getLast(), "In-Reply-To"))
        .isEqualTo(header(all.getFirst(), "Message-ID"));
    assertThat(done("status")).contains("alarms by email");
  }
}
