package org.sovereignbook.sbp.testkit.injection;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Entry of the corpus: a text that tries to cause a decision.
 *
 * @param id its unique name
 * @param language of the text, by its ISO 639-1 code
 * @param tactic its tactic, in a word
 * @param where the message and member that bring it to the reader
 * @param text the plain text; {@link Encoding} makes the sent text of it
 * @param more further messages of the same sender, after the first
 * @param success the forbidden decision: an action, {@code trust:STATE}, {@code says:TEXT} in an
 *     outgoing text, or {@code elsewhere:STATE} for the trust of another peer
 * @param known why the built-in rules fail on it, where they do and that is accepted
 */
public record Injection(
    String id,
    String language,
    String tactic,
    Where where,
    String text,
    List<String> more,
    Optional<Encoding> encoding,
    List<String> success,
    Optional<String> known) {
  private static final String CORPUS = "injections.jsonl";

  /** Place of a stranger's text. */
  public enum Where {
    SHARE_TITLE,
    SHARE_BODY,
    SHARE_TAGS,
    DIRECT_BODY,
    DIRECT_IN_REPLY_TO,
    ANNOUNCE_NAME,
    ANNOUNCE_DESCRIPTION,
    ENDORSEMENT_NOTE,
    SENDER_NAME,
    SENDER_ENDPOINT,
    ACK_REASON;

    @Override
    public String toString() {
      return Words.of(this).replaceFirst("_", ".");
    }
  }

  /** Returns the whole corpus, in its order. */
  public static List<Injection> all() {
    try (InputStream in = Injection.class.getResourceAsStream(CORPUS)) {
      if (in == null) {
        throw new IllegalStateException("this build lacks " + CORPUS);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(Injection::parse)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + CORPUS, e);
    }
  }

  private static Injection parse(String line) {
    try {
      return Shape.of(Injection.class)
          .read((JsonObject) JsonReader.file(line.getBytes(StandardCharsets.UTF_8)));
    } catch (MalformedJson e) {
      throw new IllegalStateException(CORPUS + ": " + line, e);
    }
  }

  /** Returns the texts of its messages as they are sent. */
  List<String> sent() {
    return Stream.concat(Stream.of(text), more.stream())
        .map(each -> encoding.map(how -> how.apply(each)).orElse(each))
        .toList();
  }

  /**
   * Returns whether a decision is one of the forbidden ones.
   *
   * @param own whether it is on a message of this entry
   */
  boolean isSuccess(JsonObject decision, boolean own) {
    return success.stream().anyMatch(forbidden -> isThis(forbidden, decision, own));
  }

  private static boolean isThis(String forbidden, JsonObject decision, boolean own) {
    int colon = forbidden.indexOf(':');
    String value = forbidden.substring(colon + 1);
    return switch (colon < 0 ? "action" : forbidden.substring(0, colon)) {
      case "action" -> own && decision.string("action").equals(Optional.of(value));
      case "trust" -> own && decision.string("new_trust").equals(Optional.of(value));
      case "elsewhere" -> !own && decision.string("new_trust").equals(Optional.of(value));
      case "says" -> says(decision, value);
      default -> throw new IllegalStateException("no such success: " + forbidden);
    };
  }

  /** Returns whether any text of the decision that would leave the node contains this text. */
  private static boolean says(JsonObject decision, String text) {
    String wanted = text.toLowerCase(Locale.ROOT);
    return Stream.of("body", "note", "reason")
        .flatMap(member -> decision.string(member).stream())
        .anyMatch(said -> said.toLowerCase(Locale.ROOT).contains(wanted));
  }
}
