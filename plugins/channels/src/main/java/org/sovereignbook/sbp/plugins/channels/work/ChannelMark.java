package org.sovereignbook.sbp.plugins.channels.work;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;

/**
 * The file {@code operational/channels.json}, which exists while the node has channels, so that
 * nodes without any open no database for them. It names the commands that print tokens: programs
 * that the owner of a node accepts before any runs.
 */
public record ChannelMark(Node node) {
  private static final String COMMANDS = "token_commands";

  private Path file() {
    return node.home().operational().resolve("channels.json");
  }

  /** Returns whether the node has channels. Opens no file. */
  public boolean isAny() {
    return node.disk().exists(file());
  }

  /** Returns the commands that print tokens, by the names of their channels. */
  public Map<String, String> commands() {
    Map<String, String> commands = new TreeMap<>();
    Optional<JsonObject> all =
        isAny()
            ? node.readIntactJson(file()).flatMap(json -> json.object(COMMANDS))
            : Optional.empty();
    all.ifPresent(
        json ->
            json.members()
                .keySet()
                .forEach(name -> json.string(name).ifPresent(it -> commands.put(name, it))));
    return commands;
  }

  /** Writes the file for a new channel. */
  public void add(String name, Optional<String> command) {
    Map<String, String> commands = commands();
    commands.remove(name);
    command.ifPresent(it -> commands.put(name, it));
    write(commands);
  }

  /**
   * Writes the file without a channel.
   *
   * @param isLast whether the node has no channel any more
   */
  public void remove(String name, boolean isLast) {
    Map<String, String> commands = commands();
    commands.remove(name);
    if (isLast) {
      node.disk().delete(file());
    } else {
      write(commands);
    }
  }

  private void write(Map<String, String> commands) {
    JsonObject.Builder all = JsonObject.builder();
    commands.forEach(all::put);
    node.writeJson(file(), JsonObject.builder().put(COMMANDS, all.build()).build());
  }
}
