package org.sovereignbook.sbp.cli.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether it is the owner who says something, and nobody on its behalf: a person at a terminal, in
 * a process that neither is an agent nor was started by one. What only the owner may say is said
 * nowhere else: not over MCP, not by a team, not in a pipe, not in anything that was sent.
 */
public record OwnerPresence(World world) {
  private static final int MAX_ANCESTORS = 64;

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
    if (!world.environment().getOrDefault(SocietyCommand.CHANNEL_VARIABLE, "").isBlank()) {
      return Optional.of("another program calls, and only the owner may, at a terminal");
    }
    if (!isProven && !world.terminal().getAsBoolean()) {
      return Optional.of("nobody sits at a terminal, and only the owner may, at one");
    }
    return startedByAgent()
        ? Optional.of("an agent has started this, and only the owner may")
        : Optional.empty();
  }

  /** An agent may take its token out of what it starts, but not out of itself. */
  private static boolean startedByAgent() {
    Optional<ProcessHandle> process = ProcessHandle.current().parent();
    for (int i = 0; i < MAX_ANCESTORS && process.isPresent(); i++) {
      if (hasToken(process.get().pid())) {
        return true;
      }
      process = process.get().parent();
    }
    return false;
  }

  /** Where the system shows it; elsewhere the terminal must do. */
  private static boolean hasToken(long pid) {
    try {
      byte[] environment = Files.readAllBytes(Path.of("/proc/" + pid + "/environ"));
      String text = "\0" + new String(environment, StandardCharsets.ISO_8859_1);
      return text.contains("\0" + SocietyCommand.TOKEN_VARIABLE + "=");
    } catch (IOException e) {
      return false;
    }
  }
}
