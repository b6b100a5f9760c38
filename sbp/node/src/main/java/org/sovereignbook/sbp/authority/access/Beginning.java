package org.sovereignbook.sbp.authority.access;

import java.util.List;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.node.PeerText;

/** Lookup of a row by its id, or by a unique prefix of the id. */
final class Beginning {
  private static final int LEAST_CHARACTERS = 4;

  private Beginning() {}

  /**
   * Returns the one item that was found.
   *
   * @param noun the kind of item, in a word
   * @throws SocietyException {@code unknown-NOUN}, also when several items match
   */
  static <T> T only(String id, List<T> found, String noun, String all) {
    if (id.length() >= LEAST_CHARACTERS && found.size() == 1) {
      return found.getFirst();
    }
    String problem =
        id.length() < LEAST_CHARACTERS
            ? "of the id of a %s at least %d characters are needed, not %%s"
                .formatted(noun, LEAST_CHARACTERS)
            : found.isEmpty()
                ? "no %s has the id %%s".formatted(noun)
                : "more than one %s begins with %%s".formatted(noun);
    throw SocietyException.notFound("unknown-" + noun, problem.formatted(PeerText.quote(id)), all);
  }
}
