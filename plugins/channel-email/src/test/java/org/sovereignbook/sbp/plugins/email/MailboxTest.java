package org.sovereignbook.sbp.plugins.email;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;

/** What is in a mailbox is noticed, whatever else has happened there since. */
@Timeout(30)
class MailboxTest {
  private final MailScene.MailServer mail = new MailScene.MailServer();

  @BeforeEach
  void start() {
    mail.start();
  }

  @AfterEach
  void stop() {
    mail.stop();
  }

  private Mailbox open() throws Exception {
    return Mailbox.open(
        MailAccount.of(
            new ChannelSetup(
                "email",
                Map.of(
                    "smtp", "127.0.0.1:" + mail.smtp(),
                    "imap", "127.0.0.1:" + mail.imap(),
                    "user", MailScene.AGENT),
                MailScene.OWNER,
                () -> "secret",
                InstantSource.system())));
  }

  private void arrives(String id) {
    mail.deliver(MailScene.ofOwner(id, "hello", "", "who is there?"));
  }

  @Test
  void aMailThatArrivesWhileAnotherIsDeletedEndsTheWait() throws Exception {
    arrives("first");
    try (Mailbox mailbox = open()) {
      String _ = mailbox.receive(Optional.empty(), (_, _) -> {});
      mail.empty(MailScene.AGENT);
      arrives("second");

      assertThat(mailbox.await(Duration.ofHours(1))).isTrue();
    }
  }
}
