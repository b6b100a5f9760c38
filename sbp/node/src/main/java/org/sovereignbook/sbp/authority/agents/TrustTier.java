package org.sovereignbook.sbp.authority.agents;

import org.sovereignbook.sbp.base.json.Words;

/**
 * Tier of an agent's trust score (CORDELIA §5.4). Below {@link #MEDIUM} a tier takes rights away;
 * {@link #HIGH} adds some.
 */
public enum TrustTier {
  /** Below 300: reads its own hot context and public items. */
  UNTRUSTED,
  /** Below 600: also writes its own hot context and reads its groups. */
  LOW,
  /** Up to 850: what its capabilities allow. */
  MEDIUM,
  /**
   * Above 850: also reads its parent's groups, as far as its capabilities name them, and writes in
   * those where its parent may.
   */
  HIGH;

  private static final int LOW_FROM = 300;
  private static final int MEDIUM_FROM = 600;
  private static final int HIGH_ABOVE = 850;

  /**
   * Returns the tier of a score.
   *
   * @param perMille 0 to 1000
   */
  public static TrustTier of(int perMille) {
    if (perMille > HIGH_ABOVE) {
      return HIGH;
    }
    if (perMille >= MEDIUM_FROM) {
      return MEDIUM;
    }
    return perMille >= LOW_FROM ? LOW : UNTRUSTED;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
