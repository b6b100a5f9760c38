package org.sovereignbook.sbp.cli;

import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Locale;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.llm.LlmException;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.KeyFileException;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugin.PluginException;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.StoreException;

/** Turns an exception into what the user sees of it: an exit code, one line, hints. */
record Failures(ExitCode exitCode, String message, List<String> hints) {
  private static final String DOCTOR_HINT = "every problem, and what to do:  sbp doctor";
  private static final List<String> UNEXPECTED_HINTS =
      List.of("this should not happen; --stacktrace shows where it did");

  static Failures of(Exception failure) {
    return switch (failure) {
      case CliException e -> new Failures(e.exitCode(), message(e), e.hints());
      case NodeBusyException e -> plain(ExitCode.BUSY, e);
      case ConfigException e -> new Failures(ExitCode.REFUSED, message(e), List.of(DOCTOR_HINT));
      case KeyFileException e -> plain(ExitCode.REFUSED, e);
      case NodeException e -> new Failures(ExitCode.REFUSED, message(e), List.of(DOCTOR_HINT));
      case DiskException e -> plain(ExitCode.FAILED, e);
      case StoreException e -> plain(ExitCode.FAILED, e);
      case InvalidPathException e ->
          new Failures(
              ExitCode.WRONG_COMMAND_LINE,
              PeerText.quote(e.getInput()) + " cannot be the name of a file",
              List.of());
      case PluginException e -> new Failures(ExitCode.REFUSED, message(e), e.hints());
      case LlmException e -> plain(ExitCode.FAILED, e);
      case InterruptedException e -> new Failures(ExitCode.INTERRUPTED, "interrupted", List.of());
      default ->
          new Failures(
              ExitCode.FAILED,
              failure.getClass().getSimpleName() + ": " + message(failure),
              UNEXPECTED_HINTS);
    };
  }

  /** The program's own style for a message of picocli. */
  static String decapitalised(String message) {
    return message.isEmpty()
        ? message
        : message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
  }

  private static Failures plain(ExitCode exitCode, Exception failure) {
    return new Failures(exitCode, message(failure), List.of());
  }

  private static String message(Exception failure) {
    return String.valueOf(failure.getMessage());
  }
}
