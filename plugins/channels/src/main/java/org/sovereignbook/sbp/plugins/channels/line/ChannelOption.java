package org.sovereignbook.sbp.plugins.channels.line;

/**
 * Option of an adapter, given to {@code sbp channel add} as {@code --NAME VALUE}.
 *
 * @param meaning asks a person for it
 */
public record ChannelOption(String name, String meaning, boolean isNeeded) {
  public static ChannelOption needed(String name, String meaning) {
    return new ChannelOption(name, meaning, true);
  }

  public static ChannelOption optional(String name, String meaning) {
    return new ChannelOption(name, meaning, false);
  }
}
