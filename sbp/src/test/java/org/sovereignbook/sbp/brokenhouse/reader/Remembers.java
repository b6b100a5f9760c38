package org.sovereignbook.sbp.brokenhouse.reader;

/** Is called as a type of another room. */
public record Remembers(String text) {
  /** Bears a word that another type bears. */
  public enum Outcome {}
}
