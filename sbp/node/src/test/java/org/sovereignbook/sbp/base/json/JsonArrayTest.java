package org.sovereignbook.sbp.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonArrayTest {

  @Test
  void givesItsStringsOnlyWhenAllAreStrings() {
    assertThat(JsonArray.ofStrings(List.of("a", "b")).strings()).contains(List.of("a", "b"));
    assertThat(JsonArray.of().strings()).contains(List.of());
    assertThat(JsonArray.of(new JsonString("a"), new JsonInteger(1)).strings()).isEmpty();
    assertThat(JsonArray.of(JsonNull.INSTANCE).strings()).isEmpty();
  }

  @Test
  void givesTheObjectsAndPassesOverTheRest() {
    JsonObject object = JsonObject.builder().put("a", 1).build();

    assertThat(JsonArray.of(JsonNull.INSTANCE, object, JsonArray.of(object)).objects())
        .containsExactly(object);
  }

  @Test
  void nobodyChangesAnArray() {
    List<JsonValue> values = new ArrayList<>(List.of(JsonNull.INSTANCE));
    JsonArray array = new JsonArray(values);
    values.clear();

    assertThat(array.values()).containsExactly(JsonNull.INSTANCE);
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> array.values().clear());
  }

  @Test
  void orderCounts() {
    assertThat(JsonArray.ofStrings(List.of("a", "b")))
        .isNotEqualTo(JsonArray.ofStrings(List.of("b", "a")))
        .isEqualTo(JsonArray.of(new JsonString("a"), new JsonString("b")));
  }
}
