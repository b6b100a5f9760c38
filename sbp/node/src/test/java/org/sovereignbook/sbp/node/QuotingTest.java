package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotingTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"/plain/path", "/with space", "it's", "$HOME", "`id`", "a\"b", "a\\b", "ü"})
  void aShellReadsTheWordBack(String word) throws IOException, InterruptedException {
    Process shell = new ProcessBuilder("/bin/sh", "-c", "printf %s " + Quoting.shell(word)).start();

    assertThat(
            new String(
                shell.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo(word);
    assertThat(shell.waitFor()).isZero();
  }

  @Test
  void systemdExpandsNothing() {
    assertThat(Quoting.systemdWord("/a b/$x/%h/\"q\"")).isEqualTo("\"/a b/$$x/%%h/\\\"q\\\"\"");
    assertThat(Quoting.systemd("/a b/%h")).isEqualTo("/a b/%%h");
  }

  @Test
  void xmlHasNoMarkup() {
    assertThat(Quoting.xml("<a&b>")).isEqualTo("&lt;a&amp;b&gt;");
  }
}
