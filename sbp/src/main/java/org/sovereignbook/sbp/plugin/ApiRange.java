package org.sovereignbook.sbp.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which versions of the extension API a plugin works with: {@code Plugin-Requires} of its manifest,
 * such as {@code >=1.0.0 & <2.0.0}, or {@code ^1.0.0} for the same. A bare version is the least
 * one, {@code *} is any. Read here, and not by PF4J, so that listing plugins starts nothing.
 *
 * @param text as it was written
 */
record ApiRange(String text, List<Bound> bounds) {
  private static final Pattern BOUND = Pattern.compile("(>=|>|<=|<|=|\\^|)\\s*([0-9.]{1,20})");

  /** One end of the range. */
  record Bound(String operator, ApiVersion version) {
    private boolean isLower() {
      return !operator.startsWith("<");
    }

    private boolean admits(ApiVersion api) {
      int order = api.compareTo(version);
      return switch (operator) {
        case ">" -> order > 0;
        case "<" -> order < 0;
        case "<=" -> order <= 0;
        case "=" -> order == 0;
        default -> order >= 0;
      };
    }
  }

  /** How a range and a version stand to each other. */
  enum Fit {
    FITS,
    /** The plugin wants a later API. */
    TOO_NEW,
    /** The plugin was made for an earlier API. */
    TOO_OLD
  }

  ApiRange {
    bounds = List.copyOf(bounds);
  }

  /** Empty when the text is no range. */
  static Optional<ApiRange> parse(String text) {
    List<Bound> bounds = new ArrayList<>();
    if (!text.strip().equals("*")) {
      for (String part : text.split("[&,]", -1)) {
        Matcher bound = BOUND.matcher(part.strip());
        Optional<ApiVersion> version =
            bound.matches() ? ApiVersion.parse(bound.group(2)) : Optional.empty();
        if (version.isEmpty()) {
          return Optional.empty();
        }
        bounds.add(new Bound(bound.group(1), version.get()));
        if (bound.group(1).equals("^")) {
          bounds.add(new Bound("<", version.get().nextMajor()));
        }
      }
    }
    return Optional.of(new ApiRange(text.strip(), bounds));
  }

  Fit fit(ApiVersion api) {
    return bounds.stream()
        .filter(bound -> !bound.admits(api))
        .findFirst()
        .map(bound -> isBelow(bound, api) ? Fit.TOO_NEW : Fit.TOO_OLD)
        .orElse(Fit.FITS);
  }

  /** An exact version can be missed on either side. */
  private static boolean isBelow(Bound bound, ApiVersion api) {
    return bound.isLower() && api.compareTo(bound.version()) <= 0;
  }
}
