package org.sovereignbook.sbp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A server whose accepting thread dies does not look alive. */
class AcceptorTest {
  private final List<Throwable> told = new CopyOnWriteArrayList<>();
  private final Acceptor acceptor = new Acceptor(told::add);

  @Test
  void theThreadThatTakesConnectionsIsInTheGroup() throws Exception {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    acceptor.start(http);
    try {
      Thread[] threads = new Thread[10];
      int count = acceptor.enumerate(threads);
      assertThat(Arrays.stream(threads, 0, count).map(Thread::getName)).contains("HTTP-Dispatcher");
    } finally {
      http.stop(0);
    }
    assertThat(told).isEmpty();
  }

  @Test
  void theDeathOfAThreadOfTheGroupIsTold() throws Exception {
    Error death = new OutOfMemoryError("as a flood would have it");
    Thread thread =
        new Thread(
            acceptor,
            () -> {
              throw death;
            });

    thread.start();
    thread.join();

    assertThat(told).containsExactly(death);
    assertThat(acceptor.cause()).contains(death);
  }
}
