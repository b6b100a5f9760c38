package org.sovereignbook.sbp.llm;

import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;

/**
 * What a role hands in.
 *
 * @param file its path below {@code runtime/}; in {@link LlmMode#TOOLS} the one file to write
 * @param schema the JSON Schema of it, for backends whose provider takes one; every member is
 *     required and may be null where it may be absent, as strict providers want it; empty for text
 */
public record LlmOutput(String file, Optional<JsonObject> schema) {

  /** The output of a role. */
  public static LlmOutput of(AgentRole role) {
    return switch (role) {
      case READER ->
          new LlmOutput("operational/reader-decisions.json", Optional.of(Shape.DECISIONS.schema()));
      case AUTHOR ->
          new LlmOutput(
              "operational/author-output/pieces.json", Optional.of(Shape.PIECES.schema()));
      case COMPACTOR -> new LlmOutput("session-log.md", Optional.empty());
      case ETHOS -> new LlmOutput("ethos.md", Optional.empty());
    };
  }
}
