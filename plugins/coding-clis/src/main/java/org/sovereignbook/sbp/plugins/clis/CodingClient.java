package org.sovereignbook.sbp.plugins.clis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.UserFolders;

/** The supported coding CLIs, with the files in which each registers servers. */
enum CodingClient {
  CLAUDE(
      "mcpServers", CodingClient.CLAUDE_FOLDER, "", List.of(".claude.json"), List.of(".mcp.json")),
  GEMINI(
      "mcpServers",
      "GEMINI_CLI_HOME",
      "",
      List.of(".gemini/settings.json"),
      List.of(".gemini/settings.json")),
  OPENCODE(
      "mcp",
      "XDG_CONFIG_HOME",
      ".config",
      List.of("opencode/opencode.jsonc", "opencode/opencode.json"),
      List.of("opencode.jsonc", "opencode.json")),
  CODEX(
      "mcp_servers", "CODEX_HOME", ".codex", List.of("config.toml"), List.of(".codex/config.toml"));

  /** Environment variable of Claude Code's folder. */
  static final String CLAUDE_FOLDER = "CLAUDE_CONFIG_DIR";

  /**
   * The start timeout in seconds for CLIs that have such a setting. Their defaults of five or ten
   * seconds are too short for the first start of a build, or for a busy machine.
   */
  private static final int START_SECONDS = 60;

  /** The most that a hook may take, with the start of the program. */
  private static final int HOOK_SECONDS = 10;

  private final String section;
  private final String variable;
  private final String inHome;

  @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
  private final List<String> ofUser;

  @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
  private final List<String> ofProject;

  /**
   * Describes one.
   *
   * @param section the member or table of its file that holds servers
   * @param variable the environment variable with its folder, if a user has moved it
   * @param inHome its default folder below the home folder
   * @param ofUser files in that folder; the last one is made when there is none
   * @param ofProject files in a project's folder
   */
  CodingClient(
      String section, String variable, String inHome, List<String> ofUser, List<String> ofProject) {
    this.section = section;
    this.variable = variable;
    this.inHome = inHome;
    this.ofUser = ofUser;
    this.ofProject = ofProject;
  }

  String section() {
    return section;
  }

  boolean keepsToml() {
    return this == CODEX;
  }

  /** Returns the user's file; empty for a user without a home. */
  Optional<Path> userFile(UserFolders folders) {
    return folders
        .absolute(variable)
        .or(
            () ->
                folders
                    .absolute("HOME")
                    .or(() -> folders.absolute("USERPROFILE"))
                    .map(home -> home.resolve(inHome)))
        .map(folder -> existing(folder, ofUser));
  }

  Path projectFile(Path folder) {
    return existing(folder, ofProject);
  }

  /**
   * Returns the file in which it keeps hooks.
   *
   * @param servers the file in which it registers servers
   * @param inFolder whether that file is in the CLI's own folder
   * @param name of the server
   */
  Path hooksFile(Path servers, boolean inFolder, String name) {
    return switch (this) {
      case CLAUDE -> servers.resolveSibling(inFolder ? "settings.json" : ".claude/settings.json");
      case GEMINI -> servers;
      case CODEX -> servers.resolveSibling("hooks.json");
      case OPENCODE -> servers.resolveSibling("plugins").resolve(name + "-memory.js");
    };
  }

  /** Returns whether its hooks are a plugin, in a file of their own. */
  boolean hasPlugin() {
    return this == OPENCODE;
  }

  /**
   * Returns whether it has hooks in a project's folder, or else in the user's. A folder with
   * plugins in a project has OpenCode fetch packages from the network.
   */
  boolean hasHooks(boolean project) {
    return !project || this != OPENCODE;
  }

  /** Returns its hooks for memory: names of its events, tools and units of time are its own. */
  SequencedMap<String, ClientHooks.AtMoment> hooks() {
    SequencedMap<String, ClientHooks.AtMoment> hooks = new LinkedHashMap<>();
    switch (this) {
      case CLAUDE -> {
        hooks.put("SessionStart", hook("start", HOOK_SECONDS));
        hooks.put("SessionEnd", hook("end", HOOK_SECONDS));
        hooks.put("PreCompact", hook("compact", HOOK_SECONDS));
        hooks.put("PostToolUse", learning("Write|Edit", HOOK_SECONDS));
      }
      case GEMINI -> {
        hooks.put("SessionStart", hook("start", HOOK_SECONDS * 1_000));
        hooks.put("SessionEnd", hook("end", HOOK_SECONDS * 1_000));
        hooks.put("PreCompress", hook("compact", HOOK_SECONDS * 1_000));
        hooks.put("AfterTool", learning("write_file|replace", HOOK_SECONDS * 1_000));
      }
      case CODEX -> {
        hooks.put("SessionStart", hook("start", HOOK_SECONDS));
        hooks.put("PreCompact", hook("compact", HOOK_SECONDS));
      }
      case OPENCODE -> {
        // Its hooks are a plugin.
      }
    }
    return hooks;
  }

  private static ClientHooks.AtMoment hook(String moment, int timeout) {
    return new ClientHooks.AtMoment(moment, Optional.empty(), timeout);
  }

  private static ClientHooks.AtMoment learning(String tools, int timeout) {
    return new ClientHooks.AtMoment("learned", Optional.of(tools), timeout);
  }

  private static Path existing(Path folder, List<String> names) {
    return names.stream()
        .map(folder::resolve)
        .filter(Files::exists)
        .findFirst()
        .orElseGet(() -> folder.resolve(names.getLast()));
  }

  /** Returns the entry that starts the server. */
  JsonObject entry(List<String> command) {
    if (this == OPENCODE) {
      return JsonObject.builder()
          .put("type", "local")
          .put("command", JsonArray.ofStrings(command))
          .put("enabled", true)
          .put("timeout", START_SECONDS * 1_000)
          .build();
    }
    JsonObject.Builder entry = JsonObject.builder();
    if (this == CLAUDE) {
      entry.put("type", "stdio");
    }
    entry
        .put("command", command.getFirst())
        .put("args", JsonArray.ofStrings(command.subList(1, command.size())));
    if (this == CODEX) {
      entry.put("startup_timeout_sec", START_SECONDS);
    }
    return entry.build();
  }

  /** Returns the name as typed. */
  @Override
  public String toString() {
    return Words.of(this);
  }
}
