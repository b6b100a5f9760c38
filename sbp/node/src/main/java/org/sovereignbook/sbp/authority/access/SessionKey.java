package org.sovereignbook.sbp.authority.access;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Session names of policies, in which the variables of NEXUS are replaced. */
final class SessionKey {
  private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]*)\\}");
  private static final String MAIN = "main";

  private SessionKey() {}

  /** Returns {@code agent:PERSONA:KEY}; empty when the key uses a variable without a value. */
  static Optional<String> render(
      Policy.SessionTarget target, Requester requester, Circumstances circumstances) {
    StringBuilder key = new StringBuilder();
    Matcher variable = VARIABLE.matcher(target.key().orElse(MAIN));
    while (variable.find()) {
      Optional<String> value = value(variable.group(1), requester, circumstances);
      if (value.filter(text -> !text.isBlank()).isEmpty()) {
        return Optional.empty();
      }
      variable.appendReplacement(key, Matcher.quoteReplacement(escaped(value.get())));
    }
    variable.appendTail(key);
    return Optional.of("agent:" + target.persona().orElse(MAIN) + ":" + key);
  }

  /** Returns the persona of a rendered key. */
  static String persona(String rendered) {
    return rendered.split(":", 3)[1];
  }

  /** Returns whether a policy may use this variable. */
  static boolean isKnown(String name) {
    return switch (name) {
      case "principal.name",
          "principal.id",
          "principal.relationship",
          "channel",
          "peer_id",
          "account",
          "guild" ->
          true;
      default -> false;
    };
  }

  /** Returns the first unknown variable of a key. */
  static Optional<String> stranger(String key) {
    return VARIABLE
        .matcher(key)
        .results()
        .map(found -> found.group(1))
        .filter(name -> !isKnown(name))
        .findFirst();
  }

  private static Optional<String> value(String name, Requester who, Circumstances where) {
    return switch (name) {
      case "principal.name" -> Optional.of(who.name());
      case "principal.id" -> Optional.of(who.person().orElse(who.principal().text()));
      case "principal.relationship" -> who.relationship();
      case "channel" -> Optional.of(where.channel());
      case "peer_id" -> where.peerId();
      case "account" -> where.account();
      case "guild" -> where.guild();
      default -> Optional.empty();
    };
  }

  /** Escapes a name so that it cannot form another key. */
  private static String escaped(String value) {
    return value.replace("%", "%25").replace(":", "%3A");
  }
}
