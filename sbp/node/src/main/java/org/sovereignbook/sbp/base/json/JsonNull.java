package org.sovereignbook.sbp.base.json;

/** JSON's {@code null}, a value like any other. */
public enum JsonNull implements JsonValue {
  INSTANCE
}
