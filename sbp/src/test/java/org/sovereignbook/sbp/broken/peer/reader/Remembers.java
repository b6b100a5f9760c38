package org.sovereignbook.sbp.broken.peer.reader;

/** A name that a public type of another package has. */
public record Remembers(String text) {
  /** Bears a word that another type bears. */
  public enum Outcome {}
}
