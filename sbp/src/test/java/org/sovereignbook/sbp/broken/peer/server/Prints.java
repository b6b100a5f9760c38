package org.sovereignbook.sbp.broken.peer.server;

/** Output outside the command line, in a package that is not null-marked. */
public final class Prints {
  void print() {
    System.out.println();
  }

  /** A name that a public type of another package has. */
  record ReadsFile(String name) {}
}
