package org.sovereignbook.sbp.ops.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;

/**
 * Service that a backend knows by a preset, such as {@code ollama} of {@code openai}, as a value of
 * {@code llm.backend}; perhaps with a model: {@code ollama/qwen2.5:7b}.
 */
record BackendPreset(String backend, String name, Optional<String> model) {
  /**
   * Setting that it consists of.
   *
   * @param value a text
   */
  record Part(String key, JsonValue value) {
    boolean isIn(Config config) {
      return config.value(key).equals(Optional.of(value));
    }
  }

  /**
   * Returns the preset that a value of {@code llm.backend} names, where no backend is called so.
   */
  static Optional<BackendPreset> of(Session session, String key, String value) {
    var extensions = session.extensions(Optional.of(session.node()));
    if (!key.equals(AgentSettings.BACKEND.key())
        || extensions.names(ExtensionKind.LLM).contains(value)) {
      return Optional.empty();
    }
    int slash = value.indexOf('/');
    String name = slash < 0 ? value : value.substring(0, slash);
    Optional<String> model = slash < 0 ? Optional.empty() : Optional.of(value.substring(slash + 1));
    Node node = session.node();
    for (String backend : extensions.names(ExtensionKind.LLM)) {
      String presetKey = preset(backend);
      for (Settings one : ProgramSettings.with(node, node.config(), extensions, presetKey)) {
        for (Setting<?> setting : one.all()) {
          if (setting.key().equals(presetKey) && setting.parse(name).isPresent()) {
            return Optional.of(new BackendPreset(backend, name, model));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static String preset(String backend) {
    return "llm." + backend + ".preset";
  }

  private String modelKey() {
    return "llm." + backend + ".model";
  }

  /** Returns its settings; that of the backend comes last. */
  List<Part> settings() {
    List<Part> parts = new ArrayList<>();
    parts.add(new Part(preset(backend), new JsonString(name)));
    model.ifPresent(text -> parts.add(new Part(modelKey(), new JsonString(text))));
    parts.add(new Part(AgentSettings.BACKEND.key(), new JsonString(backend)));
    return parts;
  }

  /** Returns a configuration with its settings. */
  Config in(Config config) {
    Config changed = config;
    for (Part part : settings()) {
      changed = changed.withJson(part.key(), part.value());
    }
    return changed;
  }

  /** Returns what else is needed. */
  Optional<String> missing(Config config) {
    return config.value(modelKey()).isPresent()
        ? Optional.empty()
        : Optional.of(
            "which model?  sbp config set %s NAME, or at once:  sbp config set %s %s/NAME"
                .formatted(modelKey(), AgentSettings.BACKEND.key(), name));
  }
}
