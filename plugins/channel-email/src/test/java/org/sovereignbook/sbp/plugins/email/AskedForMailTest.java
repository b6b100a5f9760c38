package org.sovereignbook.sbp.plugins.email;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.cli.Program;
import org.sovereignbook.sbp.frontend.command.Tty;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.testkit.InstalledProgram;

/** What {@code sbp channel add} asks a person at a terminal. */
class AskedForMailTest extends MailScene {
  private final List<String> askedSecretly = new ArrayList<>();

  /** Terminal at which a person types the password where it is not shown. */
  private final class Terminal implements Tty {
    @Override
    public boolean getAsBoolean() {
      return true;
    }

    @Override
    public Optional<String> secret(String prompt) {
      askedSecretly.add(prompt);
      return Optional.of("secret");
    }
  }

  /** Runs a command of a person who types lines. Returns all that the terminal shows. */
  private String typing(String lines, int exit, String... words) {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    PrintStream screen = new PrintStream(shown, true, StandardCharsets.UTF_8);
    World world =
        new World(
            environment(),
            home(),
            new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)),
            screen,
            screen,
            new Terminal(),
            LocalDisk.unsynced(),
            clock,
            new SecureRandom());
    assertThat(new Program(world).run(words).number()).as(shown::toString).isEqualTo(exit);
    return shown.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aPersonIsAskedForAllThatIsNeededAndThePasswordIsNeverShown() throws IOException {
    String shown =
        typing(
            "127.0.0.1:%d\n127.0.0.1:%d\n%s\n%s\n"
                .formatted(mail.imap(), mail.smtp(), AGENT, OWNER),
            0,
            "channel",
            "add",
            "email");
    assertThat(shown)
        .containsSubsequence(
            "the IMAP server, HOST:PORT:",
            "the SMTP server for submission, HOST:PORT:",
            "the user name of the agent's mail account:",
            "your own address, to which the agent writes:",
            "email is a channel to " + OWNER,
            "the message arrived at this account")
        .doesNotContain("secret");
    assertThat(askedSecretly).singleElement().asString().contains("password", AGENT, "not shown");
    Path kept = home().resolve("runtime/operational/channel-email.password");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
        .isEqualTo("rw-------");
    round();
    assertThat(ofOwner()).isNotEmpty();
    for (String each : List.of("list", "outbox", "test")) {
      assertThat(done("channel", each)).doesNotContain("secret");
    }
    String _ = done("channel", "remove", "email");
    assertThat(kept).doesNotExist();
  }

  @Test
  void onlyWhatIsMissingIsAskedFor() {
    String shown =
        typing(
            "127.0.0.1:" + mail.smtp() + "\n",
            0,
            "channel",
            "add",
            "email",
            "--imap",
            "127.0.0.1:" + mail.imap(),
            "--user",
            AGENT,
            "--password-env",
            "MAIL_PASSWORD",
            "--owner",
            OWNER);
    assertThat(shown)
        .contains("the SMTP server for submission")
        .doesNotContain("the IMAP server", "user name", "your own address", "password");
    assertThat(askedSecretly).isEmpty();
  }

  @Test
  void anEmptyAnswerAddsNothingAndNamesTheOption() {
    assertThat(typing("\n", 4, "channel", "add", "email")).contains("--imap is missing");
    assertThat(done("channel", "list")).contains("no channels");
    add("--no-test");
    assertThat(typing("", 4, "channel", "add", "email"))
        .contains("there is a channel email")
        .doesNotContain("IMAP server");
  }

  private InstalledProgram.Ran added(int imap, String owner) {
    return run(
        "channel",
        "add",
        "email",
        "--imap",
        "127.0.0.1:" + imap,
        "--smtp",
        "127.0.0.1:" + mail.smtp(),
        "--user",
        AGENT,
        "--password-env",
        "MAIL_PASSWORD",
        "--owner",
        owner);
  }

  @Test
  void aFailedTestSaysWhatToDoInsteadOfPromisingAMessage() {
    InstalledProgram.Ran ran = added(1, OWNER);

    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.out())
        .contains(
            "127.0.0.1:1 does not answer: nothing listens at this port",
            "sbp channel test email",
            "sbp channel remove email")
        .doesNotContain("the first message to you waits");
  }

  @Test
  void theAgentIsNotItsOwnOwner() {
    assertThat(added(mail.imap(), "Agent@example.org").err())
        .contains("--owner is your own address, not the agent's");
    assertThat(done("channel", "list")).contains("no channels");
  }

  @Test
  void theOwnerReadsWhyTheirMailReachedNobody() {
    assertThat(added(mail.imap(), OWNER).out())
        .contains("nobody is proven, not even you, without --authserv-id");
    mail.deliver(
        PROVEN
            + "From: ann@example.org\r\nTo: agent@example.org\r\nSubject: hello\r\n"
            + "Message-ID: <1@example.org>\r\nDate: Mon, 1 Jan 2035 10:00:00 +0000\r\n\r\n"
            + "who are my peers?\r\n");
    round();

    assertThat(done("channel", "list"))
        .contains(
            "email: the last message from your address reached nobody: the sender is not proven:"
                + " no --authserv-id is set");
    clock.pass(Duration.ofDays(1));
    String _ = done("config", "set", "channels.digest_hour", "0");
    round();
    assertThat(text(ofOwner().getLast()))
        .contains("1 message from your address not believed")
        .doesNotContain("of strangers");
  }
}
