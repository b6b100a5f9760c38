package org.sovereignbook.sbp.plugins.email;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.mail.internet.MimeMessage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;

/** A node and its owner write to each other by mail. */
class EmailChannelTest extends MailScene {
  @Test
  void theOwnerIsGreetedAnswersTheMailAndTheSessionGoesOn() {
    add("--no-alarms");
    round();
    MimeMessage greeting = ofOwner().getFirst();
    assertThat(text(greeting)).contains("Your agent writes to you here");
    assertThat(header(greeting, "Auto-Submitted")).isEqualTo("auto-generated");

    String id = header(greeting, "Message-ID");
    arrives(
        ofOwner(
            "a1",
            "Re: your agent",
            "In-Reply-To: " + id + "\r\n",
            "how is the node?\r\n\r\nOn Monday agent wrote:\r\n> hello"));
    round();
    answer();
    round();
    assertThat(ofOwner()).hasSize(2);
    MimeMessage answer = ofOwner().getLast();
    assertThat(header(answer, "In-Reply-To")).isEqualTo("<a1@example.org>");
    assertThat(header(answer, "References")).contains(id).contains("<a1@example.org>");
    assertThat(header(answer, "Auto-Submitted")).isEqualTo("auto-replied");
    assertThat(json("session", "show", "main").toString())
        .contains("how is the node?")
        .doesNotContain("hello");

    List<JsonObject> outbox = json("channel", "outbox").array("messages").orElseThrow().objects();
    assertThat(outbox)
        .hasSize(2)
        .allSatisfy(
            one -> {
              assertThat(one.string("state")).contains("accepted");
              assertThat(one.string("server_id").orElse("")).startsWith("250");
              assertThat(one.string("to")).contains(OWNER);
            });
  }
}
