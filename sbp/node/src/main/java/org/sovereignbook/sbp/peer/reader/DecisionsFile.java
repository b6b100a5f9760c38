package org.sovereignbook.sbp.peer.reader;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.Node;

/**
 * {@code operational/reader-decisions.json}, written by the model or the rules (IMPLEMENTATION
 * §3.3).
 */
sealed interface DecisionsFile {
  /** Larger files are not read. */
  int MAX_FILE_BYTES = 4 * 1_048_576;

  record Missing() implements DecisionsFile {}

  /** There is something else than a decisions file. */
  record Unreadable(String why) implements DecisionsFile {}

  /** The decisions as they stand there, each yet to be read. */
  record Decided(List<JsonValue> decisions, Optional<String> sessionNotes)
      implements DecisionsFile {}

  static DecisionsFile load(Node node) {
    Path file = node.home().readerDecisions();
    if (node.disk().sizeBytes(file) > MAX_FILE_BYTES) {
      return new Unreadable("it is larger than " + MAX_FILE_BYTES + " bytes");
    }
    return node.disk().read(file).map(DecisionsFile::parse).orElseGet(Missing::new);
  }

  static DecisionsFile parse(byte[] bytes) {
    try {
      if (JsonReader.file(bytes) instanceof JsonObject json) {
        return json.array("decisions")
            .map(JsonArray::values)
            .<DecisionsFile>map(values -> new Decided(values, json.string("session_notes")))
            .orElseGet(() -> new Unreadable("it has no array of decisions"));
      }
      return new Unreadable("it is not a JSON object");
    } catch (MalformedJson e) {
      return new Unreadable(e.getMessage());
    }
  }
}
