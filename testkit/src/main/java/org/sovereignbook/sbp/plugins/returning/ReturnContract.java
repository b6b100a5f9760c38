package org.sovereignbook.sbp.plugins.returning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;

/** Contract of an agent's way to another node and back, with a conflict, on every database. */
public abstract class ReturnContract {
  @TempDir private Path folder;
  private TestSociety home;
  private TestSociety away;

  /** Opens the database of a node's society. */
  protected abstract Database open(Node node);

  @BeforeEach
  void make() {
    home = TestSociety.of(TestNode.in(folder.resolve("home")), this::open);
    away =
        TestSociety.of(
            TestNode.in(folder.resolve("away"), TestKeys.alice(), TestNode.ALICE_ENDPOINT),
            this::open);
    home.usual("ada", AgentType.AUTONOMOUS);
    var _ =
        home.owner(
            "memory_group_create",
            (tx, caller) -> {
              var _ = Groups.create(tx, caller, "crew", "Crew", JsonObject.empty());
              MemoryHolder ada = MemoryHolder.named(tx, caller, Optional.of("ada"));
              return Groups.add(tx, caller, "crew", ada, GroupRole.MEMBER);
            });
    write(home, "ada", "route", Optional.of("crew"), "north by the river");
    write(home, "ada", "ferry", Optional.empty(), "the ferry goes at nine");
    end(home, "to find the way");
  }

  @AfterEach
  void close() {
    home.close();
    away.close();
  }

  private static void write(
      TestSociety at, String agent, String id, Optional<String> group, String text) {
    ItemDraft draft =
        ItemDraft.of(ItemType.NOTE, JsonObject.empty().with("content", text))
            .named(Optional.of(id))
            .inGroup(group);
    ItemWriter.Written _ =
        at.as(agent, "memory_write_warm", (tx, caller) -> new ItemWriter(tx).write(caller, draft));
  }

  private static void end(TestSociety at, String focus) {
    JsonObject active = JsonObject.empty().with("active", JsonObject.empty().with("focus", focus));
    var _ =
        at.as(
            "ada",
            "memory_write_hot",
            (tx, caller) -> {
              HotMemory hot = new HotMemory(tx);
              HotMemory.Written _ =
                  hot.write(caller, MemoryHolder.of(caller), false, active, Optional.empty());
              return hot.end(caller);
            });
  }

  private String text(String id) {
    return home.owner("memory_read_warm", (tx, caller) -> new Items(tx).read(caller, id))
        .body()
        .string("content")
        .orElseThrow();
  }

  private String key(String label) {
    return home.ledger()
        .<String>read(
            tx ->
                tx.texts(
                        "SELECT id FROM memory_item WHERE label = ? AND deleted_ms IS NULL ORDER BY"
                            + " id",
                        label)
                    .getFirst());
  }

  private String focus() {
    return home.as(
            "ada",
            "memory_read_hot",
            (tx, caller) -> new HotMemory(tx).read(caller, MemoryHolder.of(caller)))
        .text()
        .object("active")
        .flatMap(active -> active.string("focus"))
        .orElseThrow();
  }

  /** Ada changes a text away that a member of its group changes here meanwhile. */
  private Returns.Returned back() {
    String out = Journeys.leave(home, "ada");
    Agent _ = Journeys.host(away, out);
    write(away, "ada", "route", Optional.empty(), "south by the hill");
    write(away, "ada", "inn", Optional.empty(), "the inn is full");
    end(away, "to find a bed");
    JsonObject ours = JsonObject.empty().with("content", "east by the wall");
    String route = key("route");
    ItemWriter.Written _ =
        home.owner(
            "memory_edit",
            (tx, caller) -> new ItemWriter(tx).edit(caller, route, ours, Optional.empty()));
    String bundle = Journeys.leave(away, "ada");
    return home.owner(
        "agent_show",
        (tx, caller) -> new Returns(tx).begin(caller, Bundle.parse(bundle), List.of("ada")));
  }

  @Test
  void aConflictIsListedAndWhatTheOwnerMergesBindsNobody() {
    Returns.Returned waiting = back();
    assertThat(waiting.absence().state()).isEqualTo(Absence.State.STAGED);
    assertThat(waiting.conflicts())
        .singleElement()
        .satisfies(one -> assertThat(one.carriage().fate()).isEqualTo(Absence.Fate.CHANGED_HERE));
    assertThatThrownBy(() -> merge(Optional.empty())).isInstanceOf(SocietyException.class);
    String fresh =
        waiting.items().stream()
            .filter(one -> one.carriage().fate() == Absence.Fate.NEW)
            .map(one -> one.carriage().item())
            .findFirst()
            .orElseThrow();

    Returns.Returned merged = merge(Optional.of(List.of(fresh)));

    assertThat(merged.absence().state()).isEqualTo(Absence.State.MERGED);
    assertThat(text(key("route"))).isEqualTo("east by the wall");
    assertThat(text(key("inn"))).isEqualTo("the inn is full");
    assertThat(focus()).isEqualTo("to find a bed");
    // The owner's review ends the foreign cause of this version (CORDELIA §6.4).
    Principal there = Principal.peer(away.node().keys().publicKey());
    String inn = key("inn");
    home.ledger()
        .run(
            tx ->
                assertThat(new Items(tx).causes(List.of(inn)))
                    .noneMatch(cause -> Access.beneficiaries(cause).contains(there)));
    assertThat(home.now("ada").status()).isEqualTo(AgentStatus.ACTIVE);
  }

  @Test
  void afterARejectionAllIsAsItWasHere() {
    Returns.Returned _ = back();

    Returns.Returned _ =
        home.owner("agent_show", (tx, caller) -> new Returns(tx).reject(caller, home.now("ada")));

    assertThat(text(key("route"))).isEqualTo("east by the wall");
    assertThat(focus()).isEqualTo("to find the way");
    assertThat(
            home.ledger()
                .<Long>read(
                    tx ->
                        tx.number(
                            "SELECT COUNT(*) FROM memory_item WHERE label = 'inn' AND deleted_ms IS"
                                + " NULL")))
        .isZero();
  }

  private Returns.Returned merge(Optional<List<String>> items) {
    return home.owner(
        "agent_show",
        (tx, caller) ->
            new Returns(tx).merge(caller, home.now("ada"), items, Optional.empty(), false));
  }
}
