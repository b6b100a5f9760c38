package org.sovereignbook.sbp.plugins.email;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelMessage;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;
import org.sovereignbook.sbp.testing.Fuzzed;

/** Target for fuzzing: a received mail with all its parts. */
public final class MailFuzz {
  private static final MailAccount ACCOUNT = account();
  private static final int MAX_NAME_CHARACTERS = 101;

  private MailFuzz() {}

  private static MailAccount account() {
    try {
      return MailAccount.of(
          new ChannelSetup(
              "mail",
              Map.of(
                  "imap",
                  "127.0.0.1:143",
                  "smtp",
                  "127.0.0.1:25",
                  "user",
                  "agent@example.org",
                  "authserv-id",
                  "mx.example.org"),
              "ann@example.org",
              () -> "secret",
              InstantSource.fixed(Instant.EPOCH)));
    } catch (ChannelException e) {
      throw new AssertionError(e);
    }
  }

  public static void fuzzerTestOneInput(byte[] input) {
    ChannelMessage mail = IncomingMail.parse(ACCOUNT, input, input.length, Instant.EPOCH);
    Fuzzed.same(mail, IncomingMail.parse(ACCOUNT, input, input.length, Instant.EPOCH));
    IncomingMail.parse(
        ACCOUNT, Arrays.copyOf(input, input.length / 2), input.length, Instant.EPOCH);
    if (mail.kind() == ChannelMessage.Kind.BROKEN) {
      return;
    }
    ChannelMessage.Sender sender = mail.sender();
    Fuzzed.same(true, sender.name().length() <= MAX_NAME_CHARACTERS);
    Fuzzed.same(true, !sender.isProven() || MailAccount.isAddress(sender.address()));
    Stream.concat(
            Stream.of(sender.name(), mail.content().subject(), mail.content().text()),
            mail.content().attachments().stream()
                .flatMap(one -> Stream.concat(Stream.of(one.name()), one.text().stream())))
        .forEach(MailFuzz::requireHarmless);
  }

  private static void requireHarmless(String text) {
    text.codePoints()
        .filter(each -> each != '\n' && each != '\t' && PeerText.isUnsafe(each))
        .findFirst()
        .ifPresent(
            each -> {
              throw new AssertionError("it shows the character " + Integer.toHexString(each));
            });
  }
}
