package org.sovereignbook.sbp.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** The owner answers what the reader has drafted. */
class DraftAnswerTest {
  private static final String ID = "9f3a61c2d47b08e5";
  private static final String PEER = TestKeys.named("eve").publicKey().toString();

  @TempDir Path folder;
  private TestNode node;
  private CliTest owner;

  @BeforeEach
  void aReplyIsDrafted() {
    node = TestNode.in(folder);
    owner = CliTest.in(folder).onTerminal();
    Timestamp now = node.node().now();
    node.store()
        .commit(
            new ChangeSet()
                .add(
                    Approval.reply(
                            ID,
                            "reader",
                            TestKeys.named("eve").publicKey(),
                            Optional.of(Endpoint.parse("http://127.0.0.1:9")),
                            "Yes.",
                            Optional.empty(),
                            Optional.empty(),
                            now,
                            now.plus(Duration.ofHours(1)))
                        .put()));
  }

  @Test
  void whatIsTooLateIsShownAsThatBeforeAnybodyHasNotedIt() {
    owner.clock().advance(Duration.ofHours(2));

    assertThat(owner.run("access", "requests").out()).contains("nothing waits");
    assertThat(owner.run("access", "requests", "--all").out())
        .contains("expired")
        .doesNotContain("pending");
  }

  @Test
  void whatIsTooLateCanBeSaidAllTheSame() {
    owner.clock().advance(Duration.ofHours(2));

    CliTest.Ran late = owner.run("access", "approve", ID);

    assertThat(late.exit()).as(late.err()).isEqualTo(ExitCode.REFUSED);
    assertThat(late.err()).contains("expired already", "sbp send -- " + PEER);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void whatTheOwnerWroteIsKeptWhenItCannotBeSent() throws Exception {
    Path editor = folder.resolve("editor");
    Files.writeString(editor, "#!/bin/sh\necho 'Not today.' > \"$1\"\n");
    assertThat(editor.toFile().setExecutable(true)).isTrue();
    owner.with("EDITOR", editor.toString()).clock().advance(Duration.ofHours(2));

    CliTest.Ran late = owner.run("access", "approve", ID, "--edit");

    assertThat(late.exit()).as(late.err()).isEqualTo(ExitCode.REFUSED);
    Path kept = Path.of(late.err().replaceAll("(?s).*what you wrote is in (\\S+).*", "$1"));
    assertThat(kept).hasContent("Not today.");
    Files.delete(kept);
  }
}
