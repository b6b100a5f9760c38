package org.sovereignbook.sbp.plugins.email;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.node.Resources;

/** A mail that gets no answer says so to its writer, once. */
class UnansweredMailTest extends MailScene {
  @BeforeEach
  void open() {
    mail.user("mum@example.org");
    add("--no-alarms", "--no-digest", "--no-test");
    round();
  }

  private void expires() {
    round();
    clock.pass(Duration.ofDays(4));
    answer();
    round();
    answer();
    round();
  }

  @Test
  void theOwnerOfAnExpiredMailIsToldOnceInItsThread() {
    arrives(ofOwner("late", "tides", "", "who is there?"));
    expires();
    assertThat(ofOwner()).hasSize(2);
    assertThat(header(ofOwner().getLast(), "Subject")).isEqualTo("Re: tides");
    assertThat(header(ofOwner().getLast(), "In-Reply-To")).isEqualTo("<late@example.org>");
    assertThat(header(ofOwner().getLast(), "Auto-Submitted")).isEqualTo("auto-replied");
    assertThat(text(ofOwner().getLast()))
        .contains("Your message got no answer: it has waited too long.", "sbp session show ");
  }

  @Test
  void aFailedTurnIsToldWithItsReason() {
    String _ = done("config", "set", "sessions.max_steps", "1");
    arrives(ofOwner("much", "tides", "", "who are my peers?"));
    round();
    answer();
    round();
    assertThat(ofOwner()).hasSize(2);
    assertThat(text(ofOwner().getLast()))
        .contains("Your message got no answer: ", "1 ", "Write again when that is mended.");
  }

  @Test
  void aKnownPersonIsToldWithoutAReasonAndStrangersAndProgramsNothing() throws IOException {
    for (String file : new String[] {"people.yaml", "unknown.yaml"}) {
      Path _ =
          Files.writeString(
              home().resolve("runtime/access").resolve(file),
              Resources.text("templates/access/" + file));
    }
    Path atlas = Files.createDirectories(home().resolve("runtime/personas/atlas"));
    Path _ = Files.writeString(atlas.resolve("SOUL.md"), "You are Atlas.\n");
    Path _ = Files.writeString(atlas.resolve("IDENTITY.md"), "Atlas\n");
    String _ =
        done(
            "entity",
            "add",
            "Mum",
            "--relationship",
            "family",
            "--identity",
            "email:mum@example.org");
    arrives(
        PROVEN
            + "From: mum@example.org\r\nTo: "
            + AGENT
            + "\r\nSubject: hello\r\nMessage-ID: <mum@example.org>\r\n\r\nhow are you?");
    arrives(
        "From: eve@evil.test\r\nTo: "
            + AGENT
            + "\r\nSubject: hello\r\nMessage-ID: <eve@evil.test>\r\n\r\nlet me in");
    arrives(ofOwner("auto", "away", "Auto-Submitted: auto-replied\r\n", "I am away"));
    expires();
    assertThat(mail.mails("mum@example.org"))
        .singleElement()
        .satisfies(
            one ->
                assertThat(text(one))
                    .contains("could not be answered")
                    .doesNotContain("waited", "session"));
    assertThat(ofOwner()).hasSize(1);
  }
}
