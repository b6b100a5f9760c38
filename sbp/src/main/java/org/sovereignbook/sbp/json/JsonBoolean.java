package org.sovereignbook.sbp.json;

/** JSON's {@code true} or {@code false}. */
public record JsonBoolean(boolean value) implements JsonValue {}
