package org.sovereignbook.sbp.base.json;

/** JSON's {@code true} or {@code false}. */
public record JsonBoolean(boolean value) implements JsonValue {}
