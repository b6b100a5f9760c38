package org.sovereignbook.sbp.frontend.command;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.node.SecretVariables;

/** The terminal of this process, queried only by code that draws. */
public final class ProcessTty implements Tty {
  private static final String COLUMNS_VARIABLE = "COLUMNS";
  private static final File TERMINAL = new File("/dev/tty");

  @Override
  public boolean getAsBoolean() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  @Override
  public boolean showsErrors() {
    try {
      return getAsBoolean() && Files.isSameFile(Path.of("/dev/fd/1"), Path.of("/dev/fd/2"));
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public Optional<String> secret(String prompt) {
    return Optional.ofNullable(System.console())
        .filter(Console::isTerminal)
        .map(console -> Optional.ofNullable(console.readPassword("%s", prompt)))
        .map(typed -> typed.map(String::valueOf).orElse(END));
  }

  @Override
  public boolean hasInput() {
    try {
      return System.in.available() > 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public boolean isForeground() {
    try {
      // Not a Subprocess, because the terminal of this process is asked about.
      Process state =
          SecretVariables.removedFrom(
                  new ProcessBuilder(
                      "ps", "-o", "stat=", "-p", Long.toString(ProcessHandle.current().pid())))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return new String(state.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
          .contains("+");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns {@code COLUMNS}, or else the terminal's width from a command, because JLine would take
   * far longer.
   */
  @Override
  public int columns() {
    return positive(System.getenv().getOrDefault(COLUMNS_VARIABLE, ""))
        .or(ProcessTty::asked)
        .orElse(USUAL_COLUMNS);
  }

  private static Optional<Integer> asked() {
    if (!TERMINAL.exists()) {
      return Optional.empty();
    }
    try {
      // Not a Subprocess, because its input must be the terminal.
      Process size =
          SecretVariables.removedFrom(new ProcessBuilder("stty", "size"))
              .redirectInput(TERMINAL)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String rowsAndColumns =
          new String(size.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      return positive(rowsAndColumns.substring(rowsAndColumns.indexOf(' ') + 1));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Integer> positive(String number) {
    return number.matches("[1-9][0-9]{0,4}")
        ? Optional.of(Integer.parseInt(number))
        : Optional.empty();
  }
}
