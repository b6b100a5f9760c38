package org.sovereignbook.sbp.base.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {

  @ParameterizedTest
  @CsvSource({
    "https://A.example.com:8443/bob, a.example.com",
    "https://a.example.com., a.example.com",
    "https://203.0.113.7:8460/x, 203.0.113.7",
    "https://[2001:db8::1]:8460, 20010db800000000::/64",
    "https://[2001:db8::ffff:1], 20010db800000000::/64",
    "http://127.0.0.1:8460/x, 127.0.0.1:8460",
    "http://localhost:8461, localhost:8461"
  })
  void whateverKeyPortAndPathItNamesAHostIsOneButForPortsOfLoopback(String text, String host) {
    assertThat(Endpoint.parse(text).host()).isEqualTo(host);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://a.example.com",
        "https://a.example.com:8443/sbp/deep",
        "http://127.0.0.1:8460",
        "https://[2001:db8::1]:8460",
        "https://xn--bcher-kva.example"
      })
  void acceptsBaseUrls(String text) {
    assertThat(Endpoint.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a.example.com",
        "/path",
        "ftp://a.example.com",
        "javascript:alert(1)",
        "https://",
        "https:///path",
        "https://a.example.com/",
        "https://a.example.com//x",
        "https://a.example.com/../x",
        "https://a.example.com/x?y",
        "https://a.example.com/x#y",
        "https://user@a.example.com",
        "https://a.example.com:0",
        "https://a.example.com:65536",
        "https://a.example.com:",
        "https://a example.com",
        "https://bücher.example",
        "https://a.example.com\n"
      })
  void refusesEverythingElse(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Endpoint.parse(text));
  }

  @Test
  void refusesMoreThan512Characters() {
    String base = "https://a.example.com/";
    String longest = base + "x".repeat(512 - base.length());
    assertThat(Endpoint.parse(longest)).hasToString(longest);
    assertThatIllegalArgumentException().isThrownBy(() -> Endpoint.parse(longest + "x"));
  }

  @Test
  void appendsProtocolPathsToThePrefix() {
    assertThat(Endpoint.parse("https://bob.example.com/sbp").resolve("/message"))
        .hasToString("https://bob.example.com/sbp/message");
  }

  @ParameterizedTest
  @CsvSource({
    "https://münchen.example/a, endpoint is not plain ASCII; write"
        + " https://xn--mnchen-3ya.example/a",
    "https://münchen.example:8443, endpoint is not plain ASCII; write"
        + " https://xn--mnchen-3ya.example:8443",
    "https://a.example.com/, endpoint ends with a slash; write https://a.example.com",
    "https://a.example.com/x//, endpoint ends with a slash; write https://a.example.com/x",
    "https://münchen.example/?q, endpoint is not a URL",
    "https://a b.example, endpoint is not a URL"
  })
  void whatIsNearlyAnEndpointIsAnsweredByTheOneThatIsMeant(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Endpoint.parse(text))
        .withMessage(message);
  }
}
