package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.testing.TestSociety;

class HeldTokensTest {
  @TempDir Path folder;

  private static boolean isGood(TestSociety society, Tokens.Token token) {
    return society
        .ledger()
        .<Boolean>read(
            tx ->
                tx.exists(
                    "SELECT 1 FROM agent_token WHERE id = ? AND revoked_ms IS NULL", token.id()));
  }

  @Test
  void aTokenEndsWithItsProcessHoweverThatEnds() {
    try (TestSociety society = TestSociety.in(folder)) {
      Node node = society.node().node();
      society.agent("coder");
      Tokens.Token token =
          society
              .owner(
                  "agent_token",
                  (tx, caller) ->
                      Tokens.issue(
                          tx, caller, Agents.named(tx, "coder"), Globs.ALL, Optional.empty()))
              .token();
      NodeLock held = HeldTokens.hold(node, token);
      HeldTokens.revokeLeft(society.ledger());
      assertThat(isGood(society, token)).isTrue();

      // As the operating system does when the process is killed.
      held.close();
      assertThat(HeldTokens.isAny(node)).isTrue();
      HeldTokens.revokeLeft(society.ledger());

      assertThat(isGood(society, token)).isFalse();
      assertThat(HeldTokens.isAny(node)).isFalse();
    }
  }

  @Test
  void aLockThatIsAboutToBeAcquiredIsLeftAlone() throws IOException {
    try (TestSociety society = TestSociety.in(folder)) {
      Path locks = society.node().node().home().operational().resolve("held-tokens");
      Path begun =
          Files.createFile(Files.createDirectories(locks).resolve("0123456789abcdef.lock"));

      HeldTokens.revokeLeft(society.ledger());

      assertThat(begun).exists();
    }
  }
}
