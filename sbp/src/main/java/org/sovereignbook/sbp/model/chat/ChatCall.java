package org.sovereignbook.sbp.model.chat;

import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Call of a tool by a model.
 *
 * @param id unique in the conversation, and ours: a provider's own ids stay in its client
 * @param name the tool, not yet known to exist
 * @param arguments not yet checked against the tool's schema
 */
public record ChatCall(String id, String name, JsonObject arguments) {}
