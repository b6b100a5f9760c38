package org.sovereignbook.sbp.plugins.erc8004;

import org.bouncycastle.crypto.digests.KeccakDigest;

/** Hash of Ethereum: Keccak-256, which is not SHA3-256. */
final class Keccak {
  static final int BYTES = 32;

  private Keccak() {}

  static byte[] hash(byte[]... parts) {
    KeccakDigest digest = new KeccakDigest(8 * BYTES);
    for (byte[] part : parts) {
      digest.update(part, 0, part.length);
    }
    byte[] hash = new byte[BYTES];
    int _ = digest.doFinal(hash, 0);
    return hash;
  }
}
