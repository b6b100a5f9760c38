package org.sovereignbook.sbp.brokenhouse.server;

/** Prints outside the command line, in a package that is not null-marked. */
public final class Prints {
  void print() {
    System.out.println();
  }

  /** Is called as a type of another room. */
  record ReadsFile(String name) {}
}
