package org.sovereignbook.sbp.plugins.clis;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.node.Resources;

/**
 * Plugin of OpenCode that runs {@code sbp memory hook}: a file of its own, since OpenCode has no
 * hooks that are commands.
 *
 * @param home of the node, by which its own plugin is recognized
 */
record ClientPlugin(Path home) {
  private static final String TEMPLATE = "opencode-memory.js";

  /**
   * Returns the text of the file.
   *
   * @param before its present text, which must be of this node, or blank
   */
  String with(Path file, String before, List<String> program, Optional<String> agent) {
    if (!before.isBlank() && !isOwn(before)) {
      throw CliException.refused(
          file + " is not of this node; nothing was changed",
          "beside it:  sbp mcp install opencode --hooks --name NAME");
    }
    return Resources.text(ClientPlugin.class, TEMPLATE)
        .replace("PROGRAM = \"the program\"", "PROGRAM = " + code(JsonArray.ofStrings(program)))
        .replace("HOME = \"the node\"", homeLine())
        .replace(
            "OPTIONS = \"more options\"",
            "OPTIONS = "
                + code(
                    JsonArray.ofStrings(
                        agent.map(name -> List.of("--as", name)).orElse(List.of()))));
  }

  /** Returns the text of the file without what is of this node: nothing, or all of it. */
  String without(String text) {
    return isOwn(text) ? "" : text;
  }

  private boolean isOwn(String text) {
    return text.lines().anyMatch(line -> line.equals("const " + homeLine()));
  }

  private String homeLine() {
    return "HOME = " + code(new JsonString(home.toString()));
  }

  private static String code(JsonValue value) {
    return JsonWriter.compact(value);
  }
}
