package org.sovereignbook.sbp.store;

import java.util.regex.Pattern;
import org.sovereignbook.sbp.json.JsonText;

/** One file of the outbox, without its {@code .json}. Safe as a file name. */
public record OutboxId(OutboxKind kind, String name) implements Comparable<OutboxId>, JsonText {
  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,149}");

  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException when it could not be a plain file name
   */
  public OutboxId {
    if (!SAFE.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "not an outbox name: use letters, digits, '.', '_' and '-'");
    }
  }

  @Override
  public int compareTo(OutboxId other) {
    int byKind = kind.compareTo(other.kind);
    return byKind != 0 ? byKind : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return kind + "/" + name;
  }
}
