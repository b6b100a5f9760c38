package org.sovereignbook.sbp.http;

import java.net.InetAddress;

/**
 * A block of addresses of one family, such as {@code 10.0.0.0/8}.
 *
 * @param name what the addresses are for, in a few words
 */
record AddressBlock(InetAddress first, int prefixBits, String name) {

  static AddressBlock of(String notation, String name) {
    int slash = notation.indexOf('/');
    return new AddressBlock(
        InetAddress.ofLiteral(notation.substring(0, slash)),
        Integer.parseInt(notation.substring(slash + 1)),
        name);
  }

  /** Whether the address, given by its bytes, lies in the block. */
  boolean contains(byte[] address) {
    byte[] start = first.getAddress();
    if (start.length != address.length) {
      return false;
    }
    for (int bit = 0; bit < prefixBits; bit++) {
      int mask = 0x80 >> (bit % Byte.SIZE);
      if (((start[bit / Byte.SIZE] ^ address[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
