package org.sovereignbook.sbp.plugin;

import java.util.regex.Pattern;
import org.sovereignbook.sbp.json.JsonText;

/**
 * One extension that a plugin provides, as its manifest says it: {@code llm:claude}.
 *
 * @param name what the configuration chooses it by: lower-case letters, digits and hyphens
 */
public record Provision(ExtensionKind<?> kind, String name) implements JsonText {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  public Provision {
    if (!isName(name)) {
      throw new IllegalArgumentException(
          "a name has 1 to 40 lower-case letters, digits and hyphens");
    }
  }

  /** Whether an extension can be called that. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  @Override
  public String toString() {
    return kind + ":" + name;
  }
}
