package org.sovereignbook.sbp.base.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonBoolean;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;

/** Writes values so that {@link Yaml#parse} reads them again. */
public final class YamlWriter {
  private YamlWriter() {}

  /** Writes a document in block style. */
  public static String write(JsonValue value) {
    DumpSettings settings =
        DumpSettings.builder()
            .setSchema(new CoreSchema())
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .build();
    return new Dump(settings).dumpToString(plain(value));
  }

  private static @Nullable Object plain(JsonValue value) {
    return switch (value) {
      case JsonObject object -> {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        object.members().forEach((name, member) -> map.put(name, plain(member)));
        yield map;
      }
      case JsonArray array -> {
        List<@Nullable Object> list = new ArrayList<>();
        array.values().forEach(element -> list.add(plain(element)));
        yield list;
      }
      case JsonString(String text) -> text;
      case JsonInteger(long number) -> number;
      case JsonDecimal number -> number.value();
      case JsonBoolean(boolean truth) -> truth;
      case JsonNull _ -> null;
    };
  }
}
