package org.sovereignbook.sbp.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.EventFilter;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

class EventCommandTest {
  private static final String AGENT = "ab".repeat(32);
  private static final Authority OWNER = Authority.of(Principal.OWNER, "command");
  private static final Authority WORKER = Authority.of(Principal.agent(AGENT), "mcp");
  private static final String HOSTILE = "\u001b[31mred\u202e ``` | <script>";

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

  private void tasks(int number) {
    try (Ledger ledger = open()) {
      for (int i = 1; i <= number; i++) {
        Subject task = Subject.task("t" + i);
        ledger.run(
            tx -> {
              tx.append(
                  LedgerEvent.of("task:" + task.id() + ":created", "task.created", OWNER, task));
              tx.keep(task, "title", HOSTILE + task.id());
            });
        node.clock().advance(Duration.ofMinutes(1));
        ledger.run(
            tx ->
                tx.append(
                    LedgerEvent.of(
                        "task:" + task.id() + ":claimed:1",
                        "task.claimed",
                        WORKER,
                        task,
                        Subject.agent(AGENT))));
        node.clock().advance(Duration.ofMinutes(1));
      }
    }
  }

  private List<String> ids(String... words) {
    return cli.run(words).json().array("events").orElseThrow().values().stream()
        .map(each -> ((JsonObject) each).string("id").orElseThrow())
        .toList();
  }

  @Test
  void aNodeWithoutASocietyHasNoEventsAndGetsNone() {
    assertThat(cli.run("event").out()).contains("no such events");
    assertThat(cli.run("event", "show", "1").exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(node.home().society()).doesNotExist();
  }

  @Test
  void theListIsNewestFirstAndGoesOnPageByPage() {
    tasks(3);
    assertThat(ids("event", "list", "-n", "4", "--json"))
        .containsExactly(
            "task:t3:claimed:1", "task:t3:created", "task:t2:claimed:1", "task:t2:created");
    assertThat(cli.run("event", "list", "-n", "4").out()).contains("--after 3");
    assertThat(ids("event", "list", "-n", "4", "--before", "3", "--json"))
        .containsExactly("task:t1:claimed:1", "task:t1:created");
  }

  @Test
  void itIsFilteredByKindAgentTaskAndTime() {
    tasks(3);
    assertThat(ids("event", "list", "--kind", "task.claimed", "--task", "t2", "--json"))
        .containsExactly("task:t2:claimed:1");
    assertThat(ids("event", "list", "--kind", "task", "--json")).hasSize(6);
    assertThat(ids("event", "list", "--kind", "tas", "--json")).isEmpty();
    assertThat(ids("event", "list", "--agent", "abab", "--json")).hasSize(3);
    assertThat(ids("event", "list", "--about", "agent:" + AGENT, "--json")).hasSize(3);
    assertThat(ids("event", "list", "--until", "2026-03-17T12:05:30Z", "--json"))
        .containsExactly("task:t1:created");
    assertThat(cli.run("event", "list", "--agent", "ff").exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(cli.run("event", "list", "--since", "soon").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }

  @Test
  void oneIsShownWithItsAuthorityAndWhatWasSaidMadeHarmless() {
    tasks(1);
    String shown = cli.run("event", "show", "1").out();
    assertThat(shown).contains("owner by command", "task:t1", "intact", "\\u001b[31mred\\u202e");
    assertThat(shown).doesNotContain("\u001b[31m");
    assertThat(cli.run("event", "show", "task:t1:created", "--json").json().array("texts"))
        .hasValueSatisfying(
            texts ->
                assertThat(((JsonObject) texts.values().getFirst()).string("text"))
                    .contains(HOSTILE + "t1"));
  }

  @Test
  void aChangedEventIsShownAsChanged() {
    tasks(1);
    try (Ledger ledger = open()) {
      ledger.run(tx -> tx.update("UPDATE event SET metadata = '{\"priority\":9}'"));
    }
    assertThat(cli.run("event", "show", "1").out()).contains("changed since");
    assertThat(cli.run("event", "list").out()).contains("changed!");
  }

  @Test
  void erasingLeavesTheHashAndATombstoneAndNoTraceInTheFile() throws Exception {
    tasks(2);
    JsonObject erased = cli.run("event", "erase", "task:t1", "--json").json();
    assertThat(erased.array("erased").orElseThrow().values()).hasSize(1);
    assertThat(cli.run("event", "erase", "1").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(cli.run("event", "show", "1").out()).contains("erased 2026").doesNotContain("red");
    try (Ledger ledger = open()) {
      assertThat(
              ledger
                  .read(tx -> new EventLog(tx).before(Long.MAX_VALUE, EventFilter.ALL, 1))
                  .getFirst()
                  .kind())
          .isEqualTo("content.erased");
    }
    String file = Files.readString(node.home().society(), StandardCharsets.ISO_8859_1);
    assertThat(file).contains("<script>t2").doesNotContain("<script>t1");
  }
}
