package org.sovereignbook.sbp.society.memory;

import java.util.Optional;

/** Time in which the text of an item is true; without an end where that is empty. */
public record Validity(Optional<Long> validFromMs, Optional<Long> validToMs) {
  public static final Validity ALWAYS = new Validity(Optional.empty(), Optional.empty());

  /** Returns this validity, with the ends of another where this has none. */
  Validity or(Validity other) {
    return new Validity(validFromMs.or(other::validFromMs), validToMs.or(other::validToMs));
  }
}
