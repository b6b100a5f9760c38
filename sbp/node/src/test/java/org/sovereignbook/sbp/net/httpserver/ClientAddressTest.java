package org.sovereignbook.sbp.net.httpserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressTest {
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
  private final ClientAddress clients = ClientAddress.behind(List.of("127.0.0.1", "10.0.0.1"));

  @Test
  void withoutAProxyItIsTheOtherEnd() {
    assertThat(clients.of(LOOPBACK, List.of())).isEqualTo(LOOPBACK);
  }

  @Test
  void whatAnUntrustedClientClaimsIsIgnored() {
    InetAddress stranger = InetAddress.ofLiteral("192.0.2.7");

    assertThat(clients.of(stranger, List.of("127.0.0.1, 192.0.2.8"))).isEqualTo(stranger);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "192.0.2.1|192.0.2.1",
        "6.6.6.6, 192.0.2.1|192.0.2.1",
        "6.6.6.6, 192.0.2.1, 10.0.0.1|192.0.2.1",
        "192.0.2.1:1234|192.0.2.1",
        "[2001:db8::1]:1234|2001:db8::1",
        "2001:db8::1|2001:db8::1",
        "unknown|127.0.0.1",
        "192.0.2.1, unknown|127.0.0.1",
        "localhost|127.0.0.1",
        "' '|127.0.0.1",
        ",,|127.0.0.1",
        "10.0.0.1|10.0.0.1"
      })
  void behindTrustedProxiesItIsTheLastAddressThatIsNone(String header, String expected) {
    assertThat(clients.of(LOOPBACK, List.of(header))).isEqualTo(InetAddress.ofLiteral(expected));
  }

  @Test
  void severalHeadersAreOneChain() {
    assertThat(clients.of(LOOPBACK, List.of("6.6.6.6", "192.0.2.1", "10.0.0.1")))
        .isEqualTo(InetAddress.ofLiteral("192.0.2.1"));
  }

  @Test
  void aWholeIpv6NetworkSharesOneBudget() {
    assertThat(ClientAddress.budgetKey(InetAddress.ofLiteral("2001:db8:1:2:3:4:5:6")))
        .isEqualTo(ClientAddress.budgetKey(InetAddress.ofLiteral("2001:db8:1:2::1")))
        .isNotEqualTo(ClientAddress.budgetKey(InetAddress.ofLiteral("2001:db8:1:3::1")));
  }

  @Test
  void anIpv4AddressInIpv6SpellingIsTheSameAddress() {
    assertThat(ClientAddress.budgetKey(InetAddress.ofLiteral("::ffff:192.0.2.1")))
        .isEqualTo("192.0.2.1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "example.com", "256.1.1.1", "1.2.3.4/8", "fe80::1%eth9x"})
  void anythingElseIsNoAddress(String text) {
    assertThat(ClientAddress.parse(text)).isEmpty();
  }
}
