package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A program of this machine could not be started; the message names it and the reason. */
public final class NotStartedException extends IOException {
  private static final long serialVersionUID = 1;

  private static final Pattern SYSTEM_ERROR = Pattern.compile("error[:=] ?(\\d+)");

  /** By the numbers that Linux and macOS have in common; the last two are those of macOS. */
  private static final Map<Integer, String> REASONS =
      Map.ofEntries(
          Map.entry(2, "there is no such program; install it, or correct its name or PATH"),
          Map.entry(5, "the disk is broken"),
          Map.entry(7, "its command line is longer than the system allows"),
          Map.entry(8, "it is no program for this machine"),
          Map.entry(12, "there is no memory left"),
          Map.entry(13, "this user may not run it; check its owner and mode"),
          Map.entry(23, "too many files are open"),
          Map.entry(24, "too many files are open"),
          Map.entry(26, "it is being written"),
          Map.entry(11, "too many processes run"),
          Map.entry(35, "too many processes run"),
          Map.entry(86, "it is no program for this machine"));

  private NotStartedException(String message, IOException cause) {
    super(message, cause);
  }

  /**
   * Starts a program.
   *
   * @throws NotStartedException when it cannot be started
   */
  static Process start(ProcessBuilder program) throws NotStartedException {
    try {
      return program.start();
    } catch (IOException e) {
      throw new NotStartedException(
          "cannot start "
              + PeerText.plain(program.command().getFirst())
              + ": "
              + reason(program, String.valueOf(e.getMessage())),
          e);
    }
  }

  private static String reason(ProcessBuilder program, String message) {
    if (program.directory() != null && !Files.isDirectory(program.directory().toPath())) {
      return "there is no folder " + Path.of(program.directory().getPath());
    }
    Matcher error = SYSTEM_ERROR.matcher(message);
    int number = error.find() ? Integer.parseInt(error.group(1)) : 0;
    return REASONS.getOrDefault(number, "the system refused to");
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
