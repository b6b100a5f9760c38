package org.sovereignbook.sbp.store;

/** The two logs of a node (IMPLEMENTATION §5). */
public enum LogFile {
  /** What the agent did, read by the LLM agents. */
  SESSION,
  /** Deliveries, errors, retries. */
  OPS
}
