package org.sovereignbook.sbp.store.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Store;

/**
 * Keyed collection as the members of one JSON file, sorted, so that a changed file equals a rebuilt
 * one byte for byte. With groups, a member is an array of names. An index is rebuilt when its file
 * is missing.
 */
record MembersFile(Store store, Keyed in) {

  Path file() {
    return in.layout().root(store.node().home());
  }

  /** Returns the entries in the file. */
  TreeMap<String, JsonValue> load() {
    Node node = store.node();
    return node.readJson(file())
        .map(this::parse)
        .orElseGet(() -> parse(ObjectStore.madeAnew(store, in)));
  }

  /** Returns the file's content for these entries. */
  JsonObject render(TreeMap<String, JsonValue> entries) {
    JsonObject.Builder json = JsonObject.builder();
    if (in.isGrouped()) {
      SequencedMap<String, List<String>> groups = new TreeMap<>();
      for (String key : entries.keySet()) {
        int slash = key.lastIndexOf('/');
        groups
            .computeIfAbsent(key.substring(0, slash), _ -> new ArrayList<>())
            .add(key.substring(slash + 1));
      }
      groups.forEach((group, names) -> json.put(group, JsonArray.ofStrings(names)));
    } else {
      entries.forEach(json::put);
    }
    return json.build();
  }

  /** Puts an entry into the file's new content. */
  void put(TreeMap<String, JsonValue> entries, String key, byte[] value) {
    entries.put(key, parse(key, value));
  }

  TreeMap<String, JsonValue> parse(Map<String, byte[]> entries) {
    TreeMap<String, JsonValue> parsed = new TreeMap<>();
    entries.forEach((key, value) -> parsed.put(key, parse(key, value)));
    return parsed;
  }

  static byte[] bytes(JsonValue value) {
    return value instanceof JsonNull ? new byte[0] : JsonWriter.bytes(value);
  }

  private TreeMap<String, JsonValue> parse(JsonObject json) {
    if (!in.isGrouped()) {
      return new TreeMap<>(json.members());
    }
    TreeMap<String, JsonValue> entries = new TreeMap<>();
    for (String group : json.members().keySet()) {
      json.array(group)
          .flatMap(JsonArray::strings)
          .orElse(List.of())
          .forEach(name -> entries.put(group + "/" + name, JsonNull.INSTANCE));
    }
    return entries;
  }

  private JsonValue parse(String key, byte[] value) {
    try {
      return value.length == 0 ? JsonNull.INSTANCE : JsonReader.file(value);
    } catch (MalformedJson e) {
      throw new NodeException(file() + " is damaged at " + key + ": " + e.getMessage(), e);
    }
  }
}
