package org.sovereignbook.sbp.store;

/** A component held by this process among all machines that share the store. */
public interface Hold extends AutoCloseable {

  /**
   * Whether it is still ours. A lease over a network may be lost while its holder works; the holder
   * asks before it begins the next piece of work.
   */
  boolean isHeld();

  /** Gives it back. */
  @Override
  void close();
}
