package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.testing.TestSociety;

/** Cache of token holders: it lasts from one call to the next, and ends with the token. */
class TokenHoldersTest {
  private static final String TOOL = "task_list";

  @TempDir Path folder;

  private static Tokens.Issued issue(TestSociety society) {
    society.agent("coder");
    return society.owner(
        "agent_token",
        (tx, caller) ->
            Tokens.issue(
                tx,
                caller,
                Agents.named(tx, "coder"),
                Globs.ALL,
                Optional.of(Duration.ofHours(1))));
  }

  private static String call(TestSociety society, Tokens.Issued token) {
    return society.with(token.secret(), TOOL, (_, caller) -> caller.agent().orElseThrow().name());
  }

  private static void assertEnded(TestSociety society, Tokens.Issued token, String why) {
    assertThatThrownBy(() -> call(society, token)).hasMessageContaining(why);
    assertThat(Agents.acting(society.ledger(), token.secret())).isEmpty();
  }

  /** Makes a change as another process does, by a connection of its own. */
  private static void elsewhere(TestSociety society, Consumer<Transaction> change) {
    try (Ledger other =
        Ledger.open(
            society.node().node(), new SqliteLedgerProvider().open(society.node().node()))) {
      other.run(change);
    }
  }

  private static void revoke(Transaction tx, Tokens.Issued token) {
    Tokens.Token _ =
        Tokens.revoke(tx, Caller.owner("command"), Agents.named(tx, "coder"), token.token().id());
  }

  @Test
  void aRevocationByAnotherProcessEndsTheNextCall() {
    try (TestSociety society = TestSociety.in(folder)) {
      Tokens.Issued token = issue(society);
      assertThat(call(society, token)).isEqualTo("coder");

      elsewhere(society, tx -> revoke(tx, token));

      assertEnded(society, token, "was revoked");
    }
  }

  @Test
  void aRevocationByThisProcessEndsTheNextCall() {
    try (TestSociety society = TestSociety.in(folder)) {
      Tokens.Issued token = issue(society);
      assertThat(call(society, token)).isEqualTo("coder");

      society.ledger().run(tx -> revoke(tx, token));

      assertEnded(society, token, "was revoked");
    }
  }

  @Test
  void aRevocationThatIsUndoneEndsNothing() {
    try (TestSociety society = TestSociety.in(folder)) {
      Tokens.Issued token = issue(society);

      assertThatThrownBy(
              () ->
                  society
                      .ledger()
                      .run(
                          tx -> {
                            revoke(tx, token);
                            assertThat(Tokens.prove(tx, token.secret()).problem()).isNotEmpty();
                            throw new IllegalStateException("undone");
                          }))
          .hasMessage("undone");

      assertThat(call(society, token)).isEqualTo("coder");
    }
  }

  @Test
  void aTokenExpiresBetweenTwoCalls() {
    try (TestSociety society = TestSociety.in(folder)) {
      Tokens.Issued token = issue(society);
      assertThat(call(society, token)).isEqualTo("coder");

      society.clock().advance(Duration.ofHours(2));

      assertEnded(society, token, "has expired");
    }
  }

  @Test
  void anAgentThatIsSuspendedByAnotherProcessActsNoMore() {
    try (TestSociety society = TestSociety.in(folder)) {
      Tokens.Issued token = issue(society);
      assertThat(call(society, token)).isEqualTo("coder");

      elsewhere(
          society,
          tx -> {
            Agent coder = Agents.named(tx, "coder");
            Agent _ = Lifecycle.suspend(tx, Caller.owner("command"), coder, "a rest");
          });

      assertEnded(society, token, "is suspended");
    }
  }

  @Test
  void rightsThatAnotherProcessNarrowsAreNarrowAtOnce() {
    try (TestSociety society = TestSociety.in(folder)) {
      Tokens.Issued token = issue(society);
      assertThat(call(society, token)).isEqualTo("coder");

      elsewhere(
          society,
          tx -> {
            Agent coder = Agents.named(tx, "coder");
            Capabilities fewer = coder.declared().withTools(Globs.of("mail_list"));
            Agent _ = Roster.declare(tx, Caller.owner("command"), coder, fewer);
          });

      assertThatThrownBy(() -> call(society, token)).isInstanceOf(CapabilityDenied.class);
    }
  }
}
