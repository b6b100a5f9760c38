package org.sovereignbook.sbp.plugins.email;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.plugins.channels.ChannelContract;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;

/** Email, with GreenMail. */
class EmailContractTest extends ChannelContract {
  private final MailScene.MailServer mail = new MailScene.MailServer();
  private int number;

  @Override
  protected ChannelLine open() throws ChannelException, IOException {
    mail.start();
    return new EmailAdapter()
        .open(
            new ChannelSetup(
                "email",
                Map.of(
                    "smtp",
                    "127.0.0.1:" + mail.smtp(),
                    "imap",
                    "127.0.0.1:" + mail.imap(),
                    "user",
                    MailScene.AGENT,
                    "authserv-id",
                    MailScene.SERVER),
                MailScene.OWNER,
                () -> "secret",
                InstantSource.system()));
  }

  @Override
  protected void stop() {
    mail.stop();
  }

  @Override
  protected String owner() {
    return MailScene.OWNER;
  }

  @Override
  protected void arrives(String text) {
    mail.deliver(MailScene.ofOwner("m" + number++, "hello", "", text));
  }

  @Override
  protected List<String> keys() {
    return mail.mails(MailScene.OWNER).stream()
        .map(one -> MailScene.header(one, OutgoingMail.KEY))
        .toList();
  }
}
