package org.sovereignbook.sbp.runtime.scheduler;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.peer.step.Component;

/** Commands in a configuration that no version of this program has written. */
public final class OwnCommands {
  private OwnCommands() {}

  /** Returns the words of each command by its key, whether they can be run or not. */
  public static Map<String, String> of(Config config) {
    Map<String, String> own = new LinkedHashMap<>();
    config
        .json()
        .object("commands")
        .orElseGet(JsonObject::empty)
        .members()
        .forEach(
            (name, value) -> {
              String words =
                  value instanceof JsonString text ? text.value() : JsonWriter.compact(value);
              if (!Optional.of(EarlierCommands.now(name, words)).equals(usual(name))) {
                own.put("commands." + name, words);
              }
            });
    String launcher = config.get(SchedulerSettings.LAUNCHER);
    if (!launcher.isBlank()) {
      own.put(SchedulerSettings.LAUNCHER.key(), launcher);
    }
    return own;
  }

  private static Optional<String> usual(String name) {
    return Component.ALL.stream()
        .filter(component -> component.name().equals(name))
        .findFirst()
        .map(Steps::command);
  }
}
