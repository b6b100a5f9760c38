package org.sovereignbook.sbp.base.crypto;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.macs.HMac;
import org.bouncycastle.crypto.params.KeyParameter;

/**
 * HMAC-SHA-256 (RFC 2104), for cases where a signature costs too much and the checker has the key,
 * or where another protocol requires it.
 */
public final class KeyedCode {
  private KeyedCode() {}

  /**
   * Returns the code under a key that is derived from a private one for a purpose; 64 hexadecimal
   * digits.
   */
  public static String of(PrivateKey key, String purpose, String text) {
    byte[] derived = hmac(key.seed(), purpose.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hmac(derived, text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the 32 bytes of the HMAC. */
  public static byte[] hmac(byte[] key, byte[] text) {
    HMac mac = new HMac(new SHA256Digest());
    mac.init(new KeyParameter(key));
    mac.update(text, 0, text.length);
    byte[] code = new byte[mac.getMacSize()];
    mac.doFinal(code, 0);
    return code;
  }
}
