package org.sovereignbook.sbp.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Tells public addresses from all others (PROTOCOL §7; the IANA special-purpose registries). IPv4:
 * everything that is not on the list. IPv6: global unicast that is not on the list, and nothing
 * else, so that what is assigned tomorrow is refused until somebody looks at it.
 */
final class PublicAddresses {
  private static final int IPV4_BYTES = 4;

  private static final List<AddressBlock> SPECIAL =
      List.of(
          AddressBlock.of("0.0.0.0/8", "unspecified"),
          AddressBlock.of("10.0.0.0/8", "private"),
          AddressBlock.of("100.64.0.0/10", "carrier-grade NAT"),
          AddressBlock.of("127.0.0.0/8", "loopback"),
          AddressBlock.of("169.254.0.0/16", "link-local"),
          AddressBlock.of("172.16.0.0/12", "private"),
          AddressBlock.of("192.0.0.0/24", "protocol assignment"),
          AddressBlock.of("192.0.2.0/24", "documentation"),
          AddressBlock.of("192.88.99.0/24", "6to4 relay"),
          AddressBlock.of("192.168.0.0/16", "private"),
          AddressBlock.of("198.18.0.0/15", "benchmark"),
          AddressBlock.of("198.51.100.0/24", "documentation"),
          AddressBlock.of("203.0.113.0/24", "documentation"),
          AddressBlock.of("224.0.0.0/4", "multicast"),
          AddressBlock.of("255.255.255.255/32", "broadcast"),
          AddressBlock.of("240.0.0.0/4", "reserved"),
          AddressBlock.of("::/128", "unspecified"),
          AddressBlock.of("::1/128", "loopback"),
          AddressBlock.of("::/96", "IPv4-compatible"),
          AddressBlock.of("2001::/23", "protocol assignment"),
          AddressBlock.of("2001:db8::/32", "documentation"),
          AddressBlock.of("2002::/16", "6to4"),
          AddressBlock.of("3fff::/20", "documentation"),
          AddressBlock.of("fc00::/7", "unique local"),
          AddressBlock.of("fe80::/10", "link-local"),
          AddressBlock.of("fec0::/10", "site-local"),
          AddressBlock.of("ff00::/8", "multicast"));

  private static final AddressBlock GLOBAL_UNICAST = AddressBlock.of("2000::/3", "global unicast");

  /** Behind these stands the IPv4 address of the last four bytes (RFC 6052). */
  private static final AddressBlock NAT64 = AddressBlock.of("64:ff9b::/96", "NAT64");

  private PublicAddresses() {}

  /** What kind of address it is, if it is not a public one. */
  static Optional<String> whyNot(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (NAT64.contains(bytes)) {
      return whyNot(lastFour(bytes)).map(kind -> "NAT64 of " + kind);
    }
    Optional<String> special =
        SPECIAL.stream().filter(block -> block.contains(bytes)).map(AddressBlock::name).findFirst();
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
