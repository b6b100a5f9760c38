package org.sovereignbook.sbp.plugins.it.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.cli.Program;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.ScratchNode;

/**
 * {@code sbp mcp --http} of a fresh node, in this process, and before it what adds the bearer token
 * of an agent to each request and changes nothing else. Not a test itself.
 */
final class NodeBehindBearer implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:([0-9]+)/mcp\\s");
  private static final Pattern TOKEN = Pattern.compile("sbpa_[A-Za-z0-9_-]+");
  private static final int SECONDS = 60;

  private final Thread server;
  private final ServerSocket listening;
  private final int port;
  private final String token;

  private NodeBehindBearer(Thread server, ServerSocket listening, int port, String token) {
    this.server = server;
    this.listening = listening;
    this.port = port;
    this.token = token;
  }

  static NodeBehindBearer in(Path folder) throws Exception {
    ScratchNode.in(folder);
    InProcessProgram program = new InProcessProgram(folder, InstantSource.system());
    program.run("agent", "register", "judge", "--tools", "*");
    Matcher token = TOKEN.matcher(program.run("agent", "token", "judge", "--json").out());
    if (!token.find()) {
      throw new IOException("no token was made");
    }
    CompletableFuture<Integer> port = new CompletableFuture<>();
    Thread server =
        Thread.ofPlatform()
            .daemon()
            .start(() -> new Program(world(folder, port)).run("mcp", "--http", "--port", "0"));
    NodeBehindBearer made =
        new NodeBehindBearer(
            server,
            new ServerSocket(0, 64, InetAddress.getLoopbackAddress()),
            port.get(SECONDS, TimeUnit.SECONDS),
            token.group());
    Thread _ = Thread.ofVirtual().start(made::accept);
    return made;
  }

  /** Tells the port as soon as it is said. */
  private static World world(Path folder, CompletableFuture<Integer> port) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) {
            said.write(b);
            Matcher address = ADDRESS.matcher(said.toString(StandardCharsets.UTF_8));
            if (!port.isDone() && address.find()) {
              port.complete(Integer.parseInt(address.group(1)));
            }
          }
        };
    PrintStream printer = new PrintStream(out, true, StandardCharsets.UTF_8);
    return new World(
        Map.of(),
        folder,
        InputStream.nullInputStream(),
        printer,
        printer,
        () -> false,
        LocalDisk.unsynced(),
        InstantSource.system(),
        new SecureRandom());
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/mcp");
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        Thread _ = Thread.ofVirtual().start(() -> pass(client));
      }
    } catch (IOException e) {
      // It is closed.
    }
  }

  /** One request of one connection, so that the whole head is at its beginning. */
  private void pass(Socket client) {
    try (client;
        Socket node = new Socket(InetAddress.getLoopbackAddress(), port)) {
      StringBuilder head = new StringBuilder();
      for (int b = client.getInputStream().read(); b >= 0; b = client.getInputStream().read()) {
        head.append((char) b);
        if (head.length() > 4 && head.substring(head.length() - 4).equals("\r\n\r\n")) {
          break;
        }
      }
      String changed =
          head.toString().replaceAll("(?im)^(connection|authorization):.*\r\n", "").stripTrailing()
              + "\r\nConnection: close\r\nAuthorization: Bearer "
              + token
              + "\r\n\r\n";
      node.getOutputStream().write(changed.getBytes(StandardCharsets.ISO_8859_1));
      node.getOutputStream().flush();
      Thread _ = Thread.ofVirtual().start(() -> pump(client, node));
      pump(node, client);
    } catch (IOException e) {
      // Either has gone away, which the other hears by the end of its connection.
    }
  }

  private static void pump(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      // As above.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    server.interrupt();
  }
}
