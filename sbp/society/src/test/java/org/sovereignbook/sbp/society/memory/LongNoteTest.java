package org.sovereignbook.sbp.society.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Config;

class LongNoteTest {
  private static final List<String> LETTERS =
      List.of("a", "b", " ", "\n", "é", "\"", "\\", "\u0007", "\u202e", "🙂", "字");

  private static Config config(int itemBytes) {
    JsonObject memory = JsonObject.empty().with("max_item_bytes", itemBytes);
    return new Config(Path.of("config.json"), JsonObject.empty().with("memory", memory));
  }

  private static String whole(List<ItemDraft> notes) {
    return notes.stream()
        .map(note -> note.data().string("content").orElseThrow())
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 500, 600, 5_000, 40_000})
  void thePartsFitAndAreTheText(int length) {
    String text =
        new Random(length)
            .ints(length, 0, LETTERS.size())
            .mapToObj(LETTERS::get)
            .collect(Collectors.joining());

    List<ItemDraft> notes = LongNote.of(config(1_024), "results", text);

    assertThat(whole(notes)).isEqualTo(text);
    assertThat(notes).allMatch(note -> ItemChecks.bytes(note.data()) <= 1_024);
  }

  @Test
  void aShortTextIsOneNoteAndPartsOfALongOneHaveNumbersAndEndWithALine() {
    assertThat(LongNote.of(config(1_024), "results", "short")).hasSize(1);
    List<ItemDraft> notes = LongNote.of(config(2_048), "results", "a line of it\n".repeat(300));

    assertThat(notes).hasSize(3);
    assertThat(notes.get(1).data().string("title")).contains("results, part 2 of 3");
    assertThat(notes)
        .allMatch(note -> note.data().string("content").orElseThrow().endsWith("of it\n"));
  }
}
