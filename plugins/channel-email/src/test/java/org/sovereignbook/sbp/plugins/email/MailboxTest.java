package org.sovereignbook.sbp.plugins.email;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;

/** Notice of mails in a mailbox, also beside others that are deleted there. */
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
    return open(mail.imap());
  }

  private Mailbox open(int imap) throws Exception {
    return Mailbox.open(
        MailAccount.of(
            new ChannelSetup(
                "email",
                Map.of(
                    "smtp", "127.0.0.1:" + mail.smtp(),
                    "imap", "127.0.0.1:" + imap,
                    "user", MailScene.AGENT),
                MailScene.OWNER,
                () -> "secret",
                InstantSource.system())),
        MailAccount.IDLE_LIMIT);
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

  @Test
  void aConnectionThatEndsWhileAMailIsReadSetsNoMailAside() throws Exception {
    arrives("first");
    arrives("second");
    List<String> taken = new ArrayList<>();
    AtomicReference<String> reached = new AtomicReference<>(Mailbox.placeAt(Instant.now()));
    try (FaultyProxy imap =
            FaultyProxy.ending(
                mail.imap(), line -> line.contains("FETCH 2 ") && line.contains("BODY"));
        Mailbox mailbox = open(imap.port())) {
      assertThatThrownBy(
              () ->
                  mailbox.receive(
                      Optional.of(reached.get()),
                      (cursor, one) -> {
                        reached.set(cursor);
                        taken.add(one.ref());
                      }))
          .isInstanceOf(ChannelException.class);
    }
    assertThat(taken).containsExactly("first@example.org");
    try (Mailbox mailbox = open()) {
      assertThat(taken(mailbox, reached.get())).containsExactly("second@example.org TALK");
    }
  }

  private static List<String> taken(Mailbox mailbox, String since) throws Exception {
    List<String> taken = new ArrayList<>();
    String _ =
        mailbox.receive(Optional.of(since), (_, one) -> taken.add(one.ref() + " " + one.kind()));
    return taken;
  }

  @Test
  void mailsSinceTheAccountWasAddedAreTakenAtTheFirstContact() throws Exception {
    Instant added = Instant.now().minus(Duration.ofHours(1));
    mail.deliver(MailScene.ofOwner("old", "hello", "", "x"), added.minus(Duration.ofMinutes(6)));
    mail.deliver(MailScene.ofOwner("new", "hello", "", "x"), added.plus(Duration.ofMinutes(1)));
    mail.deliver(MailScene.ofOwner("behind", "hello", "", "x"), added.minus(Duration.ofMinutes(4)));
    arrives("now");
    try (Mailbox mailbox = open()) {
      assertThat(taken(mailbox, Mailbox.placeAt(added)))
          .containsExactly(
              "new@example.org TALK", "behind@example.org TALK", "now@example.org TALK");
    }
  }

  private static String copy(String key) {
    return "From: agent@example.org\r\nX-Sbp-Key: %1$s\r\nMessage-ID: <%1$s.sbp@example.org>\r\n\r\nx"
        .formatted(key);
  }

  @Test
  void oldCopiesOfOurOwnMailsAreDeletedAndNoOtherMail() throws Exception {
    Instant old = Instant.now().minus(Duration.ofDays(2));
    mail.deliver(copy("0123456789abcdef"), old);
    mail.deliver(MailScene.ofOwner("kept", "hello", "X-Sbp-Key: x\r\n", "x"), old);
    mail.deliver(copy("fedcba9876543210"), Instant.now());
    try (Mailbox mailbox = open()) {
      assertThat(taken(mailbox, Mailbox.placeAt(Instant.now()))).hasSize(1);
    }
    assertThat(mail.mails(MailScene.AGENT))
        .extracting(one -> MailScene.header(one, "Message-ID"))
        .containsExactly("<kept@example.org>", "<fedcba9876543210.sbp@example.org>");
  }

  @Test
  void aMailThatTheServerCannotShowKeepsNoOtherFromComing() throws Exception {
    arrives("first");
    arrives("damaged");
    arrives("third");
    try (FaultyProxy imap =
            FaultyProxy.refusing(
                mail.imap(), line -> line.contains("FETCH 2 ") && line.contains("BODY"));
        Mailbox mailbox = open(imap.port())) {
      assertThat(taken(mailbox, Mailbox.placeAt(Instant.now())))
          .containsExactly("first@example.org TALK", " BROKEN", "third@example.org TALK");
    }
  }
}
