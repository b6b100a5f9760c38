package org.sovereignbook.sbp.frontend.command;

import java.util.Optional;

/** Which version of the program this is. */
public final class ProgramVersion {
  private static final String UNPACKED = "development";

  private ProgramVersion() {}

  /** As the jar's manifest says it. */
  public static String text() {
    return Optional.ofNullable(ProgramVersion.class.getPackage().getImplementationVersion())
        .orElse(UNPACKED);
  }
}
