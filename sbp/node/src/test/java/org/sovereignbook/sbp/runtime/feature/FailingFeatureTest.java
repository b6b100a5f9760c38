package org.sovereignbook.sbp.runtime.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.AgentFeature;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.ledger.EventObserver;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerFeature;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.TableScript;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.BoardFeature;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.TaskCrossing;
import org.sovereignbook.sbp.society.board.TaskEnd;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.mail.MailFeature;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.society.memory.GroupFeature;
import org.sovereignbook.sbp.society.memory.GroupFeatures;
import org.sovereignbook.sbp.society.memory.GroupNode;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.testing.ConnectedNodes;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;

/**
 * A feature that fails at one part of what it does, or has no tables, in a society that goes on.
 */
class FailingFeatureTest {
  @TempDir Path folder;

  /**
   * A feature that takes part in nearly everything.
   *
   * @param at the part that fails
   */
  private record Failing(String at, String script)
      implements BoardFeature, LedgerFeature, GroupFeature, AgentFeature, MailFeature {
    @Override
    public String name() {
      return "failing";
    }

    @Override
    public String title() {
      return "failing";
    }

    private void part(String name) {
      if (name.equals(at)) {
        throw new IllegalStateException("out of order");
      }
    }

    @Override
    public List<TableScript> tables() {
      return script.isEmpty() ? List.of() : List.of(TableScript.of(script));
    }

    @Override
    public List<EventObserver> observers() {
      part("observers");
      return List.of(
          (_, event) -> {
            if (event.kind().startsWith("task.")) {
              part("event");
            }
          });
    }

    @Override
    public void ended(Transaction tx, TaskEnd end) {
      part("end");
    }

    @Override
    public List<TaskCrossing> crossings(Transaction tx, String task) {
      part("crossings");
      return List.of();
    }

    @Override
    public Optional<Principal> manager(Transaction tx, String group) {
      part("manager");
      return Optional.empty();
    }

    @Override
    public List<GroupNode> nodes(Transaction tx, String group) {
      part("nodes");
      return List.of();
    }

    @Override
    public Optional<String> groupOf(Transaction tx, AgentId agent) {
      part("agent");
      if (at.equals("disk")) {
        throw new StoreException("the disk is full");
      }
      return Optional.empty();
    }

    @Override
    public long arrivedSince(Transaction tx, PublicKey peer, long sinceMs) {
      part("mail");
      return 0;
    }
  }

  private static void has(Node node, Failing feature) {
    Features _ = node.kept().of(Features.class, () -> new Features(List.of(feature)));
  }

  private TestSociety society(String at, String script) {
    TestNode node = TestNode.in(folder);
    has(node.node(), new Failing(at, script));
    return TestSociety.of(node);
  }

  private TestSociety society(String at) {
    return society(at, "");
  }

  private static String add(TestSociety society) {
    return society.owner(
        "task_add",
        (tx, caller) ->
            Board.in(tx)
                .add(
                    Plan.of(List.of(PlannedTask.titled("light a lamp"))),
                    Worker.of(caller),
                    Optional.empty())
                .getFirst());
  }

  private static boolean cancel(TestSociety society, String task) {
    return society.owner(
        "task_cancel", (tx, caller) -> Board.in(tx).cancel(task, "not wanted", Worker.of(caller)));
  }

  private static void assertNamed(ThrowingCallable change) {
    assertThatThrownBy(change)
        .isInstanceOf(NodeException.class)
        .hasMessageContainingAll("the feature failing", "out of order", "sbp plugin off failing");
  }

  @Test
  void itsExceptionInAChangeUndoesTheChangeAndNamesIt() {
    try (TestSociety society = society("event")) {
      assertNamed(() -> add(society));
    }
    try (TestSociety society = society("end")) {
      String task = add(society);
      assertNamed(() -> cancel(society, task));
    }
  }

  @Test
  void aGroupOfWhichItCannotSayWhoManagesItIsNotChanged() {
    try (TestSociety society = society("manager")) {
      assertNamed(
          () ->
              society.owner(
                  "memory_group_culture",
                  (tx, caller) -> {
                    Groups.Seen _ = Groups.create(tx, caller, "team", "Team", JsonObject.empty());
                    return Groups.culture(tx, caller, "team", JsonObject.empty());
                  }));
    }
  }

  @Test
  void whatItAddsToALookIsLeftOut() {
    try (TestSociety society = society("observers")) {
      assertThat(cancel(society, add(society))).isTrue();
    }
    try (TestSociety society = society("crossings")) {
      String task = add(society);
      assertThat(society.ledger().<List<TaskCrossing>>read(tx -> Board.in(tx).crossings(task)))
          .isEmpty();
    }
    try (TestSociety society = society("nodes")) {
      assertThat(society.ledger().<List<GroupNode>>read(tx -> new GroupFeatures(tx).nodes("team")))
          .isEmpty();
    }
  }

  private static Optional<String> groupOf(TestSociety society, String name) {
    AgentId agent = society.agent(name).id();
    return society.ledger().read(tx -> AgentFeature.groupOfAny(tx, agent));
  }

  @Test
  void anAgentOfWhichItCannotSayWhoseItIsIsNobodyElses() {
    try (TestSociety society = society("agent")) {
      assertThat(groupOf(society, "ann")).hasValue(AgentFeature.UNKNOWN);
    }
    try (TestSociety society = society("disk")) {
      assertThatThrownBy(() -> groupOf(society, "ben")).isInstanceOf(StoreException.class);
    }
  }

  @Test
  void mailOfPeersArrivesWithoutItsCount() {
    try (ConnectedNodes world = new ConnectedNodes()) {
      ConnectedNodes.Side ada = world.add(folder, "ada");
      ConnectedNodes.Side bob = world.add(folder, "bob");
      has(bob.node().node(), new Failing("mail", ""));
      ada.meet(bob, "Bob", TrustState.KNOWN);
      bob.meet(ada, "Ada", TrustState.KNOWN);
      var _ = ada.agent("planner", AgentReach.NODE, AgentReach.NODE);
      var _ = bob.agent("worker", AgentReach.PEERS, AgentReach.PEERS);
      Sending sending =
          new Sending(
              MailType.MESSAGE,
              "worker",
              Optional.of(bob.address()),
              "look at the parser",
              Optional.empty(),
              Optional.empty(),
              Optional.empty());
      var _ = ada.as("planner", sending::send);
      ada.deliver();
      bob.tick();

      assertThat(bob.<Optional<?>>as("worker", Mailboxes::next)).isPresent();
    }
  }

  @Test
  void oneWhoseTablesCannotBeMadeIsNotAsked() {
    try (TestSociety society = society("event", "CREATE TABLE torn (")) {
      assertThat(society.ledger().incompleteFeatures()).containsExactly("failing");

      assertThat(cancel(society, add(society))).isTrue();
      assertThat(groupOf(society, "ann")).hasValue(AgentFeature.UNKNOWN);
    }
  }

  @Test
  void oneWithTablesOfANewerProgramIsNotAsked() {
    try (TestSociety society = society("none", "CREATE TABLE whole (id TEXT PRIMARY KEY)")) {
      Ledger ledger = society.ledger();
      assertThat(ledger.features().all()).hasSize(1);
      ledger.run(tx -> tx.update("UPDATE society_feature SET version = 9"));

      try (TestSociety later = TestSociety.of(society.node())) {
        assertThat(later.ledger().features().all()).isEmpty();
        assertThat(later.ledger().allFeatures().all()).isEmpty();
      }
    }
  }
}
