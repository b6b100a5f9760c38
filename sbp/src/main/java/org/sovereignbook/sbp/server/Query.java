package org.sovereignbook.sbp.server;

import java.util.Optional;

/** The query of a URL, decoded; an absent one is the empty string. */
record Query(String text) {

  /** The first value of this name; empty when it is absent. */
  Optional<String> get(String name) {
    for (String pair : text.split("&")) {
      if (pair.startsWith(name + "=")) {
        return Optional.of(pair.substring(name.length() + 1));
      }
    }
    return Optional.empty();
  }
}
