package org.sovereignbook.sbp.model.llm.cli;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;

/**
 * Merge of two states of one login file. An object with an expiry time is one credential; other
 * objects contain credentials, each merged for itself. Nothing is ever removed: a run logs no user
 * out.
 */
final class LoginMerge {
  /** Names that Claude Code, Gemini CLI and OpenCode give to the expiry of an access token. */
  private static final Set<String> EXPIRY = Set.of("expiresAt", "expiry_date", "expires");

  private static final Pattern SECRET =
      Pattern.compile("KEY|TOKEN|SECRET|ACCESS|REFRESH", Pattern.CASE_INSENSITIVE);

  private static final int MIN_SECRET_CHARACTERS = 8;

  private LoginMerge() {}

  /**
   * Returns the newer state of each credential.
   *
   * @param kept the user's file as it is now
   * @param refreshed the run's copy of the file
   * @param untouched whether the user's file is unchanged since it was copied, so that every
   *     difference is the run's; otherwise only a later expiry shows which is newer
   */
  static JsonObject newest(JsonObject kept, JsonObject refreshed, boolean untouched) {
    OptionalDouble before = expiry(kept);
    OptionalDouble after = expiry(refreshed);
    boolean ours = before.isPresent() ? isLater(after, before.getAsDouble()) : untouched;
    if (before.isPresent() && !ours) {
      return kept;
    }
    JsonObject newest = kept;
    for (Map.Entry<String, JsonValue> member : refreshed.members().entrySet()) {
      JsonValue old = kept.get(member.getKey()).orElse(JsonNull.INSTANCE);
      if (old instanceof JsonObject one && member.getValue() instanceof JsonObject other) {
        newest = newest.with(member.getKey(), newest(one, other, ours));
      } else if (ours && !isEmpty(member.getValue())) {
        newest = newest.with(member.getKey(), member.getValue());
      }
    }
    return newest;
  }

  private static boolean isLater(OptionalDouble after, double before) {
    return after.isPresent() && after.getAsDouble() > before;
  }

  private static boolean isEmpty(JsonValue value) {
    return value instanceof JsonNull || value.equals(new JsonString(""));
  }

  private static OptionalDouble expiry(JsonObject json) {
    return EXPIRY.stream()
        .map(json::number)
        .filter(OptionalDouble::isPresent)
        .findFirst()
        .orElse(OptionalDouble.empty());
  }

  /** Returns the secret values. */
  static Stream<String> secrets(JsonValue value) {
    return switch (value) {
      case JsonObject object ->
          object.members().entrySet().stream()
              .flatMap(
                  member ->
                      member.getValue() instanceof JsonString(String text)
                          ? Stream.of(text).filter(each -> isSecret(member.getKey(), each))
                          : secrets(member.getValue()));
      case JsonArray(var elements) -> elements.stream().flatMap(LoginMerge::secrets);
      default -> Stream.empty();
    };
  }

  private static boolean isSecret(String name, String value) {
    return SECRET.matcher(name).find() && value.length() >= MIN_SECRET_CHARACTERS;
  }
}
