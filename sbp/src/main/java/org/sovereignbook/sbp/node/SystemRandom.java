package org.sovereignbook.sbp.node;

import java.security.SecureRandom;
import java.security.SecureRandomSpi;

/**
 * The system's {@link SecureRandom}, looked for at its first use: finding it among the platform's
 * providers takes longer than most commands, and few of them need any randomness. Thread-safe.
 */
public final class SystemRandom extends SecureRandom {
  public SystemRandom() {
    super(new Deferred(), null);
  }

  private static final class Deferred extends SecureRandomSpi {
    private SecureRandom found;

    private synchronized SecureRandom found() {
      if (found == null) {
        found = new SecureRandom();
      }
      return found;
    }

    @Override
    protected void engineSetSeed(byte[] seed) {
      found().setSeed(seed);
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
      found().nextBytes(bytes);
    }

    @Override
    protected byte[] engineGenerateSeed(int numBytes) {
      return found().generateSeed(numBytes);
    }
  }
}
