package org.sovereignbook.sbp.plugins.erc8004;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** Encoding of transactions: Recursive Length Prefix. */
final class Rlp {
  private static final int SHORT = 55;
  private static final int BYTES = 0x80;
  private static final int LIST = 0xc0;

  private Rlp() {}

  /** Returns a number, without leading zero bytes. */
  static byte[] of(BigInteger number) {
    byte[] bytes = number.toByteArray();
    int zeros = bytes[0] == 0 ? 1 : 0;
    return of(Arrays.copyOfRange(bytes, zeros, bytes.length));
  }

  static byte[] of(byte[] bytes) {
    if (bytes.length == 1 && bytes[0] >= 0) {
      return bytes;
    }
    return prefixed(BYTES, bytes);
  }

  static byte[] list(List<byte[]> encoded) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    encoded.forEach(all::writeBytes);
    return prefixed(LIST, all.toByteArray());
  }

  private static byte[] prefixed(int kind, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (content.length <= SHORT) {
      out.write(kind + content.length);
    } else {
      byte[] length = BigInteger.valueOf(content.length).toByteArray();
      int zeros = length[0] == 0 ? 1 : 0;
      out.write(kind + SHORT + length.length - zeros);
      out.write(length, zeros, length.length - zeros);
    }
    out.writeBytes(content);
    return out.toByteArray();
  }
}
