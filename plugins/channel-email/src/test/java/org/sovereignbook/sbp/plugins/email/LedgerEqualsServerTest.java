package org.sovereignbook.sbp.plugins.email;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the ledger says was accepted is what the server has, however the connections fail. */
class LedgerEqualsServerTest extends MailScene {
  private static final int MESSAGES = Integer.getInteger("sbp.channels.messages", 12);

  private static final int MAILS = MESSAGES / 3;

  @Test
  void eachMessageIsThereOnceAndAcceptedOnlyWhenTheServerHasIt() throws IOException {
    Random random = new Random(49);
    List<FaultyProxy.Fault> faults = FaultyProxy.Fault.QUICK;
    try (FaultyProxy smtp =
            FaultyProxy.smtp(mail.smtp(), () -> faults.get(random.nextInt(faults.size())));
        FaultyProxy imap =
            FaultyProxy.cutting(
                mail.imap(), () -> random.nextInt(3) == 0 ? random.nextInt(2_000) : 10_000_000)) {
      String _ = done(words(smtp.port(), imap.port(), "--no-alarms", "--no-digest", "--no-test"));
      for (int i = 1; i < MESSAGES; i++) {
        clock.pass(Duration.ofMinutes(2));
        String _ = done("channel", "send", "message " + i);
        if (i % 4 == 0) {
          round();
          noneIsAcceptedThatTheServerLacks();
        }
      }
      for (int i = 0; i < 200 && isQueued(); i++) {
        clock.pass(Duration.ofMinutes(40));
        round();
        noneIsAcceptedThatTheServerLacks();
      }
    }
    assertThat(outbox()).hasSize(MESSAGES).allMatch(one -> is(one, "accepted"));
    assertThat(keys(ofOwner()))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            outbox().stream().map(one -> one.string("id").orElseThrow()).toList());
  }

  private boolean isQueued() {
    return outbox().stream().anyMatch(one -> is(one, "queued"));
  }

  private void noneIsAcceptedThatTheServerLacks() {
    assertThat(keys(ofOwner()))
        .containsAll(
            outbox().stream()
                .filter(one -> is(one, "accepted"))
                .map(one -> one.string("id").orElseThrow())
                .collect(Collectors.toSet()));
  }

  private static List<String> keys(List<MimeMessage> mails) {
    return mails.stream().map(mail -> header(mail, OutgoingMail.KEY)).toList();
  }

  @Test
  void eachMailIsTakenOnceAlsoWhenItIsDeliveredTwiceAndConnectionsEnd() throws IOException {
    Random random = new Random(50);
    try (FaultyProxy imap =
        FaultyProxy.cutting(
            mail.imap(), () -> random.nextBoolean() ? random.nextInt(6_000) : 10_000_000)) {
      String _ = done(words(mail.smtp(), imap.port(), "--no-alarms", "--no-digest", "--no-test"));
      for (int i = 0; i < 8; i++) {
        round();
      }
      for (int i = 0; i < MAILS; i++) {
        String mail = ofOwner("m" + i, "number " + i, "", "who are my peers? " + i);
        arrives(mail);
        arrives("Received: by another way\r\n" + mail);
        round();
      }
      for (int i = 0; i < 12; i++) {
        round();
      }
    }
    assertThat(json("session", "list", "--limit", "1000").array("sessions").orElseThrow().objects())
        .filteredOn(
            one ->
                one.string("session").or(() -> one.string("label")).orElse("").contains(":email:"))
        .hasSize(MAILS);
    answer();
    round();
    assertThat(ofOwner()).hasSize(MAILS + 1);
  }
}
