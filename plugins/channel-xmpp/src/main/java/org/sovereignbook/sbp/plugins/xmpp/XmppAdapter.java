package org.sovereignbook.sbp.plugins.xmpp;

import java.util.List;
import java.util.OptionalInt;
import org.sovereignbook.sbp.plugins.channels.line.ChannelAdapter;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelOption;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;

/**
 * XMPP: direct chats and rooms of an account of the agent's own, not encrypted end to end, at a
 * server that keeps an archive (XEP-0313). TLS is required except on the loopback.
 */
public final class XmppAdapter implements ChannelAdapter {
  /** Servers take 256 KiB in a stanza; a character is escaped in at most six bytes. */
  private static final int MAX_BYTES = 16_000;

  @Override
  public String name() {
    return "xmpp";
  }

  @Override
  public String description() {
    return "XMPP: direct chats and rooms of an account of the agent's own";
  }

  @Override
  public Abilities capabilities() {
    return new Abilities(OptionalInt.of(MAX_BYTES), Markup.PLAIN, false, false, false, true);
  }

  @Override
  public List<ChannelOption> options() {
    return List.of(
        ChannelOption.needed(
            XmppAccount.SERVER, "the server, such as xmpp.example.org:5222 (with STARTTLS)"),
        ChannelOption.needed(XmppAccount.USER, "the agent's account, such as agent@example.org"));
  }

  @Override
  public ChannelLine open(ChannelSetup setup) throws ChannelException {
    return new XmppLine(XmppAccount.of(setup));
  }
}
