package org.sovereignbook.sbp.node;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PrivateKey;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Protocol;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/** {@code keypair.json} and its like (IDENTITY §Keys): owner-only, never overwritten unasked. */
public final class KeyFile {
  private static final String KIND = "keypair";

  private KeyFile() {}

  /**
   * Reads a key pair.
   *
   * @throws KeyFileException when the file is missing, open to others, malformed, or its two keys
   *     do not belong together; says how to mend it
   */
  public static KeyPair load(Disk disk, Path file) {
    byte[] bytes =
        disk.read(file)
            .orElseThrow(
                () ->
                    new KeyFileException(
                        file
                            + " is missing; restore it from your backup"
                            + " (a lost key cannot be made again)"));
    if (!disk.isPrivate(file)) {
      throw new KeyFileException(
          file + " can be read or written by others; run: chmod 600 " + file);
    }
    return parse(file, bytes);
  }

  /** Returns the private keys in these files; other content is ignored. */
  static List<PrivateKey> privateKeys(Disk disk, List<Path> files) {
    List<PrivateKey> keys = new ArrayList<>();
    for (Path file : files) {
      try {
        Optional<byte[]> bytes = disk.read(file);
        if (bytes.isPresent() && JsonReader.file(bytes.get()) instanceof JsonObject json) {
          json.string("private_key").map(PrivateKey::parse).ifPresent(keys::add);
        }
      } catch (MalformedJson | IllegalArgumentException e) {
        // Not a key that anything could use; the message could quote it.
      }
    }
    return keys;
  }

  /** Writes a key pair with mode 0600. Replaces an existing file, so callers check first. */
  public static void save(Disk disk, Path file, KeyPair keys, Timestamp createdAt) {
    JsonObject json =
        JsonObject.builder()
            .put("kind", KIND)
            .put("version", Protocol.VERSION)
            .put("public_key", keys.publicKey().toString())
            .put("private_key", keys.privateKey().encoded())
            .put("created_at", createdAt.toString())
            .build();
    disk.writePrivate(file, JsonWriter.bytes(json));
  }

  private static KeyPair parse(Path file, byte[] bytes) {
    try {
      if (JsonReader.file(bytes) instanceof JsonObject json
          && json.string("kind").equals(Optional.of(KIND))) {
        return KeyPair.of(
            PublicKey.parse(json.string("public_key").orElse("")),
            PrivateKey.parse(json.string("private_key").orElse("")));
      }
    } catch (MalformedJson | IllegalArgumentException e) {
      // Neither message may be shown: it could quote the key.
    }
    throw new KeyFileException(
        file + " does not hold a matching Ed25519 key pair; restore it from your backup");
  }
}
