package org.sovereignbook.sbp.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {

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
}
