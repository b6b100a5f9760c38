package org.sovereignbook.sbp.plugins.groups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.memory.Culture.Departure;
import org.sovereignbook.sbp.society.memory.Domain;
import org.sovereignbook.sbp.society.memory.GroupNode;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.ItemRemoval;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryEvents;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.MemoryItem;
import org.sovereignbook.sbp.society.memory.MemorySearch;
import org.sovereignbook.sbp.testing.ConnectedNodes;

/** A group of Ada's with members in Bob's and Cid's nodes. */
class SharedGroupsTest {
  @TempDir Path folder;
  private ConnectedNodes world;
  private ConnectedNodes.Side ada;
  private ConnectedNodes.Side bob;
  private ConnectedNodes.Side cid;

  @BeforeEach
  void threeNodes() {
    world = new ConnectedNodes();
    ada = world.add(folder, "ada");
    bob = world.add(folder, "bob");
    cid = world.add(folder, "cid");
    for (ConnectedNodes.Side one : List.of(ada, bob, cid)) {
      for (ConnectedNodes.Side other : List.of(ada, bob, cid)) {
        if (one != other) {
          one.meet(other, "peer" + other.address().endpoint(), TrustState.KNOWN);
        }
      }
    }
    agent(ada, "planner", AgentReach.NODE);
    agent(bob, "helper", AgentReach.PEERS);
    agent(bob, "other", AgentReach.PEERS);
    agent(cid, "third", AgentReach.PEERS);
    var _ =
        ada.write((tx, caller) -> Groups.create(tx, caller, "team", "Team", JsonObject.empty()));
    var _ =
        ada.write(
            (tx, caller) ->
                Groups.add(
                    tx,
                    caller,
                    "team",
                    MemoryHolder.named(tx, caller, Optional.of("planner")),
                    GroupRole.MEMBER));
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

  @AfterEach
  void close() {
    world.close();
  }

  private void add(ConnectedNodes.Side node, String name, GroupRole role) {
    boolean _ =
        ada.write(
            (tx, caller) -> {
              new SharedGroups(tx).add(caller, "team", node.address(), name, role);
              return true;
            });
  }

  private void remove(ConnectedNodes.Side node, String name) {
    boolean removed =
        ada.write(
            (tx, caller) ->
                new SharedGroups(tx).remove(caller, "team", node.keys().publicKey(), name));
    assertThat(removed).isTrue();
  }

  /** Enough ticks of all nodes for everything to arrive. */
  private void sync() {
    for (int i = 0; i < 4; i++) {
      for (ConnectedNodes.Side one : List.of(ada, bob, cid)) {
        one.tick();
      }
      world.advance(Duration.ofMinutes(1));
    }
  }

  private String group(ConnectedNodes.Side at) {
    return at == ada
        ? "team"
        : at.read(tx -> SharedGroup.ROWS.first(tx, "")).map(SharedGroup::groupId).orElse("none");
  }

  private MemoryItem write(ConnectedNodes.Side at, String agent, String label, String text) {
    ItemDraft draft =
        ItemDraft.of(ItemType.NOTE, JsonObject.empty().with("content", text))
            .named(Optional.of(label))
            .inGroup(Optional.of(group(at)))
            .about(Domain.VALUE);
    return at.as(agent, (tx, caller) -> new ItemWriter(tx).write(caller, draft)).item();
  }

  private static List<String> found(ConnectedNodes.Side at, String agent, String query) {
    return at.as(
        agent,
        (tx, caller) ->
            new MemorySearch(tx)
                .search(caller, query, ItemFilter.ALL, 20).stream()
                    .map(one -> one.item().body().string("content").orElse(""))
                    .toList());
  }

  private static String text(ConnectedNodes.Side at, String agent, String label) {
    return at.as(
        agent,
        (tx, caller) -> new Items(tx).read(caller, label).body().string("content").orElse(""));
  }

  @Test
  void anItemIsFoundByTheMembersOfAnotherNodeAndByNobodyElse() {
    add(bob, "helper", GroupRole.MEMBER);
    write(ada, "planner", "release", "releases are cut on Tuesdays");
    sync();

    assertThat(found(bob, "helper", "when is the release cut"))
        .containsExactly("releases are cut on Tuesdays");
    assertThat(found(bob, "other", "when is the release cut")).isEmpty();
    assertThat(cid.<Long>read(tx -> tx.number("SELECT COUNT(*) FROM memory_item"))).isZero();
    assertThatThrownBy(() -> text(bob, "other", "release"))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("not_found"));
  }

  private void shared() {
    add(bob, "helper", GroupRole.MEMBER);
    add(cid, "third", GroupRole.MEMBER);
    sync();
  }

  @Test
  void allNodesAgreeOnTheLaterOfTwoTextsAndKeepBoth() {
    shared();
    write(ada, "planner", "plan", "first");
    sync();
    assertThat(text(cid, "third", "plan")).isEqualTo("first");
    bob.isDown = true;
    write(ada, "planner", "plan", "of Ada");
    world.advance(Duration.ofSeconds(5));
    write(bob, "helper", "plan", "of Bob, later");
    ada.tick();
    bob.isDown = false;
    world.advance(Duration.ofDays(9));
    sync();
    world.advance(Duration.ofDays(1));
    sync();

    for (ConnectedNodes.Side one : List.of(ada, bob, cid)) {
      String agent = one == ada ? "planner" : one == bob ? "helper" : "third";
      assertThat(text(one, agent, "plan")).isEqualTo("of Bob, later");
      assertThat(versions(one, agent, "plan")).contains("first", "of Ada", "of Bob, later");
    }
  }

  private static List<String> versions(ConnectedNodes.Side at, String agent, String label) {
    return at.as(
        agent,
        (tx, caller) ->
            new Items(tx)
                .history(caller, label).stream()
                    .flatMap(one -> tx.text(one.bodyId()).stream())
                    .map(text -> parsed(text).string("content").orElse(""))
                    .toList());
  }

  @Test
  void aViewersTextIsRefusedAndItsNodeShowsWhy() {
    add(bob, "helper", GroupRole.MEMBER);
    sync();
    add(bob, "helper", GroupRole.VIEWER);
    // Bob's node has not read the newest list yet.
    write(bob, "helper", "lie", "a viewer wrote this");
    bob.deliver();
    sync();

    assertThat(found(ada, "planner", "viewer wrote")).isEmpty();
    assertThat(state(bob).refused()).isEqualTo(1);
    assertThat(state(bob).reason()).contains("viewer_read_only");
    assertThat(state(ada).reasonHere()).contains("viewer_read_only");
    assertThatThrownBy(() -> write(bob, "helper", "more", "more"))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("viewer_read_only"));
  }

  private GroupNode state(ConnectedNodes.Side at) {
    return at.read(tx -> new NodeStates(tx).of(group(at)).getFirst());
  }

  @Test
  void aRemovedNodeGetsNothingMoreAndItsTextsAreDropped() {
    shared();
    write(ada, "planner", "one", "before the removal");
    ada.deliver();
    world.advance(Duration.ofMinutes(1));
    bob.isDown = true;
    write(ada, "planner", "two", "under way at the removal");
    ada.deliver();
    remove(bob, "helper");
    bob.isDown = false;
    write(ada, "planner", "three", "after the removal");
    assertThat(epoch(ada)).isEqualTo(2);
    ada.deliver();
    cid.tick();
    write(bob, "helper", "four", "from the removed");
    world.advance(Duration.ofHours(3));
    bob.deliver();
    sync();

    assertThat(found(cid, "third", "removal removed"))
        .containsExactlyInAnyOrder(
            "before the removal", "under way at the removal", "after the removal");
    assertThat(epoch(cid)).isEqualTo(2);
    assertThat(found(ada, "planner", "removed")).doesNotContain("from the removed");
    assertThat(
            bob.<List<String>>read(tx -> tx.texts("SELECT text FROM content WHERE field = 'body'")))
        .noneMatch(text -> text.contains("under way") || text.contains("after the removal"));
    assertThat(found(bob, "helper", "removal removed")).isEmpty();
    assertThat(bob.<Long>read(tx -> tx.number("SELECT COUNT(*) FROM shared_key"))).isZero();
  }

  private static long epoch(ConnectedNodes.Side at) {
    return at.<SharedGroup>read(tx -> SharedGroup.ROWS.first(tx, "").orElseThrow()).epoch();
  }

  @Test
  void aDeletedItemEndsInAllNodes() {
    shared();
    write(bob, "helper", "old", "soon gone");
    sync();
    assertThat(found(cid, "third", "gone")).hasSize(1);
    var _ = bob.as("helper", (tx, caller) -> new ItemRemoval(tx).delete(caller, "old"));
    sync();

    assertThat(found(ada, "planner", "gone")).isEmpty();
    assertThat(found(cid, "third", "gone")).isEmpty();
  }

  @Test
  void anAgentThatLeavesIsRemovedInTheOwnersNode() {
    shared();
    boolean _ =
        bob.as(
            "helper",
            (tx, caller) ->
                Groups.remove(
                    tx, caller, group(bob), MemoryHolder.named(tx, caller, Optional.of("helper"))));
    sync();
    sync();

    assertThat(epoch(ada)).isEqualTo(2);
    assertThat(
            ada.<List<String>>read(
                tx ->
                    new NodeStates(tx)
                        .of("team").stream().flatMap(one -> one.members().stream()).toList()))
        .containsExactly("third (member)");
    write(ada, "planner", "x", "not for Bob");
    sync();
    assertThat(
            bob.<List<String>>read(tx -> tx.texts("SELECT text FROM content WHERE field = 'body'")))
        .noneMatch(text -> text.contains("not for Bob"));
  }

  @Test
  void aGroupOfAnotherNodeStaysThatNodesWhileTheFeatureIsOff() {
    shared();
    bob.node()
        .configure(
            JsonObject.empty()
                .with(
                    "features",
                    JsonObject.empty().with("off", JsonArray.ofStrings(List.of("shared-groups")))));

    assertThatThrownBy(
            () ->
                bob.write(
                    (tx, caller) -> Groups.culture(tx, caller, group(bob), JsonObject.empty())))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("not_its_node"));
  }

  @Test
  void aNodeWithoutSharedGroupsRefusesByCodeWhichTheSenderShows() {
    bob.knowsGroups(false);
    add(bob, "helper", GroupRole.MEMBER);
    write(ada, "planner", "release", "on Tuesdays");
    sync();
    assertThat(state(ada).refused()).isEqualTo(1);
    assertThat(state(ada).reason()).contains("unknown-message-type");

    bob.knowsGroups(true);
    world.advance(Duration.ofDays(8));
    sync();
    assertThat(found(bob, "helper", "Tuesdays")).hasSize(1);
  }

  @Test
  void anAgentThatIsNotOpenBecomesNoMember() {
    agent(bob, "closed", AgentReach.NODE);
    add(bob, "closed", GroupRole.MEMBER);
    sync();

    assertThat(state(ada).reason()).contains("closed");
    assertThat(group(bob)).isEqualTo("none");
  }

  /**
   * Thirty days, on each of which every node may be away. Cid's agent is a viewer whose node writes
   * all the same; Bob's is removed on the twentieth day.
   */
  @Test
  void aMonthOfPartitionsWithALyingNodeAndARemovalEndsInAgreement() {
    Random random = new Random(31);
    add(bob, "helper", GroupRole.MEMBER);
    add(cid, "third", GroupRole.VIEWER);
    sync();
    for (int day = 1; day <= 30; day++) {
      if (day == 20) {
        remove(bob, "helper");
      }
      write(ada, "planner", "a" + random.nextInt(10), "Ada on day " + day);
      if (!group(bob).equals("none") && isIn(bob)) {
        write(bob, "helper", "a" + random.nextInt(10), "Bob on day " + day);
      }
      lie(day);
      for (ConnectedNodes.Side one : List.of(ada, bob, cid)) {
        one.isDown = random.nextInt(5) < 2;
      }
      for (int i = 0; i < 2; i++) {
        for (ConnectedNodes.Side one : List.of(ada, bob, cid)) {
          if (!one.isDown) {
            one.tick();
          }
        }
        world.advance(Duration.ofHours(12));
      }
    }
    for (ConnectedNodes.Side one : List.of(ada, bob, cid)) {
      one.isDown = false;
    }
    for (int i = 0; i < 10; i++) {
      sync();
      world.advance(Duration.ofDays(1));
    }

    assertThat(versionsWithoutLies(cid)).isEqualTo(versionsWithoutLies(ada)).isNotEmpty();
    assertThat(contents(ada)).noneMatch(text -> text.contains("lie"));
    assertThat(contents(bob))
        .noneMatch(text -> text.contains("lie"))
        .noneMatch(text -> text.matches(".*Ada on day (2[1-9]|30).*"));
    assertThat(isIn(bob)).isFalse();
    assertThat(state(ada).reasonHere()).contains("viewer_read_only");
  }

  private boolean isIn(ConnectedNodes.Side at) {
    return at.<Boolean>read(tx -> tx.exists("SELECT 1 FROM memory_member WHERE left_ms IS NULL"));
  }

  private void lie(int day) {
    cid.ledger().run(tx -> tx.update("UPDATE memory_member SET role = 'member'"));
    if (isIn(cid)) {
      write(cid, "third", "lie" + day, "a lie of day " + day);
    }
  }

  private List<String> versionsWithoutLies(ConnectedNodes.Side at) {
    return at.read(
        tx ->
            tx.texts(
                "SELECT id || ' ' || version_id FROM shared_item WHERE node <> ? ORDER BY id",
                cid.keys().publicKey().toString()));
  }

  private static List<String> contents(ConnectedNodes.Side at) {
    return at.read(
        tx -> tx.texts("SELECT text FROM content WHERE field = 'body' AND text IS NOT NULL"));
  }

  private void policy(Departure policy) {
    var _ =
        ada.write(
            (tx, caller) ->
                Groups.culture(
                    tx,
                    caller,
                    "team",
                    JsonObject.empty().with("departure_policy", Words.of(policy))));
  }

  private static Principal owner(ConnectedNodes.Side at, String text) {
    return Principal.parse(
        at.<List<String>>read(
                tx ->
                    tx.texts(
                        "SELECT owner FROM memory_item WHERE title = ? AND copy_of IS NULL", text))
            .getFirst());
  }

  @ParameterizedTest
  @EnumSource
  void aMemberInAnotherNodeThatIsRemovedKeepsWhatThePolicyAllows(Departure policy) {
    policy(policy);
    shared();
    var _ =
        bob.write(
            (tx, caller) -> {
              new MemoryEvents(tx)
                  .subscribe(caller, Agents.named(tx, "helper"), List.of("memory.written"));
              return true;
            });
    write(bob, "helper", "figs", "the crew eats figs");
    write(ada, "planner", "dates", "the crew eats dates");
    sync();
    assertThat(found(bob, "helper", "crew eats")).hasSize(2);

    remove(bob, "helper");
    sync();

    assertThat(found(bob, "helper", "crew eats"))
        .isEqualTo(policy == Departure.PERMISSIVE ? List.of("the crew eats figs") : List.of());
    assertThat(
            bob.<List<MemoryEvents.Waiting>>as(
                "helper", (tx, caller) -> new MemoryEvents(tx).poll(caller, 100)))
        .as("no event of the group waits")
        .isEmpty();
    assertThat(found(ada, "planner", "crew eats")).as("they stay").hasSize(2);
    boolean isTaken = policy == Departure.RESTRICTIVE;
    Principal before = Principal.peer(bob.keys().publicKey());
    assertThat(owner(ada, "the crew eats figs")).isEqualTo(isTaken ? Principal.OWNER : before);
    assertThat(owner(cid, "the crew eats figs"))
        .isEqualTo(isTaken ? Principal.peer(ada.keys().publicKey()) : before);
  }

  @Test
  void aGroupOfAnotherNodeTakesNothingFromAnAgentsOwnMemory() {
    policy(Departure.PERMISSIVE);
    add(bob, "helper", GroupRole.MEMBER);
    sync();
    write(bob, "helper", "figs", "the crew eats figs");
    sync();
    remove(bob, "helper");
    sync();
    add(bob, "helper", GroupRole.MEMBER);
    policy(Departure.RESTRICTIVE);
    sync();

    remove(bob, "helper");
    sync();

    assertThat(found(bob, "helper", "crew eats")).containsExactly("the crew eats figs");
  }

  @ParameterizedTest
  @EnumSource
  void aMemberThatLeavesFromItsOwnNodeKeepsWhatThePolicyAllows(Departure policy) {
    policy(policy);
    shared();
    write(bob, "helper", "figs", "the crew eats figs");
    sync();

    var _ =
        bob.as(
            "helper",
            (tx, caller) -> Groups.remove(tx, caller, group(bob), MemoryHolder.of(caller)));
    sync();

    assertThat(found(bob, "helper", "crew eats")).hasSize(policy == Departure.PERMISSIVE ? 1 : 0);
    assertThat(owner(ada, "the crew eats figs"))
        .isEqualTo(
            policy == Departure.RESTRICTIVE
                ? Principal.OWNER
                : Principal.peer(bob.keys().publicKey()));
  }

  private static JsonObject parsed(String text) {
    return Node.jsonObject("a text of the test", text.getBytes(StandardCharsets.UTF_8));
  }
}
