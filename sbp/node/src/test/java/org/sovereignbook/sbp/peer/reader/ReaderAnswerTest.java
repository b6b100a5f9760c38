package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;

/** One description, two uses: the schema that providers get and the check of every answer. */
class ReaderAnswerTest {

  private static LlmAnswer answer(String text) {
    return new LlmAnswer(text, "");
  }

  private static JsonObject json(String text) throws Exception {
    return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void nullsAreTakenOutSinceStrictProvidersWriteThem() throws Exception {
    LlmAnswer answer =
        answer(
            """
            {"decisions": [{"inbox_id": "a", "action": "ignore", "target_hash": null, "target_key": null,
              "peer_key": null, "new_trust": null, "body": null, "note": null, "reason": null, "log": "dull"}],
             "session_notes": null}
            """);

    assertThat(Shape.write(answer.shaped(ReaderJob.Decisions.class, "the answer")))
        .isEqualTo(
            json(
                "{\"decisions\": [{\"inbox_id\": \"a\", \"action\": \"ignore\", \"log\":"
                    + " \"dull\"}]}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                                              | has no decisions",
        "{\"decisions\": [1]}                                            | element 1",
        "{\"decisions\": [{\"action\": \"ignore\"}]}                     | has no inbox_id",
        "{\"decisions\": [{\"inbox_id\": 1, \"action\": \"ignore\"}]}    | inbox_id that is not"
            + " text",
        "{\"decisions\": [{\"inbox_id\": \"a\", \"action\": \"shout\"}]} | none of endorse_content",
        "{\"decisions\": [{\"inbox_id\": \"a\", \"action\": \"ignore\", \"log\": []}]} | log that"
            + " is not text",
        "{\"decisions\": [{\"inbox_id\": \"a\", \"action\": \"ignore\", \"sudo\": \"x\"}]} |"
            + " \"sudo\"",
        "{\"decisions\": [], \"session_notes\": 5}                       | session_notes",
        "{\"decisions\": [], \"more\": \"x\"}                            | \"more\""
      })
  void anAnswerOfAnotherShapeIsToldWhatIsWrong(String answer, String why) {
    assertThatThrownBy(() -> answer(answer).shaped(ReaderJob.Decisions.class, "the answer"))
        .isInstanceOf(LlmException.class)
        .hasMessageContaining(why)
        .extracting("kind")
        .isEqualTo(LlmException.Kind.ANSWER);
  }

  @Test
  void whatAModelWroteIsHarmlessInTheError() {
    LlmAnswer answer = answer("{\"decisions\": [], \"\\u001b[2J\\n[reader] gone\": 1}");

    assertThatThrownBy(() -> answer.shaped(ReaderJob.Decisions.class, "the answer"))
        .hasMessageNotContaining("\u001b")
        .hasMessageNotContaining("\n");
  }

  /** What OpenAI's strict mode asks of a schema, and others do not mind. */
  @ParameterizedTest
  @ValueSource(strings = {"reader", "author"})
  void everyObjectOfASchemaIsStrict(String role) {
    requireStrict(BuiltinJobs.of(role).output().schema().orElseThrow());
  }

  private static void requireStrict(JsonObject schema) {
    if (schema.string("type").equals(java.util.Optional.of("object"))) {
      List<String> names =
          List.copyOf(schema.object("properties").orElseThrow().members().keySet());
      assertThat(schema.bool("additionalProperties")).contains(false);
      assertThat(schema.array("required").flatMap(JsonArray::strings)).contains(names);
    }
    for (JsonValue value : schema.members().values()) {
      if (value instanceof JsonObject object) {
        requireStrict(object);
      }
    }
  }

  @Test
  void theCompactorWritesText() {
    assertThat(BuiltinJobs.of("compactor").output().schema()).isEmpty();
  }
}
