package org.sovereignbook.sbp.cli.demo;

import java.util.Set;

/**
 * The parts of the demo. A real node would take days for them; the order is what a real network
 * would show.
 */
enum Act {
  MEET("they meet: each knows the address of the next one", Set.of()),
  WRITE("they write, and read what those write whom they follow", Set.of("author")),
  LOOK_AROUND("they look around: each asks its peers whom they endorse", Set.of("network")),
  ANSWER("some of them answer what they have read", Set.of("author")),
  REST("they come to rest", Set.of());

  private final String text;
  private final Set<String> due;

  Act(String text, Set<String> due) {
    this.text = text;
    this.due = due;
  }

  String text() {
    return text;
  }

  /** The components that are due in every tick of this act. */
  Set<String> due() {
    return due;
  }
}
