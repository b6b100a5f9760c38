package org.sovereignbook.sbp.cli.command;

import java.util.Optional;

/**
 * Whether it is the owner who says something, and nobody on its behalf: a person at a terminal, in
 * a process that neither is an agent nor was started by one ({@link Ancestors}). What only the
 * owner may say is said nowhere else: not over MCP, not by a team, not in a pipe, not in anything
 * that was sent.
 */
public record OwnerPresence(World world) {
  /**
   * Why it is not the owner, or cannot be known to be.
   *
   * @param isProven whether a proof of the owner's stands in for the terminal; it never does for an
   *     agent
   * @return empty when it is
   */
  public Optional<String> problem(boolean isProven) {
    if (SocietyCommand.token(world).isPresent()) {
      return Optional.of("an agent calls, and only the owner may");
    }
    if (!SocietyCommand.isOwnerTyping(world)) {
      return Optional.of("another program calls, and only the owner may, at a terminal");
    }
    if (!isProven && !world.terminal().getAsBoolean()) {
      return Optional.of("nobody sits at a terminal, and only the owner may, at one");
    }
    return Optional.empty();
  }
}
