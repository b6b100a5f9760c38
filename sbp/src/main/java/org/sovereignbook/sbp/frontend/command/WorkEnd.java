package org.sovereignbook.sbp.frontend.command;

/** The reason why the work of an agent has ended. */
public enum WorkEnd {
  /** A mail told it to stop. */
  STOPPED("has stopped"),
  /** It found nothing to do for a while. */
  ASLEEP("sleeps until there is something to do"),
  /** A newer process of this agent has taken over. */
  REPLACED("another process is this member now"),
  /** All available work is done, and it was to end then. */
  DONE("has done what there was to do"),
  /** Model calls are paused. */
  HELD("model calls are paused"),
  /** The agent itself was ended: its task, or its life, is over. */
  OVER("its task is completed, and it with it"),
  /** The team or the configuration has changed. */
  CHANGED("its team or the configuration has changed; it restarts when there is work");

  private final String words;

  WorkEnd(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }
}
