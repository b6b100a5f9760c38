package org.sovereignbook.sbp.runtime.scheduler;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.EditableJson;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.EditedFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.step.Component;

/**
 * Migration of commands that earlier versions of the program wrote into a configuration. Only an
 * unchanged command is replaced; one that the operator has edited stays.
 */
final class EarlierCommands {
  private EarlierCommands() {}

  /** Returns the present form of a component's command. */
  static String now(String component, String command) {
    return Component.ALL.stream()
        .filter(one -> one.name().equals(component))
        .filter(one -> Steps.earlierCommand(one).equals(Optional.of(command)))
        .findFirst()
        .map(Steps::command)
        .orElse(command);
  }

  /**
   * Replaces earlier commands in the file; all other bytes stay.
   *
   * @return the changes, a line each
   */
  static List<String> replace(Node node) {
    Path file = node.home().schedulerConfig();
    EditedFile before = EditedFile.read(node.disk(), file);
    if (!before.exists()) {
      return List.of();
    }
    List<String> done = new ArrayList<>();
    byte[] bytes = before.bytes();
    JsonObject commands = node.config().json().object("commands").orElseGet(JsonObject::empty);
    for (Component component : Component.ALL) {
      Optional<String> earlier = Steps.earlierCommand(component);
      Optional<String> written = commands.string(component.name());
      if (earlier.isPresent() && written.equals(earlier)) {
        bytes = with(bytes, component);
        done.add(
            "commands.%1$s in %2$s was what an earlier sbp wrote; it now says agent run %1$s"
                .formatted(component, file.getFileName()));
      }
    }
    // A concurrent edit has precedence; the next tick tries again.
    if (!done.isEmpty() && !before.isChanged()) {
      before.write(new String(bytes, StandardCharsets.UTF_8));
      return done;
    }
    return List.of();
  }

  private static byte[] with(byte[] file, Component component) {
    try {
      return EditableJson.of(file)
          .with(List.of("commands", component.name()), new JsonString(Steps.command(component)))
          .getBytes(StandardCharsets.UTF_8);
    } catch (MalformedJson e) {
      throw new IllegalStateException("a configuration that was read before", e);
    }
  }
}
