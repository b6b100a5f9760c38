package org.sovereignbook.sbp.store;

import java.util.List;

/** Exclusive claim of this process among all machines that share the store, until it is closed. */
public interface Lease extends AutoCloseable {

  /**
   * Returns whether it is still valid. A lease over a network may be lost during the work; its
   * owner asks before it begins the next piece of work.
   */
  boolean isHeld();

  /** Gives it back. */
  @Override
  void close();

  /** Entries that are this process's to work on. */
  interface EntryLease extends Lease {
    List<String> keys();
  }

  /**
   * Returns the claim in a store that belongs to one machine, whose locks admit one step at a time.
   */
  static EntryLease alone(List<String> wanted) {
    record Alone(List<String> keys) implements EntryLease {
      @Override
      public boolean isHeld() {
        return true;
      }

      @Override
      public void close() {
        // Nothing was taken from anybody.
      }
    }
    return new Alone(List.copyOf(wanted));
  }
}
