package org.sovereignbook.sbp.testkit.simulation;

import java.util.HashMap;
import java.util.Map;

/**
 * Signatures checked so far: the judge sees an envelope when it leaves, each time it is sent again,
 * and when it is answered.
 */
final class SeenSignatures {
  private final Map<String, Boolean> verdicts = new HashMap<>();

  /** Returns whether the member of this name is the key that has signed the object. */
  boolean isSigned(Map<String, Object> object, String keyMember) {
    return verdicts.computeIfAbsent(
        keyMember + " " + PlainJson.hash(object), _ -> PlainJson.isSigned(object, keyMember));
  }
}
