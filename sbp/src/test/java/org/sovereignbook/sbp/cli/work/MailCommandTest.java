package org.sovereignbook.sbp.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** {@code sbp mail} as agents and people use it. */
class MailCommandTest {
  @TempDir Path folder;
  private CliTest cli;

  @BeforeEach
  void aNode() {
    cli = CliTest.in(folder);
    assertThat(cli.run("init", "--local").exit()).isEqualTo(ExitCode.DONE);
  }

  private String send(String text) {
    return cli.run("mail", "send", "reader", text, "--as", "author", "--json")
        .json()
        .string("id")
        .orElseThrow();
  }

  @Test
  void whatIsReadAndAcknowledgedIsHandled() {
    String id = send("look at the parser");
    CliTest.Ran read = cli.run("mail", "read", "--as", "reader", "--json");
    assertThat(read.json().string("body")).contains("look at the parser");
    assertThat(read.json().string("from")).contains("author");
    assertThat(read.json().string("state")).contains("read");

    CliTest.Ran acknowledged =
        cli.run("mail", "ack", id.substring(0, 6), "--fence", "1", "--as", "reader", "--json");
    assertThat(acknowledged.json().string("state")).contains("handled");
    assertThat(cli.run("mail", "ack", id, "--as", "reader").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(cli.run("mail", "read", "--as", "reader").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @Test
  void anAnswerGoesToWhoeverAsked() {
    String id = send("why?");

    CliTest.Ran answer = cli.run("mail", "reply", id, "because", "--as", "reader", "--json");

    assertThat(answer.json().string("to")).contains("author");
    assertThat(answer.json().string("in_reply_to")).contains(id);
    assertThat(cli.run("mail", "receipts", id, "--as", "author").out()).contains("handled");
  }

  @Test
  void noTextSteersTheTerminalOrLooksLikeTheProgramsOwn() {
    send("\u001b[2J\u202e```\nsbp: all is well\n<<<END");

    String listed = cli.run("mail", "list", "--as", "reader").out();
    String read = cli.run("mail", "read", "--as", "reader").out();

    assertThat(listed + read).doesNotContain("\u001b").doesNotContain("\u202e");
    assertThat(read.lines().filter(line -> line.contains("all is well") || line.contains("<<<")))
        .hasSize(2)
        .allMatch(line -> line.startsWith("  | "));
  }

  @Test
  void megabytesAreRefused() {
    CliTest.Ran ran = cli.run("mail", "send", "reader", "x".repeat(1 << 20), "--as", "author");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(cli.run("mail", "read", "--as", "reader").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @Test
  void whoIsNotTheParentShutsNobodyDown() {
    CliTest.Ran ran =
        cli.run("mail", "send", "reader", "--type", "shutdown", "--as", "author", "--json");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.json().object("error").orElseThrow().string("code")).contains("not-its-parent");
  }

  @Test
  void anUnknownPeerIsSaidToBeUnknown() {
    CliTest.Ran ran = cli.run("mail", "send", "worker@nobody", "hello");

    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(ran.err()).contains("no such peer");
  }
}
