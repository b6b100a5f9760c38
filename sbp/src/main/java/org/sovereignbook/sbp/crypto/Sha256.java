package org.sovereignbook.sbp.crypto;

/**
 * SHA-256 (FIPS 180-4). Written out, because every command that shows a fingerprint needs it once:
 * the platform's costs its whole table of security providers first, Bouncy Castle's a logging
 * system; both cost more than the command. The platform's is the oracle in the tests.
 */
final class Sha256 {

  static final int BYTES = 32;

  private static final int BLOCK = 64;
  private static final int ROUNDS = 64;
  private static final int LENGTH_BYTES = 8;

  /** FIPS 180-4 §4.2.2: the cube roots of the first 64 primes. */
  private static final int[] K = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
  };

  /** §5.3.3: the square roots of the first 8 primes. */
  private final int[] state = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
  };

  private final int[] schedule = new int[ROUNDS];

  private Sha256() {}

  static byte[] digest(byte[] bytes) {
    Sha256 hash = new Sha256();
    int whole = bytes.length - bytes.length % BLOCK;
    for (int at = 0; at < whole; at += BLOCK) {
      hash.block(bytes, at);
    }
    byte[] last = padded(bytes, whole);
    for (int at = 0; at < last.length; at += BLOCK) {
      hash.block(last, at);
    }
    byte[] result = new byte[BYTES];
    for (int i = 0; i < hash.state.length; i++) {
      putInt(result, i * Integer.BYTES, hash.state[i]);
    }
    return result;
  }

  /** §5.1.1: what is left, a one bit, zeros, and the length in bits. */
  private static byte[] padded(byte[] bytes, int from) {
    int rest = bytes.length - from;
    byte[] last = new byte[rest + 1 + LENGTH_BYTES <= BLOCK ? BLOCK : 2 * BLOCK];
    System.arraycopy(bytes, from, last, 0, rest);
    last[rest] = (byte) 0x80;
    long bits = (long) bytes.length * Byte.SIZE;
    putInt(last, last.length - LENGTH_BYTES, (int) (bits >>> Integer.SIZE));
    putInt(last, last.length - Integer.BYTES, (int) bits);
    return last;
  }

  /** §6.2.2. */
  private void block(byte[] bytes, int at) {
    expand(bytes, at);
    int a = state[0];
    int b = state[1];
    int c = state[2];
    int d = state[3];
    int e = state[4];
    int f = state[5];
    int g = state[6];
    int h = state[7];
    for (int i = 0; i < ROUNDS; i++) {
      int sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      int one = h + sum1 + ((e & f) ^ (~e & g)) + K[i] + schedule[i];
      int sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      int two = sum0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + one;
      d = c;
      c = b;
      b = a;
      a = one + two;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }

  private void expand(byte[] bytes, int at) {
    for (int i = 0; i < 16; i++) {
      schedule[i] = getInt(bytes, at + i * Integer.BYTES);
    }
    for (int i = 16; i < ROUNDS; i++) {
      int w15 = schedule[i - 15];
      int w2 = schedule[i - 2];
      schedule[i] =
          schedule[i - 16]
              + (rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3))
              + schedule[i - 7]
              + (rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10));
    }
  }

  private static int rotate(int word, int by) {
    return (word >>> by) | (word << (Integer.SIZE - by));
  }

  private static int getInt(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 24
        | (bytes[at + 1] & 0xff) << 16
        | (bytes[at + 2] & 0xff) << 8
        | (bytes[at + 3] & 0xff);
  }

  private static void putInt(byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >>> 24);
    bytes[at + 1] = (byte) (value >>> 16);
    bytes[at + 2] = (byte) (value >>> 8);
    bytes[at + 3] = (byte) value;
  }
}
