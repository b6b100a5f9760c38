package org.sovereignbook.sbp.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectTest {

  private static final JsonObject OBJECT =
      JsonObject.builder()
          .put("s", "text")
          .put("i", 7)
          .put("d", new JsonDecimal(new BigDecimal("2.5")))
          .put("b", true)
          .put("o", JsonObject.empty())
          .put("a", JsonArray.of())
          .put("z", JsonNull.INSTANCE)
          .build();

  @Test
  void readsEachMemberByItsType() {
    assertThat(OBJECT.string("s")).contains("text");
    assertThat(OBJECT.integer("i")).hasValue(7);
    assertThat(OBJECT.number("i")).hasValue(7.0);
    assertThat(OBJECT.number("d")).hasValue(2.5);
    assertThat(OBJECT.bool("b")).contains(true);
    assertThat(OBJECT.object("o")).contains(JsonObject.empty());
    assertThat(OBJECT.array("a")).contains(JsonArray.of());
    assertThat(OBJECT.get("z")).contains(JsonNull.INSTANCE);
  }

  @Test
  void aReadOfAnotherTypeIsEmpty() {
    for (String name : OBJECT.members().keySet()) {
      assertThat(OBJECT.string(name).isPresent()).isEqualTo(name.equals("s"));
      assertThat(OBJECT.integer(name).isPresent()).isEqualTo(name.equals("i"));
      assertThat(OBJECT.number(name).isPresent()).isEqualTo("id".contains(name));
      assertThat(OBJECT.bool(name).isPresent()).isEqualTo(name.equals("b"));
      assertThat(OBJECT.object(name).isPresent()).isEqualTo(name.equals("o"));
      assertThat(OBJECT.array(name).isPresent()).isEqualTo(name.equals("a"));
    }
  }

  @Test
  void aReadOfAnAbsentMemberIsEmpty() {
    assertThat(OBJECT.has("absent")).isFalse();
    assertThat(OBJECT.get("absent")).isEmpty();
    assertThat(OBJECT.string("absent")).isEmpty();
    assertThat(OBJECT.integer("absent")).isEmpty();
    assertThat(OBJECT.number("absent")).isEmpty();
    assertThat(OBJECT.bool("absent")).isEmpty();
    assertThat(OBJECT.object("absent")).isEmpty();
    assertThat(OBJECT.array("absent")).isEmpty();
    assertThat(OBJECT.has("z")).isTrue();
  }

  @Test
  void aParsedMemberIsEmptyWhenAbsentOfAnotherTypeOrRefused() {
    JsonObject object = JsonObject.builder().put("n", "12").put("w", "twelve").put("i", 12).build();

    assertThat(object.parsed("n", Integer::valueOf)).contains(12);
    assertThat(object.parsed("w", Integer::valueOf)).isEmpty();
    assertThat(object.parsed("i", Integer::valueOf)).isEmpty();
    assertThat(object.parsed("absent", Integer::valueOf)).isEmpty();
  }

  @Test
  void keepsTheOrderOfInsertion() {
    assertThat(OBJECT.members().keySet()).containsExactly("s", "i", "d", "b", "o", "a", "z");
  }

  @Test
  void equalsByMembersWhateverTheirOrder() {
    JsonObject one = JsonObject.builder().put("a", 1).put("b", 2).build();
    JsonObject other = JsonObject.builder().put("b", 2).put("a", 1).build();

    assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
    assertThat(one).isNotEqualTo(one.with("a", 2)).isNotEqualTo(one.without("a"));
    assertThat(one).isNotEqualTo(one.with("a", "1"));
  }

  @Test
  void withReplacesInPlaceOrAppends() {
    JsonObject object = JsonObject.builder().put("a", 1).put("b", 2).put("c", 3).build();

    assertThat(object.with("b", "new")).hasToString("{\"a\":1,\"b\":\"new\",\"c\":3}");
    assertThat(object.with("b", 9)).hasToString("{\"a\":1,\"b\":9,\"c\":3}");
    assertThat(object.with("b", false)).hasToString("{\"a\":1,\"b\":false,\"c\":3}");
    assertThat(object.with("d", JsonNull.INSTANCE))
        .hasToString("{\"a\":1,\"b\":2,\"c\":3,\"d\":null}");
    assertThat(object).hasToString("{\"a\":1,\"b\":2,\"c\":3}");
  }

  @Test
  void withoutDropsWhatIsThereAndIgnoresTheRest() {
    JsonObject object = JsonObject.builder().put("a", 1).put("b", 2).put("c", 3).build();

    assertThat(object.without("a", "c", "absent")).hasToString("{\"b\":2}");
    assertThat(object.without()).isEqualTo(object);
    assertThat(object).hasToString("{\"a\":1,\"b\":2,\"c\":3}");
  }

  @Test
  void nobodyChangesAnObject() {
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> OBJECT.members().put("x", JsonNull.INSTANCE));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> OBJECT.members().remove("s"));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> OBJECT.members().pollFirstEntry());
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> OBJECT.members().firstEntry().setValue(JsonNull.INSTANCE));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> OBJECT.members().reversed().clear());
  }

  @Test
  void aBuilderUsedFurtherLeavesTheBuiltObjectAlone() {
    JsonObject.Builder builder = JsonObject.builder().put("a", 1);
    JsonObject built = builder.build();
    builder.put("b", 2);

    assertThat(built).hasToString("{\"a\":1}");
    assertThat(builder.build()).hasToString("{\"a\":1,\"b\":2}");
  }

  @Test
  void putIfPresentSkipsAnEmptyValue() {
    JsonObject object =
        JsonObject.builder()
            .putIfPresent("a", Optional.of("x"))
            .putIfPresent("b", Optional.empty())
            .build();

    assertThat(object).hasToString("{\"a\":\"x\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"high", "low", "reversed"})
  void refusesTextThatUtf8CannotCarry(String kind) {
    String text =
        switch (kind) {
          case "high" -> "x" + (char) 0xd83d;
          case "low" -> (char) 0xde00 + "x";
          default -> "" + (char) 0xde00 + (char) 0xd83d;
        };

    assertThatIllegalArgumentException().isThrownBy(() -> new JsonString(text));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JsonObject.builder().put(text, 1))
        .withMessageContaining("lone surrogate");
    assertThatIllegalArgumentException().isThrownBy(() -> OBJECT.with("a", text));
  }
}
