package org.sovereignbook.sbp.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Remedies;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.FileWords;
import org.sovereignbook.sbp.node.KeyFileException;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.OwnershipException;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.StoreException;

/**
 * A failure or a wrong command line as the user sees it: an exit code, one line, hints.
 *
 * @param code of a refusal, for programs
 * @param remedies of a refusal for want of a proof of the owner
 */
record Failures(
    ExitCode exitCode,
    Optional<String> code,
    String message,
    List<String> hints,
    Optional<Remedies> remedies) {
  private static final String DOCTOR_HINT = "every problem, and what to do:  sbp doctor";
  private static final String ALL_COMMANDS_HINT = "all commands:  sbp --help";

  private static final List<String> UNEXPECTED_HINTS =
      List.of("this should not happen; --stacktrace shows where it did");

  private Failures(ExitCode exitCode, String message, List<String> hints) {
    this(exitCode, Optional.empty(), message, hints, Optional.empty());
  }

  static Failures of(Exception failure) {
    return switch (failure) {
      case CliException e -> new Failures(e.exitCode(), message(e), e.hints());
      case SocietyException e ->
          new Failures(
              exitCode(e.kind()), Optional.of(e.code()), message(e), e.hints(), e.remedies());
      case NodeBusyException e -> plain(ExitCode.BUSY, e);
      case ConfigException e -> withDoctor(e);
      case KeyFileException e -> plain(ExitCode.REFUSED, e);
      case NodeException e -> withDoctor(e);
      case SecretException e -> plain(ExitCode.REFUSED, e);
      case DiskException e -> plain(ExitCode.FAILED, e);
      case StoreException e -> plain(ExitCode.FAILED, e);
      case InvalidPathException e ->
          new Failures(
              ExitCode.WRONG_COMMAND_LINE,
              PeerText.quote(e.getInput()) + " cannot be the name of a file: " + e.getReason(),
              List.of());
      case OwnershipException e -> new Failures(ExitCode.REFUSED, message(e), e.hints());
      case PluginException e -> new Failures(ExitCode.REFUSED, message(e), e.hints());
      case LlmException e -> plain(ExitCode.FAILED, e);
      case UncheckedIOException e -> of(Objects.requireNonNull(e.getCause()));
      case IOException e ->
          new Failures(ExitCode.FAILED, file(e) + FileWords.of(e), UNEXPECTED_HINTS);
      case InterruptedException e -> new Failures(ExitCode.INTERRUPTED, "interrupted", List.of());
      default ->
          new Failures(
              ExitCode.FAILED,
              failure.getClass().getSimpleName() + ": " + message(failure),
              UNEXPECTED_HINTS);
    };
  }

  private static ExitCode exitCode(SocietyException.Kind kind) {
    return switch (kind) {
      case WRONG -> ExitCode.WRONG_COMMAND_LINE;
      case NOT_FOUND -> ExitCode.NOT_FOUND;
      case REFUSED -> ExitCode.REFUSED;
    };
  }

  static Failures unknownCommand(String name, List<String> arguments, Commands commands) {
    if (name.startsWith("-")) {
      boolean isVersion = name.equals("-v") || name.startsWith("--ver");
      return unknown(
          "unknown option " + PeerText.plain(name),
          isVersion ? List.of("did you mean:  sbp --version") : List.of());
    }
    return unknown(
        "unknown command " + PeerText.plain(name), OtherWords.meant(name, arguments, commands));
  }

  private static Failures unknown(String what, List<String> meant) {
    List<String> hints = new ArrayList<>(meant);
    hints.add(ALL_COMMANDS_HINT);
    return new Failures(ExitCode.WRONG_COMMAND_LINE, what, hints);
  }

  static Failures noCommand() {
    return new Failures(
        ExitCode.WRONG_COMMAND_LINE, "no command is given", List.of(ALL_COMMANDS_HINT));
  }

  /** Adds the hint to run doctor, unless it is there already. */
  private static Failures withDoctor(Exception failure) {
    boolean isSaid = message(failure).contains("sbp doctor");
    return new Failures(
        ExitCode.REFUSED, message(failure), isSaid ? List.of() : List.of(DOCTOR_HINT));
  }

  /** Returns the file of a failure with a colon, if the failure names one. */
  private static String file(IOException failure) {
    return failure instanceof FileSystemException system && system.getFile() != null
        ? PeerText.plain(system.getFile()) + ": "
        : "";
  }

  private static Failures plain(ExitCode exitCode, Exception failure) {
    return new Failures(exitCode, message(failure), List.of());
  }

  private static String message(Exception failure) {
    return String.valueOf(failure.getMessage());
  }
}
