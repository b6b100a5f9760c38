package org.sovereignbook.sbp.society.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who was shown which item, in the present session and before. */
class MemoryReadsTest {
  private TeamMemory team;

  @BeforeEach
  void open(@TempDir Path folder) {
    team = new TeamMemory(folder);
  }

  @AfterEach
  void close() {
    team.close();
  }

  private void read(String agent, MemoryItem item) {
    Items.Whole _ = team.as(agent, (tx, caller) -> new Items(tx).read(caller, item.id()));
  }

  private void begin(String agent) {
    team.as(
        agent,
        (tx, caller) -> {
          new MemoryReads(tx).beginSession(caller.principal());
          return true;
        });
  }

  private List<String> readers(MemoryItem item, int most) {
    return team.as(
        "ada",
        (tx, caller) ->
            new MemoryReads(tx).of(item, most).stream().map(MemoryReads.Reader::by).toList());
  }

  private ItemWriter.Effect repeated(String agent, String text) {
    return team.as(
            agent,
            (tx, caller) ->
                new ItemWriter(tx)
                    .write(caller, ItemDraft.of(ItemType.LEARNING, TeamMemory.learning(text))))
        .outcome();
  }

  @Test
  void aReaderStaysKnownAfterItsSessionAndIsNamedOnce() {
    MemoryItem item = team.toTeam("ada", "releases are cut on Tuesdays");
    read("bob", item);
    begin("bob");
    read("bob", item);
    begin("bob");
    read("bob", item);
    read("ada", item);

    assertThat(readers(item, 10)).containsExactlyInAnyOrder("ada", "bob");
    assertThat(readers(item, 1)).hasSize(1);
  }

  @Test
  void whatWasReadInAnEarlierSessionMakesNoEcho() {
    String text = "the release manager cuts releases on every second Tuesday";
    MemoryItem item = team.toTeam("ada", text);
    read("bob", item);
    assertThat(repeated("bob", text)).isEqualTo(ItemWriter.Effect.REINFORCED);

    begin("bob");

    assertThat(repeated("bob", text)).isEqualTo(ItemWriter.Effect.CREATED);
  }

  @Test
  void ofEarlierSessionsTheLatestReadsStay() {
    MemoryItem first = team.toTeam("ada", "number 0 of them");
    read("bob", first);
    begin("bob");
    for (int i = 0; i < MemoryReads.KEPT; i++) {
      team.society.clock().advance(Duration.ofSeconds(1));
      read("bob", team.toTeam("ada", "the number " + i));
    }
    assertThat(readers(first, 10)).containsExactly("bob");
    begin("bob");
    assertThat(readers(first, 10)).isEmpty();
  }
}
