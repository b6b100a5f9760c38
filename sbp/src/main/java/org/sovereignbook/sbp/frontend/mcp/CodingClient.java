package org.sovereignbook.sbp.frontend.mcp;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.UserFolders;

/** The coding CLIs that can be told of this server, and where each keeps whom it knows. */
enum CodingClient {
  CLAUDE("mcpServers", "CLAUDE_CONFIG_DIR", "", List.of(".claude.json"), List.of(".mcp.json")),
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

  /**
   * For those that are told how long they wait: they would give up after five or ten seconds, which
   * the first start of a build, or any on a busy machine, may need.
   */
  private static final int START_SECONDS = 60;

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
   * @param variable names its folder, for users who put it elsewhere
   * @param inHome its folder below the home of everybody else
   * @param ofUser files in that folder, the last one being made when there is none
   * @param ofProject the same in a project's folder
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

  /** The user's file; empty for a user without a home. */
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

  private static Path existing(Path folder, List<String> names) {
    return names.stream()
        .map(folder::resolve)
        .filter(Files::exists)
        .findFirst()
        .orElseGet(() -> folder.resolve(names.getLast()));
  }

  /** What it is to know: how the server is started. */
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

  /** As it is typed. */
  @Override
  public String toString() {
    return Words.of(this);
  }
}
