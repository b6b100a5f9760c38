package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.network.FollowResult;
import org.sovereignbook.sbp.protocol.Endpoint;

/** Which exit code a peer that could not be met deserves. */
final class SeedFailures {
  private SeedFailures() {}

  static ExitCode exitCode(FollowResult.Outcome outcome) {
    return switch (outcome) {
      case DONE -> ExitCode.DONE;
      case ALREADY -> ExitCode.NOTHING_TO_DO;
      case UNREACHABLE -> ExitCode.FAILED;
      case INVALID -> ExitCode.NOT_VALID;
      case BLOCKED, OURSELVES, REFUSED -> ExitCode.REFUSED;
    };
  }

  /** What to do about it. */
  static String[] hints(FollowResult.Outcome outcome, Endpoint endpoint) {
    return switch (outcome) {
      case UNREACHABLE -> new String[] {"is the node up? try:  curl " + endpoint + "/identity"};
      case BLOCKED -> new String[] {"first:  sbp peers unblock " + endpoint};
      case INVALID -> new String[] {"is this the base URL of an sbp node?"};
      case DONE, ALREADY, OURSELVES, REFUSED -> new String[0];
    };
  }
}
