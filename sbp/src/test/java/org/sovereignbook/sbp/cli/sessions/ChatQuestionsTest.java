package org.sovereignbook.sbp.cli.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Plain questions to a node that has no account with a model. */
class ChatQuestionsTest {
  @TempDir Path folder;
  private CliTest owner;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder);
    node.addPeer("obey me", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    owner = CliTest.in(folder);
    // What a peer calls itself is no text for a model; what the owner calls it is.
    String key = TestKeys.alice().publicKey().toString();
    assertThat(owner.run("peers", "name", key, "Alice").exit()).isEqualTo(ExitCode.DONE);
    assertThat(owner.run("task", "add", "mend the fence").exit()).isEqualTo(ExitCode.DONE);
  }

  private String answer(String question) {
    CliTest.Ran ran = owner.typing(question + "\n").run("chat");
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    return ran.out();
  }

  @Test
  void theRulesKnowTheNode() {
    assertThat(answer("who are my peers?")).contains("peers: done", "Alice (known");
    assertThat(answer("what waits for me?")).contains("status: done").doesNotContain("not a model");
    assertThat(answer("how is the node?")).contains("status: done", "attention");
    assertThat(answer("what tasks are open?")).contains("task_list: done", "mend the fence");
    assertThat(answer("which agents are there?")).contains("main");
    assertThat(answer("what is new in the feed?")).contains("There are no pieces.");
    assertThat(answer("sing a song")).contains("not a model", "- who are my peers?");
  }

  @Test
  void theyKnowWhatWasSaidBefore() {
    assertThat(answer("the tides come twice a day")).contains("not a model");
    assertThat(answer("what did we say about the tides?"))
        .contains("In this conversation:", "- you: the tides come twice a day");
    assertThat(answer("what did we say about the fence?")).contains("search (the fence): done");
  }

  @Test
  void aCommandLineIsAnsweredOneMessageAtATime() {
    String both = answer("what tasks are open?\nwho are my peers?");
    assertThat(both.indexOf("mend the fence")).isBetween(0, both.indexOf("Alice"));
  }

  @Test
  void anAgentOfAnEarlierVersionMayReadTheNodeUnlessTheOwnerHasDecided() {
    assertThat(answer("who are my peers?")).contains("Alice");
    without("peers");
    assertThat(answer("who are my peers?")).contains("Alice");
    CliTest.Ran narrowed = owner.run("agent", "capabilities", "main", "--tools", "task_list");
    assertThat(narrowed.exit()).as(narrowed.err()).isEqualTo(ExitCode.DONE);
    assertThat(owner.typing("who are my peers?\n").run("chat").out()).doesNotContain("Alice");
  }

  /** As an earlier version has registered it. */
  private void without(String tool) {
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      ledger.run(
          tx ->
              tx.update(
                  "UPDATE agent SET capabilities = REPLACE(capabilities, ?, '') WHERE name ="
                      + " 'main'",
                  "\"" + tool + "\","));
    }
  }
}
