package org.sovereignbook.sbp.plugins.email;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.sovereignbook.sbp.plugins.channels.line.ChannelAdapter;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelOption;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;

/**
 * Email. TLS is required except on the loopback: from the first byte on at the ports 465 and 993,
 * by STARTTLS at others.
 */
public final class EmailAdapter implements ChannelAdapter {
  @Override
  public String name() {
    return "email";
  }

  @Override
  public String description() {
    return "email: SMTP and IMAP of a mail account of the agent's own";
  }

  @Override
  public Abilities capabilities() {
    return new Abilities(OptionalInt.empty(), Markup.HTML, true, true, false, false);
  }

  @Override
  public List<ChannelOption> options() {
    return List.of(
        ChannelOption.needed(MailAccount.IMAP, "the IMAP server, HOST:PORT"),
        ChannelOption.needed(MailAccount.SMTP, "the SMTP server for submission, HOST:PORT"),
        ChannelOption.needed(MailAccount.USER, "the user name of the agent's mail account"),
        ChannelOption.optional(MailAccount.FROM, "the agent's address, if not the user name"),
        ChannelOption.optional(
            MailAccount.AUTHSERV_ID,
            "the name of your mail server in Authentication-Results; without it nobody is proven"));
  }

  @Override
  public Optional<String> placeAt(Instant time) {
    return Optional.of(Mailbox.placeAt(time));
  }

  @Override
  public ChannelLine open(ChannelSetup setup) throws ChannelException {
    return new EmailLine(MailAccount.of(setup));
  }
}
