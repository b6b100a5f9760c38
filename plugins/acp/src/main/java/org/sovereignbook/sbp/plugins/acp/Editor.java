package org.sovereignbook.sbp.plugins.acp;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.frontend.mcp.ConfigSection;
import org.sovereignbook.sbp.node.UserFolders;

/** Editors that speak the protocol, with the files in which each registers agents. */
enum Editor {
  ZED,
  JETBRAINS;

  static final String ENVIRONMENT = "env";

  ConfigSection section() {
    return new ConfigSection("agent_servers", false, "sbp acp install " + this + " --print");
  }

  /** Returns the user's file; empty for a user without a home. */
  Optional<Path> file(UserFolders folders) {
    Optional<Path> home = folders.absolute("HOME").or(() -> folders.absolute("USERPROFILE"));
    return switch (this) {
      case ZED ->
          folders
              .absolute("XDG_CONFIG_HOME")
              .map(folder -> folder.resolve("zed"))
              .or(() -> folders.absolute("APPDATA").map(folder -> folder.resolve("Zed")))
              .or(() -> home.map(folder -> folder.resolve(".config/zed")))
              .map(folder -> folder.resolve("settings.json"));
      case JETBRAINS -> home.map(folder -> folder.resolve(".jetbrains/acp.json"));
    };
  }

  /** Returns the entry that starts the agent. */
  JsonObject entry(List<String> command) {
    JsonObject.Builder entry = JsonObject.builder();
    if (this == ZED) {
      entry.put("type", "custom");
    }
    return entry
        .put("command", command.getFirst())
        .put("args", JsonArray.ofStrings(command.subList(1, command.size())))
        .put(ENVIRONMENT, JsonObject.empty())
        .build();
  }

  /** Returns the name as typed. */
  @Override
  public String toString() {
    return Words.of(this);
  }
}
