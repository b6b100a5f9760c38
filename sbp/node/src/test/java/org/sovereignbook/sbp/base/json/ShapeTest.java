package org.sovereignbook.sbp.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShapeTest {
  private enum Mood {
    QUIET,
    VERY_LOUD
  }

  private enum Spelled {
    TOO_NEW;

    @Override
    public String toString() {
      return "too new";
    }
  }

  @Shape.Def(value = "hue", pattern = "^#", description = "a colour")
  record Hue(String digits) implements JsonText, Comparable<Hue> {
    public static Hue parse(String text) {
      if (!text.startsWith("#")) {
        throw new IllegalArgumentException("a colour starts with #");
      }
      return new Hue(text.substring(1));
    }

    @Override
    public int compareTo(Hue other) {
      return digits.compareTo(other.digits);
    }

    @Override
    public String toString() {
      return "#" + digits;
    }
  }

  private record Part(String title, Optional<Integer> size) {}

  private record Whole(
      String ownName,
      int count,
      long bytes,
      boolean done,
      Mood mood,
      Spelled state,
      Hue hue,
      BigDecimal cost,
      Optional<String> lastError,
      List<Part> parts,
      Set<Mood> moods,
      SequencedMap<Hue, Part> byHue,
      Map<String, Optional<Hue>> lastSeen,
      JsonObject asItIs) {}

  private record Address(String street, @Shape.Named("no.") int number) {}

  private record Person(
      String name,
      @Shape.Inline Address address,
      Optional<Hue> hair,
      @Shape.Inline JsonObject others) {}

  @Shape.Def("tree")
  private record Tree(String name, List<Tree> below) {}

  private record Answer(List<Decision> decisions, Optional<String> notes) {}

  private record Decision(String id, Mood mood, Optional<String> reason, List<String> tags) {}

  private static final String WHOLE =
      """
      {"own_name":"n","count":1,"bytes":5000000000,"done":true,"mood":"very_loud",\
      "state":"too new","hue":"#f","cost":0.25,"parts":[{"title":"a"},{"title":"b","size":2}],\
      "moods":["quiet"],"by_hue":{"#b":{"title":"c"},"#a":{"title":"d"}},\
      "last_seen":{"x":null,"y":"#1"},"as_it_is":{"a":[]}}\
      """;

  private static JsonObject json(String text) throws MalformedJson {
    return (JsonObject) JsonReader.file(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  private static Whole whole() {
    SequencedMap<Hue, Part> byHue = new LinkedHashMap<>();
    byHue.put(new Hue("b"), new Part("c", Optional.empty()));
    byHue.put(new Hue("a"), new Part("d", Optional.empty()));
    SequencedMap<String, Optional<Hue>> seen = new LinkedHashMap<>();
    seen.put("x", Optional.empty());
    seen.put("y", Optional.of(new Hue("1")));
    return new Whole(
        "n",
        1,
        5_000_000_000L,
        true,
        Mood.VERY_LOUD,
        Spelled.TOO_NEW,
        new Hue("f"),
        new BigDecimal("0.25"),
        Optional.empty(),
        List.of(new Part("a", Optional.empty()), new Part("b", Optional.of(2))),
        Set.of(Mood.QUIET),
        byHue,
        seen,
        JsonObject.builder().put("a", JsonArray.of()).build());
  }

  @Test
  void aRecordIsWrittenMemberByMemberInItsOrder() {
    assertThat(Shape.write(whole())).hasToString(WHOLE);
  }

  @Test
  void whatIsWrittenReadsBackAsTheSameRecord() throws MalformedJson {
    assertThat(Shape.of(Whole.class).read(json(WHOLE))).isEqualTo(whole());
    assertThat(Shape.of(Whole.class).readExactly(json(WHOLE))).isEqualTo(whole());
  }

  @Test
  void anInlineRecordStandsAmongTheOthersAndTakesWhatNobodyElseNames() throws MalformedJson {
    Person person =
        new Person(
            "P", new Address("Main", 7), Optional.empty(), JsonObject.empty().with("x", true));
    String written = "{\"name\":\"P\",\"street\":\"Main\",\"no.\":7,\"x\":true}";

    assertThat(Shape.write(person)).hasToString(written);
    assertThat(Shape.of(Person.class).readExactly(json(written))).isEqualTo(person);
    assertThat(new JsonSchema().of(Person.class))
        .isEqualTo(
            json(
                """
                {'type': 'object', 'required': ['name', 'street', 'no.'],
                 'additionalProperties': true,
                 'properties': {'name': {'type': 'string'}, 'street': {'type': 'string'},
                   'no.': {'type': 'integer'},
                   'hair': {'$ref': '#/$defs/hue'}}}
                """));
  }

  @Test
  void aFileOfOursMayLackWhatIsNoneAndHoldWhatAnotherVersionWrote() throws MalformedJson {
    assertThat(Shape.of(Decision.class).read(json("{'id': 'i', 'mood': 'quiet', 'new': 1}")))
        .isEqualTo(new Decision("i", Mood.QUIET, Optional.empty(), List.of()));
  }

  @Test
  void anAnswerMaySayNullForWhatIsAbsent() throws MalformedJson {
    assertThat(
            Shape.of(Answer.class)
                .readExactly(
                    json(
                        """
                        {'decisions': [{'id': 'i', 'mood': 'quiet', 'reason': null, 'tags': []}],
                         'notes': null, 'thoughts': null}
                        """)))
        .isEqualTo(
            new Answer(
                List.of(new Decision("i", Mood.QUIET, Optional.empty(), List.of())),
                Optional.empty()));
  }

  @Test
  void aMemoryKeepsWhatFits() throws MalformedJson {
    JsonObject spoilt =
        json(
            WHOLE
                .replace("\"count\":1", "\"count\":true")
                .replace("\"size\":2", "\"size\":\"big\"")
                .replace("{\"title\":\"a\"}", "7")
                .replace("#b", "b"));

    Whole read = Shape.of(Whole.class).readWhatFits(spoilt);

    assertThat(read.count()).isZero();
    assertThat(read.parts()).containsExactly(new Part("b", Optional.empty()));
    assertThat(read.byHue()).containsOnlyKeys(new Hue("a"));
    assertThatThrownBy(() -> Shape.of(Whole.class).readWhatFits(json(WHOLE.replace("#f", "f"))))
        .isInstanceOf(Misfit.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "{}; the answer has no decisions",
        "{'decisions': 1}; the answer has a decisions that is not an array",
        "{'decisions': [], 'notes': 1}; the answer has a notes that is not text",
        "{'decisions': [], 'x\\n': 1}; the answer has a member \"x\\n\" that nobody asked for",
        "{'decisions': [1]}; element 1 of the answer's decisions is not an object",
        "{'decisions': [{'mood': 'quiet', 'tags': []}]};"
            + " element 1 of the answer's decisions has no id",
        "{'decisions': [{'id': 'i', 'mood': 'quiet', 'tags': [1]}]};"
            + " element 1 of the answer's decisions has a tags that is not an array of texts",
        "{'decisions': [{'id': 'i', 'mood': 'Quiet', 'tags': []}]};"
            + " element 1 of the answer's decisions has the mood \"Quiet\","
            + " which is none of quiet, very_loud",
        "{'decisions': [{'id': 'i', 'mood': 'quiet', 'tags': [], 'more': 1}]};"
            + " element 1 of the answer's decisions has a member \"more\" that nobody asked for",
      })
  void whatDoesNotFitIsNamedWithItsPlace(String answer, String sentence) throws MalformedJson {
    JsonObject read = json(answer);

    assertThatThrownBy(() -> Shape.of(Answer.class).readExactly(read))
        .isInstanceOfSatisfying(
            Misfit.class, misfit -> assertThat(misfit.in("the answer")).isEqualTo(sentence));
  }

  @Test
  void whatIsWrongWithATextIsItsOwnWord() throws MalformedJson {
    JsonObject spoilt = json(WHOLE.replace("\"#1\"", "\"red\""));

    assertThatThrownBy(() -> Shape.of(Whole.class).read(spoilt))
        .hasMessage("the object's last_seen has the y \"red\": a colour starts with #");
  }

  @Test
  void theSchemaRefersToTypesThatHaveAName() throws MalformedJson {
    JsonSchema schemas = new JsonSchema();

    assertThat(schemas.of(Whole.class))
        .isEqualTo(
            json(
                """
                {'type': 'object',
                 'required': ['own_name', 'count', 'bytes', 'done', 'mood', 'state', 'hue', 'cost',
                   'parts', 'moods', 'by_hue', 'last_seen', 'as_it_is'],
                 'properties': {
                   'own_name': {'type': 'string'}, 'count': {'type': 'integer'},
                   'bytes': {'type': 'integer'}, 'done': {'type': 'boolean'},
                   'mood': {'enum': ['quiet', 'very_loud']}, 'state': {'enum': ['too new']},
                   'hue': {'$ref': '#/$defs/hue'}, 'cost': {'type': 'number'},
                   'last_error': {'type': 'string'},
                   'parts': {'type': 'array', 'items': {'type': 'object', 'required': ['title'],
                     'properties': {'title': {'type': 'string'}, 'size': {'type': 'integer'}}}},
                   'moods': {'type': 'array', 'items': {'enum': ['quiet', 'very_loud']}},
                   'by_hue': {'type': 'object', 'additionalProperties': {'type': 'object',
                     'required': ['title'],
                     'properties': {'title': {'type': 'string'}, 'size': {'type': 'integer'}}}},
                   'last_seen': {'type': 'object', 'additionalProperties':
                     {'anyOf': [{'$ref': '#/$defs/hue'}, {'type': 'null'}]}},
                   'as_it_is': {'type': 'object', 'additionalProperties': true}}}
                """));
    assertThat(schemas.definitions())
        .isEqualTo(json("{'hue': {'type': 'string', 'pattern': '^#', 'description': 'a colour'}}"));
  }

  @Test
  void aTypeWithANameMayHoldItself() throws MalformedJson {
    JsonSchema schemas = new JsonSchema();

    assertThat(schemas.of(Tree.class, Part.class).array("anyOf").orElseThrow().values())
        .first()
        .isEqualTo(json("{'$ref': '#/$defs/tree'}"));
    assertThat(schemas.definitions().object("tree"))
        .contains(
            json(
                """
                {'type': 'object', 'required': ['name', 'below'], 'properties': {
                  'name': {'type': 'string'},
                  'below': {'type': 'array', 'items': {'$ref': '#/$defs/tree'}}}}
                """));
  }

  @Test
  void theStrictSchemaRequiresEverythingAndAllowsNothingElse() {
    assertThat(JsonSchema.strict(Answer.class))
        .hasToString(
            """
            {"type":"object","properties":{"decisions":{"type":"array","items":\
            {"type":"object","properties":{"id":{"type":"string"},\
            "mood":{"type":"string","enum":["quiet","very_loud"]},\
            "reason":{"type":["string","null"]},\
            "tags":{"type":"array","items":{"type":"string"}}},\
            "required":["id","mood","reason","tags"],"additionalProperties":false}},\
            "notes":{"type":["string","null"]}},\
            "required":["decisions","notes"],"additionalProperties":false}\
            """);
  }

  private record Stay(String place, Instant since, Optional<Instant> until) {}

  @Shape.Order("note since place")
  private record Visit(@Shape.Inline Stay stay, String note, int count) {}

  @Test
  void aTimeIsWrittenInWholeSecondsAndReadAgain() {
    Stay stay = new Stay("here", Instant.parse("2026-03-17T12:00:00.999Z"), Optional.empty());
    JsonObject json = Shape.write(stay);

    assertThat(json).hasToString("{\"place\":\"here\",\"since\":\"2026-03-17T12:00:00Z\"}");
    assertThat(Shape.of(Stay.class).read(json).since())
        .isEqualTo(Instant.parse("2026-03-17T12:00:00Z"));
    assertThatThrownBy(
            () -> Shape.of(Stay.class).read(json.with("until", "2026-03-17T12:00:00+01:00")))
        .isInstanceOf(Misfit.class);
  }

  @Test
  void membersOfInlinedRecordsStandInTheDeclaredOrderAndTheRestBehind() {
    Visit visit = new Visit(new Stay("here", Instant.EPOCH, Optional.of(Instant.EPOCH)), "x", 3);

    assertThat(Shape.write(visit).members().keySet())
        .containsExactly("note", "since", "place", "until", "count");
    JsonObject schema = new JsonSchema().of(Visit.class);
    assertThat(schema.object("properties").orElseThrow().members().keySet())
        .containsExactly("note", "since", "place", "until", "count");
    assertThat(schema.array("required").flatMap(JsonArray::strings))
        .contains(List.of("note", "since", "place", "count"));
  }
}
