package org.sovereignbook.sbp.authority.ledger;

import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PrivateKey;

/**
 * Search for the private key of an agent in a text. Stored keys are sealed, so they cannot be
 * searched for: every part of the text that may be a key is tried, by looking for an agent with the
 * matching public key.
 */
final class SealedKeys {
  /** 32 bytes as base64, of either alphabet, or in hexadecimal digits. */
  private static final Pattern KEY =
      Pattern.compile(
          "(?<![A-Za-z0-9_/+-])([A-Za-z0-9_/+-]{43})=?(?![A-Za-z0-9_/+-])"
              + "|(?<![0-9A-Fa-f])([0-9A-Fa-f]{64})(?![0-9A-Fa-f])");

  /**
   * Limit on candidates: each takes a tenth of a millisecond, and no honest text has more of them.
   */
  private static final int MAX_TRIES = 100;

  private SealedKeys() {}

  static boolean in(String text, Sql sql) {
    int tries = 0;
    for (Matcher found = KEY.matcher(text); tries < MAX_TRIES && found.find(); tries++) {
      if (isKey(seed(found), sql)) {
        return true;
      }
    }
    return false;
  }

  private static byte[] seed(Matcher found) {
    if (found.group(1) == null) {
      return HexFormat.of().parseHex(found.group(2));
    }
    try {
      return Base64Url.decode(found.group(1).replace('+', '-').replace('/', '_'));
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  private static boolean isKey(byte[] seed, Sql sql) {
    return seed.length == PrivateKey.BYTES
        && sql.exists(
            "SELECT 1 FROM agent WHERE public_key = ?",
            KeyPair.of(PrivateKey.of(seed)).publicKey().toString());
  }
}
