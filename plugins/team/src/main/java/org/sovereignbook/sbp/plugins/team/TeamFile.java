package org.sovereignbook.sbp.plugins.team;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.yaml.MalformedYaml;
import org.sovereignbook.sbp.base.yaml.Yaml;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.node.Suggestion;

/**
 * One of the files that describe a team: {@code team.yaml}, or {@code team.override.yaml} beside
 * it. Unknown keys and invalid values are refused: a {@link ConfigException} names file, line,
 * column and key.
 *
 * @param isDraft whether the text is not written yet: its errors name keys only, because its lines
 *     cannot be looked up
 */
record TeamFile(Path file, Yaml yaml, JsonObject json, boolean isDraft) {

  /** Reads a file by itself. An agent in an override may have nothing but its id. */
  static TeamFile parse(Path file, String text, Features features) {
    return parse(file, text, features, false);
  }

  /** Reads a text that is to be written to the file. */
  static TeamFile draft(Path file, String text, Features features) {
    return parse(file, text, features, true);
  }

  private static TeamFile parse(Path file, String text, Features features, boolean isDraft) {
    Yaml yaml;
    try {
      yaml = Yaml.parse(text);
    } catch (MalformedYaml e) {
      String name = String.valueOf(file.getFileName());
      throw new ConfigException(e.place(name) + ": " + e.problem(), e);
    }
    JsonValue value = yaml.value() == JsonNull.INSTANCE ? JsonObject.empty() : yaml.value();
    if (!(value instanceof JsonObject json)) {
      throw new ConfigException(file.getFileName() + ": expected keys such as `agents:`");
    }
    TeamFile read = new TeamFile(file, yaml, json, isDraft);
    List<TeamKeys.Problem> problems = read.problems(features);
    if (!problems.isEmpty()) {
      throw read.wrong(problems);
    }
    return read;
  }

  /** Returns the agents in their order. */
  List<JsonObject> agents() {
    return json.array(TeamKeys.AGENTS).map(JsonArray::objects).orElse(List.of());
  }

  /** Returns an error at a key of this file. */
  ConfigException wrong(String key, String text) {
    return wrong(List.of(new TeamKeys.Problem(key, text)));
  }

  private ConfigException wrong(List<TeamKeys.Problem> problems) {
    TeamKeys.Problem first = problems.getFirst();
    String more = problems.size() == 1 ? "" : " (and " + (problems.size() - 1) + " more)";
    if (isDraft) {
      return new ConfigException(PeerText.plain(typed(first.key())) + ": " + first.text() + more);
    }
    return new ConfigException(said(first.key(), first.text()) + more);
  }

  /** Returns a remark on a key of this file, with its place. */
  String said(String key, String text) {
    Yaml.Place place = yaml.at(key);
    return "%s:%d:%d: %s: %s"
        .formatted(file.getFileName(), place.line(), place.column(), PeerText.plain(key), text);
  }

  /** Returns a key for people, with an agent's id instead of its index. */
  private String typed(String key) {
    String[] words = key.split("\\.", 3);
    if (!words[0].equals(TeamKeys.AGENTS) || words.length < 2) {
      return key;
    }
    words[1] = ids().get(Integer.parseInt(words[1]));
    return String.join(".", words);
  }

  private List<TeamKeys.Problem> problems(Features features) {
    Settings ofTeam = TeamKeys.ofTeam(features);
    Set<String> known = keys(ofTeam);
    known.add(TeamKeys.AGENTS);
    List<TeamKeys.Problem> problems = new ArrayList<>();
    problems.addAll(problems(new Config(file, json), ofTeam, known));
    Optional<JsonValue> agents = json.get(TeamKeys.AGENTS);
    if (agents.isPresent() && !(agents.get() instanceof JsonArray)) {
      problems.add(new TeamKeys.Problem(TeamKeys.AGENTS, "expected a list, one - for each"));
    }
    Settings ofAgent = TeamKeys.ofAgent(features);
    List<JsonValue> elements = json.array(TeamKeys.AGENTS).map(JsonArray::values).orElse(List.of());
    for (int i = 0; i < elements.size(); i++) {
      String place = TeamKeys.AGENTS + "." + i;
      if (elements.get(i) instanceof JsonObject agent) {
        Config config = new Config(file, place, agent);
        problems.addAll(problems(config, ofAgent, keys(ofAgent)));
      } else {
        problems.add(new TeamKeys.Problem(place, "expected keys such as `id:` and `role:`"));
      }
    }
    return problems;
  }

  private List<TeamKeys.Problem> problems(Config config, Settings settings, Set<String> known) {
    String prefix = config.place().isEmpty() ? "" : config.place() + ".";
    List<TeamKeys.Problem> problems = new ArrayList<>();
    unknown(prefix, "", config.json(), known, problems);
    if (!problems.isEmpty()) {
      return problems; // A section that is not an object has no values to check.
    }
    for (Setting<?> setting : settings.all()) {
      config
          .value(setting.key())
          .filter(value -> setting.type().read(value).isEmpty())
          .ifPresent(
              _ ->
                  problems.add(
                      new TeamKeys.Problem(
                          prefix + setting.key(), "expected " + setting.type().expected())));
    }
    return problems;
  }

  private static Set<String> keys(Settings settings) {
    return settings.all().stream().map(Setting::key).collect(Collectors.toCollection(HashSet::new));
  }

  private static void unknown(
      String prefix,
      String section,
      JsonObject json,
      Set<String> known,
      List<TeamKeys.Problem> problems) {
    for (Map.Entry<String, JsonValue> member : json.members().entrySet()) {
      String key = section + member.getKey();
      if (known.contains(key)) {
        continue;
      }
      boolean holds = known.stream().anyMatch(one -> one.startsWith(key + "."));
      if (holds && member.getValue() instanceof JsonObject inner) {
        unknown(prefix, key + ".", inner, known, problems);
      } else if (holds) {
        problems.add(new TeamKeys.Problem(prefix + key, "expected keys below it"));
      } else {
        problems.add(new TeamKeys.Problem(prefix + key, stranger(section, member.getKey(), known)));
      }
    }
  }

  private static String stranger(String section, String name, Set<String> known) {
    List<String> here =
        known.stream()
            .filter(key -> key.startsWith(section))
            .map(key -> key.substring(section.length()).split("\\.", 2)[0])
            .distinct()
            .sorted()
            .toList();
    return Suggestion.nearest(name, here)
        .map(near -> "unknown key; did you mean " + near + "?")
        .orElse("unknown key; expected one of " + String.join(", ", here));
  }

  /** Returns this file's values overlaid with another file's: sections by key, agents by id. */
  JsonObject with(TeamFile over) {
    List<JsonValue> agents = new ArrayList<>(agents());
    List<String> ids = ids();
    List<String> theirs = over.ids();
    for (int i = 0; i < theirs.size(); i++) {
      int at = ids.indexOf(theirs.get(i));
      if (at < 0) {
        String near =
            Suggestion.nearest(theirs.get(i), ids)
                .map(id -> "; did you mean " + id + "?")
                .orElse("");
        throw over.wrong(
            TeamKeys.AGENTS + "." + i,
            PeerText.quote(theirs.get(i)) + " is no agent of " + file.getFileName() + near);
      }
      agents.set(at, merged((JsonObject) agents.get(at), over.agents().get(i)));
    }
    return merged(json, over.json().without(TeamKeys.AGENTS))
        .with(TeamKeys.AGENTS, JsonArray.of(agents));
  }

  /** Returns whether this file has a value for this key. */
  boolean says(String key) {
    return yaml.places().containsKey(key);
  }

  List<String> ids() {
    return agents().stream().map(agent -> agent.string("id").orElse("")).toList();
  }

  private static JsonObject merged(JsonObject base, JsonObject over) {
    JsonObject merged = base;
    for (Map.Entry<String, JsonValue> member : over.members().entrySet()) {
      boolean both =
          merged.object(member.getKey()).isPresent() && member.getValue() instanceof JsonObject;
      merged =
          merged.with(
              member.getKey(),
              both
                  ? merged(
                      merged.object(member.getKey()).orElseThrow(), (JsonObject) member.getValue())
                  : member.getValue());
    }
    return merged;
  }

  /** Returns the ids that no member has, for an error. */
  static Stream<String> missing(List<String> ids, Set<String> all) {
    return ids.stream().filter(id -> !all.contains(id));
  }
}
