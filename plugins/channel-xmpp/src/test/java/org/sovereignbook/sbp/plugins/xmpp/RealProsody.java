package org.sovereignbook.sbp.plugins.xmpp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Polling;

/** Prosody on the loopback, with configuration, data and log in a folder of the test. */
final class RealProsody implements AutoCloseable {
  static final Path PROGRAM = Path.of("/usr/bin/prosody");
  static final String AGENT = "agent@example.org";
  static final String OWNER = "ann@example.org";
  static final String MUM = "mum@example.org";
  static final String EVE = "eve@example.org";
  static final String ROOMS = "rooms.example.org";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path folder;
  private final int port;
  private Optional<Process> running = Optional.empty();

  /**
   * Writes the configuration.
   *
   * @param without modules that are not loaded
   */
  RealProsody(Path folder, String... without) throws IOException {
    this.folder = Files.createDirectories(folder);
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = socket.getLocalPort();
    }
    Path _ = Files.createDirectories(folder.resolve("certs"));
    Path accounts = Files.createDirectories(folder.resolve("data/example%2eorg/accounts"));
    for (String user : List.of("agent", "ann", "mum", "eve")) {
      Path _ =
          Files.writeString(
              accounts.resolve(user + ".dat"), "return { [\"password\"] = \"secret\"; };\n");
    }
    Path _ =
        Files.writeString(
            folder.resolve("prosody.cfg.lua"),
            """
            run_as_root = true
            pidfile = "%1$s/prosody.pid"
            data_path = "%1$s/data"
            log = { { levels = { min = "info" }, to = "file", filename = "%1$s/prosody.log" } }
            modules_enabled = { "roster", "saslauth", "tls", "disco", "mam", "offline", "ping", "pep" }
            modules_disabled = { "s2s", "http", %3$s }
            authentication = "internal_plain"
            storage = "internal"
            storage_archive_item_limit = 100000
            c2s_require_encryption = false
            certificates = "certs"
            interfaces = { "127.0.0.1", "127.0.0.2" }
            c2s_ports = { %2$d }
            c2s_direct_tls_ports = { }
            s2s_ports = { }
            VirtualHost "example.org"
            Component "rooms.example.org" "muc"
              modules_enabled = { "muc_mam" }
            """
                .formatted(folder, port, "\"" + String.join("\", \"", without) + "\""));
  }

  /**
   * Makes a certificate for a name, which Prosody offers once it starts.
   *
   * @return its file
   */
  Path certify(String name) throws IOException, InterruptedException {
    Path certificate = folder.resolve("certs/example.org.crt");
    Process openssl =
        new ProcessBuilder(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=" + name,
                "-addext",
                "subjectAltName=DNS:" + name,
                "-keyout",
                folder.resolve("certs/example.org.key").toString(),
                "-out",
                certificate.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("openssl.out").toFile())
            .start();
    if (openssl.waitFor() != 0) {
      throw new AssertionError(Files.readString(folder.resolve("openssl.out")));
    }
    return certificate;
  }

  int port() {
    return port;
  }

  synchronized void start() throws IOException, InterruptedException {
    running =
        Optional.of(
            new ProcessBuilder(
                    PROGRAM.toString(),
                    "-F",
                    "--config",
                    folder.resolve("prosody.cfg.lua").toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                    ProcessBuilder.Redirect.appendTo(folder.resolve("prosody.out").toFile()))
                .start());
    boolean answers =
        new Polling(InstantSource.system(), Duration.ofMillis(50)).until(PATIENCE, this::answers);
    if (!answers) {
      throw new AssertionError(Files.readString(folder.resolve("prosody.out")));
    }
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Kills it at once. */
  synchronized void kill() {
    running.ifPresent(
        process -> {
          process.destroyForcibly();
          Process _ = process.onExit().join();
        });
    running = Optional.empty();
  }

  @Override
  public void close() {
    kill();
  }
}
