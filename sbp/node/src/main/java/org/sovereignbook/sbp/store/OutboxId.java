package org.sovereignbook.sbp.store;

import java.util.Locale;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonText;

/** File of the outbox, without its {@code .json}. Safe as a file name. */
public record OutboxId(OutboxKind kind, String name) implements Comparable<OutboxId>, JsonText {
  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException when it could not be a plain file name
   */
  public OutboxId {
    if (!Collection.Keyed.PLAIN.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "not an outbox name: use letters, digits, '.', '_' and '-'");
    }
  }

  /** Returns the id under which a piece of this node waits for its followers. */
  public static OutboxId publication(ContentHash piece) {
    return new OutboxId(OutboxKind.CONTENT, "sha256-" + piece.hex());
  }

  /** Parses the form that {@link #toString} returns. */
  static OutboxId parse(String text) {
    int slash = text.indexOf('/');
    return new OutboxId(
        OutboxKind.valueOf(text.substring(0, slash).toUpperCase(Locale.ROOT)),
        text.substring(slash + 1));
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
