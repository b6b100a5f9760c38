package org.sovereignbook.sbp.crypto;

import org.bouncycastle.crypto.digests.SHA256Digest;

/** SHA-256 without the start-up cost of a security provider. */
final class Sha256 {

  static final int BYTES = 32;

  private final SHA256Digest digest = new SHA256Digest();

  static byte[] digest(byte[] bytes) {
    Sha256 one = new Sha256();
    one.add(bytes);
    return one.end();
  }

  void add(byte[] bytes) {
    digest.update(bytes, 0, bytes.length);
  }

  byte[] end() {
    byte[] hash = new byte[BYTES];
    digest.doFinal(hash, 0);
    return hash;
  }
}
