package org.sovereignbook.sbp.runtime.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of the extension API: {@code LlmBackend}, {@code Job}, {@code StoreProvider} and every
 * type that they mention. The middle number grows when the API is extended, the first when old
 * plugins break.
 */
public record ApiVersion(int major, int minor, int patch) implements Comparable<ApiVersion> {
  /** The API of this program. Version 2 has the packages in groups; nothing else differs. */
  public static final ApiVersion CURRENT = new ApiVersion(2, 0, 0);

  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,6})(?:\\.(\\d{1,6}))?(?:\\.(\\d{1,6}))?");

  /** Parses up to three numbers; missing ones are 0. */
  static Optional<ApiVersion> parse(String text) {
    Matcher numbers = TEXT.matcher(text);
    return numbers.matches()
        ? Optional.of(new ApiVersion(part(numbers, 1), part(numbers, 2), part(numbers, 3)))
        : Optional.empty();
  }

  private static int part(Matcher numbers, int group) {
    return numbers.group(group) == null ? 0 : Integer.parseInt(numbers.group(group));
  }

  ApiVersion nextMajor() {
    return new ApiVersion(major + 1, 0, 0);
  }

  @Override
  public int compareTo(ApiVersion other) {
    int byMajor = Integer.compare(major, other.major);
    int byMinor = byMajor != 0 ? byMajor : Integer.compare(minor, other.minor);
    return byMinor != 0 ? byMinor : Integer.compare(patch, other.patch);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }

  /**
   * The versions that a plugin works with: {@code Plugin-Requires} of its manifest, such as {@code
   * >=2.0.0 & <3.0.0}, or {@code ^2.0.0} for the same. A bare version is the lowest one, {@code *}
   * is any. Parsed here, and not by PF4J, so that listing plugins starts nothing.
   *
   * @param text as it was written
   */
  record VersionRange(String text, List<Bound> bounds) {
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

    /** The relation of a range and a version. */
    enum Fit {
      FITS,
      /** The plugin requires a later API. */
      TOO_NEW,
      /** The plugin was made for an earlier API. */
      TOO_OLD
    }

    VersionRange {
      bounds = List.copyOf(bounds);
    }

    /** Parses a range; empty for any other text. */
    static Optional<VersionRange> parse(String text) {
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
      return Optional.of(new VersionRange(text.strip(), bounds));
    }

    Fit fit(ApiVersion api) {
      return bounds.stream()
          .filter(bound -> !bound.admits(api))
          .findFirst()
          .map(bound -> isBelow(bound, api) ? Fit.TOO_NEW : Fit.TOO_OLD)
          .orElse(Fit.FITS);
    }

    /**
     * Returns whether the version is below the range; for an exact version it may be on either
     * side.
     */
    private static boolean isBelow(Bound bound, ApiVersion api) {
      return bound.isLower() && api.compareTo(bound.version()) <= 0;
    }
  }
}
