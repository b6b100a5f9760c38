package org.sovereignbook.sbp.plugins.email;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages whose acceptance the server could not say, and connections that bring several. */
class LostAnswerTest extends MailScene {
  private final Queue<FaultyProxy.Fault> faults = new ConcurrentLinkedQueue<>();
  private final AtomicInteger connections = new AtomicInteger();
  private FaultyProxy counted;
  private FaultyProxy smtp;

  @BeforeEach
  void open() throws IOException {
    counted =
        FaultyProxy.cutting(
            mail.smtp(), () -> connections.incrementAndGet() > 0 ? Integer.MAX_VALUE : 0);
    smtp =
        FaultyProxy.smtp(
            counted.port(),
            () -> Optional.ofNullable(faults.poll()).orElse(FaultyProxy.Fault.NONE));
  }

  @AfterEach
  void close() throws IOException {
    smtp.close();
    counted.close();
  }

  private void added(String... more) {
    String _ = done(words(smtp.port(), mail.imap(), more));
  }

  /** Lets time pass, and the node work a number of times. */
  private void passes(Duration time, int rounds) {
    for (int i = 0; i < rounds; i++) {
      clock.pass(time.dividedBy(rounds));
      round();
    }
  }

  private String lost() {
    faults.addAll(List.of(FaultyProxy.Fault.CUT_AFTER));
    round();
    assertThat(outbox().getFirst().string("reason").orElse("")).contains("outcome is not known");
    String copy = raw(mail.mails(AGENT).getLast());
    mail.empty(AGENT);
    return copy;
  }

  private static String raw(MimeMessage mail) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      mail.writeTo(bytes);
      return bytes.toString(StandardCharsets.UTF_8);
    } catch (IOException | MessagingException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aCopyThatIsLateForHoursProvesThatTheServerHadTheMail() {
    added("--no-alarms", "--no-digest", "--no-test");
    String copy = lost();
    passes(Duration.ofHours(5), 8);
    assertThat(ofOwner()).as("not sent again").hasSize(1);
    arrives(copy);
    passes(Duration.ofHours(5), 2);
    assertThat(outbox()).singleElement().matches(one -> is(one, "accepted"));
    assertThat(outbox().getFirst().string("server_id").orElse("")).contains("in INBOX");
    assertThat(ofOwner()).hasSize(1);
  }

  @Test
  void aMailThatTheServerDoesNotHaveAfterSevenHoursIsSentAgainUnderTheSameId() {
    added("--no-alarms", "--no-digest", "--no-test");
    String _ = lost();
    passes(Duration.ofHours(14), 14);
    assertThat(outbox()).singleElement().matches(one -> is(one, "accepted"));
    assertThat(ofOwner()).hasSize(2);
    assertThat(header(ofOwner().getLast(), "Message-ID"))
        .isEqualTo(header(ofOwner().getFirst(), "Message-ID"));
  }

  private long alarms() {
    return ofOwner().stream()
        .filter(one -> header(one, "Subject").contains("of the disk are free"))
        .count();
  }

  @Test
  void anAlarmIsSentAgainSooner() {
    added("--no-digest", "--no-test");
    round();
    String _ = done("config", "set", "server.free_disk_floor_bytes", "9000000000000000000");
    clock.pass(Duration.ofMinutes(2));
    faults.addAll(Collections.nCopies(5, FaultyProxy.Fault.CUT_AFTER));
    round();
    faults.clear();
    mail.empty(AGENT);
    assertThat(alarms()).as("taken, and the answer lost").isEqualTo(1);
    passes(Duration.ofMinutes(90), 9);
    assertThat(alarms()).isEqualTo(2);
    assertThat(outbox()).allMatch(one -> is(one, "accepted"));
  }

  @Test
  void anOwnerWhoHurriesDoesNotShortenTheTimeThatTheServerHas() {
    added("--no-alarms", "--no-digest", "--no-test");
    String _ = lost();
    for (int i = 0; i < 8; i++) {
      String _ = done("channel", "retry", outbox().getFirst().string("id").orElseThrow());
      round();
    }
    assertThat(outbox().getFirst()).matches(one -> is(one, "queued"));
    assertThat(ofOwner()).hasSize(1);
  }

  @Test
  void messagesOfOneRunShareAConnectionAndAnotherIsOpenedWhenItEnds() {
    added("--no-alarms", "--no-digest", "--no-test");
    for (int i = 0; i < 3; i++) {
      String _ = done("channel", "send", "message " + i);
    }
    round();
    assertThat(ofOwner()).hasSize(4);
    assertThat(connections).hasValue(1);

    for (int i = 3; i < 6; i++) {
      String _ = done("channel", "send", "message " + i);
    }
    faults.addAll(List.of(FaultyProxy.Fault.NONE, FaultyProxy.Fault.BUSY));
    round();
    assertThat(ofOwner()).hasSize(7);
    assertThat(connections).hasValue(3);
  }

  @Test
  void aClockThatWasFarAheadMakesNoMessageWaitAndTakesNoMailTwice() {
    added("--no-alarms", "--no-digest", "--no-test");
    round();
    clock.pass(Duration.ofDays(365));
    arrives(ofOwner("ahead", "tides", "", "who is there?"));
    round();
    String _ = done("channel", "send", "queued by the wrong clock");
    faults.addAll(List.of(FaultyProxy.Fault.GREYLISTED));
    round();
    String _ = done("channel", "send", "not tried by the wrong clock");
    clock.pass(Duration.ofDays(-365));
    passes(Duration.ofMinutes(3), 3);
    assertThat(ofOwner()).hasSize(3);
    assertThat(outbox()).hasSize(3).allMatch(one -> is(one, "accepted"));
    assertThat(json("session", "list").array("sessions").orElseThrow().objects())
        .filteredOn(one -> one.integer("waiting").orElse(0) > 0)
        .singleElement()
        .matches(one -> one.integer("waiting").orElse(0) == 1);
  }
}
