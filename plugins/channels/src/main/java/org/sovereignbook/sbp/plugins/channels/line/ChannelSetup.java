package org.sovereignbook.sbp.plugins.channels.line;

import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * Setup of one channel.
 *
 * @param options by their names
 * @param owner the owner's address
 * @param secret reads the password or token at each use
 */
public record ChannelSetup(
    String channel,
    Map<String, String> options,
    String owner,
    ChannelSecret secret,
    InstantSource clock) {
  /** Source of a password or token. */
  @FunctionalInterface
  public interface ChannelSecret {
    /**
     * Returns the secret; it is never stored or shown.
     *
     * @throws ChannelException of the kind SETUP when there is none
     */
    String read() throws ChannelException, InterruptedException;
  }

  public ChannelSetup {
    options = Map.copyOf(options);
  }

  public Optional<String> option(String name) {
    return Optional.ofNullable(options.get(name)).filter(value -> !value.isBlank());
  }

  /**
   * Returns an option that the adapter needs.
   *
   * @throws ChannelException of the kind SETUP when it is missing
   */
  public String need(String name) throws ChannelException {
    return option(name)
        .orElseThrow(() -> ChannelException.setup("the channel " + channel + " has no --" + name));
  }
}
