package org.sovereignbook.sbp.net.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Test for public addresses (PROTOCOL §7; the IANA special-purpose registries). IPv4: everything
 * that is not on the list. IPv6: only global unicast that is not on the list, so that blocks
 * assigned in the future are refused until the list is reviewed.
 */
final class PublicAddresses {
  /**
   * Block of addresses of one family, such as {@code 10.0.0.0/8}.
   *
   * @param name the purpose of the addresses, in a few words
   */
  private record Block(InetAddress first, int prefixBits, String name) {

    static Block of(String notation, String name) {
      int slash = notation.indexOf('/');
      return new Block(
          InetAddress.ofLiteral(notation.substring(0, slash)),
          Integer.parseInt(notation.substring(slash + 1)),
          name);
    }

    /** Returns whether the address, given by its bytes, lies in the block. */
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

  private static final int IPV4_BYTES = 4;

  private static final List<Block> SPECIAL =
      List.of(
          Block.of("0.0.0.0/8", "unspecified"),
          Block.of("10.0.0.0/8", "private"),
          Block.of("100.64.0.0/10", "carrier-grade NAT"),
          Block.of("127.0.0.0/8", "loopback"),
          Block.of("169.254.0.0/16", "link-local"),
          Block.of("172.16.0.0/12", "private"),
          Block.of("192.0.0.0/24", "protocol assignment"),
          Block.of("192.0.2.0/24", "documentation"),
          Block.of("192.88.99.0/24", "6to4 relay"),
          Block.of("192.168.0.0/16", "private"),
          Block.of("198.18.0.0/15", "benchmark"),
          Block.of("198.51.100.0/24", "documentation"),
          Block.of("203.0.113.0/24", "documentation"),
          Block.of("224.0.0.0/4", "multicast"),
          Block.of("255.255.255.255/32", "broadcast"),
          Block.of("240.0.0.0/4", "reserved"),
          Block.of("::/128", "unspecified"),
          Block.of("::1/128", "loopback"),
          Block.of("::/96", "IPv4-compatible"),
          Block.of("2001::/23", "protocol assignment"),
          Block.of("2001:db8::/32", "documentation"),
          Block.of("2002::/16", "6to4"),
          Block.of("3fff::/20", "documentation"),
          Block.of("fc00::/7", "unique local"),
          Block.of("fe80::/10", "link-local"),
          Block.of("fec0::/10", "site-local"),
          Block.of("ff00::/8", "multicast"));

  private static final Block GLOBAL_UNICAST = Block.of("2000::/3", "global unicast");

  /** Prefix for IPv4 addresses in the last four bytes (RFC 6052). */
  private static final Block NAT64 = Block.of("64:ff9b::/96", "NAT64");

  private PublicAddresses() {}

  /** Returns the kind of an address that is not public. */
  static Optional<String> whyNot(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (NAT64.contains(bytes)) {
      return whyNot(lastFour(bytes)).map(kind -> "NAT64 of " + kind);
    }
    Optional<String> special =
        SPECIAL.stream().filter(block -> block.contains(bytes)).map(Block::name).findFirst();
    if (special.isEmpty() && bytes.length != IPV4_BYTES && !GLOBAL_UNICAST.contains(bytes)) {
      return Optional.of("reserved");
    }
    return special;
  }

  private static InetAddress lastFour(byte[] bytes) {
    try {
      return InetAddress.getByAddress(
          Arrays.copyOfRange(bytes, bytes.length - IPV4_BYTES, bytes.length));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are always an address", e);
    }
  }
}
