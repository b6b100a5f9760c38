package org.sovereignbook.sbp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A server whose accepting thread dies does not look alive. */
class AcceptorTest {

  @Test
  void theDeathOfTheThreadThatTakesConnectionsIsTold() throws Exception {
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    Acceptor acceptor = new Acceptor(told::complete);
    HttpServer http = listening();
    try {
      http.setExecutor(
          _ -> {
            throw new OutOfMemoryError("as a flood would have it");
          });
      acceptor.start(http);
      try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port(http))) {
        client
            .getOutputStream()
            .write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

        assertThat(told.get(1, TimeUnit.MINUTES)).isInstanceOf(OutOfMemoryError.class);
      }
      assertThat(acceptor.cause()).isPresent();
    } finally {
      http.stop(0);
    }
  }

  private static HttpServer listening() throws IOException {
    return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  private static int port(HttpServer http) {
    return http.getAddress().getPort();
  }
}
