package org.sovereignbook.sbp.plugins.matrix;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.channels.line.ChannelAdapter;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelOption;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;

/**
 * Matrix: direct chats and rooms of an account of the agent's own, not encrypted end to end. TLS is
 * required except on the loopback.
 */
public final class MatrixAdapter implements ChannelAdapter {
  private static final String SERVER = "server";
  private static final String USER = "user";
  private static final Pattern NAME =
      Pattern.compile("@[!-9;-~]{1,200}:[A-Za-z0-9.:\\[\\]-]{1,200}");
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** A message holds its text twice, as Markdown and as HTML, in at most 64 KiB. */
  private static final int MAX_BYTES = 16_000;

  @Override
  public String name() {
    return "matrix";
  }

  @Override
  public String description() {
    return "Matrix: direct chats and rooms of an account of the agent's own";
  }

  @Override
  public Abilities capabilities() {
    return new Abilities(OptionalInt.of(MAX_BYTES), Markup.HTML, false, true, true, true);
  }

  @Override
  public List<ChannelOption> options() {
    return List.of(
        ChannelOption.needed(SERVER, "the homeserver, such as https://matrix.example.org"),
        ChannelOption.needed(USER, "the agent's account, such as @agent:example.org"));
  }

  @Override
  public ChannelLine open(ChannelSetup setup) throws ChannelException {
    return new MatrixLine(
        new MatrixHttp(server(setup.need(SERVER)), setup.secret()),
        name(setup.need(USER), "--user"),
        name(setup.owner(), "--owner"),
        setup.clock());
  }

  private static URI server(String given) throws ChannelException {
    try {
      URI server = URI.create(given.replaceAll("/+$", ""));
      boolean isSecure = "https".equals(server.getScheme());
      boolean isHere =
          "http".equals(server.getScheme())
              && server.getHost() != null
              && LOOPBACK.contains(server.getHost().toLowerCase(Locale.ROOT));
      if (server.getHost() != null && (isSecure || isHere)) {
        return server;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw ChannelException.setup(
        "a homeserver is an https:// address, not " + PeerText.quote(given));
  }

  private static String name(String given, String option) throws ChannelException {
    if (!NAME.matcher(given).matches()) {
      throw ChannelException.setup(
          "%s is @NAME:SERVER, not %s".formatted(option, PeerText.quote(given)));
    }
    return given;
  }
}
