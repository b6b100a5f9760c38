package org.sovereignbook.sbp.plugins.evolution;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Result of a trial from its judged pairs (AGENT-STACK §9). Pure.
 *
 * @param isBetter whether the change is adopted, or kept
 * @param why the numbers
 */
record TrialResult(boolean isBetter, String why) {
  /** The number of tasks after which a live test ends. */
  public static final int LIVE_TASKS = PairedTest.ENOUGH_PAIRS;

  private static final double ACCEPTED = 60;

  /** The part whose test decides, and whether the change may get through it. */
  private record Tested(TrialPair.Part part, PairedTest test, boolean passes) {
    String text() {
      return String.format(
          Locale.ROOT,
          "%s: %+.1f points on %d tasks, 90 %% bounds %+.1f to %+.1f",
          part,
          test.mean(),
          test.pairs(),
          test.lower(),
          test.upper());
    }
  }

  /**
   * Decides about a change that is tried on past tasks: it must be better on the held-out tasks and
   * again on fresh ones, and no anchor may get worse. Empty while pairs are missing.
   */
  public static Optional<TrialResult> ofTrial(List<TrialPair> pairs) {
    Tested heldOut = tested(pairs, TrialPair.Part.HELD_OUT);
    if (isUnjudged(pairs, TrialPair.Part.HELD_OUT)) {
      return Optional.empty();
    }
    if (!heldOut.passes()) {
      return Optional.of(new TrialResult(false, heldOut.text()));
    }
    if (isUnjudged(pairs, TrialPair.Part.CONFIRMATION)) {
      return Optional.empty();
    }
    Tested confirmation = tested(pairs, TrialPair.Part.CONFIRMATION);
    String both = heldOut.text() + "; " + confirmation.text();
    if (!confirmation.passes()) {
      return Optional.of(new TrialResult(false, both));
    }
    if (isUnjudged(pairs, TrialPair.Part.ANCHOR)) {
      return Optional.empty();
    }
    Tested anchors = tested(pairs, TrialPair.Part.ANCHOR);
    boolean fell =
        of(pairs, TrialPair.Part.ANCHOR).stream()
            .anyMatch(
                pair ->
                    pair.oldScore().orElse(0.0) >= ACCEPTED
                        && pair.newScore().orElse(0.0) < ACCEPTED);
    boolean isWorse = fell || anchors.test().isWorse();
    return Optional.of(
        new TrialResult(
            !isWorse,
            both + "; " + anchors.text() + (fell ? ", one that was accepted fell below 60" : "")));
  }

  /** Decides about an adopted change by the tasks since then. Empty while pairs are missing. */
  public static Optional<TrialResult> ofLive(List<TrialPair> pairs) {
    Tested live = tested(pairs, TrialPair.Part.LIVE);
    if (live.test().isWorse() || live.test().pairs() >= LIVE_TASKS) {
      return Optional.of(new TrialResult(live.passes(), live.text()));
    }
    return Optional.empty();
  }

  private static List<TrialPair> of(List<TrialPair> pairs, TrialPair.Part part) {
    return pairs.stream().filter(pair -> pair.part() == part).toList();
  }

  private static boolean isUnjudged(List<TrialPair> pairs, TrialPair.Part part) {
    return of(pairs, part).stream().anyMatch(pair -> pair.judgedAt().isEmpty());
  }

  private static Tested tested(List<TrialPair> pairs, TrialPair.Part part) {
    PairedTest test =
        PairedTest.of(
            of(pairs, part).stream()
                .filter(pair -> pair.judgedAt().isPresent())
                .map(TrialPair::difference)
                .toList());
    return new Tested(part, test, test.isBetter());
  }
}
