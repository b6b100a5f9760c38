package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.testing.TestNode;

/** Texts with characters that steer terminals: refused at the border, or spelled out in print. */
class TerminalSafetyTest {
  private static final String EVIL =
      "a\nb: c\u001b[2J\u001b]0;owned\u0007\u202e\u009b" + "x".repeat(300);

  @TempDir Path folder;
  private CliTest cli;

  @BeforeEach
  void fill() {
    cli = CliTest.in(TestNode.in(folder).home().root());
    for (List<String> words :
        List.of(
            List.of("agent", "register", "ann", "--purpose", EVIL),
            List.of("task", "add", EVIL, "--description", EVIL, "--label", EVIL),
            List.of("task", "add", "plain", "--description", EVIL),
            List.of("memory", "add", "--id", EVIL, "text"),
            List.of("memory", "add", "--id", "bidi\u202e\u2066", "--tag", EVIL, EVIL),
            List.of("memory", "add", "--type", "learning", "--domain", "value", EVIL),
            List.of("memory", "add", "--type", "entity", "--members", "{\"name\": \"\\u001b[2J\"}"),
            List.of("memory", "group", "create", "g", "--name", EVIL),
            List.of("memory", "group", "create", EVIL),
            List.of("entity", "add", EVIL),
            List.of("entity", "add", "Bo", "--tag", EVIL),
            List.of("bus", "put", EVIL, EVIL),
            List.of("bus", "put", "key", EVIL),
            List.of("mail", "send", "ann", EVIL, "--subject", EVIL),
            List.of("write", "--title", EVIL, EVIL),
            List.of("session", "send", "--new", EVIL, EVIL),
            List.of("audit", "list", "--for", EVIL),
            List.of(EVIL))) {
      requireSafe(words);
    }
  }

  private void requireSafe(List<String> words) {
    CliTest.Ran ran = cli.run(words.toArray(String[]::new));
    for (String printed : List.of(ran.out(), ran.err())) {
      assertThat(
              printed
                  .codePoints()
                  .filter(TerminalSafetyTest::steers)
                  .mapToObj(Integer::toHexString))
          .as(words.subList(0, Math.min(2, words.size())) + ": " + PeerText.plain(printed))
          .isEmpty();
    }
  }

  private static boolean steers(int c) {
    return PeerText.isUnsafe(c) && c != '\n' && c != '\t';
  }

  @Test
  void aLabelIsOneLineWithoutControlCharacters() {
    CliTest.Ran refused = cli.run("memory", "add", "--id", "a\nb: c\u001b[2J", "text");
    assertThat(refused.exit()).isNotEqualTo(ExitCode.DONE);
    assertThat(refused.err()).contains("one line without control characters");
  }

  @Test
  void everyListAndViewSpellsThemOut() {
    for (String line :
        List.of(
            "task list",
            "task list --json",
            "memory search",
            "memory search text",
            "memory read bidi\u202e\u2066",
            "memory list",
            "memory group list",
            "entity list",
            "bus list",
            "bus get key",
            "mail list",
            "agent list",
            "event list",
            "audit list",
            "session list",
            "search a",
            "trust review",
            "status",
            "inbox",
            "outbox",
            "feed",
            "log",
            "log --ops",
            "digest",
            "access requests",
            "doctor",
            "tick --dry-run",
            "completion bash")) {
      if (!line.endsWith("--json")) {
        requireSafe(List.of(line.split(" ")));
      }
    }
  }
}
