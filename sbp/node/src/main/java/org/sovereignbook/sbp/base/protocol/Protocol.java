package org.sovereignbook.sbp.base.protocol;

/** The words that every SBP object repeats. */
public final class Protocol {
  /** The protocol version of every object. */
  public static final String VERSION = "sbp/1";

  /** The only content type (PROTOCOL §8). */
  public static final String CONTENT_TYPE_MARKDOWN = "text/markdown";

  private Protocol() {}
}
