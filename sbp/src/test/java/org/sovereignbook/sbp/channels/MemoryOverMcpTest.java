package org.sovereignbook.sbp.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.ScratchNode;
import org.sovereignbook.sbp.testkit.memory.McpSeat;
import org.sovereignbook.sbp.testkit.memory.McpSeat.Answer;

/**
 * CORDELIA's tools over both generations of MCP, by their names, arguments, results and error
 * words: what one session writes another of the same group finds, and a third is refused.
 */
class MemoryOverMcpTest {
  private static final String NO_SUCH = "0123456789abcdef";

  @TempDir private Path folder;

  private InProcessProgram node() throws IOException {
    InProcessProgram program =
        new InProcessProgram(
            ScratchNode.in(folder.resolve("node")).home().root(), InstantSource.system());
    run(program, "config", "set", "agents.max_refused_calls", "1000");
    run(program, "agent", "register", "claude", "--type", "claude-code");
    run(program, "agent", "register", "gemini", "--type", "custom");
    run(program, "agent", "register", "stranger", "--type", "custom");
    return program;
  }

  private static void run(InProcessProgram program, String... words) {
    var ran = program.run(words);
    assertThat(ran.exit()).as("%s: %s%s", List.of(words), ran.out(), ran.err()).isZero();
  }

  /** Reads JSON that is written with {@code '} for readability. */
  private static JsonObject json(String text) {
    try {
      return (JsonObject) JsonReader.file(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(text, e);
    }
  }

  private static JsonObject done(McpSeat seat, String tool, String arguments) {
    Answer answer = seat.call(tool, json(arguments));
    assertThat(answer.isError()).as("%s %s: %s", tool, arguments, answer.text()).isFalse();
    assertThat(answer.text()).as("the text is the document").startsWith("{");
    return answer.document();
  }

  private static String refusal(McpSeat seat, String tool, String arguments) {
    Answer answer = seat.call(tool, json(arguments));
    assertThat(answer.isError()).as("%s %s: %s", tool, arguments, answer.text()).isTrue();
    return answer.code();
  }

  @ParameterizedTest
  @EnumSource
  void whatOneSessionWritesAnotherOfTheGroupFindsAndAThirdDoesNot(McpSeat.Era era)
      throws IOException {
    InProcessProgram program = node();
    try (McpSeat owner = McpSeat.open(program, Optional.empty(), era);
        McpSeat claude = McpSeat.open(program, Optional.of("claude"), era);
        McpSeat gemini = McpSeat.open(program, Optional.of("gemini"), era);
        McpSeat stranger = McpSeat.open(program, Optional.of("stranger"), era)) {
      done(claude, "memory_group_create", "{'id': 'team', 'name': 'Team'}");
      done(
          claude,
          "memory_group_add_member",
          "{'group_id': 'team', 'target_entity_id': 'gemini', 'role': 'member'}");
      String id =
          done(
                  claude,
                  "memory_write_warm",
                  "{'type': 'learning', 'group_id': 'team', 'data': {'type': 'insight',"
                      + " 'content': 'releases are cut on Tuesdays', 'confidence': 0.9,"
                      + " 'tags': ['release']}}")
              .string("id")
              .orElseThrow();

      JsonObject found = done(gemini, "memory_search", "{'query': 'when is a release cut'}");
      JsonObject result = found.array("results").orElseThrow().objects().getFirst();
      assertThat(found.integer("count")).hasValue(1);
      assertThat(result.string("id")).contains(id);
      assertThat(result.string("type")).contains("learning");
      assertThat(result.string("subtype")).contains("insight");
      assertThat(result.string("name")).contains("releases are cut on Tuesdays");
      assertThat(result.string("group")).contains("team");
      assertThat(result.string("domain")).contains("procedural");
      assertThat(result.array("tags").flatMap(JsonArray::strings)).contains(List.of("release"));
      assertThat(result.members()).containsKeys("score", "why", "written_at");
      assertThat(done(gemini, "memory_read_warm", "{'id': '%s'}".formatted(id)).string("content"))
          .contains("releases are cut on Tuesdays");

      assertThat(done(stranger, "memory_search", "{'query': 'release'}").integer("count"))
          .hasValue(0);
      for (String tool : List.of("memory_read_warm", "memory_delete_warm")) {
        assertThat(refusal(stranger, tool, "{'id': '%s'}".formatted(id))).isEqualTo("not_found");
        assertThat(refusal(stranger, tool, "{'id': '%s'}".formatted(NO_SUCH)))
            .isEqualTo("not_found");
      }
      assertThat(refusal(stranger, "memory_group_read", "{'group_id': 'team'}"))
          .isEqualTo("group_not_found");
      assertThat(
              refusal(
                  stranger,
                  "memory_share",
                  "{'item_id': '%s', 'target_group': 'team'}".formatted(id)))
          .isEqualTo("not_found");
      assertThat(refusal(stranger, "memory_read_hot", "{'user_id': 'claude'}"))
          .isEqualTo("user_not_found");
      assertThat(stranger.call("memory_read_hot", json("{'user_id': 'claude'}")).text())
          .as("it tells not even that there is somebody")
          .isEqualTo(
              stranger
                  .call("memory_read_hot", json("{'user_id': 'nobody'}"))
                  .text()
                  .replace("nobody", "claude"));
      assertThat(
              refusal(
                  gemini,
                  "memory_share",
                  "{'item_id': '%s', 'target_group': 'team'}".formatted(id)))
          .isEqualTo("not_owner");
      assertThat(done(owner, "memory_group_list", "{}").integer("count")).hasValue(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyWordOfTheContractIsAnswered(McpSeat.Era era) throws IOException {
    InProcessProgram program = node();
    SoftAssertions softly = new SoftAssertions();
    try (McpSeat claude = McpSeat.open(program, Optional.of("claude"), era);
        McpSeat gemini = McpSeat.open(program, Optional.of("gemini"), era)) {
      JsonObject hot = done(claude, "memory_read_hot", "{}");
      softly.assertThat(hot.integer("version")).hasValue(1);
      softly.assertThat(hot.members()).containsKeys("updated_at", "identity", "active", "agent");
      JsonObject written =
          done(
              claude,
              "memory_write_hot",
              "{'operation': 'patch', 'data': {'active': {'focus': 'kelp'}}}");
      softly.assertThat(written.bool("success")).contains(true);
      String seen = written.string("updated_at").orElseThrow();
      done(
          claude,
          "memory_write_hot",
          "{'operation': 'patch', 'data': {'active': {'focus': 'x'}}, 'expected_updated_at': '%s'}"
              .formatted(seen));
      Answer late =
          claude.call(
              "memory_write_hot",
              json(
                  "{'operation': 'patch', 'data': {'active': {'focus': 'y'}},"
                      + " 'expected_updated_at': '%s'}".formatted(seen)));
      softly.assertThat(late.isError()).isTrue();
      softly.assertThat(late.code()).isEqualTo("conflict");
      softly.assertThat(late.document().members()).containsKey("current_updated_at");
      softly
          .assertThat(
              refusal(
                  claude,
                  "memory_write_hot",
                  "{'operation': 'patch', 'data': {'active': {'fokus': 'x'}}}"))
          .isEqualTo("validation_failed");
      softly
          .assertThat(
              refusal(
                  claude,
                  "memory_write_hot",
                  "{'operation': 'patch', 'data': {'active': {'focus': '%s'}}}"
                      .formatted("x".repeat(5_000))))
          .isEqualTo("l1_budget_exceeded");
      softly
          .assertThat(
              refusal(
                  gemini,
                  "memory_write_hot",
                  "{'user_id': 'claude', 'operation': 'patch', 'data': {'active': {'focus':"
                      + " 'x'}}}"))
          .isIn("unauthorized", "user_not_found");

      softly
          .assertThat(
              done(claude, "memory_write_warm", "{'type': 'note', 'data': {'content': 'mine'}}")
                  .members())
          .containsKeys("success", "id");
      softly
          .assertThat(
              refusal(claude, "memory_write_warm", "{'type': 'entity', 'data': {'name': 'Ada'}}"))
          .isEqualTo("validation_failed");
      softly
          .assertThat(
              refusal(
                  gemini,
                  "memory_write_warm",
                  "{'type': 'note', 'data': {'content': 'x'}, 'entity_id': 'claude'}"))
          .isEqualTo("unauthorized");
      softly
          .assertThat(
              refusal(
                  claude,
                  "memory_group_create",
                  "{'id': 'odd', 'name': 'Odd', 'culture':" + " {'broadcast_eagerness': 'loud'}}"))
          .isIn("invalid_culture", "invalid culture", "validation_failed");
      done(claude, "memory_group_create", "{'id': 'den', 'name': 'Den'}");
      done(
          claude,
          "memory_group_add_member",
          "{'group_id': 'den', 'target_entity_id': 'gemini', 'role': 'viewer'}");
      softly
          .assertThat(done(gemini, "memory_group_read", "{'group_id': 'den'}").members())
          .containsKeys("id", "name", "culture", "members");
      softly
          .assertThat(done(gemini, "memory_group_list", "{}").members())
          .containsKeys("groups", "count");
      softly
          .assertThat(
              refusal(
                  gemini,
                  "memory_group_add_member",
                  "{'group_id': 'den', 'target_entity_id': 'stranger'}"))
          .isEqualTo("unauthorized");
      String own =
          done(gemini, "memory_write_warm", "{'type': 'note', 'data': {'content': 'of gemini'}}")
              .string("id")
              .orElseThrow();
      softly
          .assertThat(
              refusal(
                  gemini,
                  "memory_share",
                  "{'item_id': '%s', 'target_group': 'den'}".formatted(own)))
          .isEqualTo("viewer_cannot_share");
      done(
          claude,
          "memory_group_add_member",
          "{'group_id': 'den', 'target_entity_id': 'gemini', 'role': 'member'}");
      softly
          .assertThat(
              done(
                      gemini,
                      "memory_share",
                      "{'item_id': '%s', 'target_group': 'den'}".formatted(own))
                  .members())
          .containsKeys("success", "copy_id");
      done(gemini, "memory_group_posture", "{'group_id': 'den', 'posture': 'emcon'}");
      softly
          .assertThat(
              refusal(
                  gemini,
                  "memory_share",
                  "{'item_id': '%s', 'target_group': 'den'}".formatted(own)))
          .isEqualTo("emcon_blocks_share");
      done(gemini, "memory_group_posture", "{'group_id': 'den', 'posture': 'active'}");
      softly
          .assertThat(
              done(
                      claude,
                      "memory_group_remove_member",
                      "{'group_id': 'den', 'target_entity_id': 'gemini'}")
                  .bool("success"))
          .contains(true);
      done(claude, "memory_bind_context", "{'directory': '/src/kelp', 'group_id': 'den'}");
      softly
          .assertThat(
              refusal(
                  gemini, "memory_bind_context", "{'directory': '/src/kelp', 'group_id': 'den'}"))
          .isEqualTo("group_not_found");
      softly
          .assertThat(done(claude, "memory_status", "{}").members())
          .containsKeys("status", "version", "layers", "encryption");
      softly
          .assertThat(
              done(claude, "memory_analyze_novelty", "{'text': 'we decided to use kelp'}")
                  .members())
          .containsKeys("signals", "score", "extracts", "for_persistence");
      softly
          .assertThat(refusal(claude, "memory_analyze_novelty", "{}"))
          .isEqualTo("must_provide_text_or_messages");
      softly
          .assertThat(
              done(
                      claude,
                      "memory_delete_warm",
                      "{'id': '%s'}"
                          .formatted(
                              done(
                                      claude,
                                      "memory_write_warm",
                                      "{'type': 'note', 'data': {'content': 'short'}}")
                                  .string("id")
                                  .orElseThrow()))
                  .members())
          .containsKeys("success", "id");
      softly.assertThat(done(claude, "event_poll", "{}").members()).isNotEmpty();
      softly.assertThat(done(claude, "trust_get", "{}").members()).isNotEmpty();
    }
    softly.assertAll();
  }
}
