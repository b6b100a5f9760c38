package org.sovereignbook.sbp.society.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestSociety;

/** Authorities of a memory: who must be obeyed by whoever is shown it, and until when. */
class CausesTest {
  private static final Principal EVE = Principal.peer(TestKeys.eve().publicKey());
  private static final Authority PEERS = Authority.of(EVE, "sbp");
  private static final Authority OWNERS = Authority.of(Principal.OWNER, "command");

  @TempDir private Path folder;

  @Test
  void aMemoryIsOfAllItsCausesUntilAnApprovalEndsThem() {
    try (TestSociety society = TestSociety.in(folder)) {
      society
          .ledger()
          .run(
              tx -> {
                Causes causes = new Causes(tx);
                String peers = tx.keep(PEERS);
                String owners = tx.keep(OWNERS);
                causes.add("a", peers);
                causes.add("a", owners);
                causes.follow("a", "b");
                assertThat(causes.of(List.of("a", "b"))).containsExactlyInAnyOrder(PEERS, OWNERS);
                assertThat(causes.beyond(Caller.owner("command"))).containsExactly(peers);
                assertThat(causes.isAnyOf("a", Set.of(peers))).isTrue();
                assertThat(causes.isAnyOf("a", Set.of("another"))).isFalse();
                assertThat(causes.isAnyOf("a", Set.of())).isFalse();

                assertThat(causes.end("a", 1)).as("the owner is no other").containsExactly(EVE);
                assertThat(causes.of(List.of("a"))).isEmpty();
                assertThat(causes.everOf(List.of("a"))).containsExactlyInAnyOrder(PEERS, OWNERS);
                assertThat(causes.isAnyOf("a", Set.of(peers))).isFalse();
                assertThat(causes.of(List.of("b"))).as("of its own").hasSize(2);
                causes.follow("a", "c");
                assertThat(causes.everOf(List.of("c"))).as("what has ended").isEmpty();

                causes.add("a", peers);
                assertThat(causes.of(List.of("a"))).as("a new text of its").containsExactly(PEERS);
                causes.forget("a");
                assertThat(causes.everOf(List.of("a"))).isEmpty();
                assertThat(Causes.beneficiaries(List.of(OWNERS, PEERS, PEERS)))
                    .containsExactly(EVE);
              });
    }
  }
}
