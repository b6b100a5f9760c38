package org.sovereignbook.sbp.plugins.relay.wire;

import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;

/**
 * Text of an invitation. It begins with the fingerprint of the relay that made it, so that a guest
 * gives it to no other, which could use it there.
 */
public final class RelayToken {
  private static final String PREFIX = "sbp-relay-";
  private static final int FINGERPRINT_CHARACTERS = 16;

  private RelayToken() {}

  /** Returns the text of an invitation of a relay. */
  public static String of(PublicKey relay, byte[] secret) {
    return lead(relay) + Base64Url.encode(secret);
  }

  /** Returns whether a relay with this key has made it, as far as the text tells. */
  public static boolean isOf(String token, PublicKey relay) {
    return token.startsWith(lead(relay));
  }

  private static String lead(PublicKey relay) {
    String fingerprint = Fingerprint.of(relay).toString();
    int start = fingerprint.indexOf(':') + 1;
    return PREFIX + fingerprint.substring(start, start + FINGERPRINT_CHARACTERS) + "-";
  }
}
