package org.sovereignbook.sbp.frontend.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;

/** The check of the schemas can say no. */
class SchemaCheckTest {
  private static JsonObject json(String text) throws MalformedJson {
    return (JsonObject) JsonReader.file(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  private static final String SCHEMA =
      """
      {'type': 'object', 'required': ['n'], 'properties': {
        'n': {'type': 'integer'}, 'w': {'enum': ['a', 'b']}, 'k': {'$ref': '#/$defs/key'},
        't': {'type': 'string', 'format': 'date-time'}, 'l': {'type': 'array', 'items': {'type': 'string'}},
        'o': {'type': 'object', 'additionalProperties': {'type': 'integer'}},
        'x': {'anyOf': [{'type': 'object', 'required': ['p'], 'properties': {'p': {'type': 'boolean'}}}, {'const': 'none'}]}}}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "{'n': 1}",
        "{'n': 1, 'w': 'a', 'k': 'kk', 't': '2026-03-17T12:00:00Z', 'l': ['s'], 'o': {'any': 2}}",
        "{'n': 1, 'x': {'p': true}}",
        "{'n': 1, 'x': 'none'}",
      })
  void aDocumentThatFitsHasNoProblems(String document) throws MalformedJson {
    SchemaCheck check = new SchemaCheck(json("{'key': {'type': 'string', 'pattern': '^k+$'}}"));

    assertThat(check.problems(json(SCHEMA), json(document))).isEmpty();
    assertThat(check.unknownKeywords(json(SCHEMA))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "{}; $: n is missing",
        "{'n': '1'}; $.n:",
        "{'n': 1, 'w': 'c'}; $.w:",
        "{'n': 1, 'k': 'kx'}; $.k:",
        "{'n': 1, 't': 'noon'}; $.t:",
        "{'n': 1, 'l': ['s', 2]}; $.l[1]:",
        "{'n': 1, 'o': {'any': 'two'}}; $.o.any:",
        "{'n': 1, 'x': {}}; $.x: fits none",
        "{'n': 1, 'extra': 1}; $.extra is not declared",
      })
  void whatDoesNotFitIsNamedWithItsPlace(String document, String problem) throws MalformedJson {
    SchemaCheck check = new SchemaCheck(json("{'key': {'type': 'string', 'pattern': '^k+$'}}"));

    assertThat(check.problems(json(SCHEMA), json(document)))
        .singleElement()
        .asString()
        .startsWith(problem);
  }

  @Test
  void aKeywordThatIsNotCheckedAndAReferenceToNothingAreFound() throws MalformedJson {
    assertThat(
            new SchemaCheck(JsonObject.empty())
                .unknownKeywords(
                    json("{'items': {'minimum': 1, 'properties': {'a': {'$ref': '#/$defs/b'}}}}")))
        .containsExactly("#/$defs/b", "minimum");
  }
}
