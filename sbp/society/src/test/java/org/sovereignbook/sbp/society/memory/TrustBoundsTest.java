package org.sovereignbook.sbp.society.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.TrustTier;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.society.memory.TrustScores.Correctness;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;

/** Trust adds no more than CORDELIA §7 lets it: an heir's bound, and groups that stay closed. */
class TrustBoundsTest {
  private static final Capabilities MAY_REGISTER =
      new Capabilities(
          Capabilities.ALL.memoryRead(),
          Capabilities.ALL.memoryWrite(),
          Globs.of("agent_*", "memory_*", "task_*"),
          5,
          0,
          false);

  /** Closes one group, and fails to say whether another is closed. */
  private static final class Staging implements GroupFeature {
    @Override
    public String name() {
      return "staging";
    }

    @Override
    public String title() {
      return "staging";
    }

    @Override
    public boolean isClosed(Transaction tx, String group) {
      if (group.equals("broken")) {
        throw new IllegalStateException("out of order");
      }
      return group.equals("staging");
    }
  }

  @TempDir Path folder;
  private TestSociety society;

  @BeforeEach
  void open() {
    TestNode node = TestNode.in(folder);
    Features _ = node.node().kept().of(Features.class, () -> new Features(List.of(new Staging())));
    society = TestSociety.of(node);
    society.agent("parent", MAY_REGISTER);
    society.child(Optional.of("parent"), "child", MAY_REGISTER);
  }

  @AfterEach
  void close() {
    society.close();
  }

  private Principal principal(String agent) {
    return society.now(agent).principal();
  }

  private void assess(String agent, Correctness verdict, int times) {
    assess(principal(agent), verdict, times);
  }

  private void assess(Principal agent, Correctness verdict, int times) {
    society.owner(
        "trust_assess",
        (tx, caller) -> {
          for (int i = 0; i < times; i++) {
            TrustScores.Score _ =
                new TrustScores(tx)
                    .assess(
                        caller,
                        Principal.OWNER,
                        agent,
                        Optional.empty(),
                        verdict,
                        TrustScores.Way.OWNER);
          }
          return true;
        });
  }

  private static Principal principal(Transaction tx, String agent) {
    return Agents.named(tx, agent).principal();
  }

  private int score(String agent) {
    Principal of = principal(agent);
    return society
        .ledger()
        .<TrustScores.Score>read(tx -> new TrustScores(tx).score(of, Principal.OWNER))
        .perMille();
  }

  @Test
  void aChildBeginsWithNoMoreTrustThanItsParentHas() {
    assertThat(score("child")).isEqualTo(600);
    assess("parent", Correctness.WRONG, 1);
    assertThat(score("parent")).isEqualTo(500);
    assertThat(score("child")).isEqualTo(500);
  }

  @Test
  void aTrustedParentGivesItsChildNoMoreThanTheUsualBeginning() {
    assess("parent", Correctness.CONFIRMED, 20);
    assertThat(score("parent")).isEqualTo(920);
    assertThat(score("child")).isEqualTo(600);
  }

  @Test
  void nothingThatIsNotedAboutTheOwnerBoundsItsAgents() {
    assess(Principal.OWNER, Correctness.WRONG, 3);
    assertThat(score("parent")).isEqualTo(600);
  }

  /** A violation counts as ten mistakes: (3 + 1) / (5 + 1 + 1 + 10 · 2). */
  @Test
  void aViolationCountsAsSeveralMistakes() {
    assess("parent", Correctness.CONFIRMED, 1);
    assess("parent", Correctness.WRONG, 1);
    assess("parent", Correctness.VIOLATION, 2);
    assertThat(score("parent")).isEqualTo(4_000 / 27);
  }

  @Test
  void highTrustOpensTheParentsGroupsButNeverThoseThatAFeatureCloses() {
    group("open");
    group("broken");
    group("staging");
    assess("child", Correctness.CONFIRMED, 20);

    society
        .ledger()
        .run(
            tx -> {
              MemoryReader reader = MemoryReader.of(tx, caller(tx, "child"));
              assertThat(reader.reader().tier()).isEqualTo(TrustTier.HIGH);
              assertThat(reader.reader().above()).containsExactly("open");
            });
  }

  @Test
  void highTrustWritesInTheParentsGroupsAndNoFurtherThanTheParent() {
    group("open");
    assertThat(writes("open")).as("medium trust").isFalse();
    assess("child", Correctness.CONFIRMED, 20);
    assertThat(writes("open")).isTrue();

    society.owner(
        "memory_group_add_member",
        (tx, caller) ->
            Groups.add(
                tx,
                caller,
                "open",
                MemoryHolder.named(tx, caller, Optional.of("parent")),
                GroupRole.VIEWER));
    assertThat(writes("open")).as("its parent only reads").isFalse();
  }

  private boolean writes(String group) {
    JsonObject note = JsonObject.builder().put("content", "a lamp").build();
    try {
      society.as(
          "child",
          "memory_write_warm",
          (tx, caller) ->
              new ItemWriter(tx)
                  .write(caller, ItemDraft.of(ItemType.NOTE, note).inGroup(Optional.of(group))));
      return true;
    } catch (SocietyException e) {
      return false;
    }
  }

  @Test
  void aScoreNamesItsWindow() {
    TrustScores.Score score =
        society
            .ledger()
            .read(tx -> new TrustScores(tx).score(principal(tx, "child"), Principal.OWNER));
    assertThat(score.windowEndMs() - score.windowStartMs())
        .isEqualTo(java.time.Duration.ofDays(90).toMillis());
  }

  private static Caller caller(Transaction tx, String agent) {
    return Agents.caller(tx, Optional.of(agent), Optional.empty());
  }

  private void group(String id) {
    society.owner(
        "memory_group_create",
        (tx, caller) -> Groups.create(tx, caller, id, id, JsonObject.empty()));
    society.owner(
        "memory_group_add_member",
        (tx, caller) ->
            Groups.add(
                tx,
                caller,
                id,
                MemoryHolder.named(tx, caller, Optional.of("parent")),
                GroupRole.MEMBER));
    society.owner("memory_write_warm", (tx, caller) -> new ItemWriter(tx).write(caller, note(id)));
  }

  private static ItemDraft note(String group) {
    return ItemDraft.of(ItemType.NOTE, JsonObject.empty().with("content", "a note of " + group))
        .inGroup(Optional.of(group));
  }
}
