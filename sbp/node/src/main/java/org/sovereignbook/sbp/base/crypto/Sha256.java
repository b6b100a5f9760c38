package org.sovereignbook.sbp.base.crypto;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256; not thread-safe. */
final class Sha256 {

  static final int BYTES = 32;

  private final MessageDigest digest;

  Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  static byte[] digest(byte[] bytes) {
    Sha256 one = new Sha256();
    one.add(bytes);
    return one.end();
  }

  void add(byte[] bytes) {
    digest.update(bytes);
  }

  /** Returns the hash of all bytes added; no more may be added afterwards. */
  byte[] end() {
    return digest.digest();
  }
}
