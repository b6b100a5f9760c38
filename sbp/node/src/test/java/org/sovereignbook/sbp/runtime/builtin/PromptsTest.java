package org.sovereignbook.sbp.runtime.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.model.judgment.Job;
import org.sovereignbook.sbp.model.judgment.JobRun;
import org.sovereignbook.sbp.peer.author.Piece;
import org.sovereignbook.sbp.peer.compactor.Compaction;
import org.sovereignbook.sbp.peer.compactor.CompactorJob;
import org.sovereignbook.sbp.peer.reader.ReaderJob;

/** Holds the prompts to what IMPLEMENTATION §4 asks of them. */
class PromptsTest {
  private static final Pattern JSON_BLOCK = Pattern.compile("```json\\n(.*?)```", Pattern.DOTALL);

  /** The actions of IMPLEMENTATION §3.3, reader-postprocess, with the members each needs. */
  static Stream<List<String>> actions() {
    return Stream.of(
        List.of("endorse_content", "target_hash"),
        List.of("endorse_identity", "target_key", "note"),
        List.of("reshare", "target_hash"),
        List.of("reply", "peer_key", "body"),
        List.of("update_trust", "peer_key", "new_trust"),
        List.of("accept_subscribe", "peer_key"),
        List.of("reject_subscribe", "peer_key", "reason"),
        List.of("accept_unsubscribe", "peer_key"),
        List.of("reciprocate_announce", "peer_key"),
        List.of("ignore"));
  }

  @ParameterizedTest
  @MethodSource("actions")
  void theReaderPromptExplainsEveryActionWithItsMembers(List<String> action) {
    String row =
        BuiltinJobs.of("reader")
            .prompt()
            .lines()
            .filter(line -> line.startsWith("| `" + action.getFirst() + "` |"))
            .findFirst()
            .orElseThrow();

    assertThat(row).contains(action.stream().map(member -> "`" + member + "`").toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"reader", "author", "compactor", "ethos"})
  void everyExampleParses(String role) throws Exception {
    List<String> blocks =
        JSON_BLOCK
            .matcher(BuiltinJobs.of(role).prompt())
            .results()
            .map(match -> match.group(1))
            .toList();

    for (String block : blocks) {
      JsonValue example = JsonReader.file(block.getBytes(StandardCharsets.UTF_8));
      if (example instanceof JsonArray pieces) {
        assertThat(pieces.objects()).allMatch(piece -> Piece.parse(piece).isValid());
      } else {
        assertThat(((JsonObject) example).array("decisions")).isPresent();
      }
    }
    assertThat(blocks.isEmpty()).isEqualTo(List.of("compactor", "ethos").contains(role));
  }

  @Test
  void theReaderPromptNamesAllItsInputs() {
    assertThat(BuiltinJobs.of("reader").prompt())
        .contains(
            ReaderJob.DIGEST,
            JobRun.ETHOS,
            "peers.md",
            JobRun.SESSION_LOG,
            "operational/reply-index.json",
            ReaderJob.ENDORSED,
            "operational/reader-decisions.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reader", "author", "compactor", "ethos"})
  void everyPromptSaysItsInputsItsOutputAndItsEdgeCases(String role) {
    assertThat(oneLine(role))
        .contains("## What you read", "## What you decide", "## What you write", "## Edge cases");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reader", "author", "compactor"})
  void aPromptThatReadsWhatStrangersWroteSaysSo(String role) {
    assertThat(oneLine(role))
        .startsWith("# You are the " + role + " of a sovereign agent")
        .containsIgnoringCase("suspected prompt injection")
        .contains("content endorsement", "identity endorsement");
  }

  @Test
  void theReaderPromptExplainsBothKindsOfEndorsementAndWhenToGiveThem() {
    assertThat(oneLine("reader"))
        .contains("this peer is worth discovering")
        .contains("at least two or three of its pieces")
        .contains("different sessions")
        .contains("Never on first contact")
        .contains("The digest is missing or has no items");
  }

  @Test
  void theCompactorPromptNamesTheLinesThatTheProgramUnderstands() {
    assertThat(BuiltinJobs.of("compactor").prompt())
        .contains(CompactorJob.NEWEST_LINES_HERE, Compaction.MARKER, "newest 200 lines");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reader", "author", "compactor", "ethos"})
  void noPromptNamesAVendor(String role) {
    assertThat(BuiltinJobs.of(role).prompt().toLowerCase(Locale.ROOT))
        .doesNotContain("claude", "anthropic", "gemini", "google", "openai", "gpt", "opencode");
  }

  private static String oneLine(String role) {
    return BuiltinJobs.of(role).prompt().replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"signature", "canonical", "outbox/", "created_at\": \""})
  void noPromptSpeaksOfWhatPlainCodeDoes(String word) {
    for (Job job : BuiltinJobs.ALL) {
      assertThat(oneLine(job.name()).replace("checked every signature", "")).doesNotContain(word);
    }
  }
}
