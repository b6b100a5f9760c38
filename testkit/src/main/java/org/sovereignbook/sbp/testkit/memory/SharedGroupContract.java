package org.sovereignbook.sbp.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.memory.GroupFeatures;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.ItemRemoval;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.MemoryGroup;
import org.sovereignbook.sbp.society.memory.MemorySearch;
import org.sovereignbook.sbp.society.memory.OutsideMember;
import org.sovereignbook.sbp.testing.ConnectedNodes;

/** Contract of a group of Ada's with a member in Bob's node, on every database. */
public abstract class SharedGroupContract {
  @TempDir Path folder;
  private ConnectedNodes world;
  private ConnectedNodes.Side ada;
  private ConnectedNodes.Side bob;

  /** Opens the database of a node's society, the same one each time. */
  protected abstract Database open(Node node);

  @BeforeEach
  void twoNodes() {
    world = new ConnectedNodes(this::open);
    ada = world.add(folder, "ada");
    bob = world.add(folder, "bob");
    ada.meet(bob, "Bob", TrustState.KNOWN);
    bob.meet(ada, "Ada", TrustState.KNOWN);
    var _ =
        bob.write(
            (tx, caller) ->
                new Registration(
                        "helper",
                        AgentType.CUSTOM,
                        Optional.empty(),
                        Optional.empty(),
                        AgentReach.PEERS,
                        AgentReach.NODE,
                        Optional.empty())
                    .register(tx, caller));
    boolean _ =
        ada.write(
            (tx, caller) -> {
              var _ = Groups.create(tx, caller, "team", "Team", JsonObject.empty());
              new GroupFeatures(tx)
                  .add(
                      caller, "team", new OutsideMember(bob.address(), "helper"), GroupRole.MEMBER);
              return true;
            });
  }

  @AfterEach
  void close() {
    world.close();
  }

  private void sync() {
    for (int i = 0; i < 3; i++) {
      ada.tick();
      bob.tick();
      world.advance(Duration.ofMinutes(1));
    }
  }

  private static ItemDraft note(String text, String group) {
    return ItemDraft.of(ItemType.NOTE, JsonObject.empty().with("content", text))
        .inGroup(Optional.of(group));
  }

  private List<String> found(String query) {
    return bob.as(
        "helper",
        (tx, caller) ->
            new MemorySearch(tx)
                .search(caller, query, ItemFilter.ALL, 20).stream()
                    .map(one -> one.item().body().string("content").orElse(""))
                    .toList());
  }

  private String groupOfBob() {
    return bob.as("helper", (tx, caller) -> Groups.list(tx, caller)).stream()
        .map(MemoryGroup::id)
        .findFirst()
        .orElse("none");
  }

  @Test
  void itemsAreWrittenChangedAndEndedInBothNodesUntilTheRemoval() {
    String id =
        ada.write((tx, caller) -> new ItemWriter(tx).write(caller, note("of Ada", "team")))
            .item()
            .id();
    sync();
    assertThat(found("Ada")).containsExactly("of Ada");

    String atBob = groupOfBob();
    var _ =
        bob.as("helper", (tx, caller) -> new ItemWriter(tx).write(caller, note("of Bob", atBob)));
    var _ =
        ada.write(
            (tx, caller) ->
                new ItemWriter(tx)
                    .edit(
                        caller,
                        id,
                        JsonObject.empty().with("content", "changed by Ada"),
                        Optional.empty()));
    sync();
    assertThat(found("Ada")).containsExactly("changed by Ada");
    assertThat(
            ada.<Long>read(
                tx -> tx.number("SELECT COUNT(*) FROM memory_item WHERE title = 'of Bob'")))
        .isOne();

    var _ = ada.write((tx, caller) -> new ItemRemoval(tx).delete(caller, id));
    sync();
    assertThat(found("Ada")).isEmpty();

    boolean removed =
        ada.write(
            (tx, caller) ->
                new GroupFeatures(tx)
                    .remove(caller, "team", new OutsideMember(bob.address(), "helper")));
    assertThat(removed).isTrue();
    var _ = ada.write((tx, caller) -> new ItemWriter(tx).write(caller, note("secret", "team")));
    sync();
    assertThat(found("Bob secret")).isEmpty();
    assertThat(groupOfBob()).isEqualTo("none");
    assertThat(
            bob.<List<String>>read(
                tx ->
                    tx.texts(
                        "SELECT text FROM content WHERE field = 'body' AND text LIKE '%secret%'")))
        .isEmpty();
  }
}
