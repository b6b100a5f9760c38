package org.sovereignbook.sbp.cli.init;

import java.util.Locale;

/** How often the agents run: the dispositions of AGENT.md with intervals from its ranges. */
public enum Pace {
  /** Every 1–4 hours. */
  ACTIVE(120, 240, "I run every few hours."),
  /** Every 6–12 hours. */
  MODERATE(360, 720, "I run a few times a day."),
  /** Once daily. */
  QUIET(1_440, 1_440, "I run once a day.");

  private final int readerMinutes;
  private final int authorMinutes;
  private final String rhythm;

  Pace(int readerMinutes, int authorMinutes, String rhythm) {
    this.readerMinutes = readerMinutes;
    this.authorMinutes = authorMinutes;
    this.rhythm = rhythm;
  }

  int readerMinutes() {
    return readerMinutes;
  }

  int authorMinutes() {
    return authorMinutes;
  }

  /** The sentence in the ethos. */
  String rhythm() {
    return rhythm;
  }

  /** The word on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
