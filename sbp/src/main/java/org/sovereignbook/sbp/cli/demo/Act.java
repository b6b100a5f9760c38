package org.sovereignbook.sbp.cli.demo;

import java.util.Set;

/**
 * The parts of the demo. A real node would take days for them; the order is what a real network
 * would show.
 */
enum Act {
  MEET("they meet: each knows the address of the next one", ""),
  WRITE("they write, and read what those write whom they follow", "author"),
  LOOK_AROUND("they look around: each asks its peers whom they endorse", "network"),
  ANSWER("some of them answer what they have read", "author"),
  REST("they come to rest", "");

  private final String text;
  private final String due;

  Act(String text, String due) {
    this.text = text;
    this.due = due;
  }

  String text() {
    return text;
  }

  /** The components that are due in every tick of this act. */
  Set<String> due() {
    return due.isEmpty() ? Set.of() : Set.of(due);
  }
}
