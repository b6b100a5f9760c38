package org.sovereignbook.sbp.cli.catalog;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.json.MalformedJson;

/**
 * What no annotation says of a command: the JSON Schema of its output, and what its exit codes mean
 * where it is more than usual. One resource for each command of the first level, {@code
 * commands/NAME.json}: by the command's words, {@code exit_codes} and {@code output}.
 */
public final class Declarations {
  private static final String FOLDER = "/org/sovereignbook/sbp/commands/";
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
    try (InputStream in = Declarations.class.getResourceAsStream(resource)) {
      if (in == null) {
        return Optional.empty();
      }
      JsonValue parsed = JsonReader.file(in.readAllBytes());
      return Optional.of(parsed).filter(JsonObject.class::isInstance).map(JsonObject.class::cast);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    } catch (MalformedJson e) {
      throw new IllegalStateException(resource + ": " + e.getMessage(), e);
    }
  }
}
