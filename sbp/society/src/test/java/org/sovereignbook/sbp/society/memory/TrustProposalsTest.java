package org.sovereignbook.sbp.society.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.TestSociety;

class TrustProposalsTest {
  @TempDir Path folder;
  private TestSociety society;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    society.owner(
        "memory_group_create",
        (tx, caller) -> Groups.create(tx, caller, "team", "Team", JsonObject.empty()));
    for (String agent : List.of("ada", "bob")) {
      society.usual(agent, AgentType.CUSTOM);
      society.owner(
          "memory_group_add_member",
          (tx, caller) ->
              Groups.add(
                  tx,
                  caller,
                  "team",
                  MemoryHolder.named(tx, caller, Optional.of(agent)),
                  GroupRole.MEMBER));
    }
  }

  @AfterEach
  void close() {
    society.close();
  }

  private MemoryItem says(String agent, String content) {
    return says(agent, content, List.of(), Optional.empty());
  }

  private MemoryItem says(String agent, String content, List<String> tags, Optional<Long> until) {
    ItemDraft draft =
        ItemDraft.of(ItemType.NOTE, JsonObject.empty().with("content", content))
            .inGroup(Optional.of("team"))
            .tagged(tags)
            .within(new Validity(Optional.empty(), until));
    return society
        .as(agent, "memory_write_warm", (tx, caller) -> new ItemWriter(tx).write(caller, draft))
        .item();
  }

  private List<TrustProposals.Proposal> proposed() {
    return society.owner("trust_review", (tx, caller) -> new TrustProposals(tx).of(caller));
  }

  private void assess(MemoryItem item, TrustScores.Correctness verdict) {
    society.owner(
        "trust_assess", (tx, caller) -> new Assessments(tx).assess(caller, item.id(), verdict));
  }

  private List<String> ways() {
    return society.ledger().read(tx -> tx.texts("SELECT way FROM trust_observation ORDER BY id"));
  }

  private int score(String agent) {
    return society
        .ledger()
        .<TrustScores.Score>read(
            tx -> new TrustScores(tx).score(society.now(agent).principal(), Principal.OWNER))
        .perMille();
  }

  @Test
  void whatATrustedOtherContradictsIsProposedAndChangesNothingByItself() {
    MemoryItem wrong = says("bob", "releases are cut on Tuesdays");
    says("bob", "the parser reads tokens");
    assertThat(proposed()).isEmpty();
    MemoryItem right = says("ada", "releases are cut on Thursdays");

    List<TrustProposals.Proposal> proposed = proposed();

    assertThat(proposed).hasSize(2).allMatch(it -> it.way() == TrustScores.Way.CONTRADICTION);
    assertThat(proposed).extracting(it -> it.item().id()).contains(wrong.id(), right.id());
    assertThat(score("bob")).isEqualTo(600);
    assess(wrong, TrustScores.Correctness.WRONG);
    assertThat(ways()).containsExactly("contradiction");
    assertThat(score("bob")).isEqualTo(500);
    assertThat(proposed()).as("bob is no trusted source any more").isEmpty();
  }

  @Test
  void aPredictionIsProposedOnceItCameDue() {
    long due = society.clock().millis() + Duration.ofDays(2).toMillis();
    MemoryItem item =
        says("bob", "version 3 is out by then", List.of("prediction"), Optional.of(due));
    says("bob", "an offer that ends", List.of(), Optional.of(due));
    assertThat(proposed()).isEmpty();
    society.clock().advance(Duration.ofDays(2));

    assertThat(proposed()).hasSize(1);
    assertThat(proposed().getFirst().way()).isEqualTo(TrustScores.Way.PREDICTION);
    assess(item, TrustScores.Correctness.CONFIRMED);
    assertThat(ways()).containsExactly("prediction");
    assertThat(proposed()).as("it counts once").isEmpty();
  }

  @Test
  void anAgentIsProposedNothingAboutItsPeers() {
    says("bob", "releases are cut on Tuesdays");
    says("ada", "releases are cut on Thursdays");

    assertThat(
            society.<List<TrustProposals.Proposal>>as(
                "ada", "memory_search", (tx, caller) -> new TrustProposals(tx).of(caller)))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "the cache is enabled in tests, the cache is disabled in tests, true",
    "retry three times after 30 seconds, retry three times after 60 seconds, true",
    "tabs are allowed in the sources, tabs are not allowed in the sources, true",
    "服务器每天30分钟备份一次, 服务器每天60分钟备份一次, true",
    "服务器每天30分钟备份一次, 文档每周检查60页并归档, false",
    "सर्वर की कुंजी 30 दिन में बदलो, सर्वर की कुंजी 60 दिन में बदलो, true",
    "releases are cut on Tuesdays, releases are cut on Tuesdays by Ada, false",
    "releases are cut on Tuesdays, the parser is tested on Thursdays, false",
    "version 2 reads old files, version 2 reads old files, false",
    "tests run in parallel, all tests run in parallel here, false"
  })
  void textsOnOneMatterWithWordsThatExcludeEachOtherContradict(
      String one, String other, boolean contradict) {
    assertThat(Statement.of(List.of(one)).contradicts(Statement.of(List.of(other))))
        .isEqualTo(contradict);
  }
}
