package org.sovereignbook.sbp.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditableJsonTest {
  private static final JsonValue SEVEN = new JsonInteger(7);

  private static EditableJson of(String text) throws MalformedJson {
    return EditableJson.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a':1}|a|{'a':7}",
        "{ 'a' : [1, {'b' : 2}] , 'b':3 }|b|{ 'a' : [1, {'b' : 2}] , 'b':7 }",
        "{'a':{'b':'x\\\"}'},'c':1}|a.b|{'a':{'b':7},'c':1}",
        "{'a':1}|b|{'a':1,'b': 7}",
        "{'a':1, 'c':2}|b|{'a':1, 'c':2, 'b': 7}",
        "{'a':{'x':1}}|a.b|{'a':{'x':1,'b': 7}}",
        "{'\\u0061':1}|a|{'\\u0061':7}"
      })
  void settingAMemberKeepsEveryOtherByte(String before, String path, String after)
      throws Exception {
    assertThat(of(before.replace('\'', '"')).with(List.of(path.split("\\.")), SEVEN))
        .isEqualTo(after.replace('\'', '"'));
  }

  @Test
  void aNewMemberStandsAsTheOneBeforeItAndAnObjectIsMadeForItsSection() throws Exception {
    String before = "{\n   \"a\": {\n      \"x\": 1\n   },\r\n   \"e\": {}\n}\n";

    assertThat(of(before).with(List.of("a", "b"), SEVEN))
        .isEqualTo(before.replace("\"x\": 1", "\"x\": 1,\n      \"b\": 7"));
    assertThat(of(before).with(List.of("e", "b"), SEVEN))
        .isEqualTo(before.replace("{}", "{\n     \"b\": 7\n   }"));
    assertThat(of(before).with(List.of("n", "b"), SEVEN))
        .isEqualTo(before.replace("{}", "{},\r\n   \"n\": {\n     \"b\": 7\n   }"));
    assertThat(of("{}").with(List.of("a"), SEVEN)).isEqualTo("{\n  \"a\": 7\n}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a':1,'b':2,'c':3}|a|{'b':2,'c':3}",
        "{'a':1,'b':2,'c':3}|b|{'a':1,'c':3}",
        "{'a':1,'b':2,'c':3}|c|{'a':1,'b':2}",
        "{'a': 1}|a|{}",
        "{'a':1}|x.y|{'a':1}"
      })
  void takingAMemberOutLeavesTheOthers(String before, String path, String after) throws Exception {
    assertThat(of(before.replace('\'', '"')).without(List.of(path.split("\\."))))
        .isEqualTo(after.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a':[1, 2]}|{'a':[1, 2, 7]}|{'a':[2]}",
        "{'a':[]}|{'a':[\\n  7\\n]}|{'a':[]}",
        "{}|{\\n  'a': [7]\\n}|{}",
        "{'a': [\\n // one\\n 1, // first\\n 2 // last\\n]}"
            + "|{'a': [\\n // one\\n 1, // first\\n 2, // last\\n 7\\n]}"
            + "|{'a': [\\n // one\\n // first\\n 2 // last\\n]}",
        "{'a':[{'b':[1]},{'c':1}]}|{'a':[{'b':[1]},{'c':1},7]}|{'a':[{'c':1}]}"
      })
  void anElementOfAListComesAndGoesAndTheOthersStay(String before, String more, String less)
      throws Exception {
    EditableJson json = EditableJson.withComments(text(before).getBytes(StandardCharsets.UTF_8));

    assertThat(json.append(List.of("a"), SEVEN)).isEqualTo(text(more));
    assertThat(json.without(List.of("a", "0"))).isEqualTo(text(less));
  }

  private static String text(String given) {
    return given.replace('\'', '"').replace("\\n", "\n");
  }

  @Test
  void aMemberIsFoundOnItsLineAndAMissingOneOnThatOfItsSection() throws Exception {
    EditableJson json = of("{\n\"a\": 1,\n\"b\":\n{\n\"c\": [\n2]}}");

    assertThat(json.line(List.of("a"))).isEqualTo(2);
    assertThat(json.line(List.of("b", "c"))).isEqualTo(5);
    assertThat(json.line(List.of("b", "d"))).isEqualTo(3);
    assertThat(json.line(List.of("d"))).isEqualTo(1);
  }

  @Test
  void whatIsNoJsonIsRefusedWithItsPlace() {
    assertThatThrownBy(() -> of("{\n \"a\": 1,\n}"))
        .isInstanceOf(MalformedJson.class)
        .hasMessageContaining("line 3");
  }

  @Test
  void anotherProgramsCommentsStayWhereTheyAre() throws Exception {
    String before =
        """
        {
          // who I am
          "name": "x", /* "not": "this" */
          "mcp": {
            // tools
            "one": {"command": "a // b"}, // the first
          },
        }
        """;
    EditableJson json = EditableJson.withComments(before.getBytes(StandardCharsets.UTF_8));

    String with = json.with(List.of("mcp", "two"), SEVEN);
    EditableJson again = EditableJson.withComments(with.getBytes(StandardCharsets.UTF_8));

    assertThat(with)
        .isEqualTo(
            before.replace(
                "\"a // b\"}, // the first", "\"a // b\"}, // the first\n    \"two\": 7,"));
    assertThat(again.find(List.of("mcp", "two"))).contains(SEVEN);
    assertThat(again.without(List.of("mcp", "two"))).contains("// the first").contains("// tools");
    assertThat(json.without(List.of("mcp"))).contains("// who I am").contains("\"not\"");
  }

  @Test
  void anEmptyObjectKeepsTheCommentInIt() throws Exception {
    EditableJson json =
        EditableJson.withComments("{\n  // nothing yet\n}\n".getBytes(StandardCharsets.UTF_8));

    String with = json.with(List.of("a"), SEVEN);

    assertThat(with).contains("// nothing yet").contains("\"a\": 7");
    assertThat(EditableJson.withComments(with.getBytes(StandardCharsets.UTF_8)).find(List.of("a")))
        .contains(SEVEN);
  }

  @Test
  void aCommentWithoutAnEndIsRefusedNotRun() {
    assertThatThrownBy(
            () -> EditableJson.withComments("{ /* \"a\": 1 }".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(MalformedJson.class);
  }
}
