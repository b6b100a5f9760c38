package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

class EntityCommandTest {
  private CliTest owner;
  private CliTest agent;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    TestNode.in(folder);
    owner = CliTest.in(folder);
    owner.run("agent", "register", "coder", "--tools", "*");
    String token = owner.run("agent", "token", "coder", "--json").json().string("token").orElse("");
    agent = CliTest.in(folder).with("SBP_AGENT_TOKEN", token);
  }

  private long denials(String tool) {
    return owner.run("audit", "list", "--decision", "deny", "--tool", tool).lines().stream()
        .filter(line -> line.contains(tool))
        .count();
  }

  @Test
  void whoIsWhoIsForTheOwnerAloneAndEveryAttemptIsWrittenDown() {
    assertThat(agent.run("entity", "add", "Mum").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(agent.run("entity", "tag", "coder", "vip").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(agent.run("entity", "merge", "coder", "reader").exit()).isEqualTo(ExitCode.REFUSED);

    assertThat(denials("entity_add")).isEqualTo(1);
    assertThat(denials("entity_tag")).isEqualTo(1);
    assertThat(denials("entity_merge")).isEqualTo(1);
    assertThat(owner.run("entity", "list").out()).contains("nobody yet");
  }

  @Test
  void wordsThatAreNoCallAreOneToTheTrailWhenAnAgentSaysThem() {
    assertThat(agent.run("mail", "list", "--nonsense").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(owner.run("audit", "list", "--tool", "mail_list").out()).contains("mail_list");
  }

  @Test
  void onePersonOnTwoChannelsIsOne() {
    owner.run("entity", "add", "Mum", "--relationship", "family", "--identity", "email:M@e.org");
    owner.run("entity", "add", "mum2", "--identity", "phone:+351 912 345 678", "--tag", "vip");
    assertThat(owner.run("entity", "merge", "Mum", "mum2").exit()).isEqualTo(ExitCode.DONE);

    assertThat(owner.run("entity", "show", "phone:00351912345678").out())
        .contains("Mum", "family", "vip", "email:m@e.org");
    assertThat(owner.run("entity", "show", "mum2").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }
}
