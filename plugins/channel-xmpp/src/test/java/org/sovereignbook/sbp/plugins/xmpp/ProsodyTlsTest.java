package org.sovereignbook.sbp.plugins.xmpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;

/** Beyond the loopback nothing is said without TLS, and a certificate for the account's domain. */
@Tag("trial")
@Timeout(300)
class ProsodyTlsTest {
  /** An address of this machine that is not taken for the loopback. */
  private static final String ELSEWHERE = "127.0.0.2";

  private static final String PASSWORD = "secret";

  @TempDir private Path folder;
  private Optional<RealProsody> running = Optional.empty();

  @BeforeEach
  void configure() throws Exception {
    assumeTrue(Files.exists(RealProsody.PROGRAM), "needs Prosody");
    running = Optional.of(new RealProsody(folder.resolve("prosody")));
  }

  @AfterEach
  void stop() {
    running.ifPresent(RealProsody::close);
  }

  private static ChannelLine line(int port, String password) throws ChannelException {
    return new XmppAdapter()
        .open(
            new ChannelSetup(
                "xmpp",
                Map.of("server", ELSEWHERE + ":" + port, "user", RealProsody.AGENT),
                RealProsody.OWNER,
                () -> password,
                InstantSource.system()));
  }

  private void isRefused(String why) {
    try (ChannelLine line = line(running.orElseThrow().port(), PASSWORD)) {
      assertThatThrownBy(() -> line.receive(Optional.empty(), (_, _) -> {}))
          .isInstanceOf(ChannelException.class)
          .hasMessageContaining(why);
    } catch (ChannelException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aServerWithoutTlsGetsNoPassword() throws Exception {
    running = Optional.of(new RealProsody(folder.resolve("plain"), "tls"));
    running.orElseThrow().start();
    isRefused("offers no TLS");
  }

  @Test
  void aCertificateThatNobodyVouchesForIsRefused() throws Exception {
    Path _ = running.orElseThrow().certify("example.org");
    running.orElseThrow().start();
    isRefused("certif");
  }

  /** Tries a channel in a process that trusts a certificate. */
  private String tried(Path certificate, String password) throws Exception {
    Path trusted = folder.resolve("trusted.p12");
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (var in = Files.newInputStream(certificate);
        OutputStream out = Files.newOutputStream(trusted)) {
      store.setCertificateEntry(
          "prosody", CertificateFactory.getInstance("X.509").generateCertificate(in));
      store.store(out, PASSWORD.toCharArray());
    }
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(
                List.of(
                    ProcessHandle.current().info().command().orElse("java"),
                    "-XX:TieredStopAtLevel=1",
                    "-Djavax.net.ssl.trustStore=" + trusted,
                    "-Djavax.net.ssl.trustStorePassword=" + PASSWORD,
                    "-cp",
                    System.getProperty("java.class.path"),
                    ProsodyTlsTest.class.getName(),
                    Integer.toString(running.orElseThrow().port()),
                    password))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    int _ = process.waitFor();
    return Files.readString(said);
  }

  /** Connects, and says how that went; the arguments are the port and the password. */
  static void main(String[] arguments) throws Exception {
    try (ChannelLine line = line(Integer.parseInt(arguments[0]), arguments[1])) {
      String _ = line.receive(Optional.empty(), (_, _) -> {});
      System.out.println("connected");
    } catch (ChannelException e) {
      System.out.println(e.kind() + " " + e.getMessage());
    }
  }

  @Test
  void aTrustedCertificateForTheDomainIsTakenAndAWrongPasswordIsNot() throws Exception {
    Path certificate = running.orElseThrow().certify("example.org");
    running.orElseThrow().start();
    assertThat(tried(certificate, PASSWORD)).contains("connected");
    assertThat(tried(certificate, "wrong")).contains("SETUP", "refuses the password");
  }

  @Test
  void aTrustedCertificateForAnotherNameIsRefused() throws Exception {
    Path certificate = running.orElseThrow().certify("evil.test");
    running.orElseThrow().start();
    assertThat(tried(certificate, PASSWORD)).doesNotContain("connected");
  }
}
