package org.sovereignbook.sbp.plugins.team;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.yaml.MalformedYaml;
import org.sovereignbook.sbp.base.yaml.Yaml;
import org.sovereignbook.sbp.base.yaml.YamlWriter;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.EditedFile;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/**
 * A change of a team by the program. It is written to {@code team.override.yaml}; {@code team.yaml}
 * keeps every byte. The changed team is checked before anything is written.
 *
 * @param team the team after the change
 * @param text of the override after the change
 */
public record TeamEdit(TeamFiles files, Team team, String text) {
  private static final String HEADER =
      "# Written by sbp, for: sbp team set. What stands here holds above team.yaml.\n";

  /**
   * A value and its source.
   *
   * @param key with the agent's id if it is an agent's, such as {@code agents.builder.model}
   * @param file the name of the file
   */
  public record Value(String key, JsonValue value, String file, int line) {}

  /**
   * Returns the values of both files in the order of {@code team.yaml}; the override takes
   * precedence.
   */
  public static List<Value> values(TeamFiles files) {
    Team _ = files.read();
    Map<String, Value> values = new LinkedHashMap<>();
    for (TeamFile file : List.of(files.base(), files.over())) {
      put(file, "", "", file.json().without(TeamKeys.AGENTS), values);
      for (int i = 0; i < file.ids().size(); i++) {
        String shown = TeamKeys.AGENTS + "." + file.ids().get(i) + ".";
        JsonObject agent = file.agents().get(i).without(TeamKeys.AGENT_ID.key());
        put(file, shown, TeamKeys.AGENTS + "." + i + ".", agent, values);
      }
    }
    return List.copyOf(values.values());
  }

  private static void put(
      TeamFile file, String shown, String place, JsonObject json, Map<String, Value> values) {
    for (Map.Entry<String, JsonValue> member : json.members().entrySet()) {
      String key = shown + member.getKey();
      String here = place + member.getKey();
      if (member.getValue() instanceof JsonObject inner && !inner.members().isEmpty()) {
        put(file, key + ".", here + ".", inner, values);
      } else {
        String name = String.valueOf(file.file().getFileName());
        int line = file.yaml().at(here).line();
        values.put(key, new Value(key, member.getValue(), name, line));
      }
    }
  }

  /**
   * Changes a value in the override; empty restores the value of {@code team.yaml}.
   *
   * @param key as in {@link Value}
   * @throws ConfigException when the changed team is not valid, or the override has hand-made parts
   *     that rewriting would lose
   */
  public static TeamEdit of(TeamFiles files, String key, Optional<String> value) {
    TeamFile base = files.base();
    TeamFile over = files.over();
    requireOurs(files, over);
    JsonObject changed =
        changed(over, key, value.map(text -> understood(files.features(), key, text)));
    String text = changed.members().isEmpty() ? "" : HEADER + YamlWriter.write(changed);
    return new TeamEdit(
        files, files.team(base, TeamFile.draft(files.override(), text, files.features())), text);
  }

  /** Refuses to rewrite an override that was edited by hand: its comments would be lost. */
  private static void requireOurs(TeamFiles files, TeamFile over) {
    String text = files.text(files.override()).orElse("");
    if (!text.isBlank() && !text.equals(HEADER + YamlWriter.write(over.json()))) {
      throw new ConfigException(
          files.override()
              + " was edited by hand, and would lose what only people read; change it there");
    }
  }

  private static JsonObject changed(TeamFile over, String key, Optional<JsonValue> value) {
    String[] words = key.split("\\.", 3);
    if (!words[0].equals(TeamKeys.AGENTS) || words.length < 3) {
      return with(over.json(), key, value);
    }
    List<JsonValue> agents = new ArrayList<>(over.agents());
    int at = over.ids().indexOf(words[1]);
    JsonObject agent =
        at >= 0
            ? over.agents().get(at)
            : JsonObject.empty().with(TeamKeys.AGENT_ID.key(), words[1]);
    JsonObject next = with(agent, words[2], value);
    if (at >= 0) {
      agents.remove(at);
    }
    if (next.members().size() > 1) {
      agents.add(at >= 0 ? at : agents.size(), next);
    }
    return agents.isEmpty()
        ? over.json().without(TeamKeys.AGENTS)
        : over.json().with(TeamKeys.AGENTS, JsonArray.of(agents));
  }

  /** Returns the JSON with the value set or removed; an empty section is removed, too. */
  private static JsonObject with(JsonObject json, String key, Optional<JsonValue> value) {
    String[] words = key.split("\\.", 2);
    if (words.length == 1) {
      return value.map(it -> json.with(key, it)).orElseGet(() -> json.without(key));
    }
    JsonObject inner = with(json.object(words[0]).orElse(JsonObject.empty()), words[1], value);
    return inner.members().isEmpty() ? json.without(words[0]) : json.with(words[0], inner);
  }

  /**
   * Parses the value with the key's own setting; below {@code llm}, whose keys belong to the
   * backend, as YAML.
   */
  private static JsonValue understood(Features features, String key, String text) {
    boolean ofAgent = key.startsWith(TeamKeys.AGENTS + ".");
    Settings settings = ofAgent ? TeamKeys.ofAgent(features) : TeamKeys.ofTeam(features);
    String name = ofAgent ? key.replaceFirst("^agents\\.[^.]*\\.", "") : key;
    for (Setting<?> setting : settings.all()) {
      if (setting.key().equals(name)) {
        return setting
            .parse(text)
            .orElseThrow(
                () -> new ConfigException(key + ": expected " + setting.type().expected()));
      }
    }
    try {
      return Yaml.parse(text).value();
    } catch (MalformedYaml e) {
      return new JsonString(text);
    }
  }

  /** Returns a value as it is given to {@link #of}. */
  public static String text(JsonValue value) {
    return value instanceof JsonString(String text) ? text : JsonWriter.compact(value);
  }

  /** Returns whether it differs from the file. */
  public boolean isChange() {
    return !text.equals(files.text(files.override()).orElse(""));
  }

  /** Writes the change. */
  public void write() {
    if (!isChange()) {
      return;
    }
    EditedFile.requireWritable(files.override());
    if (text.isEmpty()) {
      files.disk().delete(files.override());
    } else {
      files.disk().write(files.override(), text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
