package org.sovereignbook.sbp.runtime.plugin;

import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonText;

/**
 * One extension that a plugin provides, as in its manifest: {@code llm:claude}.
 *
 * @param name by which the configuration chooses it: lower-case letters, digits and hyphens
 */
public record Provision(ExtensionKind<?> kind, String name) implements JsonText {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  public Provision {
    if (!isName(name)) {
      throw new IllegalArgumentException(
          "a name has 1 to 40 lower-case letters, digits and hyphens");
    }
  }

  /** Returns whether the text is a valid name of an extension. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * Written by hand, because the JDK would generate a record's own at each start with a plugin's
   * store.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof Provision that
        && name.equals(that.name)
        && kind.word().equals(that.kind.word());
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return kind + ":" + name;
  }
}
