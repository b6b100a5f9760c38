package org.sovereignbook.sbp.base.crypto;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.digests.SHA512Digest;
import org.bouncycastle.math.ec.rfc7748.X25519;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Seals bytes to the holder of an Ed25519 key, as Cordelia wraps keys (CORDELIA §1.4): an ephemeral
 * X25519 agreement with the key's Montgomery form, HKDF-SHA256 (32 zero bytes, {@code
 * cordelia-key-wrap-v1}), AES-256-GCM. Other than there, associated data binds the result to what
 * it is for. Thread-safe.
 */
public final class Sealing {
  static final int IV_BYTES = 12;
  static final int TAG_BYTES = 16;

  private static final byte[] INFO = "cordelia-key-wrap-v1".getBytes(StandardCharsets.US_ASCII);
  private static final BigInteger P = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));

  private Sealing() {}

  /**
   * Seals a secret that only the owner of the key can open.
   *
   * @param to an IllegalArgumentException when it is no point that can be agreed with
   * @param about the purpose; the same value is needed to open it
   */
  public static Sealed seal(byte[] secret, PublicKey to, JsonObject about, SecureRandom random) {
    byte[] ephemeral = new byte[X25519.SCALAR_SIZE];
    byte[] iv = new byte[IV_BYTES];
    X25519.generatePrivateKey(random, ephemeral);
    random.nextBytes(iv);
    return seal(secret, to, Jcs.canonicalize(about), ephemeral, iv);
  }

  /**
   * Opens a secret that was sealed to these keys.
   *
   * @throws IllegalArgumentException when it was sealed to others, with another purpose, or changed
   */
  public static byte[] open(Sealed sealed, KeyPair keys, JsonObject about) {
    byte[] agreed = agree(agreementKey(keys.privateKey()), sealed.ephemeralKey());
    try {
      return aes(Cipher.DECRYPT_MODE, agreed, sealed.iv(), Jcs.canonicalize(about))
          .doFinal(sealed.ciphertextAndTag());
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("it was not sealed to this key for this purpose", e);
    }
  }

  static Sealed seal(byte[] secret, PublicKey to, byte[] about, byte[] ephemeral, byte[] iv) {
    byte[] publicKey = new byte[X25519.POINT_SIZE];
    X25519.generatePublicKey(ephemeral, 0, publicKey, 0);
    byte[] agreed = agree(ephemeral, agreementKey(to));
    try {
      byte[] sealed = aes(Cipher.ENCRYPT_MODE, agreed, iv, about).doFinal(secret);
      int tag = sealed.length - TAG_BYTES;
      return new Sealed(
          publicKey,
          iv,
          Arrays.copyOfRange(sealed, tag, sealed.length),
          Arrays.copyOf(sealed, tag));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no AES-256-GCM", e);
    }
  }

  private static Cipher aes(int mode, byte[] agreed, byte[] iv, byte[] about)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, wrappingKey(agreed), new GCMParameterSpec(TAG_BYTES * Byte.SIZE, iv));
    cipher.updateAAD(about);
    return cipher;
  }

  static SecretKey wrappingKey(byte[] agreed) throws GeneralSecurityException {
    byte[] salt = new byte[32];
    return KDF.getInstance("HKDF-SHA256")
        .deriveKey(
            "AES",
            HKDFParameterSpec.ofExtract()
                .addSalt(salt)
                .addIKM(new SecretKeySpec(agreed, "Generic"))
                .thenExpand(INFO, 32));
  }

  static byte[] agree(byte[] privateKey, byte[] publicKey) {
    byte[] agreed = new byte[X25519.POINT_SIZE];
    if (!X25519.calculateAgreement(privateKey, 0, publicKey, 0, agreed, 0)) {
      throw new IllegalArgumentException("nothing can be agreed with a key of small order");
    }
    return agreed;
  }

  /** Returns the seed's scalar as Ed25519 makes it: the clamped first half of its SHA-512. */
  static byte[] agreementKey(PrivateKey key) {
    SHA512Digest digest = new SHA512Digest();
    byte[] hash = new byte[digest.getDigestSize()];
    digest.update(key.seed(), 0, PrivateKey.BYTES);
    digest.doFinal(hash, 0);
    byte[] scalar = Arrays.copyOf(hash, X25519.SCALAR_SIZE);
    X25519.clampPrivateKey(scalar);
    return scalar;
  }

  /** Maps the point to the Montgomery curve: u = (1 + y) / (1 - y). */
  static byte[] agreementKey(PublicKey key) {
    if (!org.bouncycastle.math.ec.rfc8032.Ed25519.validatePublicKeyFull(key.bytes(), 0)) {
      throw new IllegalArgumentException("the key is no point of full order");
    }
    byte[] y = reversed(key.bytes());
    y[0] &= 0x7f;
    BigInteger one = BigInteger.ONE;
    BigInteger value = new BigInteger(1, y);
    BigInteger u = one.add(value).multiply(one.subtract(value).modInverse(P)).mod(P);
    byte[] big = u.toByteArray();
    byte[] littleEndian = new byte[X25519.POINT_SIZE];
    for (int i = 0; i < Math.min(big.length, littleEndian.length); i++) {
      littleEndian[i] = big[big.length - 1 - i];
    }
    return littleEndian;
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    return reversed;
  }
}
