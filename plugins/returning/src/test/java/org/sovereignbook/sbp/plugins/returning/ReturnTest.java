package org.sovereignbook.sbp.plugins.returning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.plugins.returning.Absence.Fate;
import org.sovereignbook.sbp.society.memory.Assessments;
import org.sovereignbook.sbp.society.memory.CarriedItem;
import org.sovereignbook.sbp.society.memory.GroupFeature;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.MemorySearch;
import org.sovereignbook.sbp.society.memory.TrustScores;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;

/** An agent leaves its node with a bundle, works on another node, and comes back. */
class ReturnTest {
  @TempDir Path folder;
  private TestSociety home;
  private TestSociety away;

  @BeforeEach
  void open() {
    home = TestSociety.in(folder.resolve("home"));
    away =
        TestSociety.of(
            TestNode.in(folder.resolve("away"), TestKeys.alice(), TestNode.ALICE_ENDPOINT));
    home.usual("ada", AgentType.AUTONOMOUS);
    write(home, "route", "north by the river");
    write(home, "ferry", "the ferry goes at nine");
    session(home, "to find the way");
  }

  @AfterEach
  void close() {
    home.close();
    away.close();
  }

  private static void write(TestSociety at, String id, String text) {
    JsonObject note = JsonObject.builder().put("content", text).build();
    ItemWriter.Written _ =
        at.as(
            "ada",
            "memory_write_warm",
            (tx, caller) ->
                new ItemWriter(tx)
                    .write(caller, ItemDraft.of(ItemType.NOTE, note).named(Optional.of(id))));
  }

  private static void session(TestSociety at, String focus) {
    JsonObject active =
        JsonObject.builder()
            .put("active", JsonObject.builder().put("focus", focus).build())
            .build();
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

  private static String text(TestSociety at, String id) {
    return at.as("ada", "memory_read_warm", (tx, caller) -> new Items(tx).read(caller, id))
        .body()
        .string("content")
        .orElseThrow();
  }

  /** Returns the focus that the agent is shown: its own, or else the one that others caused. */
  private static String focus(TestSociety at) {
    return at.as(
        "ada",
        "memory_read_hot",
        (tx, caller) -> {
          HotMemory hot = new HotMemory(tx);
          MemoryHolder holder = MemoryHolder.of(caller);
          return focus(hot.apart(caller, holder))
              .or(() -> focus(hot.read(caller, holder).text()))
              .orElseThrow();
        });
  }

  private static Optional<String> focus(JsonObject text) {
    return text.object("active").flatMap(active -> active.string("focus"));
  }

  private Optional<String> ownFocus() {
    return focus(
        home.as(
                "ada",
                "memory_read_hot",
                (tx, caller) -> new HotMemory(tx).read(caller, MemoryHolder.of(caller)))
            .text());
  }

  /** Merges all without anybody's approval, as a configured automatic merge does. */
  private void mergeUnreviewed() {
    Returns.Returned _ =
        owner(
            home,
            (tx, caller) ->
                new Returns(tx)
                    .merge(caller, home.now("ada"), Optional.empty(), Optional.empty(), true));
  }

  private static <T> T owner(TestSociety at, Permissions.Work<T> work) {
    return at.owner("agent_show", work);
  }

  private static String leave(TestSociety at) {
    return owner(at, (tx, caller) -> new Returns(tx).leave(caller, at.now("ada"))).text();
  }

  private void host(String bundle) {
    Agent _ =
        owner(
            away,
            (tx, caller) -> new Returns(tx).host(caller, Bundle.parse(bundle), Optional.empty()));
  }

  private Returns.Returned begin(String bundle, boolean automatic) {
    return owner(
        home,
        (tx, caller) ->
            new Returns(tx)
                .begin(caller, Bundle.parse(bundle), automatic ? List.of("ada") : List.of()));
  }

  private Returns.Returned merge(Optional<List<String>> chosen) {
    return owner(
        home,
        (tx, caller) ->
            new Returns(tx).merge(caller, home.now("ada"), chosen, Optional.empty(), false));
  }

  private String workAway() {
    host(leave(home));
    away.clock().advance(Duration.ofDays(3));
    home.clock().advance(Duration.ofDays(3));
    write(away, "route", "south by the hill");
    write(away, "inn", "the inn is full");
    session(away, "to find a bed");
    return leave(away);
  }

  private static void refused(String code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(SocietyException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void anAgentTakesItsMemoryToAnotherNodeAndBringsBackWhatItLearnedThere() {
    String left = leave(home);
    assertThat(home.now("ada").status()).isEqualTo(AgentStatus.SUSPENDED);

    host(left);
    assertThat(text(away, "route")).isEqualTo("north by the river");
    assertThat(focus(away)).isEqualTo("to find the way");
    assertThat(away.now("ada").id()).isEqualTo(home.now("ada").id());
    write(away, "route", "south by the hill");
    write(away, "inn", "the inn is full");
    session(away, "to find a bed");
    Returns.Returned back = begin(leave(away), false);

    assertThat(back.items())
        .extracting(one -> one.carriage().fate())
        .containsExactlyInAnyOrder(Fate.CHANGED, Fate.NEW);
    assertThat(back.sessionsSince()).isEqualTo(1);
    assertThat(back.absence().groupId().orElseThrow()).startsWith("staging-ada-");

    Returns.Returned merged = merge(Optional.empty());

    assertThat(merged.absence().state()).isEqualTo(Absence.State.MERGED);
    assertThat(home.now("ada").status()).isEqualTo(AgentStatus.ACTIVE);
    assertThat(text(home, "route")).isEqualTo("south by the hill");
    assertThat(text(home, "inn")).isEqualTo("the inn is full");
    assertThat(text(home, "ferry")).isEqualTo("the ferry goes at nine");
    assertThat(focus(home)).isEqualTo("to find a bed");
    HotMemory.Chain chain =
        home.as(
            "ada",
            "memory_read_hot",
            (tx, caller) -> new HotMemory(tx).verify(caller, MemoryHolder.of(caller)));
    assertThat(chain.problem()).isEmpty();
    assertThat(chain.sessions()).isEqualTo(2);
    Items.Whole route =
        home.as("ada", "memory_read_warm", (tx, caller) -> new Items(tx).read(caller, "route"));
    assertThat(route.item().author()).isEqualTo(home.now("ada").principal());
    assertThat(route.item().version()).isEqualTo(2);
  }

  @Test
  void whatWaitsForItsReviewIsForMembersOnlyWhateverTrustAdds() {
    String staging = begin(workAway(), false).absence().groupId().orElseThrow();

    assertThat(isClosed(staging)).isTrue();
    assertThat(isClosed("another")).isFalse();
  }

  private boolean isClosed(String group) {
    return home.ledger().<Boolean>read(tx -> GroupFeature.isClosedByAny(tx, group));
  }

  @Test
  void beforeTheReviewNothingOfItIsInTheAgentsMemory() {
    Returns.Returned back = begin(workAway(), false);

    List<Items.Whole> staged =
        owner(
            home,
            (tx, caller) ->
                new Items(tx)
                    .list(
                        caller,
                        new ItemFilter(
                            Optional.empty(),
                            List.of(),
                            back.absence().groupId(),
                            Optional.empty(),
                            false),
                        50));
    assertThat(staged)
        .extracting(one -> one.body().string("content").orElseThrow())
        .containsExactlyInAnyOrder("south by the hill", "the inn is full");
    assertThat(staged).allMatch(one -> one.item().author().equals(home.now("ada").principal()));
  }

  @Test
  void aConflictIsListedAndOnlyMergedByItsName() {
    String left = leave(home);
    host(left);
    write(away, "route", "south by the hill");
    String back = leave(away);
    JsonObject changes = JsonObject.builder().put("content", "east by the wall").build();
    String route = key("route");
    home.ledger()
        .run(
            tx ->
                tx.update(
                    "UPDATE memory_item SET version = version + 1, body_id = ? WHERE id = ?",
                    tx.keep(
                        new org.sovereignbook.sbp.authority.ledger.Subject("memory", route),
                        "body",
                        changes.toString()),
                    route));

    Returns.Returned waiting = begin(back, true);
    assertThat(waiting.absence().state()).isEqualTo(Absence.State.STAGED);
    assertThat(waiting.conflicts())
        .singleElement()
        .satisfies(one -> assertThat(one.carriage().fate()).isEqualTo(Fate.CHANGED_HERE));
    refused("conflicts", () -> merge(Optional.empty()));

    Returns.Returned _ = merge(Optional.of(List.of(route)));
    assertThat(text(home, "route")).isEqualTo("south by the hill");
  }

  private String key(String label) {
    return home.ledger()
        .<String>read(
            tx -> tx.texts("SELECT id FROM memory_item WHERE label = ?", label).getFirst());
  }

  @Test
  void aPartIsMergedAndTheRestIsLeftOut() {
    Returns.Returned back = begin(workAway(), false);
    String fresh =
        back.items().stream()
            .filter(one -> one.carriage().fate() == Fate.NEW)
            .map(one -> one.carriage().item())
            .findFirst()
            .orElseThrow();

    Returns.Returned merged = merge(Optional.of(List.of(fresh)));

    assertThat(text(home, "inn")).isEqualTo("the inn is full");
    assertThat(text(home, "route")).isEqualTo("north by the river");
    assertThat(merged.items())
        .extracting(one -> one.carriage().fate())
        .containsExactlyInAnyOrder(Fate.MERGED, Fate.LEFT_OUT);
  }

  @Test
  void afterARejectionTheAgentGoesOnWithTheStateOfItsNode() {
    Returns.Returned _ = begin(workAway(), false);

    Returns.Returned rejected =
        owner(home, (tx, caller) -> new Returns(tx).reject(caller, home.now("ada")));

    assertThat(rejected.absence().state()).isEqualTo(Absence.State.REJECTED);
    assertThat(text(home, "route")).isEqualTo("north by the river");
    assertThat(focus(home)).isEqualTo("to find the way");
    assertThat(home.now("ada").status()).isEqualTo(AgentStatus.ACTIVE);
    assertThat(
            owner(home, (tx, caller) -> new Items(tx).list(caller, ItemFilter.ALL, 50)).toString())
        .doesNotContain("south by the hill");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTrustedAgentIsMergedWithoutReviewOnlyIfItsParentHasChosenThat(boolean chosen) {
    for (int i = 0; i < 20; i++) {
      write(home, "known-" + i, "fact " + i);
      String id = "known-" + i;
      owner(
          home,
          (tx, caller) ->
              new Assessments(tx).assess(caller, key(id), TrustScores.Correctness.CONFIRMED));
    }

    Returns.Returned back = begin(workAway(), chosen);

    assertThat(back.automatic()).isEqualTo(chosen);
    assertThat(back.absence().state())
        .isEqualTo(chosen ? Absence.State.MERGED : Absence.State.STAGED);
  }

  @Test
  void anAgentOfUsualTrustIsNeverMergedWithoutReview() {
    assertThat(begin(workAway(), true).absence().state()).isEqualTo(Absence.State.STAGED);
  }

  @Test
  void aBundleThatSomebodyElseChangedOrThatReturnsTwiceIsRefused() {
    String back = workAway();

    refused(
        "unauthorized", () -> Bundle.parse(back.replace("south by the hill", "south by the mill")));
    refused("invalid_bundle", () -> Bundle.parse(back.substring(0, back.length() / 2)));
    Returns.Returned _ = begin(back, false);
    refused("unknown_absence", () -> begin(back, false));
    Returns.Returned _ = merge(Optional.empty());
    refused("unknown_absence", () -> begin(back, false));
  }

  @Test
  void theBundleThatLeftIsNoProofThatTheAgentIsBack() {
    String left = leave(home);

    refused("invalid_bundle", () -> begin(left, false));
  }

  @Test
  void aSessionThatEndedHereMeanwhileIsAForkAndTheHotContextStays() {
    String back = workAway();
    owner(
        home,
        (tx, caller) ->
            org.sovereignbook.sbp.authority.agents.Lifecycle.activate(
                tx, caller, home.now("ada"), "early"));
    session(home, "to stay");

    Returns.Returned waiting = begin(back, true);
    assertThat(waiting.absence().divergence().orElseThrow().toString()).isEqualTo("forked");
    Returns.Returned _ = merge(Optional.empty());

    assertThat(focus(home)).isEqualTo("to stay");
    assertThat(text(home, "inn")).isEqualTo("the inn is full");
  }

  @Test
  void timesOfAnotherClockCountAsNowAtTheLatest() {
    host(leave(home));
    away.clock().advance(Duration.ofDays(3_650));
    write(away, "inn", "the inn is full");
    session(away, "to find a bed");

    Returns.Returned _ = begin(leave(away), false);
    Returns.Returned _ = merge(Optional.empty());

    long now = home.clock().instant().toEpochMilli();
    assertThat(
            home.ledger()
                .<Long>read(
                    tx ->
                        tx.number(
                            "SELECT COUNT(*) FROM memory_item WHERE created_ms > ? OR updated_ms >"
                                + " ?",
                            now,
                            now)))
        .isZero();
    assertThat(
            home.ledger()
                .<Long>read(
                    tx -> tx.number("SELECT COUNT(*) FROM memory_chain WHERE at_ms > ?", now)))
        .isZero();
  }

  private List<Principal> strangers(TestSociety at, String label) {
    return at.ledger()
        .read(
            tx ->
                new Items(tx)
                    .causes(tx.texts("SELECT id FROM memory_item WHERE label = ?", label)).stream()
                        .flatMap(cause -> Access.beneficiaries(cause).stream())
                        .distinct()
                        .sorted()
                        .toList());
  }

  private static Principal node(TestSociety at) {
    return Principal.peer(at.node().keys().publicKey());
  }

  /** Writes as an agent that has a text of this peer in hand. */
  private static void writeFor(TestSociety at, PublicKey peer, String id, String text) {
    JsonObject note = JsonObject.builder().put("content", text).build();
    ItemWriter.Written _ =
        at.as(
            "ada",
            "memory_write_warm",
            (tx, caller) ->
                new ItemWriter(tx)
                    .write(
                        caller.onBehalfOf(tx, new ShownText(tx).ofPeers(List.of(peer))),
                        ItemDraft.of(ItemType.NOTE, note).named(Optional.of(id))));
  }

  @Test
  void whatComesFromAbroadIsATextOfThatNodeWhoeverWroteItThere() {
    Returns.Returned _ = begin(workAway(), false);
    mergeUnreviewed();

    assertThat(strangers(home, "route")).containsExactly(node(away));
    assertThat(strangers(home, "inn")).containsExactly(node(away));
    assertThat(strangers(home, "ferry")).isEmpty();
    List<Authority> ofApart =
        home.as(
            "ada",
            "memory_read_hot",
            (tx, caller) -> new HotMemory(tx).apartCauses(MemoryHolder.of(caller)));
    assertThat(ofApart).extracting(Authority::principal).containsExactly(node(away));
    assertThat(ownFocus()).contains("to find the way");
    assertThat(focus(home)).isEqualTo("to find a bed");
  }

  @Test
  void theOwnersMergeApprovesAndEndsTheCausesOfWhatWasMerged() {
    Returns.Returned _ = begin(workAway(), false);
    Returns.Returned _ = merge(Optional.empty());

    assertThat(strangers(home, "route")).isEmpty();
    assertThat(strangers(home, "inn")).isEmpty();
    assertThat(ownFocus()).contains("to find a bed");
    List<Principal> ofHot =
        home
            .as(
                "ada",
                "memory_read_hot",
                (tx, caller) -> new HotMemory(tx).causes(MemoryHolder.of(caller)))
            .stream()
            .flatMap(cause -> Access.beneficiaries(cause).stream())
            .toList();
    assertThat(ofHot).isEmpty();
    assertThat(
            number(
                home,
                "SELECT COUNT(*) FROM event WHERE kind = 'memory.approved' AND principal = 'owner'"
                    + " AND metadata LIKE ?",
                "%" + node(away).text() + "%"))
        .as("route, inn and the hot context")
        .isEqualTo(3);
    List<Principal> ever =
        home.ledger()
            .read(
                tx ->
                    new Items(tx)
                            .everCauses(
                                tx.texts("SELECT id FROM memory_item WHERE label = ?", "route"))
                            .stream()
                            .flatMap(cause -> Access.beneficiaries(cause).stream())
                            .distinct()
                            .toList());
    assertThat(ever).as("for its history").containsExactly(node(away));
  }

  /** A concept of the same name, a near copy, and the contrary of what is in the agent's group. */
  @Test
  void whatSaysOtherwiseThanTheGroupIsAConflictByItsNameAndText() {
    owner(
        home,
        (tx, caller) -> {
          Groups.Seen _ = Groups.create(tx, caller, "crew", "crew", JsonObject.empty());
          return Groups.add(
              tx,
              caller,
              "crew",
              MemoryHolder.named(tx, caller, Optional.of("ada")),
              GroupRole.MEMBER);
        });
    inCrew("{\"type\":\"concept\",\"name\":\"Lock gate\",\"summary\":\"opens upstream\"}");
    inCrew("{\"type\":\"insight\",\"content\":\"The toll bridge to the mill closes at six.\"}");
    inCrew("{\"type\":\"insight\",\"content\":\"the west quay floods in spring\"}");
    host(leave(home));
    abroad("{\"type\":\"concept\",\"name\":\"lock  gate\",\"summary\":\"opens downstream\"}");
    abroad("{\"type\":\"insight\",\"content\":\"The toll bridge to the mill closes at nine.\"}");
    abroad("{\"type\":\"insight\",\"content\":\"The west quay floods in spring.\"}");
    abroad("{\"type\":\"insight\",\"content\":\"herons nest on the island\"}");

    Returns.Returned back = begin(leave(away), false);

    assertThat(back.items())
        .extracting(one -> one.carriage().fate())
        .containsExactlyInAnyOrder(Fate.SAME_NAME, Fate.SIMILAR, Fate.SIMILAR, Fate.NEW);
    refused("conflicts", () -> merge(Optional.empty()));
  }

  private void inCrew(String body) {
    ItemWriter.Written _ =
        owner(
            home,
            (tx, caller) ->
                new ItemWriter(tx)
                    .write(
                        caller, ItemDraft.of(type(body), json(body)).inGroup(Optional.of("crew"))));
  }

  private void abroad(String body) {
    ItemWriter.Written _ =
        away.as(
            "ada",
            "memory_write_warm",
            (tx, caller) -> new ItemWriter(tx).write(caller, ItemDraft.of(type(body), json(body))));
  }

  private static ItemType type(String body) {
    return body.contains("concept") ? ItemType.ENTITY : ItemType.LEARNING;
  }

  @Test
  void aCallerThatActsForOthersMergesWithoutApproving() {
    PublicKey carol = TestKeys.named("carol").publicKey();
    Returns.Returned _ = begin(workAway(), false);

    Returns.Returned _ =
        owner(
            home,
            (tx, caller) ->
                new Returns(tx)
                    .merge(
                        caller.onBehalfOf(tx, new ShownText(tx).ofPeers(List.of(carol))),
                        home.now("ada"),
                        Optional.empty(),
                        Optional.empty(),
                        false));

    assertThat(strangers(home, "inn")).contains(node(away));
    assertThat(ownFocus()).contains("to find the way");
  }

  @Test
  void whatAGuestBringsIsATextOfItsNode() {
    host(leave(home));

    assertThat(strangers(away, "route")).containsExactly(node(home));
    write(away, "route", "south by the hill");
    assertThat(strangers(away, "route")).containsExactly(node(home));
  }

  /** The host knows nothing of the guest's home, so that its texts may cause nothing there. */
  @Test
  void aGuestFromAStrangersNodeReadsAndEditsItsOwnItemsAndNoMore() {
    host(leave(home));
    owner(
        away,
        (tx, caller) -> {
          Groups.Seen _ = Groups.create(tx, caller, "den", "den", JsonObject.empty());
          return Groups.add(
              tx,
              caller,
              "den",
              MemoryHolder.named(tx, caller, Optional.of("ada")),
              GroupRole.MEMBER);
        });
    String token =
        away.ledger()
            .<Tokens.Issued>write(
                tx ->
                    Tokens.issue(
                        tx,
                        Caller.owner("command"),
                        Agents.named(tx, "ada"),
                        Globs.ALL,
                        Optional.empty()))
            .secret();
    Items.Whole read =
        away.with(
            token,
            "memory_read_warm",
            (tx, caller) -> {
              Items.Whole route = new Items(tx).read(caller, "route");
              caller.isShown(
                  tx, "memory_read_warm", new Items(tx).causes(List.of(route.item().id())));
              return route;
            });
    assertThat(read.body().string("content")).contains("north by the river");
    refused("access_denied", () -> away.with(token, "bus_put", (_, _) -> true));

    JsonObject next = JsonObject.empty().with("content", "over the bridge");
    ItemWriter.Written edited =
        away.with(
            token,
            "memory_edit",
            (tx, caller) -> new ItemWriter(tx).edit(caller, "route", next, Optional.empty()));
    assertThat(edited.outcome()).isEqualTo(ItemWriter.Effect.UPDATED);
    assertThat(strangers(away, "route")).containsExactly(node(home));
    List<MemorySearch.Result> found =
        away.with(
            token,
            "memory_search",
            (tx, caller) -> new MemorySearch(tx).search(caller, "ferry", ItemFilter.ALL, 10));
    assertThat(found).hasSize(1);
    refused(
        "access_denied",
        () ->
            away.with(
                token,
                "memory_write_warm",
                (tx, caller) ->
                    new ItemWriter(tx)
                        .write(
                            caller,
                            ItemDraft.of(ItemType.NOTE, next).inGroup(Optional.of("den")))));
  }

  @Test
  void theCausesOfATextTravelThereAndBack() {
    PublicKey carol = TestKeys.named("carol").publicKey();
    PublicKey dave = TestKeys.named("dave").publicKey();
    writeFor(home, carol, "well", "the well is dry");
    host(leave(home));
    assertThat(strangers(away, "well"))
        .containsExactlyInAnyOrder(node(home), Principal.peer(carol));
    writeFor(away, dave, "inn", "the inn is full");
    writeFor(away, dave, "well", "the well is full");

    Returns.Returned _ = begin(leave(away), false);
    mergeUnreviewed();

    assertThat(strangers(home, "inn")).containsExactlyInAnyOrder(node(away), Principal.peer(dave));
    assertThat(strangers(home, "well"))
        .containsExactlyInAnyOrder(node(away), Principal.peer(carol), Principal.peer(dave));
  }

  @Test
  void aNodeThatNamesNoCauseIsTheCauseAndCannotBeAnother() {
    Bundle honest = Bundle.parse(workAway());
    KeyPair agent = away.ledger().read(tx -> Agents.keys(tx, away.now("ada")));
    Bundle silent = written(honest, honest.writer());

    refused(
        "unauthorized",
        () ->
            Bundle.parse(
                written(honest, TestKeys.named("carol").publicKey())
                    .signed(agent, away.node().node().keys())));
    refused(
        "invalid_bundle",
        () ->
            begin(
                written(honest, home.node().keys().publicKey()).signed(agent, home.node().keys()),
                false));
    Returns.Returned _ = begin(silent.signed(agent, away.node().node().keys()), false);
    mergeUnreviewed();
    assertThat(strangers(home, "inn")).containsExactly(node(away));
  }

  /** Returns a bundle that names nothing as a cause. */
  private static Bundle written(Bundle of, PublicKey writer) {
    return new Bundle(
        of.format(),
        of.agentId(),
        of.publicKey(),
        of.name(),
        of.agentType(),
        of.capabilities(),
        of.home(),
        writer,
        of.nonce(),
        of.secret(),
        of.leftAt(),
        of.writtenAt(),
        of.hot(),
        List.of(),
        of.sessions(),
        of.items().stream()
            .map(
                one ->
                    new CarriedItem(
                        one.key(),
                        one.id(),
                        one.type(),
                        one.body(),
                        one.tags(),
                        one.domain(),
                        one.group(),
                        one.version(),
                        one.createdAt(),
                        one.updatedAt(),
                        one.validFrom(),
                        one.validTo(),
                        List.of()))
            .toList());
  }

  private static final List<String> TIMES =
      List.of("created_at", "updated_at", "at", "left_at", "written_at");

  /** Returns a bundle with all times of its writer replaced, signed by the agent itself. */
  private String dated(String bundle, String time) {
    JsonObject json = dated(json(bundle), time);
    for (String part : List.of("items", "sessions")) {
      json =
          json.with(
              part,
              JsonArray.of(
                  json.array(part).orElseThrow().objects().stream()
                      .map(one -> dated(one, time))
                      .toList()));
    }
    return signed(json);
  }

  private static JsonObject dated(JsonObject json, String time) {
    JsonObject dated = json;
    for (String name : TIMES) {
      dated = dated.has(name) ? dated.with(name, time) : dated;
    }
    return dated;
  }

  private static JsonObject json(String text) {
    try {
      return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(text, e);
    }
  }

  private String signed(JsonObject json) {
    KeyPair keys = home.ledger().read(tx -> Agents.keys(tx, home.now("ada")));
    try {
      Bundle bundle =
          Shape.of(Bundle.class).readExactly(json.without("signature", "writer_signature"));
      TestSociety writer = bundle.secret().isPresent() ? home : away;
      return bundle.signed(keys, writer.node().keys());
    } catch (Misfit e) {
      throw new AssertionError(e);
    }
  }

  private static long number(TestSociety at, String sql, Object... parameters) {
    return at.ledger().<Long>read(tx -> tx.number(sql, parameters));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1970-01-01T00:00:00Z", "2036-02-07T06:28:15Z"})
  void whatWasMadeAwayIsNoOlderThanTheDepartureAndNoNewerThanTheReturn(String time) {
    long route = number(home, "SELECT created_ms FROM memory_item WHERE label = 'route'");
    long left = home.clock().instant().toEpochMilli();
    String back = dated(workAway(), time);
    long now = home.clock().instant().toEpochMilli();
    long expected = time.startsWith("1970") ? left : now;

    Returns.Returned _ = begin(back, false);
    assertThat(
            number(
                home,
                "SELECT COUNT(*) FROM memory_item WHERE created_ms < ? OR created_ms > ?",
                route,
                now))
        .isZero();
    Returns.Returned _ = merge(Optional.empty());

    assertThat(number(home, "SELECT created_ms FROM memory_item WHERE label = 'inn'"))
        .isEqualTo(expected);
    assertThat(number(home, "SELECT updated_ms FROM memory_item WHERE label = 'inn'"))
        .isEqualTo(now);
    assertThat(number(home, "SELECT created_ms FROM memory_item WHERE label = 'route'"))
        .isEqualTo(route);
    assertThat(number(home, "SELECT at_ms FROM memory_chain WHERE session_count = 2"))
        .isEqualTo(expected);
    assertThat(
            home.as(
                    "ada",
                    "memory_read_hot",
                    (tx, caller) -> new HotMemory(tx).verify(caller, MemoryHolder.of(caller)))
                .problem())
        .isEmpty();
  }

  @Test
  void aGuestsItemsMayHaveAnyAgeButNoneIsOfTheFuture() {
    String left = leave(home);

    host(dated(left, "2036-02-07T06:28:15Z"));

    long now = away.clock().instant().toEpochMilli();
    assertThat(number(away, "SELECT MIN(created_ms) FROM memory_item")).isEqualTo(now);
    assertThat(number(away, "SELECT MAX(at_ms) FROM memory_chain")).isEqualTo(now);
    String back = leave(away);
    assertThat(json(back).string("left_at").orElseThrow()).isEqualTo("2026-03-17T12:05:00Z");
    assertThat(json(back).string("written_at")).isEqualTo(json(back).string("left_at"));
  }

  @Test
  void anOldBundleIsHostedWithItsOldItems() {
    host(dated(leave(home), "1970-01-01T00:00:00Z"));

    assertThat(number(away, "SELECT MAX(created_ms) FROM memory_item")).isZero();
    assertThat(text(away, "route")).isEqualTo("north by the river");
  }

  /** From when and until when a statement is true says nothing about a clock. */
  @Test
  void theTimeInWhichAnItemIsTrueIsKeptAsItWasWritten() {
    JsonObject left = json(leave(home));
    JsonArray items =
        JsonArray.of(
            left.array("items").orElseThrow().objects().stream()
                .map(
                    one ->
                        one.with("valid_from", "1970-01-01T00:00:00Z")
                            .with("valid_to", "2036-01-01T00:00:00Z"))
                .toList());

    host(signed(left.with("items", items)));

    assertThat(
            number(
                away,
                "SELECT COUNT(*) FROM memory_item WHERE valid_from_ms = 0 AND valid_to_ms ="
                    + " 2082758400000"))
        .isEqualTo(2);
    assertThat(text(away, "ferry")).isEqualTo("the ferry goes at nine");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itGoesToTheSameNodeAgainWithTheMemoryThatItHasAtHome(boolean wasMerged) {
    Returns.Returned _ = begin(workAway(), false);
    Returns.Returned _ =
        wasMerged
            ? merge(Optional.empty())
            : owner(home, (tx, caller) -> new Returns(tx).reject(caller, home.now("ada")));
    home.clock().advance(Duration.ofMinutes(1));
    session(home, "to rest");
    String out = leave(home);
    host(out);
    refused("guest_known", () -> host(out));

    assertThat(text(away, "route"))
        .isEqualTo(wasMerged ? "south by the hill" : "north by the river");
    assertThat(focus(away)).isEqualTo("to rest");
    write(away, "route", "over the bridge");
    session(away, "to find the bridge");
    Returns.Returned back = begin(leave(away), false);
    assertThat(back.items()).extracting(one -> one.carriage().fate()).containsExactly(Fate.CHANGED);
    Returns.Returned _ = merge(Optional.empty());

    assertThat(text(home, "route")).isEqualTo("over the bridge");
    assertThat(focus(home)).isEqualTo("to find the bridge");
    assertThat(
            home.as(
                    "ada",
                    "memory_read_hot",
                    (tx, caller) -> new HotMemory(tx).verify(caller, MemoryHolder.of(caller)))
                .problem())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"author", "owner", "visibility", "scope", "causes", "trust", "validated"})
  void anItemOfABundleCannotSayWhoseItIs(String name) {
    JsonObject back = json(workAway());
    JsonArray items =
        JsonArray.of(
            back.array("items").orElseThrow().objects().stream()
                .map(one -> one.with(name, "owner"))
                .toList());

    refused("invalid_bundle", () -> Bundle.parse(JsonWriter.compact(back.with("items", items))));
  }

  @Test
  void aReturnWritesTheMemoryOfItsAgentAndNothingElse() {
    home.usual("eve", AgentType.CUSTOM);
    JsonObject note = JsonObject.builder().put("content", "eve's own").build();
    ItemWriter.Written _ =
        home.as(
            "eve",
            "memory_write_warm",
            (tx, caller) ->
                new ItemWriter(tx)
                    .write(caller, ItemDraft.of(ItemType.NOTE, note).named(Optional.of("diary"))));
    Groups.Seen _ =
        owner(
            home,
            (tx, caller) -> Groups.create(tx, caller, "secret", "secret", JsonObject.empty()));
    String diary = key("diary");
    Agent before = home.now("ada");
    JsonObject back = json(workAway());
    JsonObject first =
        back.array("items").orElseThrow().objects().stream()
            .filter(one -> one.string("id").equals(Optional.of("inn")))
            .findFirst()
            .orElseThrow();
    String forged =
        signed(
            back.with("name", "boss")
                .with("agent_type", "autonomous")
                .with("capabilities", Capabilities.ALL.json())
                .with(
                    "items",
                    JsonArray.of(
                        first.with("group", "secret"),
                        first.with("key", diary).with("id", "diary").with("group", "secret"))));

    Returns.Returned waiting = begin(forged, false);
    assertThat(waiting.items()).allMatch(one -> one.carriage().groupId().isEmpty());
    Returns.Returned _ = merge(Optional.empty());

    Agent after = home.now("ada");
    assertThat(after.declared()).isEqualTo(before.declared());
    assertThat(after.type()).isEqualTo(before.type());
    assertThat(after.parent()).isEqualTo(before.parent());
    Items.Whole ofEve =
        home.as("eve", "memory_read_warm", (tx, caller) -> new Items(tx).read(caller, "diary"));
    assertThat(ofEve.body()).isEqualTo(note);
    assertThat(ofEve.item().version()).isEqualTo(1);
    assertThat(
            number(
                home,
                "SELECT COUNT(*) FROM memory_item i JOIN memory_scope s ON s.scope = i.scope WHERE"
                    + " s.kind = 'group' AND s.of_whom = 'secret'"))
        .isZero();
    assertThat(
            number(
                home,
                "SELECT COUNT(*) FROM memory_item WHERE deleted_ms IS NULL AND author <> ? AND"
                    + " id <> ?",
                after.principal().text(),
                diary))
        .isZero();
  }
}
