package org.sovereignbook.sbp.plugins.email;

import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.testing.Fuzzed;

/** Target for fuzzing: the text of a mail, as HTML and with the history that it answers. */
public final class MailTextFuzz {
  private MailTextFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    String html = new String(input, StandardCharsets.UTF_8);
    String text = MailText.plain(MailText.ofHtml(html));
    Fuzzed.same(text, MailText.plain(text));
    Fuzzed.same(true, text.length() <= html.length());
    String own = MailText.withoutHistory(text);
    Fuzzed.same(true, own.length() <= text.length());
  }
}
