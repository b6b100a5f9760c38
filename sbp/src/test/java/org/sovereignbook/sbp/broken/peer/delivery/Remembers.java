package org.sovereignbook.sbp.broken.peer.delivery;

/** Keeps state for everybody. */
public final class Remembers {
  private static int count;

  public int next() {
    return ++count;
  }

  /** Bears a word that another type bears. */
  public enum Outcome {}
}
