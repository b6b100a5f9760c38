package org.sovereignbook.sbp.runtime.plugin;

import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonText;

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

  /** By hand: a record's own would be made at each start of a node on a plugin's store. */
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
