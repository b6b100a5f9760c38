package org.sovereignbook.sbp.plugins.email;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;
import org.sovereignbook.sbp.plugins.channels.line.OutgoingMessage;
import org.sovereignbook.sbp.plugins.channels.line.SendOutcome;

/** TLS with Dovecot, and before OpenSMTPD, by a certificate of an authority of the test. */
@Tag("trial")
@Timeout(300)
class RealTlsTest {
  private static final String NAMED = RealMail.ADDRESSES.getFirst();
  private static final String UNNAMED = RealMail.ADDRESSES.getLast();
  private static final Polling OFTEN = new Polling(InstantSource.system(), Duration.ofMillis(200));
  private static final String PASSWORD = "changeit";
  private static final String KEY = "0123456789abcde";

  @TempDir Path folder;
  private final List<TlsFront> fronts = new ArrayList<>();
  private RealMail mail;

  @BeforeEach
  void start() throws Exception {
    boolean isRoot = "root".equals(System.getProperty("user.name"));
    assumeTrue(isRoot && Files.exists(Path.of("/usr/sbin/smtpd")), "needs root and OpenSMTPD");
    assumeTrue(Files.exists(Path.of("/usr/sbin/dovecot")), "needs Dovecot");
    certificates();
    mail = RealMail.withTls(folder, List.of("ann", "agent"));
    for (String server : RealMail.SERVERS) {
      mail.start(server);
    }
    SSLContext tls = TlsFront.identity(folder.resolve("own.p12"), PASSWORD);
    for (String each : RealMail.ADDRESSES) {
      fronts.add(TlsFront.atOnce(each, tls, mail.smtp()));
      fronts.add(TlsFront.onDemand(each, tls, mail.smtp()));
    }
  }

  private static String at(String address, int port) {
    return address + ":" + port;
  }

  @AfterEach
  void stop() throws IOException {
    for (TlsFront each : fronts) {
      each.close();
    }
    if (mail != null) {
      mail.close();
    }
  }

  /** Makes an authority, a certificate of it for one address, and a store that trusts it. */
  private void certificates() throws IOException, InterruptedException {
    openssl(
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.pem");
    openssl("req -newkey rsa:2048 -nodes -subj /CN=mail -keyout key.pem -out asked.pem");
    Path _ = Files.writeString(folder.resolve("names"), "subjectAltName=IP:" + NAMED + "\n");
    openssl(
        "x509 -req -in asked.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names"
            + " -out cert.pem");
    openssl("pkcs12 -export -in cert.pem -inkey key.pem -out own.p12 -passout pass:" + PASSWORD);
    run(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-importcert",
            "-noprompt",
            "-file",
            "ca.pem",
            "-keystore",
            "trusted.p12",
            "-storepass",
            PASSWORD));
  }

  private void openssl(String words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("openssl"));
    command.addAll(List.of(words.split(" ", -1)));
    run(command);
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(() -> String.join(" ", command) + "\n" + said).isZero();
    return said;
  }

  /** Client whose authorities are those that its process is told to trust. */
  static final class Client {
    private Client() {}

    /** Prints what becomes of messages by servers of IMAP and SMTP, a pair for each. */
    public static void main(String[] servers) {
      for (int i = 0; i < servers.length; i += 2) {
        System.out.println(tried(i / 2, servers[i], servers[i + 1]));
      }
    }
  }

  /** Sends a message and looks for its copy; returns what became of each. */
  private static List<String> tried(int number, String imap, String smtp) {
    List<String> all = new ArrayList<>();
    OutgoingMessage message =
        new OutgoingMessage(
            KEY + number, MailScene.OWNER, false, "tides", "noon", false, List.of());
    try (ChannelLine line = new EmailAdapter().open(setup(imap, smtp))) {
      all.add(
          switch (line.send(message)) {
            case SendOutcome.Accepted it -> "accepted " + it.serverId();
            case SendOutcome.Failed it -> "failed " + it.reason();
            case SendOutcome.Unknown it -> "unknown " + it.reason();
          });
      boolean isThere =
          OFTEN.until(
              all.getFirst().startsWith("accepted") ? Duration.ofSeconds(20) : Duration.ZERO,
              () -> isFound(line, message));
      all.add(isThere ? "found" : "missing");
    } catch (ChannelException e) {
      all.add(e.kind() + " " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return all;
  }

  private static boolean isFound(ChannelLine line, OutgoingMessage message)
      throws ChannelException {
    try {
      return line.find(message).isPresent();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private static ChannelSetup setup(String imap, String smtp) {
    return new ChannelSetup(
        "email",
        Map.of("imap", imap, "smtp", smtp, "user", MailScene.AGENT),
        MailScene.OWNER,
        () -> "secret",
        InstantSource.system());
  }

  private List<String> trusting(String... servers) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djavax.net.ssl.trustStore=" + folder.resolve("trusted.p12"),
                "-Djavax.net.ssl.trustStorePassword=" + PASSWORD,
                "-cp",
                System.getProperty("java.class.path"),
                Client.class.getName()));
    command.addAll(Arrays.asList(servers));
    return run(command).lines().filter(line -> line.startsWith("[")).toList();
  }

  private boolean isUp() {
    return !tried(9, NAMED + ":993", NAMED + ":465").toString().contains("does not answer");
  }

  @Test
  void aCertificateOfTheAuthorityIsTrustedForItsNameOnlyAndNothingGoesWithoutTls()
      throws IOException, InterruptedException {
    assertThat(OFTEN.until(Duration.ofSeconds(30), this::isUp)).isTrue();

    assertThat(tried(8, NAMED + ":993", NAMED + ":465"))
        .as("nobody trusts the authority")
        .hasSize(2)
        .allMatch(one -> one.contains("an authority that Java does not trust"))
        .allMatch(one -> one.contains("keytool -importcert"));
    assertThat(tried(7, NAMED + ":993", at(NAMED, mail.smtp())).getFirst())
        .startsWith("failed " + at(NAMED, mail.smtp()) + " offers no STARTTLS");

    List<String> trusted =
        trusting(
            NAMED + ":993",
            NAMED + ":465",
            at(NAMED, mail.imap()),
            at(NAMED, fronts.get(1).port()),
            UNNAMED + ":993",
            UNNAMED + ":465",
            at(UNNAMED, mail.imap()),
            at(UNNAMED, fronts.get(3).port()));
    assertThat(trusted.subList(0, 2))
        .allMatch(one -> one.startsWith("[accepted 250") && one.endsWith("found]"));
    assertThat(trusted.subList(2, 4))
        .hasSize(2)
        .allMatch(one -> one.split("a certificate for another name", -1).length == 3)
        .allMatch(one -> one.contains(UNNAMED + ":") && one.contains("--imap or --smtp"));
    assertThat(mail.stored("ann")).hasSize(2);
  }
}
