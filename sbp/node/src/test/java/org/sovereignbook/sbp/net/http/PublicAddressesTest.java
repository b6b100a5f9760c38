package org.sovereignbook.sbp.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressesTest {

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, unspecified",
    "0.255.255.255, unspecified",
    "10.0.0.0, private",
    "10.255.255.255, private",
    "100.64.0.0, carrier-grade NAT",
    "100.127.255.255, carrier-grade NAT",
    "127.0.0.1, loopback",
    "127.255.255.255, loopback",
    "169.254.0.1, link-local",
    "169.254.169.254, link-local",
    "172.16.0.0, private",
    "172.31.255.255, private",
    "192.0.0.8, protocol assignment",
    "192.0.2.1, documentation",
    "192.88.99.1, 6to4 relay",
    "192.168.0.0, private",
    "192.168.255.255, private",
    "198.18.0.0, benchmark",
    "198.19.255.255, benchmark",
    "198.51.100.7, documentation",
    "203.0.113.7, documentation",
    "224.0.0.1, multicast",
    "239.255.255.255, multicast",
    "240.0.0.1, reserved",
    "255.255.255.255, broadcast",
    "::, unspecified",
    "::1, loopback",
    "::7f00:1, IPv4-compatible",
    "::808:808, IPv4-compatible",
    "::ffff:127.0.0.1, loopback",
    "::ffff:10.1.2.3, private",
    "::ffff:169.254.169.254, link-local",
    "64:ff9b::7f00:1, NAT64 of loopback",
    "64:ff9b::a00:1, NAT64 of private",
    "64:ff9b:1::808:808, reserved",
    "100::1, reserved",
    "2001::1, protocol assignment",
    "2001:db8::1, documentation",
    "2002:7f00:1::, 6to4",
    "3fff::1, documentation",
    "4000::1, reserved",
    "5f00::1, reserved",
    "fc00::1, unique local",
    "fdff:ffff::1, unique local",
    "fe80::1, link-local",
    "febf::1, link-local",
    "fec0::1, site-local",
    "ff02::1, multicast",
  })
  void nonPublicAddressIsNamedForWhatItIs(String address, String kind) {
    assertThat(PublicAddresses.whyNot(InetAddress.ofLiteral(address))).contains(kind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.0.0.1",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.1",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.1",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2001:200::1",
        "2606:4700::1111",
        "2a00:1450:4001::1",
        "3ffe:ffff::1",
        "64:ff9b::808:808",
      })
  void publicAddressBesideThoseBlocksIsAllowed(String address) {
    assertThat(PublicAddresses.whyNot(InetAddress.ofLiteral(address))).isEmpty();
  }

  @Test
  void mappedAddressIsSeenThroughEvenWhenTheJdkKeepsItAsIpv6() throws UnknownHostException {
    byte[] mapped = HexFormat.of().parseHex("00000000000000000000ffff7f000001");
    assertThat(PublicAddresses.whyNot(Inet6Address.getByAddress("", mapped, 0))).isPresent();
  }
}
