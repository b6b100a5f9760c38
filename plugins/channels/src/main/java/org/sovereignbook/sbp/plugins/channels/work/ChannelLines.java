package org.sovereignbook.sbp.plugins.channels.work;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.channels.line.ChannelAdapter;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;
import org.sovereignbook.sbp.runtime.plugin.PluginException;

/** Opening of channels by their adapters. */
public record ChannelLines(Session session, Node node) {
  /** Option that says how the secret is given to the server: {@code oauth2} for a token. */
  private static final String AUTH = "auth";

  private static final String OAUTH2 = "oauth2";

  /**
   * Returns the adapter of this name.
   *
   * @throws PluginException when there is none, or its plugin is refused
   */
  public ChannelAdapter adapter(String name) {
    return session.extensions(Optional.of(node)).find(ChannelKinds.ADAPTERS, name);
  }

  /** Opens a channel; contacts nothing yet. */
  public ChannelLine open(Account account) throws ChannelException {
    ChannelAdapter adapter;
    try {
      adapter = adapter(account.adapter());
    } catch (PluginException e) {
      throw ChannelException.setup(e.getMessage());
    }
    return adapter.open(setup(account));
  }

  private ChannelSetup setup(Account account) {
    Map<String, String> options = new HashMap<>(account.given());
    JsonObject secret = account.secret();
    if (ChannelSecrets.isToken(secret)) {
      options.put(AUTH, OAUTH2);
    }
    return new ChannelSetup(
        account.name(),
        options,
        account.ownerAddress(),
        new ChannelSecrets(node, session.world().environment()).of(account.name(), secret),
        node.clock());
  }
}
