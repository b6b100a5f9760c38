package org.sovereignbook.sbp.plugins.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.society.reputation.EndedAttempt;
import org.sovereignbook.sbp.society.reputation.Judgment;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;

/** The files of Agent Stack follow a running team (teams.live_files). */
class LiveFilesTest {
  @TempDir private Path folder;
  private TestSociety society;
  private Agent worker;
  private LiveFiles live;
  private int attempts;
  private final List<String> log = new ArrayList<>();

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    worker = society.agent("worker");
    wants(true);
  }

  @AfterEach
  void close() {
    society.close();
  }

  private void wants(boolean files) {
    society
        .node()
        .configure(JsonObject.empty().with("teams", JsonObject.empty().with("live_files", files)));
    live = new LiveFiles(society.node().node(), society.ledger(), log::add);
  }

  private void fails() {
    society
        .ledger()
        .run(
            tx ->
                Reputation.in(tx)
                    .settle(
                        new Reputation.Ended(
                            "past", attempts++, worker.principal(), "", EndedAttempt.Ending.FAILED),
                        Judgment.NONE));
  }

  private Path file(String name) {
    return society.node().home().root().resolve("memory").resolve(name);
  }

  private JsonObject json(String name) throws Exception {
    return (JsonObject) JsonReader.file(Files.readAllBytes(file(name)));
  }

  @Test
  void theFilesFollowAndAreWrittenOnlySoOften() throws Exception {
    fails();
    live.look();
    String before = Files.readString(file("score_log.jsonl"));
    assertThat(before).contains("\"agent_id\":\"worker\"");
    assertThat(json("reputation_cache.json").object("worker")).isPresent();
    assertThat(file("peer_reviews.jsonl")).exists();
    assertThat(file("evolution_log.jsonl")).exists();

    fails();
    live.look();
    assertThat(file("score_log.jsonl")).hasContent(before);

    society.clock().advance(Duration.ofSeconds(3));
    live.look();
    assertThat(Files.readString(file("score_log.jsonl"))).startsWith(before).isNotEqualTo(before);

    Files.delete(file("score_log.jsonl"));
    society.clock().advance(Duration.ofSeconds(3));
    live.look();
    assertThat(file("score_log.jsonl")).doesNotExist();
    assertThat(log).isEmpty();
  }

  /** Fails to make its files at once, and lets others follow. */
  private record HalfBroken() implements TeamFeature {
    @Override
    public String name() {
      return "half";
    }

    @Override
    public String title() {
      return "half";
    }

    @Override
    public Map<String, byte[]> files(Transaction tx, int most) {
      throw new IllegalStateException("out of order");
    }

    @Override
    public void follow(TeamFolder to) {
      to.say("follows", "half follows");
    }
  }

  @Test
  void aFeatureWhoseFilesFailLetsItsOthersFollow() {
    TestNode node = TestNode.in(folder.resolve("other"));
    node.configure(JsonObject.empty().with("teams", JsonObject.empty().with("live_files", true)));
    Features _ =
        node.node().kept().of(Features.class, () -> new Features(List.of(new HalfBroken())));
    try (TestSociety other = TestSociety.of(node)) {
      new LiveFiles(node.node(), other.ledger(), log::add).look();
    }

    assertThat(log)
        .anyMatch(line -> line.contains("half follows"))
        .anyMatch(line -> line.contains("the files of half do not follow just now: out of order"));
  }

  @Test
  void withoutTheSettingNothingIsWritten() {
    wants(false);
    fails();

    live.look();
    live.finish();

    assertThat(file("score_log.jsonl")).doesNotExist();
  }

  @Test
  void aFolderThatCannotBeWrittenIsToldOnceAndEndsNothing() throws Exception {
    Files.writeString(file(""), "no folder");
    fails();

    live.look();
    int told = log.size();
    live.finish();

    assertThat(told).isPositive();
    assertThat(log).hasSize(told).anyMatch(line -> line.contains("does not follow just now"));
  }
}
