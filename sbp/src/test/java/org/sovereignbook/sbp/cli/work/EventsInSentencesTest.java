package org.sovereignbook.sbp.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Events as sentences, and those of one agent or peer among many others. */
class EventsInSentencesTest {
  private static final int MANY = 100_000;

  private TestNode node;
  private CliTest cli;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    node = TestNode.in(folder);
    cli = CliTest.in(folder);
    node.addPeer("Birch", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
  }

  private Ledger open() {
    return Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()));
  }

  private List<JsonObject> events(String... more) {
    String[] words =
        Stream.concat(Stream.of("event", "list", "--json"), Stream.of(more)).toArray(String[]::new);
    return cli.run(words).json().array("events").orElseThrow().values().stream()
        .map(JsonObject.class::cast)
        .toList();
  }

  private List<String> sentences(String... more) {
    return events(more).stream().map(one -> one.string("sentence").orElseThrow()).toList();
  }

  private static String joined(JsonObject event) {
    return event.array("parts").orElseThrow().values().stream()
        .map(part -> ((JsonObject) part).string("text").orElseThrow())
        .collect(Collectors.joining());
  }

  @Test
  void anEventIsASentenceWithNamesAndSaysWhatEachNames() {
    assertThat(cli.run("agent", "register", "writer").exit()).isEqualTo(ExitCode.DONE);
    String task =
        cli.run("task", "add", "Count the boats", "--json").json().string("id").orElseThrow();
    assertThat(cli.run("task", "claim", task, "--as", "writer").exit()).isEqualTo(ExitCode.DONE);
    assertThat(cli.run("mail", "send", "owner", "done soon", "--as", "writer").exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(cli.run("task", "complete", task).exit()).isEqualTo(ExitCode.DONE);

    assertThat(sentences())
        .contains(
            "You registered the agent writer",
            "You added Count the boats",
            "writer began Count the boats",
            "writer sent a mail to you",
            "writer completed Count the boats, accepted by you");
    JsonObject claimed = events("--kind", "task.claimed").getFirst();
    assertThat(joined(claimed)).isEqualTo(claimed.string("sentence").orElseThrow());
    JsonObject named = (JsonObject) claimed.array("parts").orElseThrow().values().getLast();
    assertThat(named)
        .isEqualTo(
            JsonObject.builder()
                .put("text", "Count the boats")
                .put("kind", "task")
                .put("id", task)
                .build());
    assertThat(events("--kind", "agent.status_changed"))
        .isNotEmpty()
        .allMatch(one -> one.bool("plumbing").orElseThrow());
    assertThat(events("--kind", "task")).noneMatch(one -> one.bool("plumbing").orElseThrow());
  }

  @Test
  void aKindWithoutASentenceIsToldByItsWords() {
    try (Ledger ledger = open()) {
      ledger.run(
          tx ->
              tx.append(
                  LedgerEvent.of(
                      "parcel:1:sent",
                      "parcel.sent",
                      Authority.of(Principal.OWNER, "command"),
                      new Subject("parcel", "0123456789abcdef"))));
    }

    assertThat(sentences("--kind", "parcel"))
        .containsExactly("You: parcel sent, parcel 0123456789ab");
  }

  @Test
  void kindsAreListedWithTheirSentences() {
    List<JsonObject> kinds =
        cli.run("event", "kinds", "--json").json().array("kinds").orElseThrow().values().stream()
            .map(JsonObject.class::cast)
            .toList();

    assertThat(kinds)
        .contains(
            JsonObject.builder()
                .put("kind", "task.claimed")
                .put("sentence", "{by} began {task}")
                .put("plumbing", false)
                .build());
    assertThat(cli.run("event", "kinds").out()).contains("team.started");
  }

  /** Fills the log with events of the owner between an old and a new one of the peer. */
  private void manyBetween() {
    Authority peer = Authority.of(Principal.peer(TestKeys.alice().publicKey()), "envelope");
    Authority owner = Authority.of(Principal.OWNER, "command");
    Subject birch = new Subject("peer", TestKeys.alice().publicKey().toString());
    try (Ledger ledger = open()) {
      ledger.run(tx -> tx.append(LedgerEvent.of("old", "mail.arrived", peer, birch)));
      ledger.run(tx -> tx.append(LedgerEvent.of("one", "task.created", owner, Subject.task("t"))));
      ledger.run(
          tx ->
              tx.update(
                  "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
                      + " INSERT INTO event (id, at_ms, kind, principal, authority_id, hash,"
                      + " metadata) SELECT 'many' || i, at_ms, kind, principal, authority_id, hash,"
                      + " metadata FROM event, n WHERE event.id = 'one'",
                  MANY));
      ledger.run(tx -> tx.append(LedgerEvent.of("new", "content.erased", owner, birch)));
    }
  }

  @Test
  void aFilterFindsOldEventsAmongManyAndGoesOnPageByPage() {
    manyBetween();

    JsonObject first = cli.run("event", "list", "--peer", "Birch", "-n", "1", "--json").json();
    Optional<Long> next = first.integer("before").stream().boxed().findFirst();
    assertThat(next).isPresent();
    assertThat(first.toString()).contains("content.erased");
    List<JsonObject> second =
        events("--peer", "Birch", "-n", "1", "--before", Long.toString(next.orElseThrow()));
    assertThat(second).hasSize(1);
    assertThat(second.getFirst().string("sentence")).contains("A mail of Birch arrived");
    assertThat(events("--peer", "Birch", "--kind", "mail")).hasSize(1);
    assertThat(cli.run("event", "list", "--peer", "Nobody").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }
}
