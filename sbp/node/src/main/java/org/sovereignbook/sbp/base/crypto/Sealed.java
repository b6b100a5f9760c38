package org.sovereignbook.sbp.base.crypto;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonText;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * Bytes that only one key opens ({@link Sealing}). Its text is CORDELIA's {@code
 * private_key_encrypted}: base64 of the JSON object with {@code version}, {@code ephemeralKey},
 * {@code iv}, {@code authTag} and {@code ciphertext}, each base64. Immutable.
 */
public final class Sealed implements JsonText {
  private static final int VERSION = 1;
  private static final int KEY_BYTES = 32;

  private final byte[] ephemeralKey;
  private final byte[] iv;
  private final byte[] tag;
  private final byte[] ciphertext;

  Sealed(byte[] ephemeralKey, byte[] iv, byte[] tag, byte[] ciphertext) {
    this.ephemeralKey = ephemeralKey.clone();
    this.iv = iv.clone();
    this.tag = tag.clone();
    this.ciphertext = ciphertext.clone();
  }

  /** Reads what {@link #toString} wrote; anything else is an IllegalArgumentException. */
  public static Sealed parse(String text) {
    try {
      if (JsonReader.file(Base64.getDecoder().decode(text)) instanceof JsonObject json
          && json.integer("version").orElse(0) == VERSION) {
        return new Sealed(
            bytes(json, "ephemeralKey", KEY_BYTES),
            bytes(json, "iv", Sealing.IV_BYTES),
            bytes(json, "authTag", Sealing.TAG_BYTES),
            Base64.getDecoder().decode(json.string("ciphertext").orElse("")));
      }
    } catch (MalformedJson e) {
      // Said below.
    }
    throw new IllegalArgumentException("nothing sealed in version " + VERSION);
  }

  private static byte[] bytes(JsonObject json, String name, int expected) {
    byte[] bytes = Base64.getDecoder().decode(json.string(name).orElse(""));
    if (bytes.length != expected) {
      throw new IllegalArgumentException("%s has not %d bytes".formatted(name, expected));
    }
    return bytes;
  }

  byte[] ephemeralKey() {
    return ephemeralKey.clone();
  }

  byte[] iv() {
    return iv.clone();
  }

  byte[] tag() {
    return tag.clone();
  }

  byte[] ciphertext() {
    return ciphertext.clone();
  }

  byte[] ciphertextAndTag() {
    byte[] both = new byte[ciphertext.length + tag.length];
    System.arraycopy(ciphertext, 0, both, 0, ciphertext.length);
    System.arraycopy(tag, 0, both, ciphertext.length, tag.length);
    return both;
  }

  /** Returns the base64 text. */
  @Override
  public String toString() {
    Base64.Encoder base64 = Base64.getEncoder();
    JsonObject json =
        JsonObject.builder()
            .put("version", VERSION)
            .put("ephemeralKey", base64.encodeToString(ephemeralKey))
            .put("iv", base64.encodeToString(iv))
            .put("authTag", base64.encodeToString(tag))
            .put("ciphertext", base64.encodeToString(ciphertext))
            .build();
    return base64.encodeToString(JsonWriter.compact(json).getBytes(StandardCharsets.UTF_8));
  }
}
