package org.sovereignbook.sbp.base.crypto;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Key for texts that several nodes read: AES-256-GCM with a random nonce. Associated data binds
 * each text to its place. Never shows itself. Immutable.
 */
public final class ContentKey {
  /** Length of the key. */
  public static final int BYTES = 32;

  /** Length of the nonce before each encrypted text. */
  public static final int IV_BYTES = Sealing.IV_BYTES;

  /** Length of an encrypted empty text: the nonce and the tag. */
  public static final int MIN_ENCRYPTED_BYTES = IV_BYTES + Sealing.TAG_BYTES;

  private final byte[] key;

  private ContentKey(byte[] key) {
    this.key = key;
  }

  public static ContentKey generate(SecureRandom random) {
    byte[] key = new byte[BYTES];
    random.nextBytes(key);
    return new ContentKey(key);
  }

  /** Creates the key of these bytes, such as one of a test vector. */
  public static ContentKey of(byte[] key) {
    if (key.length != BYTES) {
      throw new IllegalArgumentException("a key has " + BYTES + " bytes, not " + key.length);
    }
    return new ContentKey(key.clone());
  }

  /** Seals the key, so that only the holder of an Ed25519 key opens it ({@link Sealing}). */
  public Sealed seal(PublicKey to, JsonObject about, SecureRandom random) {
    return Sealing.seal(key, to, about, random);
  }

  /**
   * Opens a sealed key.
   *
   * @throws IllegalArgumentException when it was sealed to others, with another purpose, or changed
   */
  public static ContentKey open(Sealed sealed, KeyPair keys, JsonObject about) {
    return of(Sealing.open(sealed, keys, about));
  }

  /** Returns the nonce, the encrypted text and its tag, one after another. */
  public byte[] encrypt(byte[] text, JsonObject about, SecureRandom random) {
    byte[] iv = new byte[IV_BYTES];
    random.nextBytes(iv);
    return encrypt(text, about, iv);
  }

  byte[] encrypt(byte[] text, JsonObject about, byte[] iv) {
    try {
      byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, iv, about).doFinal(text);
      byte[] all = Arrays.copyOf(iv, IV_BYTES + encrypted.length);
      System.arraycopy(encrypted, 0, all, IV_BYTES, encrypted.length);
      return all;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no AES-256-GCM", e);
    }
  }

  /**
   * Decrypts what {@link #encrypt} returned.
   *
   * @throws IllegalArgumentException when it was encrypted with another key, for another place, or
   *     changed
   */
  public byte[] decrypt(byte[] encrypted, JsonObject about) {
    try {
      byte[] iv = Arrays.copyOf(encrypted, IV_BYTES);
      return cipher(Cipher.DECRYPT_MODE, iv, about)
          .doFinal(encrypted, IV_BYTES, encrypted.length - IV_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("it was not encrypted with this key for this place", e);
    }
  }

  private Cipher cipher(int mode, byte[] iv, JsonObject about) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        mode,
        new SecretKeySpec(key, "AES"),
        new GCMParameterSpec(Sealing.TAG_BYTES * Byte.SIZE, iv));
    cipher.updateAAD(Jcs.canonicalize(about));
    return cipher;
  }
}
