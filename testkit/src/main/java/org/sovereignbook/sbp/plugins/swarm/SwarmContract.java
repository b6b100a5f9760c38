package org.sovereignbook.sbp.plugins.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.team.TeamGroup;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.memory.GroupMemory;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;

/** Contract of a swarm from its manifest to its end, on every database. */
public abstract class SwarmContract {
  private static final String MANIFEST =
      """
      {"swarm_id": "s", "goal": "map the land", "strategy": "pipeline",
       "agents": [{"slot": "scout", "agent_type": "swarm-worker"},
                  {"slot": "clerk", "agent_type": "swarm-worker"}]}
      """;

  private static final String LONG = "a step to the north, and one to the east\n".repeat(800);

  @TempDir private Path folder;
  private TestSociety society;

  /** Opens the database of a node's society. */
  protected abstract Database open(Node node);

  @BeforeEach
  void make() {
    society = TestSociety.of(TestNode.in(folder), this::open);
  }

  @AfterEach
  void close() {
    society.close();
  }

  private static SwarmManifest manifest() {
    try {
      return SwarmManifest.parse(
          (JsonObject) JsonReader.file(MANIFEST.getBytes(StandardCharsets.UTF_8)), 20);
    } catch (MalformedJson e) {
      throw new IllegalArgumentException(e);
    }
  }

  private Swarm now() {
    return society.ledger().<Optional<Swarm>>read(tx -> new Swarms(tx).find("s")).orElseThrow();
  }

  private void work(Swarm swarm, String agent) {
    String task = task(agent, swarm);
    Claim claim =
        society.as(
            agent, "task_claim", (tx, caller) -> Board.in(tx).claim(task, Worker.of(caller)));
    boolean _ =
        society.as(
            agent,
            "task_submit",
            (tx, caller) -> {
              String result =
                  TeamGroup.put(
                      tx, caller, swarm.groupId(), "task-" + claim.task(), "by " + agent + LONG);
              return Board.in(tx)
                  .submit(claim.task(), claim.fence(), result, List.of(), Worker.of(caller));
            });
  }

  private String task(String agent, Swarm swarm) {
    return society.ledger().<List<Task>>read(swarm::tasks).stream()
        .filter(task -> task.row().requiredRole().equals(Optional.of(agent)))
        .findFirst()
        .orElseThrow()
        .id();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itEndsWithItsFindingsWholeAndItsAgentsDeactivated(boolean isKept) {
    Swarm swarm =
        society.owner("swarm_create", (tx, caller) -> new Swarms(tx).create(caller, manifest()));
    work(swarm, "scout");
    assertThat(now().state()).isEqualTo(Swarm.State.OPEN);
    work(swarm, "clerk");

    assertThat(now().state()).isEqualTo(Swarm.State.COMPLETE);
    StringBuilder findings = new StringBuilder();
    society
        .ledger()
        .run(
            tx ->
                now()
                    .findings()
                    .forEach(
                        item ->
                            findings.append(
                                new GroupMemory(tx, swarm.groupId())
                                    .item(item)
                                    .flatMap(whole -> whole.body().string("content"))
                                    .orElseThrow())));
    assertThat(findings.toString()).contains("by scout" + LONG, "by clerk" + LONG);
    boolean isNew =
        society.owner(
            "swarm_disband",
            (tx, caller) -> new Swarms(tx).disband(caller, "s", Optional.empty(), isKept, "over"));
    assertThat(isNew).isTrue();
    assertThat(society.now("scout").status()).isEqualTo(AgentStatus.DEACTIVATED);
    assertThat(society.now("clerk").status()).isEqualTo(AgentStatus.DEACTIVATED);
    List<Items.Whole> own =
        society.owner(
            "memory_search", (tx, caller) -> new Items(tx).list(caller, ItemFilter.ALL, 100));
    assertThat(
            own.stream()
                .flatMap(one -> one.item().label().stream())
                .filter(label -> label.startsWith("swarm-")))
        .hasSameSizeAs(now().findings());
    if (isKept) {
      assertThat(own).anyMatch(one -> one.group().equals(Optional.of("s")));
    } else {
      assertThatThrownBy(
              () ->
                  society.owner("memory_group_read", (tx, caller) -> Groups.seen(tx, caller, "s")))
          .isInstanceOf(SocietyException.class);
    }
  }
}
