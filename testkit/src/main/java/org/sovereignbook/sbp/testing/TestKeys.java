package org.sovereignbook.sbp.testing;

import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PrivateKey;

/** Known key pairs: those of the shared vectors, and any number of others by name. */
public final class TestKeys {
  private TestKeys() {}

  public static KeyPair alice() {
    return KeyPair.of(PrivateKey.parse("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"));
  }

  public static KeyPair bob() {
    return KeyPair.of(PrivateKey.parse("TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs"));
  }

  public static KeyPair eve() {
    return KeyPair.of(PrivateKey.parse("SnoU9gRQV5Web0rGERzz1-QYriMq1dCzOEq7JAvGhS4"));
  }

  /** Returns the key pair of a name, always the same. */
  public static KeyPair named(String name) {
    byte[] seed =
        java.util.HexFormat.of()
            .parseHex(
                ContentHash.ofBytes(name.getBytes(java.nio.charset.StandardCharsets.UTF_8)).hex());
    return KeyPair.of(PrivateKey.of(seed));
  }
}
