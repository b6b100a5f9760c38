import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** What several measurements need of this machine. */
final class Bench {
  private Bench() {}

  /** A port of loopback that nobody listens at, a moment ago. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Returns when somebody listens at a port of loopback; tries for half a minute. */
  static void awaitOpen(int port) throws IOException, InterruptedException {
    for (int i = 0; i < 300; i++) {
      try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException _) {
        Thread.sleep(100);
      }
    }
    throw new IOException("no server listens at " + port);
  }

  /** Deletes a folder and all that is in it. */
  static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
