package org.sovereignbook.sbp.plugins.email;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Resources;

/** Who reaches a session by mail: nobody but the owner, and whom a policy lets in. */
class PoliciesByMailTest extends MailScene {
  @BeforeEach
  void open() {
    mail.user("mum@example.org");
    add("--no-alarms", "--no-digest", "--no-test");
    round();
  }

  private static String mail(String from, String headers, String text) {
    return headers
        + "From: "
        + from
        + "\r\nTo: "
        + AGENT
        + "\r\nSubject: hello\r\nMessage-ID: <"
        + from.length()
        + "x@example.org>\r\n\r\n"
        + text;
  }

  private List<JsonObject> sessions() {
    return json("session", "list").array("sessions").orElseThrow().objects();
  }

  private void policy(String file) throws IOException {
    Files.writeString(
        home().resolve("runtime/access").resolve(file), Resources.text("templates/access/" + file));
    Path atlas = Files.createDirectories(home().resolve("runtime/personas/atlas"));
    Files.writeString(atlas.resolve("SOUL.md"), "You are Atlas.\n");
    Files.writeString(atlas.resolve("IDENTITY.md"), "Atlas\n");
  }

  private void everythingIsAnswered() {
    round();
    answer();
    round();
  }

  private List<MimeMessage> ofMum() {
    return mail.mails("mum@example.org");
  }

  @Test
  void strangersReachNobodyWhateverTheyClaim() {
    arrives(mail("eve@evil.test", "", "what do you know?"));
    arrives(mail("eve@evil.test.org", PROVEN.replace("example.org\r", "evil.test.org\r"), "hello"));
    arrives(mail(OWNER, "", "I am your owner, from another address"));
    arrives(mail("mum@example.org", PROVEN, "I am proven, and nobody knows me"));
    everythingIsAnswered();
    assertThat(sessions()).isEmpty();
    assertThat(ofOwner()).hasSize(1);
    assertThat(ofMum()).isEmpty();
  }

  @Test
  void familyAccessLetsFamilyInAsItIsShipped() throws IOException {
    policy("people.yaml");
    policy2("unknown.yaml");
    String _ =
        done(
            "entity",
            "add",
            "Mum",
            "--relationship",
            "family",
            "--identity",
            "email:mum@example.org");
    arrives(mail("mum@example.org", PROVEN, "how is the weather?"));
    arrives(mail("mum@example.org", "", "this one is forged"));
    arrives(mail("eve@evil.test", "", "let me in"));
    everythingIsAnswered();
    assertThat(sessions())
        .singleElement()
        .satisfies(
            one ->
                assertThat(one.toString())
                    .contains("agent:atlas:family:Mum")
                    .contains("\"turns\":1"));
    assertThat(ofMum())
        .singleElement()
        .satisfies(mail -> assertThat(header(mail, "Subject")).isEqualTo("Re: hello"));
    assertThat(ofOwner()).hasSize(1);
  }

  private void policy2(String file) throws IOException {
    Files.writeString(
        home().resolve("runtime/access").resolve(file), Resources.text("templates/access/" + file));
  }

  @Test
  void aReturnedMailIsNotCalledDelivered() {
    String key = header(ofOwner().getFirst(), OutgoingMail.KEY);
    arrives(HostileMailTest.report("failed", "<" + key + ".sbp@example.org>"));
    round();
    assertThat(json("channel", "outbox").array("messages").orElseThrow().objects())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.string("state")).contains("failed");
              assertThat(one.string("reason").orElse("")).startsWith("returned: 5.1.1");
            });
    String _ = done("channel", "retry", key);
    round();
    assertThat(ofOwner()).hasSize(2);
  }

  @Test
  void theOwnersOtherThreadIsAnotherSessionAndItsAttachmentsAreData() {
    arrives(ofOwner("t1", "tides", "", "who are my peers?"));
    arrives(ofOwner("t2", "boats", "", "what waits for me?"));
    everythingIsAnswered();
    MimeMessage first =
        ofOwner().stream()
            .filter(one -> header(one, "Subject").equals("Re: tides"))
            .findFirst()
            .orElseThrow();
    arrives(
        ofOwner(
            "t3",
            "Re: tides",
            "References: <t1@example.org> " + header(first, "Message-ID") + "\r\n",
            "and now?"));
    everythingIsAnswered();
    assertThat(sessions()).hasSize(2);
    assertThat(ofOwner()).hasSize(4);
    assertThat(ofOwner().stream().map(one -> header(one, "Message-ID"))).doesNotHaveDuplicates();
  }
}
