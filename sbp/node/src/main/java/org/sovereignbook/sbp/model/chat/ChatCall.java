package org.sovereignbook.sbp.model.chat;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Call of a tool by a model.
 *
 * @param id unique in the conversation, and ours: a provider's own ids stay in its client
 * @param name the tool, not yet known to exist
 * @param arguments not yet checked against the tool's schema
 * @param malformed why the call cannot be made at all, in words for the model; its name and
 *     arguments then only stand in for what the model sent
 */
public record ChatCall(String id, String name, JsonObject arguments, Optional<String> malformed) {

  /** Creates a call that can be made. */
  public ChatCall(String id, String name, JsonObject arguments) {
    this(id, name, arguments, Optional.empty());
  }
}
