package org.sovereignbook.sbp.plugin;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of the extension API: {@code LlmBackend}, {@code StoreProvider} and every type that
 * they mention. It counts up in the middle when the API grows and in front when old plugins break.
 */
public record ApiVersion(int major, int minor, int patch) implements Comparable<ApiVersion> {
  /** The API of this program. */
  public static final ApiVersion CURRENT = new ApiVersion(1, 0, 0);

  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,6})(?:\\.(\\d{1,6}))?(?:\\.(\\d{1,6}))?");

  /** Reads up to three numbers; those that are missing are 0. */
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
    return Comparator.comparingInt(ApiVersion::major)
        .thenComparingInt(ApiVersion::minor)
        .thenComparingInt(ApiVersion::patch)
        .compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
