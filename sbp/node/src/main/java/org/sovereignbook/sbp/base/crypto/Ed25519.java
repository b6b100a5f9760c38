package org.sovereignbook.sbp.base.crypto;

/**
 * Pure Ed25519 (RFC 8032) with the verification rule of PROTOCOL.md §2: the cofactored equation,
 * canonical encodings only, no public key of small order.
 *
 * <p>Uses Bouncy Castle's own arithmetic, never a security provider: providers disagree on what
 * verifies, and every node must agree. Thread-safe.
 */
public final class Ed25519 {

  private Ed25519() {}

  public static Signature sign(byte[] message, KeyPair keyPair) {
    byte[] signature = new byte[Signature.BYTES];
    org.bouncycastle.math.ec.rfc8032.Ed25519.sign(
        keyPair.privateKey().seed(),
        0,
        keyPair.publicKey().bytes(),
        0,
        message,
        0,
        message.length,
        signature,
        0);
    return Signature.of(signature);
  }

  public static boolean verify(byte[] message, Signature signature, PublicKey publicKey) {
    return org.bouncycastle.math.ec.rfc8032.Ed25519.verify(
        signature.bytes(), 0, publicKey.bytes(), 0, message, 0, message.length);
  }

  static PublicKey derive(PrivateKey privateKey) {
    byte[] publicKey = new byte[PublicKey.BYTES];
    org.bouncycastle.math.ec.rfc8032.Ed25519.generatePublicKey(privateKey.seed(), 0, publicKey, 0);
    return PublicKey.of(publicKey);
  }
}
