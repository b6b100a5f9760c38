package org.sovereignbook.sbp.testkit.simulation;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** Seeded randomness: the same seed gives the same sequence, on any machine. */
final class Dice {
  private final SplittableRandom random;

  Dice(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** Returns other dice for a part of the simulation, so that its rolls disturb no others. */
  Dice split() {
    return new Dice(random.nextLong());
  }

  boolean happens(double probability) {
    return random.nextDouble() < probability;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  <T> T oneOf(List<T> all) {
    return all.get(below(all.size()));
  }

  Duration between(Duration least, Duration most) {
    return Duration.ofMillis(random.nextLong(least.toMillis(), most.toMillis() + 1));
  }

  /** Returns the source of a node's ids and keys. */
  SecureRandom secure() {
    return new Secure(random.nextLong());
  }

  private static final class Secure extends SecureRandom {
    private static final long serialVersionUID = 1;

    private final transient SplittableRandom random;

    Secure(long seed) {
      this.random = new SplittableRandom(seed);
    }

    @Override
    public void nextBytes(byte[] bytes) {
      random.nextBytes(bytes);
    }

    @Override
    public long nextLong() {
      return random.nextLong();
    }

    @Override
    public int nextInt() {
      return random.nextInt();
    }

    @Override
    public byte[] generateSeed(int numBytes) {
      byte[] seed = new byte[numBytes];
      random.nextBytes(seed);
      return seed;
    }
  }
}
