package org.sovereignbook.sbp.society.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.agents.MemoryScope;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.Posture;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.society.memory.Culture.Departure;
import org.sovereignbook.sbp.testing.TestSociety;

class MemoryTest {
  @TempDir Path folder;
  private TestSociety society;
  private Agent ada;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    ada = society.usual("ada", AgentType.CLAUDE_CODE);
    society.usual("bob", AgentType.CUSTOM);
    society.usual("eve", AgentType.CUSTOM);
    society.owner(
        "memory_group_create",
        (tx, caller) -> Groups.create(tx, caller, "team", "Team", JsonObject.empty()));
    join("ada", GroupRole.MEMBER);
    join("bob", GroupRole.MEMBER);
  }

  @AfterEach
  void close() {
    society.close();
  }

  private void join(String agent, GroupRole role) {
    join("team", agent, role);
  }

  private void join(String group, String agent, GroupRole role) {
    society.owner(
        "memory_group_add_member",
        (tx, caller) ->
            Groups.add(
                tx, caller, group, MemoryHolder.named(tx, caller, Optional.of(agent)), role));
  }

  private <T> T as(String agent, Permissions.Work<T> work) {
    return society.as(agent, "memory_search", work);
  }

  private static JsonObject note(String content) {
    return JsonObject.builder().put("content", content).build();
  }

  private static JsonObject learning(String content) {
    return note(content).with("type", "insight");
  }

  private MemoryItem write(String agent, ItemDraft draft) {
    return as(agent, (tx, caller) -> new ItemWriter(tx).write(caller, draft)).item();
  }

  private MemoryItem toTeam(String agent, String content) {
    return write(agent, ItemDraft.of(ItemType.NOTE, note(content)).inGroup(Optional.of("team")));
  }

  private List<String> found(String agent, String query) {
    return as(
        agent,
        (tx, caller) ->
            new MemorySearch(tx)
                .search(caller, query, ItemFilter.ALL, 10).stream()
                    .map(result -> result.item().item().id())
                    .toList());
  }

  private static void assertRefused(String code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(SocietyException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void anItemOfAGroupIsFoundByItsMembersAndDoesNotExistForOthers() {
    MemoryItem item = toTeam("ada", "releases are cut on Tuesdays");

    assertThat(found("bob", "when is the release cut")).containsExactly(item.id());
    assertThat(found("eve", "when is the release cut")).isEmpty();
    assertThat(as("bob", (tx, caller) -> new Items(tx).read(caller, item.id())).body())
        .isEqualTo(note("releases are cut on Tuesdays"));
    for (String id : List.of(item.id(), "nowhere")) {
      assertRefused("not_found", () -> as("eve", (tx, caller) -> new Items(tx).read(caller, id)));
    }
    assertRefused("group_not_found", () -> toTeam("eve", "lies"));
    assertRefused(
        "group_not_found", () -> as("eve", (tx, caller) -> Groups.seen(tx, caller, "team")));
  }

  @Test
  void privateItemsAreTheirOwnersAndOfAParentsSessionOnly() {
    MemoryItem own = write("bob", ItemDraft.of(ItemType.NOTE, note("bob likes tea")));
    MemoryItem parents =
        society
            .owner(
                "memory_write_warm",
                (tx, caller) ->
                    new ItemWriter(tx)
                        .write(caller, ItemDraft.of(ItemType.NOTE, note("the owner likes tea"))))
            .item();

    assertThat(found("bob", "tea")).containsExactly(own.id());
    assertThat(found("ada", "tea")).containsExactly(parents.id());
    assertThat(found("eve", "tea")).isEmpty();
  }

  @Test
  void whatOthersWriteDoesNotChangeTheOrderOfMine() {
    toTeam("ada", "the parser reads a token and a rule");
    toTeam("ada", "a rule of the team");
    List<Integer> before = scores("bob", "parser rule");
    for (int i = 0; i < 50; i++) {
      write("eve", ItemDraft.of(ItemType.NOTE, note("parser rule parser " + i)));
    }
    assertThat(scores("bob", "parser rule")).isEqualTo(before).isNotEmpty();
  }

  private List<Integer> scores(String agent, String query) {
    return as(
        agent,
        (tx, caller) ->
            new MemorySearch(tx)
                .search(caller, query, ItemFilter.ALL, 10).stream()
                    .map(MemorySearch.Result::perMille)
                    .toList());
  }

  @Test
  void aWriteOverAVersionThatIsNotTheNewestChangesNothing() {
    ItemDraft draft =
        ItemDraft.of(ItemType.NOTE, note("one"))
            .named(Optional.of("plan"))
            .inGroup(Optional.of("team"))
            .asNew();
    write("ada", draft);
    ItemWriter.Written second = as("bob", (tx, caller) -> new ItemWriter(tx).write(caller, draft));

    assertThat(second.outcome()).isEqualTo(ItemWriter.Effect.CONFLICT);
    ItemWriter.Written edited =
        as(
            "bob",
            (tx, caller) -> new ItemWriter(tx).edit(caller, "plan", note("two"), Optional.of(1L)));
    assertThat(edited.outcome()).isEqualTo(ItemWriter.Effect.UPDATED);
    assertThat(edited.item().version()).isEqualTo(2);
    assertThat(
            this.<Optional<JsonObject>>as(
                "ada", (tx, caller) -> new Items(tx).earlier(caller, "plan", 1)))
        .contains(note("one"));
  }

  @Test
  void theSameIdOfTwoEntitiesIsTwoItems() {
    ItemDraft draft =
        ItemDraft.of(ItemType.NOTE, note("mine")).called("x", Domain.VALUE, Optional.empty());
    MemoryItem one = write("bob", draft);
    MemoryItem other = write("eve", draft);

    assertThat(other.id()).isNotEqualTo(one.id());
    assertThat(as("eve", (tx, caller) -> new Items(tx).read(caller, "x")).item().id())
        .isEqualTo(other.id());
  }

  @Test
  void sharingCopiesAndTheCopyNeverChanges() {
    MemoryItem own = write("ada", ItemDraft.of(ItemType.NOTE, note("hard won")));
    MemoryItem copy = as("ada", (tx, caller) -> new ItemWriter(tx).share(caller, own.id(), "team"));

    assertThat(copy.copyOf()).contains(own.id());
    assertThat(as("ada", (tx, caller) -> new ItemWriter(tx).share(caller, own.id(), "team")).id())
        .as("the same version is shared once")
        .isEqualTo(copy.id());
    assertRefused(
        "copy_is_immutable",
        () ->
            as(
                "ada",
                (tx, caller) ->
                    new ItemWriter(tx).edit(caller, copy.id(), note("other"), Optional.empty())));
    assertRefused(
        "not_owner",
        () -> as("bob", (tx, caller) -> new ItemWriter(tx).share(caller, copy.id(), "team")));
  }

  @Test
  void aViewerReadsAndAMemberInEmconChangesNothingButItsHotContext() {
    join("bob", GroupRole.VIEWER);
    MemoryItem item = toTeam("ada", "read me");
    assertThat(found("bob", "read me")).containsExactly(item.id());
    assertRefused("viewer_read_only", () -> toTeam("bob", "no"));

    as("ada", (tx, caller) -> Groups.posture(tx, caller, "team", Posture.EMCON));
    assertRefused("emcon", () -> toTeam("ada", "no"));
    assertRefused(
        "emcon", () -> write("ada", ItemDraft.of(ItemType.NOTE, note("not even private"))));
    assertThat(hot("ada", "active", "focus", "still me").conflict()).isFalse();
  }

  private HotMemory.Written hot(String agent, String part, String member, String value) {
    JsonObject data =
        JsonObject.builder().put(part, JsonObject.builder().put(member, value).build()).build();
    return as(
        agent,
        (tx, caller) ->
            new HotMemory(tx)
                .write(caller, MemoryHolder.of(caller), false, data, Optional.empty()));
  }

  @Test
  void aGroupKeepsAnOwnerAndNobodyGivesMoreThanTheOwnRole() {
    join("bob", GroupRole.ADMIN);
    assertRefused(
        "unauthorized",
        () ->
            as(
                "bob",
                (tx, caller) ->
                    Groups.add(
                        tx,
                        caller,
                        "team",
                        MemoryHolder.named(tx, caller, Optional.of("eve")),
                        GroupRole.OWNER)));
    assertRefused(
        "last_owner",
        () ->
            society.owner(
                "memory_group_remove_member",
                (tx, caller) -> Groups.remove(tx, caller, "team", MemoryHolder.OF_OWNER)));
    assertRefused(
        "unauthorized",
        () ->
            as(
                "ada",
                (tx, caller) ->
                    Groups.remove(
                        tx, caller, "team", MemoryHolder.named(tx, caller, Optional.of("bob")))));
  }

  @Test
  void aStaleHotContextIsAConflictWithBothTexts() {
    HotMemory.Written first = hot("ada", "active", "focus", "one");
    hot("ada", "active", "focus", "two");
    HotMemory.Written late =
        as(
            "ada",
            (tx, caller) ->
                new HotMemory(tx)
                    .write(
                        caller,
                        MemoryHolder.of(caller),
                        false,
                        JsonObject.empty(),
                        Optional.of(first.now().updatedAt())));

    assertThat(late.conflict()).isTrue();
    assertThat(late.now().text().object("active").flatMap(it -> it.string("focus")))
        .contains("two");
    assertRefused("validation_failed", () -> hot("ada", "active", "fokus", "x"));
    assertRefused("l1_budget_exceeded", () -> hot("ada", "active", "focus", "x".repeat(5_000)));
  }

  @Test
  void aHotContextShowsTheAgentAsItIsAndItsChildrensToTheirParentOnly() {
    JsonObject text =
        society
            .owner(
                "memory_read_hot",
                (tx, caller) ->
                    new HotMemory(tx)
                        .read(caller, MemoryHolder.named(tx, caller, Optional.of("ada"))))
            .text();

    JsonObject agent = text.object("agent").orElseThrow();
    assertThat(agent.string("parent_entity_id")).contains("owner");
    assertThat(agent.string("agent_type")).contains("claude-code");
    assertThat(agent.object("capabilities")).contains(ada.declared().json());
    assertRefused(
        "user_not_found",
        () ->
            as(
                "bob",
                (tx, caller) ->
                    new HotMemory(tx)
                        .read(caller, MemoryHolder.named(tx, caller, Optional.of("ada")))));
    assertRefused(
        "unauthorized",
        () ->
            society.owner(
                "memory_write_hot",
                (tx, caller) ->
                    new HotMemory(tx)
                        .write(
                            caller,
                            MemoryHolder.named(tx, caller, Optional.of("ada")),
                            false,
                            JsonObject.empty(),
                            Optional.empty())));
  }

  @Test
  void whatOnlyRepeatsARecalledItemReinforcesIt() {
    MemoryItem item =
        write(
            "ada",
            ItemDraft.of(
                ItemType.LEARNING,
                learning("the release manager cuts releases on every second Tuesday")));
    as("ada", (tx, caller) -> new Items(tx).read(caller, item.id()));
    ItemWriter.Written echo =
        as(
            "ada",
            (tx, caller) ->
                new ItemWriter(tx)
                    .write(
                        caller,
                        ItemDraft.of(
                            ItemType.LEARNING,
                            learning("release manager cuts releases on every second Tuesday"))));
    ItemWriter.Written other =
        as(
            "ada",
            (tx, caller) ->
                new ItemWriter(tx)
                    .write(
                        caller,
                        ItemDraft.of(ItemType.LEARNING, learning("hotfixes need two approvals"))));

    assertThat(echo.outcome()).isEqualTo(ItemWriter.Effect.REINFORCED);
    assertThat(echo.item().id()).isEqualTo(item.id());
    assertThat(other.outcome()).isEqualTo(ItemWriter.Effect.CREATED);
  }

  @Test
  void aDoubtfulLearningIsFoundOnceSomebodyAboveConfirmsIt() {
    MemoryItem item =
        write(
            "bob",
            ItemDraft.of(
                    ItemType.LEARNING,
                    learning("it may rain")
                        .with("confidence", new JsonDecimal(new BigDecimal("0.2"))))
                .inGroup(Optional.of("team")));
    assertThat(found("ada", "rain")).isEmpty();
    Assessments.Assessed assessed =
        society.owner(
            "trust_assess",
            (tx, caller) ->
                new Assessments(tx).assess(caller, item.id(), TrustScores.Correctness.CONFIRMED));

    assertThat(assessed.score().perMille()).isEqualTo(1_000 * 4 / 6);
    assertThat(found("ada", "rain")).containsExactly(item.id());
    assertRefused(
        "assessed_already",
        () ->
            society.owner(
                "trust_assess",
                (tx, caller) ->
                    new Assessments(tx)
                        .assess(caller, item.id(), TrustScores.Correctness.CONFIRMED)));
  }

  @Test
  void wrongMemoriesTakeTheRightToWriteAndThenToRead() {
    List<MemoryItem> items =
        List.of(toTeam("bob", "one is two"), toTeam("bob", "up is down"), toTeam("ada", "true"));
    assess(items.get(0), TrustScores.Correctness.WRONG);
    assertRefused("capability_denied", () -> toTeam("bob", "more"));
    assertThat(found("bob", "true")).containsExactly(items.get(2).id());
    assess(items.get(1), TrustScores.Correctness.VIOLATION);
    assertThat(found("bob", "true")).isEmpty();
    society.clock().advance(Duration.ofDays(91));
    assertThat(found("bob", "true")).as("the window has passed").isNotEmpty();
  }

  private void assess(MemoryItem item, TrustScores.Correctness verdict) {
    society.owner(
        "trust_assess", (tx, caller) -> new Assessments(tx).assess(caller, item.id(), verdict));
  }

  @Test
  void aDeactivatedAgentLeavesAnArchiveAndARemovedOneOnlyWhatItShared() {
    hot("bob", "active", "focus", "unfinished");
    MemoryItem shared = toTeam("bob", "bob was here");
    ended(Lifecycle::deactivate);

    List<Items.Whole> archives =
        society.owner(
            "memory_search",
            (tx, caller) ->
                new Items(tx)
                    .list(
                        caller,
                        new ItemFilter(
                            Optional.of(ItemType.SESSION),
                            List.of(),
                            Optional.empty(),
                            Optional.of(Domain.VALUE),
                            false),
                        10));
    assertThat(archives).hasSize(1);
    assertThat(archives.getFirst().item().shownId()).startsWith("agent-archive-");
    assertThat(archives.getFirst().visibility()).isEqualTo(Visibility.PRIVATE);
    assertThat(archives.getFirst().item().author()).isEqualTo(society.now("bob").principal());

    ended((tx, caller, agent, why) -> Lifecycle.remove(tx, caller, agent, true, why));
    assertThat(found("ada", "bob was here")).contains(shared.id());
    assertThat(
            society
                .ledger()
                .<Boolean>read(
                    tx ->
                        tx.exists(
                            "SELECT 1 FROM memory_hot WHERE holder LIKE 'agent:%' AND NOT EXISTS"
                                + " (SELECT 1 FROM agent WHERE 'agent:' || agent.id = holder AND"
                                + " agent.living_name IS NOT NULL)")))
        .isFalse();
    assertThat(
            society
                .<Groups.Seen>owner(
                    "memory_group_read", (tx, caller) -> Groups.seen(tx, caller, "team"))
                .members())
        .hasSize(2);
  }

  @Test
  void anArchiveThatAnEarlierVersionLeftBecomesAnItem() {
    String document =
        "{\"type\":\"session\",\"id\":\"agent-archive-old\",\"date\":\"2026-01-01T00:00:00Z\",\"focus\":\"Agent"
            + " ada final state\",\"highlights\":[\"goal: figs\"],\"decisions\":[],"
            + "\"entities_mentioned\":[]}";
    society
        .ledger()
        .run(
            tx -> {
              tx.update("DELETE FROM memory_scope WHERE kind = 'public'");
              tx.update(
                  "INSERT INTO content (id, subject_kind, subject, field, sha256, bytes, text,"
                      + " at_ms) VALUES ('agent-archive-old', 'agent', ?, 'archive', '', 0, ?, ?)",
                  ada.id().hex(),
                  document,
                  tx.nowMs());
            });

    MemoryBeginning.ensure(society.ledger());

    assertThat(
            society.<List<MemorySearch.Result>>owner(
                "memory_search",
                (tx, caller) -> new MemorySearch(tx).search(caller, "figs", ItemFilter.ALL, 10)))
        .extracting(found -> found.item().item().shownId())
        .containsExactly("agent-archive-old");
    assertThat(
            society
                .ledger()
                .<Boolean>read(tx -> tx.exists("SELECT 1 FROM content WHERE sha256 = ''")))
        .isFalse();
  }

  private interface Ending {
    Agent end(Transaction tx, Caller caller, Agent agent, String why);
  }

  private void ended(Ending ending) {
    society.owner(
        "agent_deactivate",
        (tx, caller) -> ending.end(tx, caller, Agents.named(tx, "bob"), "the test says so"));
  }

  @Test
  void membersHearOfNewItemsUnlessTheyOrTheGroupAreSilent() {
    as(
        "bob",
        (tx, caller) -> {
          new MemoryEvents(tx).subscribe(caller, "memory.written", Globs.ALL);
          return true;
        });
    as(
        "eve",
        (tx, caller) -> {
          new MemoryEvents(tx).subscribe(caller, "memory.written", Globs.ALL);
          return true;
        });
    MemoryItem item = toTeam("ada", "news");

    List<MemoryEvents.Waiting> heard = polled("bob");
    assertThat(heard).hasSize(1);
    assertThat(heard.getFirst().payload().string("item_id")).contains(item.id());
    assertThat(heard.getFirst().payload().string("group_id")).contains("team");
    assertThat(polled("bob")).as("each event is taken once").isEmpty();
    assertThat(polled("eve")).as("no member").isEmpty();
    society.owner(
        "memory_group_culture",
        (tx, caller) ->
            Groups.culture(
                tx,
                caller,
                "team",
                JsonObject.builder().put("broadcast_eagerness", "taciturn").build()));
    toTeam("ada", "more news");
    assertThat(polled("bob")).isEmpty();
  }

  private void subscribed(String agent, String... wanted) {
    society.owner(
        "agent_capabilities",
        (tx, caller) -> {
          new MemoryEvents(tx).subscribe(caller, Agents.named(tx, agent), List.of(wanted));
          return true;
        });
  }

  @Test
  void subscriptionsAreFilteredByGroupsAndReplaceEarlierOnes() {
    group("other", Departure.STANDARD);
    join("other", "bob", GroupRole.MEMBER);
    join("other", "ada", GroupRole.MEMBER);
    subscribed("bob", "memory.written:te*", "group.member_left");

    toTeam("ada", "wanted");
    write("ada", ItemDraft.of(ItemType.NOTE, note("unwanted")).inGroup(Optional.of("other")));

    assertThat(polled("bob")).hasSize(1);
    subscribed("bob", "group.member_left");
    toTeam("ada", "unwanted now");
    assertThat(polled("bob")).isEmpty();
    assertThat(
            society
                .ledger()
                .<List<String>>read(
                    tx -> new MemoryEvents(tx).subscriptions(Agents.named(tx, "bob"))))
        .containsExactly("group.member_left");
  }

  @Test
  void aSubscriptionBeyondTheCapabilitiesIsRefusedAndAnUnknownEventToo() {
    Agent narrow =
        society.agent(
            "narrow",
            new Capabilities(
                new MemoryScope(
                    Set.of(MemoryScope.Layer.L2), Globs.of("team"), Set.of(Visibility.GROUP)),
                MemoryScope.NONE,
                Globs.of("memory_search"),
                1,
                0,
                false));

    assertRefused("capability_denied", () -> subscribed(narrow.name(), "memory.written:other"));
    assertRefused("capability_denied", () -> subscribed(narrow.name(), "memory.written:t*"));
    assertRefused("unknown_event", () -> subscribed(narrow.name(), "memory.red"));
    assertRefused("validation_failed", () -> subscribed(narrow.name(), "memory.written:a b"));
    subscribed(narrow.name(), "memory.written:team");
  }

  @Test
  void anAgentThatMayNoLongerReadItsGroupHearsNothingOfIt() {
    subscribed("bob", "memory.written");
    assess(toTeam("bob", "one is two"), TrustScores.Correctness.VIOLATION);

    toTeam("ada", "news");

    assertThat(polled("bob")).isEmpty();
  }

  @Test
  void aChangedScoreIsAShareInItsEvent() {
    subscribed("bob", "trust.score_changed");
    assess(toTeam("bob", "one is two"), TrustScores.Correctness.WRONG);

    assertThat(
            as("bob", (tx, caller) -> new HotMemory(tx).read(caller, MemoryHolder.of(caller)))
                .text()
                .toString())
        .contains("\"new_score\":0.5");
    List<MemoryEvents.Waiting> heard = polled("bob");

    assertThat(heard).hasSize(1);
    assertThat(heard.getFirst().shown())
        .isEqualTo(
            JsonObject.builder()
                .put("agent_id", society.now("bob").id().hex())
                .put("old_score", new JsonDecimal(new BigDecimal("0.6")))
                .put("new_score", new JsonDecimal(new BigDecimal("0.5")))
                .build());
  }

  private void group(String id, Departure policy) {
    society.owner(
        "memory_group_create",
        (tx, caller) ->
            Groups.create(
                tx,
                caller,
                id,
                id,
                JsonObject.builder().put("departure_policy", Words.of(policy)).build()));
  }

  private void leaves(String group, String agent) {
    as(
        agent,
        (tx, caller) ->
            Groups.remove(tx, caller, group, MemoryHolder.named(tx, caller, Optional.of(agent))));
  }

  @ParameterizedTest
  @EnumSource
  void aMemberThatLeavesKeepsWhatThePolicyOfTheGroupAllows(Departure policy) {
    group("crew", policy);
    join("crew", "bob", GroupRole.MEMBER);
    join("crew", "ada", GroupRole.MEMBER);
    subscribed("bob", "memory.written");
    MemoryItem own =
        write("bob", ItemDraft.of(ItemType.NOTE, note("the crew eats figs")).inGroup(crew()));
    MemoryItem others =
        write("ada", ItemDraft.of(ItemType.NOTE, note("the crew eats dates")).inGroup(crew()));
    assertThat(found("bob", "crew")).containsExactlyInAnyOrder(own.id(), others.id());

    leaves("crew", "bob");

    assertThat(found("ada", "crew")).as("they stay").contains(own.id(), others.id());
    List<String> kept = found("bob", "crew");
    assertThat(kept).hasSize(policy == Departure.PERMISSIVE ? 1 : 0).doesNotContain(own.id());
    assertThat(polled("bob")).as("no event of the group waits").isEmpty();
    assertThat(
            as(
                    "bob",
                    (tx, caller) ->
                        new ItemWriter(tx)
                            .write(
                                caller,
                                ItemDraft.of(ItemType.LEARNING, learning("the crew eats dates"))))
                .outcome())
        .as("an echo of what it may no longer read")
        .isEqualTo(ItemWriter.Effect.CREATED);
    MemoryItem now = society.ledger().read(tx -> new ItemRows(tx).require(own.id()));
    assertThat(now.owner())
        .isEqualTo(
            policy == Departure.RESTRICTIVE ? Principal.OWNER : society.now("bob").principal());
  }

  @Test
  void aRestrictiveGroupTakesBackWhatAnEarlierDepartureLeft() {
    group("crew", Departure.PERMISSIVE);
    join("crew", "bob", GroupRole.MEMBER);
    write("bob", ItemDraft.of(ItemType.NOTE, note("the crew eats figs")).inGroup(crew()));
    leaves("crew", "bob");
    assertThat(found("bob", "figs")).hasSize(1);
    join("crew", "bob", GroupRole.MEMBER);
    society.owner(
        "memory_group_culture",
        (tx, caller) ->
            Groups.culture(
                tx,
                caller,
                "crew",
                JsonObject.builder().put("departure_policy", "restrictive").build()));

    leaves("crew", "bob");

    assertThat(found("bob", "figs")).isEmpty();
  }

  private static Optional<String> crew() {
    return Optional.of("crew");
  }

  private List<MemoryEvents.Waiting> polled(String agent) {
    return as(agent, (tx, caller) -> new MemoryEvents(tx).poll(caller, 100));
  }

  @Test
  void itemsEndByTheirDomainTheirGroupAndWhenNobodyUsesThem() {
    MemoryItem value =
        write("ada", ItemDraft.of(ItemType.LEARNING, learning("keep").with("type", "principle")));
    MemoryItem unused = write("ada", ItemDraft.of(ItemType.NOTE, note("never needed")));
    MemoryItem broken =
        write("ada", ItemDraft.of(ItemType.NOTE, note("the staging server is broken")));
    MemoryItem used = write("ada", ItemDraft.of(ItemType.NOTE, note("often needed")));
    society.clock().advance(Duration.ofDays(4));
    MemoryRetention.forget(society.ledger());
    assertThat(listed()).doesNotContain(broken.id()).contains(unused.id());
    as("ada", (tx, caller) -> new Items(tx).read(caller, used.id()));
    society.clock().advance(Duration.ofDays(28));
    MemoryRetention.forget(society.ledger());

    assertThat(listed()).containsExactlyInAnyOrder(value.id(), used.id());
  }

  private List<String> listed() {
    return as(
        "ada",
        (tx, caller) ->
            new Items(tx)
                .list(caller, ItemFilter.ALL, 100).stream().map(it -> it.item().id()).toList());
  }

  @Test
  void aSessionBeginsWithWhatMattersWithinItsBudget() {
    hot("ada", "active", "focus", "the parser");
    for (int i = 0; i < 300; i++) {
      toTeam("bob", "remark %d about nothing in particular".formatted(i));
    }
    SessionStart.Shown shown =
        as("ada", (tx, caller) -> new SessionStart(tx).begin(caller, Optional.empty()));

    assertThat(shown.text().getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(6_144);
    assertThat(shown.text()).contains("focus: the parser", " of 300 items shown", "by bob");
  }

  @Test
  void erasingReachesEveryVersionAndCopy() {
    MemoryItem item = write("ada", ItemDraft.of(ItemType.NOTE, note("a secret")));
    as(
        "ada",
        (tx, caller) ->
            new ItemWriter(tx).edit(caller, item.id(), note("a better secret"), Optional.empty()));
    as("ada", (tx, caller) -> new ItemWriter(tx).share(caller, item.id(), "team"));
    List<Subject> subjects =
        as("ada", (tx, caller) -> new ItemRemoval(tx).forErasure(caller, item.id()));
    society
        .ledger()
        .erase(
            log -> subjects.stream().flatMap(it -> log.contents(it).stream()).toList(),
            Authority.SYSTEM);

    assertThat(subjects).hasSize(2);
    assertThat(found("bob", "secret")).isEmpty();
    assertThat(
            society
                .ledger()
                .<Long>read(
                    tx ->
                        tx.number("SELECT COUNT(*) FROM content WHERE text LIKE '%secret%'")
                            + tx.number("SELECT COUNT(*) FROM memory_item WHERE title <> ''")))
        .isZero();
  }

  @Test
  void anItemCarriesTheAuthoritiesOfAllItsWriters() {
    MemoryItem item = toTeam("ada", "one");
    as(
        "bob",
        (tx, caller) -> new ItemWriter(tx).edit(caller, item.id(), note("two"), Optional.empty()));

    assertThat(
            society
                .ledger()
                .<List<String>>read(
                    tx ->
                        new Items(tx)
                            .causes(List.of(item.id())).stream()
                                .map(cause -> cause.principal().text())
                                .toList()))
        .containsExactlyInAnyOrder(ada.principal().text(), society.now("bob").principal().text());
  }

  @Test
  void theMembersOfABodyAreChecked() {
    assertRefused(
        "validation_failed",
        () ->
            write(
                "ada",
                ItemDraft.of(ItemType.ENTITY, JsonObject.builder().put("name", "x").build())));
    assertRefused(
        "validation_failed",
        () ->
            write("ada", ItemDraft.of(ItemType.LEARNING, learning("x").with("confidence", 1_001))));
    assertRefused(
        "too_large", () -> write("ada", ItemDraft.of(ItemType.NOTE, note("x".repeat(20_000)))));
    JsonObject entity =
        JsonObject.builder()
            .put("type", "person")
            .put("name", "Ada")
            .put("aliases", JsonArray.ofStrings(List.of("Countess")))
            .build();
    MemoryItem item = write("ada", ItemDraft.of(ItemType.ENTITY, entity));
    assertThat(found("ada", "countess")).containsExactly(item.id());
  }

  @Test
  void aTakenIdOfAGroupIsForAStrangerLikeOneBeyondItsCapabilities() {
    Agent narrow =
        society.agent(
            "narrow",
            new Capabilities(
                MemoryScope.ALL,
                new MemoryScope(
                    Set.of(MemoryScope.Layer.L2), Globs.of("o*"), Set.of(Visibility.GROUP)),
                Globs.of("memory_*"),
                1,
                0,
                false));

    assertThat(creation("eve", "team").replace("eve", "narrow"))
        .isEqualTo(creation(narrow.name(), "team"));
    assertRefused("group_exists", () -> create("bob", "team"));
    as("eve", (tx, caller) -> Groups.create(tx, caller, "teams", "T", JsonObject.empty()));
  }

  private Groups.Seen create(String agent, String id) {
    return as(agent, (tx, caller) -> Groups.create(tx, caller, id, "T", JsonObject.empty()));
  }

  private String creation(String agent, String id) {
    try {
      return create(agent, id).toString();
    } catch (SocietyException e) {
      return e.code() + " " + e.getMessage() + " " + e.hints();
    }
  }

  @Test
  void anAdminErasesNothingInTheOwnMemoryOfOthers() {
    group("crew", Departure.PERMISSIVE);
    join("crew", "bob", GroupRole.MEMBER);
    join("crew", "ada", GroupRole.ADMIN);
    MemoryItem item =
        write("bob", ItemDraft.of(ItemType.NOTE, note("the crew eats figs")).inGroup(crew()));
    leaves("crew", "bob");

    List<Subject> erased =
        as("ada", (tx, caller) -> new ItemRemoval(tx).forErasure(caller, item.id()));

    assertThat(erased).hasSize(1);
    assertThat(found("bob", "figs")).as("its own copy").hasSize(1);
  }

  @Test
  void aListReachesItemsBehindManyOthers() {
    MemoryItem old = write("ada", ItemDraft.of(ItemType.LEARNING, learning("first of all")));
    for (int i = 0; i < 7; i++) {
      write("ada", ItemDraft.of(ItemType.NOTE, note("note " + i)));
    }
    ItemFilter learnings =
        new ItemFilter(
            Optional.of(ItemType.LEARNING), List.of(), Optional.empty(), Optional.empty(), false);

    assertThat(
            society.<List<Items.Whole>>as(
                "ada", "memory_search", (tx, caller) -> new Items(tx).list(caller, learnings, 3)))
        .extracting(one -> one.item().id())
        .containsExactly(old.id());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NEAR(kelp figs, 5)",
        "\"kelp\" OR 1=1 --",
        "kelp* AND NOT figs",
        "title:kelp {a b}: ^kelp",
        "'; DROP TABLE memory_item; --",
        "(((((",
        "- - -",
        "%_\\",
        "\u0000\u202e\uffff"
      })
  void aQueryIsWordsAndNeverSyntax(String query) {
    MemoryItem own = write("ada", ItemDraft.of(ItemType.NOTE, note("kelp and figs")));
    toTeam("bob", "kelp of the team");
    write("eve", ItemDraft.of(ItemType.NOTE, note("kelp of eve")));

    List<String> found = found("ada", query);

    assertThat(found).hasSize(query.contains("kelp") ? 2 : 0);
    assertThat(found.contains(own.id())).isEqualTo(query.contains("kelp"));
  }

  private static JsonObject sure(String confidence) {
    return learning("the key opens the door")
        .with("confidence", new JsonDecimal(new BigDecimal(confidence)));
  }

  /** A confidence is stored in per mille, which neither an edit nor a file may take for a share. */
  @Test
  void aConfidenceIsAShareOnEveryWay() {
    MemoryItem item = write("ada", ItemDraft.of(ItemType.LEARNING, sure("0.001")));
    JsonObject changed = JsonObject.builder().put("content", "another door").build();
    MemoryItem edited =
        as(
            "ada",
            (tx, caller) ->
                new ItemWriter(tx).edit(caller, item.id(), changed, Optional.empty()).item());
    assertThat(edited.text().confidence()).contains(1L);
    Items.Whole whole = as("ada", (tx, caller) -> new Items(tx).find(caller, item.id()));
    assertThat(whole.shownBody().toString()).contains("\"confidence\":0.001");

    String file = ItemFile.text(whole);
    assertThat(file).contains("confidence: 0.001");
    assertThat(ItemFile.parse("door.md", file).isSaidBy(whole)).isTrue();
    MemoryItem sure = write("ada", ItemDraft.of(ItemType.LEARNING, sure("0.9")));
    Items.Whole sureWhole = as("ada", (tx, caller) -> new Items(tx).find(caller, sure.id()));
    String earlier = ItemFile.text(sureWhole).replace("0.9", "900");
    assertThat(ItemFile.parse("door.md", earlier).isSaidBy(sureWhole)).isTrue();

    for (String wrong : List.of("2", "700", "-0.1")) {
      assertRefused(
          "validation_failed", () -> write("ada", ItemDraft.of(ItemType.LEARNING, sure(wrong))));
    }
    assertRefused(
        "validation_failed",
        () ->
            write(
                "ada",
                ItemDraft.of(
                    ItemType.LEARNING, learning("x").with("confidence", new JsonInteger(700)))));
  }
}
