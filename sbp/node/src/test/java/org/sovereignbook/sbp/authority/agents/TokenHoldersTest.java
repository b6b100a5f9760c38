package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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
  private TestSociety society;
  private Tokens.Issued token;

  @BeforeEach
  void issue() {
    society = TestSociety.in(folder);
    society.agent("coder");
    token =
        society.owner(
            "agent_token",
            (tx, caller) ->
                Tokens.issue(tx, caller, coder(tx), Globs.ALL, Optional.of(Duration.ofHours(1))));
  }

  @AfterEach
  void close() {
    society.close();
  }

  private static Agent coder(Transaction tx) {
    return Agents.named(tx, "coder");
  }

  private String call() {
    return society.with(token.secret(), TOOL, (_, caller) -> caller.agent().orElseThrow().name());
  }

  private void assertEnded(String why) {
    assertThatThrownBy(this::call).hasMessageContaining(why);
    assertThat(Agents.acting(society.ledger(), token.secret())).isEmpty();
  }

  /** Makes a change as another process does, by a connection of its own. */
  private void elsewhere(Consumer<Transaction> change) {
    try (Ledger other =
        Ledger.open(
            society.node().node(), new SqliteLedgerProvider().open(society.node().node()))) {
      other.run(change);
    }
  }

  private void revoke(Transaction tx) {
    Tokens.Token _ = Tokens.revoke(tx, Caller.owner("command"), coder(tx), token.token().id());
  }

  @Test
  void aRevocationByAnotherProcessEndsTheNextCall() {
    assertThat(call()).isEqualTo("coder");
    elsewhere(this::revoke);
    assertEnded("was revoked");
  }

  @Test
  void aRevocationByThisProcessEndsTheNextCall() {
    assertThat(call()).isEqualTo("coder");
    society.ledger().run(this::revoke);
    assertEnded("was revoked");
  }

  @Test
  void aRevocationThatIsUndoneEndsNothing() {
    assertThatThrownBy(
            () ->
                society
                    .ledger()
                    .run(
                        tx -> {
                          revoke(tx);
                          assertThat(Tokens.prove(tx, token.secret()).problem()).isNotEmpty();
                          throw new IllegalStateException("undone");
                        }))
        .hasMessage("undone");

    assertThat(call()).isEqualTo("coder");
  }

  @Test
  void aTokenExpiresBetweenTwoCalls() {
    assertThat(call()).isEqualTo("coder");
    society.clock().advance(Duration.ofHours(2));
    assertEnded("has expired");
  }

  @Test
  void anAgentThatIsSuspendedByAnotherProcessActsNoMore() {
    assertThat(call()).isEqualTo("coder");
    elsewhere(
        tx -> {
          Agent _ = Lifecycle.suspend(tx, Caller.owner("command"), coder(tx), "a rest");
        });
    assertEnded("is suspended");
  }

  @Test
  void rightsThatAnotherProcessNarrowsAreNarrowAtOnce() {
    assertThat(call()).isEqualTo("coder");
    elsewhere(
        tx -> {
          Capabilities fewer = coder(tx).declared().withTools(Globs.of("mail_list"));
          Agent _ = Roster.declare(tx, Caller.owner("command"), coder(tx), fewer);
        });
    assertThatThrownBy(this::call).isInstanceOf(CapabilityDenied.class);
  }
}
