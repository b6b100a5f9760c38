package org.sovereignbook.sbp.authority.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;

/** Result of the policies, in the words that the audit log also keeps. */
record AccessOutcome(
    boolean isAllowed,
    String reason,
    String tools,
    List<String> credentials,
    String data,
    Optional<String> session,
    List<String> grants) {

  static AccessOutcome of(AccessDecision decision) {
    return of(decision.detail());
  }

  /** Reads an outcome from the JSON that {@link AccessDecision#detail} writes. */
  static AccessOutcome of(JsonObject detail) {
    return new AccessOutcome(
        detail.string("effect").orElse("").equals("allow"),
        detail.string("reason").orElse(""),
        detail.string("tools").orElse(""),
        list(detail, "credentials"),
        detail.string("data").orElse(""),
        detail.string("session"),
        list(detail, "grants"));
  }

  static List<String> list(JsonObject detail, String name) {
    return detail.array(name).flatMap(JsonArray::strings).orElse(List.of());
  }

  /** Returns the outcome in sentences for people. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>(List.of(effect()));
    if (isAllowed) {
      sentences.add("tools: " + tools);
      sentences.add("credentials: " + words(credentials) + "; data: " + data);
      session.ifPresent(key -> sentences.add("session: " + key));
      if (!grants.isEmpty()) {
        sentences.add("with the grants " + String.join(", ", grants));
      }
    }
    return sentences;
  }

  private String effect() {
    if (isAllowed) {
      return "it is let through by " + reason;
    }
    return reason.equals(AccessDecision.DEFAULT_DENY)
        ? "no policy lets it through, so it is denied"
        : "it is denied by " + reason;
  }

  private static String words(List<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  /**
   * Returns a sentence for each point in which today's outcome differs from this earlier one; empty
   * when none does.
   */
  List<String> differences(AccessOutcome today) {
    List<String> all = new ArrayList<>();
    if (!effect().equals(today.effect())) {
      all.add("today " + today.effect());
    }
    if (isAllowed && today.isAllowed) {
      differ("tools", tools, today.tools, all);
      differ("credentials", words(credentials), words(today.credentials), all);
      differ("data", data, today.data, all);
      differ("session", session.orElse("none"), today.session.orElse("none"), all);
      differ("grants", words(grants), words(today.grants), all);
    }
    return all;
  }

  private static void differ(String what, String then, String now, List<String> all) {
    if (!then.equals(now)) {
      all.add("%s then: %s; today: %s".formatted(what, then, now));
    }
  }
}
