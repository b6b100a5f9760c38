package org.sovereignbook.sbp.base.json;

/**
 * JSON value (PROTOCOL.md §1).
 *
 * <p>Immutable, compared by value, and always writable: text that UTF-8 cannot encode is refused
 * when a value is made, so no writer can fail on it later.
 */
public sealed interface JsonValue
    permits JsonObject, JsonArray, JsonString, JsonInteger, JsonDecimal, JsonBoolean, JsonNull {}
