package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.network.MeetingOutcome;

/** Which exit code a peer that could not be met deserves. */
final class SeedFailures {
  private SeedFailures() {}

  static ExitCode exitCode(MeetingOutcome outcome) {
    return switch (outcome) {
      case DONE -> ExitCode.DONE;
      case ALREADY -> ExitCode.NOTHING_TO_DO;
      case UNREACHABLE -> ExitCode.FAILED;
      case INVALID -> ExitCode.NOT_VALID;
      case BLOCKED, OURSELVES, REFUSED -> ExitCode.REFUSED;
    };
  }
}
