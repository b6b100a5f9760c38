package org.sovereignbook.sbp.ops.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.society.reputation.EndedAttempt;
import org.sovereignbook.sbp.society.reputation.Judgment;
import org.sovereignbook.sbp.society.reputation.Reputation;
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
