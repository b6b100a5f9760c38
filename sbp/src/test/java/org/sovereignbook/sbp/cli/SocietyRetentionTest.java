package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.testing.TestNode;

/** Rows of the society that {@code sbp maintain} deletes, of all packages. */
class SocietyRetentionTest {
  /** Hot contexts of the owner and of the four agents of the node. */
  private static final int HOT_CONTEXTS = 5;

  private static final String LONG_AGO = "1000";

  private CliTest cli;
  private Ledger ledger;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    TestNode node = TestNode.in(folder);
    cli = CliTest.in(folder);
    cli.run("agent", "list");
    ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()));
  }

  private void insert(String table, String columns, String... rows) {
    for (String row : rows) {
      ledger.run(
          tx ->
              tx.update(
                  "INSERT INTO %s (%s) VALUES (%s)"
                      .formatted(table, columns, row.replace("$", authority(tx)))));
    }
  }

  private static String authority(Transaction tx) {
    return "'" + tx.keep(Authority.SYSTEM) + "'";
  }

  private String text(Subject of) {
    return "'" + ledger.<String>write(tx -> tx.keep(of, "text", "said")) + "'";
  }

  private List<String> left(String column, String table) {
    return ledger.read(
        tx ->
            tx.list(
                "SELECT %1$s FROM %2$s ORDER BY %1$s".formatted(column, table), r -> r.text(1)));
  }

  private String maintained() {
    return cli.run("maintain").err() + cli.run("log", "--ops", "-n", "20").out();
  }

  @Test
  void runsOfTeamsGoButNotTheNewestOnes() {
    insert(
        "team_run",
        "id, root, file, state, started_ms, ended_ms, principal, authority_id",
        "'old', 't0', 'team.yaml', 'ended', 1, " + LONG_AGO + ", 'owner', $",
        "'of-task', 't1', 'team.yaml', 'ended', 2, " + LONG_AGO + ", 'owner', $",
        "'newest', NULL, 'team.yaml', 'ended', 3, " + LONG_AGO + ", 'owner', $");
    for (String run : List.of("old", "newest")) {
      insert(
          "team_member",
          "run, name, agent, kind, epoch, token, pid, starts, started_ms, beat_ms, activity",
          "'" + run + "', 'worker', 'a', 'worker', 1, 'b', 1, 1, 1, 1, 'ended'");
    }

    assertThat(maintained()).contains("removed 2 old rows of the society");
    assertThat(left("id", "team_run")).containsExactly("newest", "of-task");
    assertThat(left("run", "team_member")).containsExactly("newest");
  }

  @Test
  void runsOfHooksGoWithWhatTheyAnsweredAndDraftsThatAreFiles() {
    Subject hook = new Subject("hook", "h");
    String columns =
        "id, hook, event_id, is_gate, state, depth, created_ms, answer_id, calls, input_tokens,"
            + " output_tokens, principal, authority_id";
    long now = cli.clock().millis();
    insert(
        "hook_run",
        columns,
        "'old', 'h', 'e1', 0, 'fired', 0, %s, %s, 0, 0, 0, 'system', $"
            .formatted(LONG_AGO, text(hook)),
        "'pending', 'h', 'e2', 0, 'pending', 0, %s, NULL, 0, 0, 0, 'system', $".formatted(LONG_AGO),
        "'new', 'h', 'e3', 0, 'fired', 0, %d, NULL, 0, 0, 0, 'system', $".formatted(now));
    insert(
        "hook_draft",
        "name, run, content_id, at_ms, written_ms",
        "'old', 'old', %s, 1, %s".formatted(text(hook), LONG_AGO),
        "'waits', 'old', %s, 1, NULL".formatted(text(hook)));

    assertThat(maintained()).contains("removed 2 old rows");
    assertThat(left("id", "hook_run")).containsExactly("new", "pending");
    assertThat(left("name", "hook_draft")).containsExactly("waits");
    assertThat(left("id", "content")).hasSize(1 + HOT_CONTEXTS);
  }

  @Test
  void whatProvesNothingAnyMoreGoes() {
    cli.run("agent", "register", "coder");
    cli.run("agent", "token", "coder", "--ttl-seconds", "60");
    cli.run("agent", "token", "coder", "--ttl-seconds", "31000000");
    cli.clock().advance(Duration.ofDays(31));

    assertThat(maintained()).contains("removed 1 old rows");
    assertThat(left("id", "agent_token")).hasSize(1);
  }

  @Test
  void whereASenderHasComeToIsForgottenOnceNothingOfItIsUnderWay() {
    cli.run("mail", "send", "reader", "done");
    cli.run(
        "mail",
        "ack",
        cli.run("mail", "read", "--as", "reader", "--json").json().string("id").orElseThrow(),
        "--as",
        "reader");
    cli.run("mail", "send", "author", "later", "--expires-minutes", "300000");
    cli.clock().advance(Duration.ofDays(181));

    assertThat(maintained()).contains("old rows");
    assertThat(left("recipient", "mail_counter")).containsExactly("author");
  }
}
