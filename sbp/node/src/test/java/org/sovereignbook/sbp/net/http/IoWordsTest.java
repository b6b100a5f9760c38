package org.sovereignbook.sbp.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class IoWordsTest {
  @Test
  void noWordsOfTheJdkReachAPerson() {
    List<IOException> failures =
        List.of(
            new IOException("chunked transfer encoding, state: READING_LENGTH"),
            new IOException("fixed content-length: 10, bytes received: 3"),
            new IOException("HTTP/1.1 header parser received no bytes"),
            new IOException("Some word of the future", new EOFException("EOF reached")),
            new IOException("Invalid status line: \"HELLO\""),
            new SocketException("Connection reset"),
            new ProtocolException("Invalid header field"),
            new ConnectException("Connection refused"),
            new UnknownHostException("ann.example: Name or service not known"),
            new HttpTimeoutException("request timed out"),
            new SSLHandshakeException("PKIX path building failed: sun.security.provider.certpath"),
            new IOException((String) null));

    for (IOException each : failures) {
      assertThat(IoWords.of(each))
          .as(String.valueOf(each.getMessage()))
          .doesNotContain("state:", "READING", "PKIX", "sun.", "null", "parser", "Exception", "EOF")
          .isNotBlank();
    }
    assertThat(IoWords.of(failures.getFirst())).contains("cut off");
  }
}
