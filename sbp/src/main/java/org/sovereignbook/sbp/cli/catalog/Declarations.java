package org.sovereignbook.sbp.cli.catalog;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.node.Resources;

/**
 * What no annotation says of a command: the JSON Schema of its output, and what its exit codes mean
 * where it is more than usual. One resource for each command of the first level, {@code
 * commands/NAME.json}: by the command's words, {@code exit_codes} and {@code output}.
 */
public final class Declarations {
  private static final String FOLDER = "org/sovereignbook/sbp/commands/";
  private static final String SHARED = "shared";

  private Declarations() {}

  /** The types that schemas refer to as {@code #/$defs/NAME}. */
  public static JsonObject shared() {
    return read(SHARED).orElse(JsonObject.empty());
  }

  /** The schema of the document that the command prints with {@code --json}. */
  public static Optional<JsonObject> output(CommandInfo command) {
    return of(command).flatMap(declared -> declared.object("output"));
  }

  /** What exit codes mean beyond what they mean for every command. */
  static SequencedMap<Integer, String> exitCodes(CommandInfo command) {
    SequencedMap<Integer, String> meanings = new TreeMap<>();
    of(command)
        .flatMap(declared -> declared.object("exit_codes"))
        .ifPresent(
            codes ->
                codes
                    .members()
                    .keySet()
                    .forEach(
                        code ->
                            meanings.put(Integer.valueOf(code), codes.string(code).orElse(""))));
    return meanings;
  }

  private static Optional<JsonObject> of(CommandInfo command) {
    return read(command.path().getFirst()).flatMap(all -> all.object(command.command()));
  }

  private static Optional<JsonObject> read(String name) {
    String resource = FOLDER + name + ".json";
    return Resources.find(resource).map(text -> parse(resource, text));
  }

  private static JsonObject parse(String resource, String text) {
    try {
      return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new IllegalStateException(resource + ": " + e.getMessage(), e);
    }
  }
}
