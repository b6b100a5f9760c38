package org.sovereignbook.sbp.crypto;

import org.bouncycastle.crypto.digests.SHA256Digest;

/** SHA-256 without the start-up cost of a security provider. */
final class Sha256 {

  static final int BYTES = 32;

  private Sha256() {}

  static byte[] digest(byte[] bytes) {
    SHA256Digest digest = new SHA256Digest();
    digest.update(bytes, 0, bytes.length);
    byte[] hash = new byte[BYTES];
    digest.doFinal(hash, 0);
    return hash;
  }
}
