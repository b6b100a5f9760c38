package org.sovereignbook.sbp.json;

/** JSON's {@code null}, a value like any other. */
public enum JsonNull implements JsonValue {
  INSTANCE
}
