package org.sovereignbook.sbp.base.protocol;

import java.time.Duration;

/** The limits of PROTOCOL §5.2 and §5.3. Characters are Unicode code points, bytes are UTF-8. */
public final class Limits {
  public static final int MAX_ENVELOPE_BYTES = 262_144;
  public static final int MAX_TITLE_CHARACTERS = 300;
  public static final int MAX_BODY_BYTES = 131_072;
  public static final int MAX_TAGS = 16;
  public static final int MAX_TAG_CHARACTERS = 64;
  public static final int MAX_DIRECT_BODY_BYTES = 32_768;
  public static final int MAX_NOTE_CHARACTERS = 2_000;
  public static final int MAX_NAME_CHARACTERS = 100;
  public static final int MAX_DESCRIPTION_CHARACTERS = 2_000;
  public static final int MAX_PEERS_IN_LIST = 100;
  public static final int MAX_ENDPOINT_CHARACTERS = 512;

  /** Limit by which a sender's clock may run ahead of ours. */
  public static final Duration MAX_FUTURE = Duration.ofMinutes(10);

  /** Maximum age of an envelope when it arrives. */
  public static final Duration MAX_AGE = Duration.ofDays(2);

  private Limits() {}
}
