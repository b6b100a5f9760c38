package org.sovereignbook.sbp.plugins.groups;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.Sealed;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.GroupList;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.MemoryItem;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.KnownBy;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.testing.ConnectedNodes;
import org.sovereignbook.sbp.testing.TestKeys;

/** Attacks of a member's node, or of a stranger's, on a group of Ada's. */
class SharedGroupsAttackTest {
  private static final String ONE = "1111111111111111";
  private static final String TWO = "2222222222222222";

  @TempDir Path folder;
  private ConnectedNodes world;
  private ConnectedNodes.Side ada;
  private ConnectedNodes.Side bob;

  @BeforeEach
  void twoNodes() {
    world = new ConnectedNodes();
    ada = world.add(folder, "ada");
    bob = world.add(folder, "bob");
    ada.meet(bob, "Bob", TrustState.KNOWN);
    bob.meet(ada, "Ada", TrustState.KNOWN);
    agent(ada, "planner", AgentReach.NODE);
    agent(bob, "helper", AgentReach.PEERS);
    var _ =
        ada.write((tx, caller) -> Groups.create(tx, caller, "team", "Team", JsonObject.empty()));
    add("helper", GroupRole.MEMBER);
    sync();
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static void agent(ConnectedNodes.Side at, String name, AgentReach mail) {
    var _ =
        at.write(
            (tx, caller) ->
                new Registration(
                        name,
                        AgentType.CUSTOM,
                        Optional.empty(),
                        Optional.empty(),
                        mail,
                        AgentReach.NODE,
                        Optional.empty())
                    .register(tx, caller));
  }

  private void add(String name, GroupRole role) {
    boolean _ =
        ada.write(
            (tx, caller) -> {
              new SharedGroups(tx).add(caller, "team", bob.address(), name, role);
              return true;
            });
  }

  private void sync() {
    for (int i = 0; i < 3; i++) {
      ada.tick();
      bob.tick();
      world.advance(Duration.ofMinutes(1));
    }
  }

  private GroupMail.Group group() {
    return new GroupMail.Group(ada.keys().publicKey(), "team");
  }

  private static JsonObject note(String text) {
    return JsonObject.builder()
        .put("type", "note")
        .put("body", JsonObject.empty().with("content", text))
        .put("tags", JsonArray.of())
        .put("domain", "value")
        .put("copy", false)
        .build();
  }

  /** A version as Bob's node, which has the key, can make it. */
  private GroupMail item(
      String id, String version, long updatedMs, String author, JsonObject text) {
    SharedGroup there = bob.read(tx -> SharedGroup.ROWS.first(tx, "").orElseThrow());
    byte[] encrypted =
        bob.read(
            tx ->
                new SharedKeys(tx)
                    .find(there, there.epoch())
                    .orElseThrow()
                    .encrypt(
                        text.toString().getBytes(StandardCharsets.UTF_8),
                        GroupMail.aboutItem(group(), id, there.epoch()),
                        tx.node().random()));
    return new GroupMail(
        group(),
        new GroupMail.Item(
            id,
            version,
            updatedMs,
            author,
            there.serial(),
            there.epoch(),
            Base64Url.encode(encrypted)));
  }

  private long now() {
    return ada.node().clock().instant().toEpochMilli();
  }

  private void arrive(KeyPair sender, GroupMail mail) {
    world.arrive(ada, sender, bob.address().endpoint(), mail);
    var _ = ada.readerPre();
    world.advance(Duration.ofSeconds(1));
  }

  private void fromBob(GroupMail mail) {
    arrive(bob.keys(), mail);
  }

  private List<String> texts() {
    return ada.read(
        tx ->
            tx.texts(
                "SELECT title FROM memory_item WHERE deleted_ms IS NULL ORDER BY updated_ms, id"));
  }

  private long rows(String table) {
    return ada.read(tx -> tx.number("SELECT COUNT(*) FROM " + table));
  }

  private Optional<String> reasonHere() {
    return ada.<SharedGroup.Other>read(tx -> SharedGroup.Other.ROWS.first(tx, "").orElseThrow())
        .reason();
  }

  @Test
  void replaysAndOldVersionsChangeNothing() {
    GroupMail first = item(ONE, ONE, now() - 10_000, "helper", note("first"));
    fromBob(first);
    fromBob(item(ONE, TWO, now() - 5_000, "helper", note("second")));
    long versions = rows("memory_version");
    for (int i = 0; i < 5; i++) {
      fromBob(first);
    }

    assertThat(texts()).containsExactly("second");
    assertThat(rows("memory_version")).isEqualTo(versions);
    assertThat(rows("shared_version")).isEqualTo(2);
  }

  @Test
  void anItemThatEndsUnseenMayEndOnceMoreAndWhatFollowsIsRead() {
    for (String version : List.of(ONE, TWO, "3333333333333333")) {
      fromBob(item(ONE, version, now(), "helper", SharedText.END));
      assertThat(ada.store().inbox().pending()).isEmpty();
      assertThat(ada.store().inbox().setAside()).isEmpty();
    }
    fromBob(item(ONE, "4444444444444444", now(), "helper", note("after its end")));
    assertThat(reasonHere()).contains("ended");

    fromBob(item(TWO, ONE, now(), "helper", note("another")));

    assertThat(texts()).containsExactly("another");
  }

  @Test
  void aNodeWritesAndEndsOnlyWhatItsMembersMay() {
    MemoryItem own =
        ada.write(
                (tx, caller) ->
                    new ItemWriter(tx)
                        .write(
                            caller,
                            ItemDraft.of(
                                    ItemType.NOTE, JsonObject.empty().with("content", "of Ada"))
                                .inGroup(Optional.of("team"))))
            .item();

    fromBob(item(ONE, ONE, now(), "nobody", note("in the name of nobody")));
    assertThat(reasonHere()).contains("not_member");
    fromBob(item(ONE, ONE, now(), "owner", note("in the name of the owner")));
    assertThat(reasonHere()).contains("not_member");
    fromBob(item(own.id(), ONE, now(), "helper", SharedText.END));
    assertThat(reasonHere()).contains("unauthorized");
    fromBob(item(ONE, ONE, now(), "helper", note("x").with("type", "session")));
    assertThat(reasonHere()).contains("invalid");
    fromBob(item(ONE, ONE, now(), "helper", note("x".repeat(20_000))));
    assertThat(reasonHere()).contains("too_large");
    assertThat(texts()).containsExactly("of Ada");
  }

  @Test
  void aTextForAnotherPlaceIsUnreadable() {
    GroupMail.Item made = (GroupMail.Item) item(ONE, ONE, now(), "helper", note("x")).part();
    fromBob(
        new GroupMail(
            group(),
            new GroupMail.Item(
                TWO, ONE, now(), "helper", made.serial(), made.epoch(), made.encrypted())));
    assertThat(reasonHere()).contains("unreadable");
    fromBob(
        new GroupMail(
            group(),
            new GroupMail.Item(
                ONE, ONE, now(), "helper", made.serial(), made.epoch() + 1, made.encrypted())));
    assertThat(reasonHere()).contains("behind");
    assertThat(texts()).isEmpty();
  }

  @Test
  void aStrangerWithTheKeyWritesNothingAndGetsNoAnswer() {
    KeyPair eve = TestKeys.named("eve");
    long left = rows("outbox");
    arrive(eve, item(ONE, ONE, now(), "helper", note("of Eve")));
    arrive(
        eve,
        new GroupMail(
            group(),
            new GroupMail.ReceiptList(
                List.of(
                    new GroupMail.Receipt(
                        "list", "2", GroupMail.ReceiptStatus.REFUSED, Optional.of("closed"))))));
    arrive(eve, new GroupMail(group(), new GroupMail.Leave(List.of("helper"))));

    assertThat(texts()).isEmpty();
    assertThat(rows("shared_member")).isEqualTo(1);
    assertThat(rows("outbox")).isEqualTo(left);
    assertThat(ada.node().store().inbox().pending()).isEmpty();
  }

  @Test
  void aTimeFromTheFutureCountsAsTheArrival() {
    fromBob(item(ONE, ONE, now() + Duration.ofDays(3_650).toMillis(), "helper", note("for ever")));
    world.advance(Duration.ofMinutes(1));
    fromBob(item(ONE, TWO, now(), "helper", note("later")));

    assertThat(texts()).containsExactly("later");
  }

  @Test
  void listsOfOthersAndOldListsChangeNothing() {
    SharedGroup before = bob.read(tx -> SharedGroup.ROWS.first(tx, "").orElseThrow());
    KeyPair eve = TestKeys.named("eve");
    bob.meet(world.add(folder, "eve"), "Eve", TrustState.TRUSTED);
    GroupList.MemberNode evil =
        new GroupList.MemberNode(
            eve.publicKey(),
            ada.address().endpoint(),
            List.of(new GroupList.Member("eve", "admin")));
    GroupList.MemberNode own =
        new GroupList.MemberNode(
            bob.keys().publicKey(),
            bob.address().endpoint(),
            List.of(new GroupList.Member("helper", "admin")));
    GroupList forged =
        GroupList.sign(
            group(),
            "Team",
            JsonObject.empty(),
            99,
            99,
            List.of(evil, own),
            ada.node().node().now(),
            eve);
    toBob(eve, new GroupMail(group(), new GroupMail.Listed(forged, Optional.empty())));
    toBob(ada.keys(), new GroupMail(group(), new GroupMail.Listed(forged, Optional.empty())));
    GroupList changed =
        GroupList.parse(parsed(before.document()).with("serial", 50).with("epoch", 50))
            .toOptional()
            .orElseThrow();
    toBob(ada.keys(), new GroupMail(group(), new GroupMail.Listed(changed, Optional.empty())));
    GroupList old = GroupList.parse(parsed(before.document())).toOptional().orElseThrow();
    toBob(ada.keys(), new GroupMail(group(), new GroupMail.Listed(old, Optional.empty())));
    // Bob's own node signs a list of a group of Ada's.
    GroupList usurped =
        GroupList.sign(
            group(),
            "Team",
            JsonObject.empty(),
            99,
            99,
            List.of(own),
            ada.node().node().now(),
            bob.keys());
    fromBob(new GroupMail(group(), new GroupMail.Listed(usurped, Optional.empty())));

    SharedGroup after = bob.read(tx -> SharedGroup.ROWS.first(tx, "").orElseThrow());
    assertThat(after).isEqualTo(before);
    assertThat(bob.<List<String>>read(tx -> tx.texts("SELECT role FROM memory_member")))
        .containsExactly("member");
    assertThat(ada.<SharedGroup>read(tx -> SharedGroup.find(tx, "team").orElseThrow()).serial())
        .isEqualTo(before.serial());
  }

  private void toBob(KeyPair sender, GroupMail mail) {
    world.arrive(bob, sender, ada.address().endpoint(), mail);
    var _ = bob.readerPre();
    world.advance(Duration.ofSeconds(1));
  }

  @Test
  void aListOfAsManyNodesAsAllowedIsTakenAndALongerOneChangesNothing() {
    SharedGroup before = bob.read(tx -> SharedGroup.ROWS.first(tx, "").orElseThrow());
    long serial = before.serial() + 1;

    listedAtBob(before, serial, GroupList.MAX_NODES);
    assertThat(bob.<SharedGroup>read(tx -> SharedGroup.ROWS.first(tx, "").orElseThrow()).serial())
        .isEqualTo(serial);
    listedAtBob(before, serial + 1, GroupList.MAX_NODES + 1);

    assertThat(bob.<SharedGroup>read(tx -> SharedGroup.ROWS.first(tx, "").orElseThrow()).serial())
        .isEqualTo(serial);
    assertThat(bob.node().store().inbox().pending()).isEmpty();
  }

  private void bobWrites(int items) {
    for (int i = 0; i < items; i++) {
      String text = "of Bob, number " + i;
      var _ =
          bob.as(
              "helper",
              (tx, caller) ->
                  new ItemWriter(tx)
                      .write(
                          caller,
                          ItemDraft.of(ItemType.NOTE, JsonObject.empty().with("content", text))
                              .inGroup(
                                  Optional.of(
                                      SharedGroup.ROWS.first(tx, "").orElseThrow().groupId()))));
    }
  }

  /** Counts the mails that left Bob's node for other nodes than Ada's. */
  private long leftForOthers() {
    return bob.read(
        tx ->
            tx.number(
                "SELECT COUNT(*) FROM shared_sending WHERE id <> '' AND node <> ?",
                ada.keys().publicKey().toString()));
  }

  @Test
  void inventedNodesOfAListGetNothing() {
    SharedGroup before = bob.read(tx -> SharedGroup.ROWS.first(tx, "").orElseThrow());
    listedAtBob(before, before.serial() + 1, 48);
    bobWrites(3);
    for (int i = 0; i < 50; i++) {
      bob.tick();
      world.advance(Duration.ofHours(1));
    }

    assertThat(leftForOthers()).isZero();
    assertThat(bob.<List<SendingQueue.Held>>read(tx -> new SendingQueue(tx).held()))
        .singleElement()
        .satisfies(
            held -> {
              assertThat(held.reason()).isEqualTo("not-met");
              assertThat(held.nodes()).isEqualTo(46);
            });
  }

  @Test
  void ofStrangersAtOneHostOneGetsSomethingAtTheEndpointThatItStatedItself() {
    SharedGroup before = bob.read(tx -> SharedGroup.ROWS.first(tx, "").orElseThrow());
    PeerTable peers = bob.node().store().peers();
    Endpoint victim = Endpoint.parse("https://victim.example.com");
    for (int i = 2; i < 48; i++) {
      peers =
          peers.with(
              Peer.met(
                      "node " + i,
                      TestKeys.named("node-" + i).publicKey(),
                      victim,
                      TrustState.KNOWN,
                      bob.node().node().now())
                  .withKnownBy(KnownBy.MESSAGE));
    }
    bob.node().store().commit(new ChangeSet().addAll(peers.changes(bob.node().store().peers())));
    listedAtBob(before, before.serial() + 1, 48);
    bobWrites(1);

    bob.tick();

    assertThat(leftForOthers()).isEqualTo(1);
    assertThat(
            bob.<List<String>>read(
                tx ->
                    tx.texts(
                        "SELECT DISTINCT reason FROM shared_sending WHERE reason IS NOT NULL")))
        .contains("host-limit");
  }

  @Test
  void aListMakesANodeSendNoMoreThanItsHourAllows() {
    set(bob, "list_mails_per_hour", 3);
    world.advance(Duration.ofHours(2));
    bobWrites(7);

    bob.tick();
    long first = arrivedAtAda();
    assertThat(bob.<List<SendingQueue.Held>>read(tx -> new SendingQueue(tx).held()))
        .extracting(SendingQueue.Held::reason)
        .containsExactly("hour-limit");
    bob.tick();
    long again = arrivedAtAda();
    world.advance(Duration.ofMinutes(61));
    bob.tick();

    assertThat(first).isEqualTo(3);
    assertThat(again).isEqualTo(3);
    assertThat(arrivedAtAda()).isEqualTo(6);
  }

  private long arrivedAtAda() {
    ada.tick();
    return rows("shared_version");
  }

  /** A list of Ada's with so many nodes, Bob's among them, arrives at Bob's node. */
  private void listedAtBob(SharedGroup before, long serial, int nodes) {
    JsonObject list = parsed(before.document());
    List<JsonObject> known = list.array("nodes").orElseThrow().objects();
    List<JsonValue> all = new ArrayList<>(known);
    for (int i = known.size(); i < nodes; i++) {
      all.add(known.getLast().with("key", TestKeys.named("node-" + i).publicKey().toString()));
    }
    JsonObject changed =
        Signing.sign(
            list.without("signature").with("serial", serial).with("nodes", JsonArray.of(all)),
            ada.keys(),
            "signed_by");
    Sealed key =
        ada.read(
            tx ->
                new SharedKeys(tx)
                    .sealed(SharedGroup.find(tx, "team").orElseThrow(), bob.keys().publicKey()));
    GroupList valid = GroupList.parse(list).toOptional().orElseThrow();
    JsonObject mail =
        new GroupMail(group(), new GroupMail.Listed(valid, Optional.of(key)))
            .payload()
            .with("list", changed);
    byte[] envelope =
        bob.node().envelope(ada.keys(), ada.address().endpoint(), MessageType.MEMORY, mail);
    var _ = bob.node().store().inbox().accept(envelope, bob.node().clock().instant());
    var _ = bob.readerPre();
  }

  @Test
  void aRemovedNodeWritesNothingWithTheKeyThatItKept() {
    GroupMail kept = item(ONE, ONE, now(), "helper", note("after the removal"));
    boolean _ =
        ada.write(
            (tx, caller) ->
                new SharedGroups(tx).remove(caller, "team", bob.keys().publicKey(), "helper"));

    fromBob(kept);

    assertThat(texts()).isEmpty();
    assertThat(rows("memory_item")).isZero();
  }

  @Test
  void aGroupOfAPeerNeverTakesTheIdOfAnother() {
    assertThat(bob.<List<String>>read(tx -> tx.texts("SELECT id FROM memory_group")))
        .singleElement()
        .asString()
        .startsWith("team@");
    var _ =
        bob.write((tx, caller) -> Groups.create(tx, caller, "team", "Ours", JsonObject.empty()));
    assertThat(bob.<List<String>>read(tx -> tx.texts("SELECT id FROM memory_group"))).hasSize(2);
  }

  @Test
  void aFloodWaitsInTheInboxAndStopsAtTheLimits() {
    set(ada, "peer_items_per_hour", 10);
    for (int i = 0; i < 15; i++) {
      String id = "%016x".formatted(i + 1);
      world.arrive(
          ada,
          bob.keys(),
          bob.address().endpoint(),
          item(id, id, now(), "helper", note("flood " + i)));
    }
    var _ = ada.readerPre();
    assertThat(rows("shared_version")).isEqualTo(10);
    assertThat(ada.node().store().inbox().pending()).hasSize(5);

    world.advance(Duration.ofHours(2));
    set(ada, "peer_bytes", 270);
    var _ = ada.readerPre();
    assertThat(ada.node().store().inbox().pending()).isEmpty();
    assertThat(rows("shared_version")).isLessThan(15);
    assertThat(reasonHere()).contains("full");
  }

  private static void set(ConnectedNodes.Side at, String key, long value) {
    at.node()
        .node()
        .writeJson(
            at.node().node().home().schedulerConfig(),
            JsonObject.empty().with("memory", JsonObject.empty().with(key, value)));
  }

  /** The other node is down at first, and a process is killed at each of its commits in turn. */
  @Test
  void nothingIsLostOrDoubledWhereverAProcessIsKilled() {
    int conversations =
        world.sweep(
            ada,
            bob,
            this::writeNext,
            number -> written() == number,
            this::editLast,
            this::bothAgree);
    assertThat(conversations).isGreaterThan(30);
  }

  private long written() {
    return rows("memory_item");
  }

  private void writeNext() {
    var _ =
        ada.write(
            (tx, caller) ->
                new ItemWriter(tx)
                    .write(
                        caller,
                        ItemDraft.of(
                                ItemType.NOTE, JsonObject.empty().with("content", "item of Ada"))
                            .inGroup(Optional.of("team"))));
  }

  private void editLast() {
    Optional<String> last =
        bob
            .<List<String>>read(
                tx -> tx.texts("SELECT id FROM memory_item WHERE version = 1 ORDER BY id"))
            .stream()
            .findFirst();
    last.ifPresent(
        id -> {
          var _ =
              bob.as(
                  "helper",
                  (tx, caller) ->
                      new ItemWriter(tx)
                          .edit(
                              caller,
                              id,
                              JsonObject.empty().with("content", "edited by Bob"),
                              Optional.of(1L)));
        });
  }

  private void bothAgree(int number) {
    bob.tick();
    ada.tick();
    for (ConnectedNodes.Side side : List.of(ada, bob)) {
      assertThat(
              side.<List<String>>read(tx -> tx.texts("SELECT title FROM memory_item ORDER BY id")))
          .hasSize(number)
          .containsOnly("edited by Bob");
      assertThat(
              side.<Long>read(
                  tx -> tx.number("SELECT COUNT(*) FROM shared_sending WHERE state <> 'received'")))
          .isZero();
    }
  }

  private static JsonObject parsed(String text) {
    return Node.jsonObject("a text of the test", text.getBytes(StandardCharsets.UTF_8));
  }
}
