package org.sovereignbook.sbp.plugins.email;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Accounts whose secret is an OAuth2 token that a command prints at each use. */
class TokenCommandTest extends MailScene {
  private String[] withToken(String command) {
    List<String> words =
        new ArrayList<>(
            Arrays.asList(words(mail.smtp(), mail.imap(), "--no-alarms", "--no-digest")));
    int at = words.indexOf("--password-env");
    words.set(at, "--token-command");
    words.set(at + 1, command);
    return words.toArray(String[]::new);
  }

  @Test
  void theTokenOpensBothServersAndAWrongOneNeither() {
    String added = done(withToken("echo secret"));
    assertThat(added)
        .contains("the server has taken a message", "arrived at this account")
        .doesNotContain("secret\n");
    round();
    assertThat(ofOwner()).hasSize(1);
    String _ = done("channel", "remove", "email");

    String refused = run(withToken("echo stolen")).out();
    assertThat(refused).contains("refuses the login").doesNotContain("stolen");
    assertThat(done("channel", "list")).doesNotContain("stolen");
  }
}
