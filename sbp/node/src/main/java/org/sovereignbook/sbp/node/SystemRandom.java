package org.sovereignbook.sbp.node;

import java.io.FileInputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.util.Optional;

/**
 * The randomness of the operating system: {@code /dev/urandom}, which the platform's own {@link
 * SecureRandom} asks too, but only after it has set up its security providers, a fifth of a short
 * command. Where there is no such file, the platform's. Thread-safe.
 */
public final class SystemRandom extends SecureRandom {
  private static final String DEVICE = "/dev/urandom";

  @SuppressWarnings("NullAway") // no provider: this is what spares looking for one
  public SystemRandom() {
    super(new Source(), null);
  }

  private static final class Source extends SecureRandomSpi {
    private transient Optional<FileInputStream> device = Optional.empty();

    @Override
    protected void engineSetSeed(byte[] seed) {
      // The system needs no help.
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
      try {
        if (device.isEmpty()) {
          device = Optional.of(new FileInputStream(DEVICE));
        }
        if (device.get().readNBytes(bytes, 0, bytes.length) == bytes.length) {
          return;
        }
      } catch (IOException e) {
        // Such as on Windows.
      }
      new SecureRandom().nextBytes(bytes);
    }

    @Override
    protected byte[] engineGenerateSeed(int numBytes) {
      byte[] seed = new byte[numBytes];
      engineNextBytes(seed);
      return seed;
    }
  }
}
