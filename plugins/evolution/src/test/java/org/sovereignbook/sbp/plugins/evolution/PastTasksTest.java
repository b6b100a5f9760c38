package org.sovereignbook.sbp.plugins.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.testing.TestKeys;

/** The tasks on which a change may be tried, and those that its author is shown. */
class PastTasksTest {
  @TempDir private Path folder;
  private EvolvingTeam team;

  @BeforeEach
  void open() throws Exception {
    team = EvolvingTeam.in(folder);
  }

  @AfterEach
  void close() {
    team.close();
  }

  @Test
  void onlyTheOwnersTasksWithoutToolsAreTriedAgain() {
    team.past(50);
    team.failing(1000, 1);
    PastTasks.Sample before =
        team.ledger.write(tx -> new PastTasks(tx, team.builder()).sample(none()));
    assertThat(before.missing()).isEmpty();

    Principal mate = team.workers.get("mate").principal();
    team.ledger.run(
        tx -> {
          String _ =
              tx.audit(
                  new AuditRow(
                      Authority.of(mate, "mcp"),
                      mate.agentId(),
                      "send",
                      JsonObject.empty(),
                      true,
                      "may"));
        });
    PastTasks.Sample after =
        team.ledger.write(tx -> new PastTasks(tx, team.builder()).sample(none()));

    assertThat(after.missing()).isPresent();
  }

  private List<String> examples() {
    return team.ledger.read(tx -> new PastTasks(tx, team.builder()).examples());
  }

  private Optional<String> missing() {
    return team.ledger.write(tx -> new PastTasks(tx, team.builder()).sample(none())).missing();
  }

  /** A change is made from these texts, and becomes a part of the agent's prompt. */
  @Test
  void aTaskThatOthersCausedOrWroteInIsNeitherAnExampleNorTriedAgain() {
    team.past(45);
    team.failing(1000, 2);
    List<String> own = examples();
    assertThat(own).hasSize(2);
    assertThat(missing()).isEmpty();

    Authority peer =
        team.ledger.write(
            tx ->
                new ShownText(tx).ofPeers(List.of(TestKeys.named("carol").publicKey())).getFirst());
    team.ledger.run(
        tx -> {
          Caller builder = Agents.caller(tx, Optional.of("builder"), Optional.empty());
          team.workers.put("bound", Worker.of(builder.onBehalfOf(tx, List.of(peer))));
          team.does(tx, "bound", 2000, 10);
        });
    assertThat(examples()).as("its result has the peer's words").isEqualTo(own);
    team.ledger.run(
        tx ->
            tx.update(
                "UPDATE task SET authority_id = ? WHERE id = ?", tx.keep(peer), own.getFirst()));
    assertThat(examples()).as("the peer asked for it").containsExactly(own.getLast());
    team.ledger.run(tx -> tx.update("UPDATE task SET authority_id = ?", tx.keep(peer)));
    assertThat(examples()).isEmpty();
    assertThat(missing()).isPresent();
  }

  private static EvolutionChange none() {
    Instant now = Instant.EPOCH;
    return new EvolutionChange(
        0,
        "none",
        Principal.OWNER,
        EvolutionChange.Path.PROMPT,
        EvolutionChange.State.PROPOSED,
        "",
        Shape.write(
            new ChangeProposal(
                List.of(), 0, Optional.empty(), Optional.empty(), List.of(), List.of(), false, "")),
        0,
        true,
        now,
        now,
        Optional.empty(),
        ChangeCost.NONE);
  }
}
