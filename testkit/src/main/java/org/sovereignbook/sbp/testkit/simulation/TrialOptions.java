package org.sovereignbook.sbp.testkit.simulation;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Options of a trial's command line; the last of repeated ones counts. */
record TrialOptions(Map<String, String> values) {
  static final String USAGE =
      "usage: [--nodes N] [--days D] [--seed S] [--seeds COUNT] [--tick-hours N]"
          + " [--faults A,B|none] [--histories FOLDER] [--seconds N]"
          + " [--faults-put-back NAME|all] [--altered FOLDER]";

  private static final Set<String> NAMES =
      Set.of(
          "--nodes",
          "--days",
          "--seed",
          "--seeds",
          "--tick-hours",
          "--faults",
          "--histories",
          "--seconds",
          "--faults-put-back",
          "--altered");

  TrialOptions {
    values = Map.copyOf(values);
  }

  /** Reads a command line; throws an {@link IllegalArgumentException} for a wrong one. */
  static TrialOptions of(List<String> words) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < words.size(); i += 2) {
      String option = words.get(i);
      if (!NAMES.contains(option)) {
        throw new IllegalArgumentException("no option " + option);
      }
      if (i + 1 == words.size()) {
        throw new IllegalArgumentException(option + " needs a value");
      }
      values.put(option, words.get(i + 1));
      if (option.equals("--seed")) {
        values.remove("--seeds");
      }
    }
    return new TrialOptions(values);
  }

  long seed() {
    return Long.parseLong(values.getOrDefault("--seed", "1"));
  }

  /** Returns the number of seeds to run; as many as there is time for, if the time is limited. */
  long seeds() {
    return seconds().isPresent()
        ? Integer.MAX_VALUE
        : Long.parseLong(values.getOrDefault("--seeds", "1"));
  }

  /** Returns the time after which no further seed begins; then the first failing seed ends all. */
  Optional<Duration> seconds() {
    return Optional.ofNullable(values.get("--seconds"))
        .map(Long::parseLong)
        .map(Duration::ofSeconds);
  }

  /** Returns the name of a fault to put back, or {@code all}. */
  Optional<String> faultsPutBack() {
    return Optional.ofNullable(values.get("--faults-put-back"));
  }

  /**
   * Returns the folder that has altered classes of the program, in a folder for each alteration.
   */
  Optional<Path> altered() {
    return Optional.ofNullable(values.get("--altered")).map(Path::of);
  }

  /** Returns the folder for histories of leases and mail. */
  Optional<Path> histories() {
    return Optional.ofNullable(values.get("--histories")).map(Path::of);
  }

  int nodes() {
    return Integer.parseInt(values.getOrDefault("--nodes", "10"));
  }

  int days() {
    return Integer.parseInt(values.getOrDefault("--days", "3"));
  }

  private Duration tick() {
    return Optional.ofNullable(values.get("--tick-hours"))
        .map(Long::parseLong)
        .map(Duration::ofHours)
        .orElse(Plan.TICK);
  }

  Plan plan(long seed) {
    return new Plan(nodes(), seed, days(), tick(), faults());
  }

  private Set<FaultKind> faults() {
    String wanted = values.getOrDefault("--faults", "");
    Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
    if (wanted.isEmpty()) {
      return EnumSet.allOf(FaultKind.class);
    }
    if (!wanted.equals("none")) {
      Arrays.stream(wanted.split(",")).map(FaultKind::valueOf).forEach(kinds::add);
    }
    return kinds;
  }
}
