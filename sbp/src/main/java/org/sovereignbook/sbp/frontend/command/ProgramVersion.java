package org.sovereignbook.sbp.frontend.command;

import java.util.Optional;

/** The version of the program. */
public final class ProgramVersion {
  private static final String UNPACKED = "development";

  private ProgramVersion() {}

  /** Returns the version in the jar's manifest. */
  public static String text() {
    return Optional.ofNullable(ProgramVersion.class.getPackage().getImplementationVersion())
        .orElse(UNPACKED);
  }
}
