package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** What {@code status} and {@code doctor} say of the society's database. */
class SocietyHealthTest {
  private TestNode node;
  private CliTest cli;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    node = TestNode.in(folder);
    cli = CliTest.in(folder);
  }

  private Ledger open() {
    return Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()));
  }

  private String doctor() {
    return check("society");
  }

  private String check(String name) {
    return cli.run("doctor", "--json").json().array("checks").orElseThrow().objects().stream()
        .filter(check -> check.string("check").orElse("").equals(name))
        .map(JsonObject::toString)
        .findFirst()
        .orElse("");
  }

  private void giveUpATask() {
    try (Ledger ledger = open()) {
      ledger.run(tx -> Lifecycle.failed(tx, Agents.named(tx, "coder").id(), "tasks given up"));
    }
  }

  @Test
  void aSoundOneIsFound() {
    assertThat(doctor()).contains("pass", "none yet");
    open().close();
    assertThat(doctor()).contains("pass", "whole");
    assertThat(cli.run("status").out()).doesNotContain("society");
  }

  @Test
  void agentsThatRestOrSoonProveNothingAreTold() {
    cli.run("agent", "register", "coder", "--json");
    assertThat(check("agents")).contains("pass", "4 active, 1 registered; 0 open tasks");
    cli.run("agent", "token", "coder", "--json");
    cli.run("agent", "token", "coder", "--tools", "task_list", "--ttl-seconds", "60");
    assertThat(check("agents")).contains("pass");

    cli.clock().advance(Duration.ofDays(24));
    assertThat(check("agents")).contains("warn", "last token of coder ends", "agent token coder");
    assertThat(cli.run("status", "--all").out())
        .contains("agents    4 active, 1 registered; 0 open tasks, 0 mails to handle")
        .contains("the last token of coder ends");
    cli.clock().advance(Duration.ofDays(7));
    assertThat(check("agents")).contains("warn", "last token of coder ended");

    cli.run("agent", "activate", "coder");
    node.clock().advance(Duration.ofDays(31));
    for (int i = 0; i < 5; i++) {
      giveUpATask();
    }
    assertThat(check("agents"))
        .contains("warn", "coder is suspended (5 errors", "until 2", "show coder");
  }

  @Test
  void aDamagedOneIsToldWithWhatToDo() throws IOException {
    Files.createDirectories(node.home().society().getParent());
    Files.writeString(node.home().society(), "no database".repeat(50));
    assertThat(doctor()).contains("fail", "damaged", "mv runtime/society runtime/society.damaged-");
    assertThat(cli.run("status").out()).contains("society.db is damaged", "sbp doctor");
  }

  @Test
  void whatTheNodeDoesWithoutItGoesOnWhileItIsDamaged() throws IOException {
    Files.createDirectories(node.home().society().getParent());
    Files.writeString(node.home().society(), "no database".repeat(50));
    assertThat(cli.run("deliver").exit()).isIn(ExitCode.DONE, ExitCode.NOTHING_TO_DO);
    assertThat(cli.run("reader-pre").exit()).isIn(ExitCode.DONE, ExitCode.NOTHING_TO_DO);
    assertThat(cli.run("maintain").out()).contains("the society could not be kept");
    assertThat(cli.run("log", "--ops").out()).contains("what time ends on the board");
    CliTest.Ran task = cli.run("task");
    assertThat(task.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(task.err()).contains("is damaged", "sbp doctor");
  }

  @Test
  void oneOfANewerProgramIsToldWithoutOpeningIt() {
    try (Ledger ledger = open()) {
      ledger.run(
          tx -> {
            tx.script("PRAGMA user_version = 99");
            tx.update("INSERT INTO society_version VALUES (99)");
          });
    }
    assertThat(doctor()).contains("fail", "version 99", "newer sbp").doesNotContain("mv ");
    assertThat(cli.run("status").out()).contains("version 99", "newer sbp");
  }

  @Test
  void anEventThatWasChangedIsToldWithItsNumber() {
    try (Ledger ledger = open()) {
      ledger.run(
          tx ->
              tx.append(
                  LedgerEvent.of("e", "task.created", Authority.of(Principal.OWNER, "command"))));
      ledger.run(tx -> tx.update("UPDATE event SET kind = 'task.accepted'"));
    }
    assertThat(doctor()).contains("fail", "1 event changed since", "sbp event show 1");
  }
}
