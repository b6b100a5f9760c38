package org.sovereignbook.sbp.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.protocol.Endpoint;

/** PROTOCOL §7 and THREATS, SSRF: where this node does not connect to, whatever a peer says. */
class AddressGuardTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

  /** The JDK caches names for the whole process, so every test has its own. */
  private final String name = "peer-" + UUID.randomUUID() + ".example";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1",
        "http://127.1.2.3",
        "http://[::1]",
        "http://[::ffff:127.0.0.1]",
        "http://[::ffff:7f00:1]",
        "http://[0:0:0:0:0:ffff:10.0.0.1]",
        "http://[::127.0.0.1]",
        "http://[64:ff9b::127.0.0.1]",
        "http://[fe80::1]",
        "http://0.0.0.0",
        "http://[::]",
        "https://169.254.169.254",
        "http://localhost",
        "http://LOCALHOST",
      })
  void literalAndLocalNamesAreForbidden(String spelling) throws Exception {
    try (HttpPeerClient client = guarded(host -> machine(host))) {
      Endpoint endpoint = Endpoint.parse(spelling + ":" + 9);
      assertThat(client.get(endpoint, "/identity")).isInstanceOf(PeerReply.Forbidden.class);
      assertThat(client.post(endpoint, new byte[1])).isInstanceOf(PeerReply.Forbidden.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2130706433", "0x7f.1", "0x7f000001", "0177.0.0.1", "127.1", "127.0.1", "0"})
  void oddSpellingsOfLoopbackNeverReachIt(String host) throws Exception {
    try (RawServer server = RawServer.start((connection, self) -> self.hang());
        HttpPeerClient client = HttpPeerClient.open(new HttpConfig(false, TIMEOUT))) {
      Optional<Endpoint> endpoint = endpoint("http://" + host + ":" + server.port());
      if (endpoint.isPresent()) {
        assertThat(client.get(endpoint.get(), "/identity"))
            .isInstanceOfAny(PeerReply.Forbidden.class, PeerReply.Unreachable.class);
      }
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void nameThatLeadsToAPrivateAddressIsForbiddenAndTheReasonNamesIt() throws Exception {
    try (HttpPeerClient client = guarded(host -> List.of(InetAddress.ofLiteral("10.1.2.3")))) {
      assertThat(client.get(named(80), "/identity"))
          .isEqualTo(new PeerReply.Forbidden(name + " is at 10.1.2.3 (private)"));
    }
  }

  @Test
  void onePrivateAddressAmongPublicOnesCondemnsTheName() throws Exception {
    try (HttpPeerClient client =
        guarded(host -> List.of(InetAddress.ofLiteral("192.0.1.1"), LOOPBACK))) {
      assertThat(client.get(named(80), "/identity")).isInstanceOf(PeerReply.Forbidden.class);
    }
  }

  @Test
  void forbiddenNameStaysForbiddenWhateverItLeadsToNext() throws Exception {
    Iterator<InetAddress> answers =
        List.of(LOOPBACK, InetAddress.ofLiteral("192.0.1.1")).iterator();
    try (HttpPeerClient client = guarded(host -> List.of(answers.next()))) {
      assertThat(client.get(named(80), "/identity")).isInstanceOf(PeerReply.Forbidden.class);
      assertThat(client.get(named(80), "/identity")).isInstanceOf(PeerReply.Forbidden.class);
    }
  }

  @Test
  void nameWithoutAddressIsUnreachable() throws Exception {
    AddressGuard.Names none =
        host -> {
          throw new UnknownHostException(host);
        };
    try (HttpPeerClient client = guarded(none)) {
      assertThat(client.get(named(80), "/identity"))
          .isEqualTo(new PeerReply.Unreachable("no address for " + name, true));
    }
  }

  /** DNS rebinding: what was looked up before does not matter, only what is connected to. */
  @Test
  void lookupOfTheConnectionItselfIsGuarded() throws Exception {
    AtomicInteger lookups = new AtomicInteger();
    try (RawServer server = RawServer.start((connection, self) -> self.hang());
        HttpPeerClient client =
            guarded(
                host -> {
                  lookups.incrementAndGet();
                  return List.of(LOOPBACK);
                })) {
      PeerReply reply =
          client.connect(Call.get(named(server.port()), "/identity"), TIMEOUT, _ -> {});

      assertThat(reply).isInstanceOf(PeerReply.Unreachable.class);
      assertThat(lookups).hasValue(1);
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void operatorMayAllowPrivateEndpoints() throws Exception {
    try (RawServer server =
            RawServer.start(
                (connection, self) -> {
                  RawServer.readRequest(connection);
                  RawServer.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                });
        HttpPeerClient client = client(true, host -> List.of(LOOPBACK))) {
      assertThat(client.get(named(server.port()), "/identity"))
          .isInstanceOf(PeerReply.Answered.class);
    }
  }

  @Test
  void lookupsOfTheRestOfTheProcessAreLeftAlone() {
    assertThat(new InetSocketAddress("localhost", 80).isUnresolved()).isFalse();
    assertThat(AddressGuard.CURRENT.isBound()).isFalse();
  }

  @Test
  void guardIsFoundByTheJdk() {
    AddressGuard guard = new AddressGuard(true, Optional.of(host -> List.of(LOOPBACK)));
    InetSocketAddress resolved =
        ScopedValue.where(AddressGuard.CURRENT, guard).call(() -> new InetSocketAddress(name, 80));
    assertThat(resolved.getAddress()).isEqualTo(LOOPBACK);
  }

  @Test
  void aJavaThatLooksNamesUpPastTheGuardSendsNothing(@TempDir Path folder) throws Exception {
    Path hosts = Files.writeString(folder.resolve("hosts"), "127.0.0.1 peer.example\n");
    Process unguarded =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djdk.net.hosts.file=" + hosts,
                "-cp",
                System.getProperty("java.class.path"),
                Sender.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(unguarded.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(unguarded.waitFor()).as(said).isEqualTo(1);
    assertThat(said).contains("outgoing connections are not guarded", "-Djdk.net.hosts.file");
  }

  /** A process that would send something. */
  static final class Sender {
    private Sender() {}

    public static void main(String[] args) {
      HttpPeerClient.open(new HttpConfig(false, TIMEOUT)).close();
    }
  }

  private Endpoint named(int port) {
    return Endpoint.parse("http://" + name + ":" + port);
  }

  private static Optional<Endpoint> endpoint(String text) {
    try {
      return Optional.of(Endpoint.parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** No test may ask a real name server. */
  private static List<InetAddress> machine(String host) throws UnknownHostException {
    if (host.equalsIgnoreCase("localhost")) {
      return List.of(LOOPBACK);
    }
    throw new UnknownHostException(host);
  }

  private static HttpPeerClient guarded(AddressGuard.Names names) {
    return client(false, names);
  }

  private static HttpPeerClient client(boolean allowPrivate, AddressGuard.Names names) {
    return HttpPeerClient.open(
        new HttpConfig(allowPrivate, TIMEOUT), InstantSource.system(), Optional.of(names));
  }
}
