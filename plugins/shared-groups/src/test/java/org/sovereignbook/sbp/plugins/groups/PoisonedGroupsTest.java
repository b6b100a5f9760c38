package org.sovereignbook.sbp.plugins.groups;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.testing.ConnectedNodes;
import org.sovereignbook.sbp.testing.Poison;
import org.sovereignbook.sbp.testing.TestKeys;

/** Sendings of Ada's groups to three nodes, of which the one at one place fails. */
class PoisonedGroupsTest {
  private static final List<String> GROUPS = List.of("alpha", "beta", "gamma");

  @TempDir Path folder;
  private ConnectedNodes world;
  private ConnectedNodes.Side ada;
  private final List<ConnectedNodes.Side> others = new ArrayList<>();

  @BeforeEach
  void fourNodes() {
    world = new ConnectedNodes();
    ada = world.add(folder, "ada");
    for (String group : GROUPS) {
      ConnectedNodes.Side other = world.add(folder, "of-" + group);
      others.add(other);
      ada.meet(other, "Other", TrustState.KNOWN);
      other.meet(ada, "Ada", TrustState.KNOWN);
      var _ = other.agent("helper", AgentReach.PEERS, AgentReach.NODE);
      var _ =
          ada.write((tx, caller) -> Groups.create(tx, caller, group, "Group", JsonObject.empty()));
      boolean _ =
          ada.write(
              (tx, caller) -> {
                new SharedGroups(tx)
                    .add(caller, group, other.address(), "helper", GroupRole.MEMBER);
                return true;
              });
    }
  }

  @AfterEach
  void close() {
    world.close();
  }

  private String key(int of) {
    return others.get(of).keys().publicKey().toString();
  }

  private String state(int of) {
    return ada.<List<String>>read(
            tx -> tx.texts("SELECT state FROM shared_sending WHERE node = ?", key(of)))
        .getFirst();
  }

  private void checkAside(String part) {
    assertThat(Poison.aside(ada.ledger(), SendingQueue.ASIDES))
        .singleElement()
        .satisfies(item -> assertThat(item.id()).contains(part));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whatIsDueLeaves(int bad) {
    Poison.update(ada.ledger(), "shared_sending", "node", key(bad));
    SendingRun.send(ada.ledger(), ada.store());
    for (int i = 0; i < GROUPS.size(); i++) {
      assertThat(state(i)).isEqualTo(i == bad ? "waiting" : "left");
    }
    checkAside(key(bad));
  }

  @ParameterizedTest
  @CsvSource({
    "0, endpoint, shared_node", "1, endpoint, shared_node", "2, endpoint, shared_node",
    "0, node, shared_group", "1, node, shared_group", "2, node, shared_group"
  })
  void aNodeOrGroupThatCannotBeReadHoldsUpNoOther(int bad, String column, String table) {
    ada.ledger()
        .run(
            tx ->
                assertThat(
                        tx.update(
                            "UPDATE %s SET %s = 'odd' WHERE group_id IN (SELECT group_id FROM"
                                    .formatted(table, column)
                                + " shared_node WHERE node = ?)",
                            key(bad)))
                    .isEqualTo(1));
    SendingRun.send(ada.ledger(), ada.store());
    for (int i = 0; i < GROUPS.size(); i++) {
      assertThat(state(i)).isEqualTo(i == bad ? "waiting" : "left");
    }
    checkAside("to:");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whatHasLeftIsSettled(int bad) {
    Poison.on(
        ada.ledger(),
        "UPDATE ON shared_sending",
        "OLD.node = '" + key(bad) + "' AND NEW.state = 'sent'");
    ada.deliver();
    for (int i = 0; i < GROUPS.size(); i++) {
      assertThat(state(i)).isEqualTo(i == bad ? "left" : "sent");
    }
    checkAside("departure:");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void newKeysOfNodesAreFollowed(int bad) {
    Poison.update(ada.ledger(), "shared_node", "node", key(bad));
    List<String> later = new ArrayList<>();
    for (int i = 0; i < GROUPS.size(); i++) {
      KeyPair next = TestKeys.named("later " + i);
      later.add(next.publicKey().toString());
      ConnectedNodes.Side other = others.get(i);
      IdentityDocument.Claims claims =
          new IdentityDocument.Claims(
              "Other", other.address().endpoint(), Optional.empty(), Optional.empty());
      hear(IdentityDocument.create(other.keys(), claims, ada.node().node().now()));
      world.advance(Duration.ofMinutes(1));
      hear(IdentityDocument.rotate(other.keys(), next, claims, ada.node().node().now()));
    }
    SharedRotations.follow(ada.ledger(), ada.store());
    List<String> nodes = ada.read(tx -> tx.texts("SELECT node FROM shared_node"));
    for (int i = 0; i < GROUPS.size(); i++) {
      assertThat(nodes.contains(later.get(i))).as("node %d", i).isEqualTo(i != bad);
    }
    checkAside("node:" + key(bad));
  }

  private void hear(IdentityDocument document) {
    PeerTable before = ada.store().peers();
    Introduction heard = Introduction.of(ada.store(), before, document);
    assertThat(heard.refused()).isEmpty();
    ada.store()
        .commit(new ChangeSet().addAll(heard.changes()).addAll(heard.table().changes(before)));
  }
}
