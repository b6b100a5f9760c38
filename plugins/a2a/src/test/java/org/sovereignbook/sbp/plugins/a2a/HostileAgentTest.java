package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.testing.TestKeys;

/** Agents of others that lie, or answer what they like. */
@Timeout(240)
class HostileAgentTest {
  @TempDir Path folder;
  private final HostileAgent agent = new HostileAgent();
  private CliTest own;

  @BeforeEach
  void makeNode() {
    assertThat(CliTest.in(folder).run("init", "own", "--local").exit()).isEqualTo(ExitCode.DONE);
    own = CliTest.in(folder.resolve("own")).inRealTime();
    agent.signedBy(TestKeys.alice());
  }

  @AfterEach
  void close() {
    agent.close();
  }

  private CliTest.Ran add(String... more) {
    String[] words = new String[5 + more.length];
    System.arraycopy(new String[] {"a2a", "add", agent.url(), "--name", "helper"}, 0, words, 0, 5);
    System.arraycopy(more, 0, words, 5, more.length);
    return own.run(words);
  }

  private JsonObject send(String... more) {
    assertThat(add().exit()).isIn(ExitCode.DONE, ExitCode.NOTHING_TO_DO);
    String[] words = new String[5 + more.length];
    System.arraycopy(new String[] {"a2a", "send", "helper", "help", "--json"}, 0, words, 0, 5);
    System.arraycopy(more, 0, words, 5, more.length);
    return own.run(words).json();
  }

  private static String state(JsonObject task) {
    return task.string("state").orElseThrow();
  }

  @Test
  void aCardThatIsTooLargeOrNoneIsRefused() {
    String large = "{\"name\":\"" + "x".repeat(300_000) + "\"}";
    agent.card(new HostileAgent.Scripted(200, "application/json", large, ""));
    assertThat(add().exit()).isEqualTo(ExitCode.NOT_VALID);
    agent.card(new HostileAgent.Scripted(200, "text/html", "<html>", ""));
    assertThat(add().exit()).isEqualTo(ExitCode.NOT_VALID);
    agent.card(new HostileAgent.Scripted(302, "text/plain", "", "http://127.0.0.1:1/"));
    assertThat(add().exit()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void aTamperedCardIsRefused() {
    JsonObject card = agent.unsigned();
    JsonArray signatures = JsonArray.of(HostileAgent.signature(TestKeys.alice(), card));
    agent.card(
        HostileAgent.Scripted.json(card.with("name", "Alice").with("signatures", signatures)));
    CliTest.Ran refused = add();
    assertThat(refused.exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(refused.err()).contains("does not verify");
  }

  @Test
  void aCardWithoutASignatureIsShownAsSuch() {
    agent.card(HostileAgent.Scripted.json(agent.unsigned()));
    assertThat(add("--json").json().string("signature")).contains("none");
  }

  @Test
  void anotherKeyIsTakenOnlyWhenTheOwnerSaysSo() {
    assertThat(add().exit()).isEqualTo(ExitCode.DONE);
    agent.signedBy(TestKeys.eve());
    CliTest.Ran refused = add();
    assertThat(refused.exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(refused.err()).contains("no rotation leads there", "--key");
    agent.card(HostileAgent.Scripted.json(agent.unsigned()));
    assertThat(add().exit()).isEqualTo(ExitCode.NOT_VALID);
    agent.signedBy(TestKeys.eve());
    assertThat(add("--key", TestKeys.eve().publicKey().toString()).exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void nothingIsSentToAnAgentWithAnotherKey() {
    agent.answers(HostileAgent.Scripted.task("t", "WORKING"));
    assertThat(state(send())).isEqualTo("working");
    Node node =
        new Node(
            new NodeHome(folder.resolve("own")),
            LocalDisk.unsynced(),
            InstantSource.system(),
            new SecureRandom());
    try (Ledger ledger = Ledger.open(node, new SqliteLedgerProvider().open(node))) {
      ledger.run(tx -> tx.update("UPDATE a2a_agent SET read_ms = 1"));
    }
    agent.signedBy(TestKeys.eve());
    int before = agent.messageIds().size();
    JsonObject now = own.run("a2a", "task", "helper", "--json").json();
    assertThat(now.string("says").orElse("")).contains("another key");
    assertThat(own.run("a2a", "agents").out()).contains("changed");
    assertThat(own.run("a2a", "send", "helper", "more").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(agent.messageIds()).hasSize(before);
    assertThat(add("--key", TestKeys.eve().publicKey().toString()).exit()).isEqualTo(ExitCode.DONE);
    assertThat(own.run("a2a", "send", "helper", "more").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void loopbackIsNotAskedUnlessTheOwnerAllowsIt() {
    assertThat(own.run("config", "set", "network_config.allow_private_endpoints", "false").exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(add().exit()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void aMessageThatWasNotAnsweredIsSentAgainWithItsId() {
    agent.answers(
        new HostileAgent.Scripted(0, "", "", ""), HostileAgent.Scripted.task("t", "WORKING"));
    JsonObject sent = send();
    assertThat(state(sent)).isEqualTo("sending");
    JsonObject now = own.run("a2a", "task", sent.string("task").orElseThrow(), "--json").json();
    assertThat(state(now)).isEqualTo("working");
    assertThat(agent.messageIds()).hasSizeGreaterThan(1);
    assertThat(Set.copyOf(agent.messageIds())).hasSize(1);
  }

  @Test
  void anotherTasksAnswerIsNotTaken() {
    agent.answers(
        HostileAgent.Scripted.task("t", "WORKING"), HostileAgent.Scripted.task("u", "COMPLETED"));
    JsonObject sent = send();
    JsonObject now = own.run("a2a", "task", sent.string("task").orElseThrow(), "--json").json();
    assertThat(state(now)).isEqualTo("working");
    assertThat(now.string("says")).contains("it answered with another task");
  }

  @Test
  void aStateThatThereIsNotIsNotTaken() {
    agent.answers(HostileAgent.Scripted.task("t", "TRIUMPHANT"));
    assertThat(state(send())).isEqualTo("sending");
  }

  @Test
  void anEndIsTheEnd() {
    agent.answers(
        HostileAgent.Scripted.task("t", "COMPLETED"), HostileAgent.Scripted.task("t", "WORKING"));
    JsonObject sent = send();
    assertThat(state(sent)).isEqualTo("completed");
    assertThat(state(own.run("a2a", "task", sent.string("task").orElseThrow(), "--json").json()))
        .isEqualTo("completed");
  }

  @Test
  void anEndlessStreamDelaysTheEndOnly() {
    agent.answers(
        HostileAgent.Scripted.task("t", "WORKING"), HostileAgent.Scripted.task("t", "COMPLETED"));
    assertThat(state(send("--wait"))).isEqualTo("completed");
  }
}
