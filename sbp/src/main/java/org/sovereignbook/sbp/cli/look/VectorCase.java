package org.sovereignbook.sbp.cli.look;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.ContentKey;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signature;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.EnvelopeValidator;
import org.sovereignbook.sbp.base.protocol.GroupList;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * One case of the test vectors ({@code testkit/vectors/README.md}), as this program judges it.
 *
 * @param head lines before the first empty line
 * @param raw the bytes after it
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared or changed.
record VectorCase(Map<String, String> head, byte[] raw) {
  private static final String ACCEPTED = "accepted";
  private static final String REFUSED = "refused";

  /** Code of a refusal; other verdicts are values. */
  private static final Pattern CODE = Pattern.compile("[a-z]+(-[a-z]+)*");

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException when it is no case
   */
  static VectorCase read(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Map<String, String> head = new LinkedHashMap<>();
    int at = 0;
    while (at < bytes.length && bytes[at] != '\n') {
      int end = at;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      String line = new String(bytes, at, end - at, StandardCharsets.UTF_8);
      int colon = line.indexOf(": ");
      if (colon < 1) {
        throw new IllegalArgumentException("a line of the head is not of the form NAME: VALUE");
      }
      head.put(line.substring(0, colon), line.substring(colon + 2));
      at = end + 1;
    }
    if (at >= bytes.length || !head.containsKey("check") || !head.containsKey("expected")) {
      throw new IllegalArgumentException("no head with check and expected, and an empty line");
    }
    return new VectorCase(head, Arrays.copyOfRange(bytes, at + 1, bytes.length));
  }

  String line(String name) {
    return Optional.ofNullable(head.get(name))
        .orElseThrow(() -> new IllegalArgumentException("no line " + name + " in the head"));
  }

  /** Returns whether the verdict is the expected one; {@code refused} stands for every code. */
  boolean agrees(String verdict) {
    String expected = line("expected");
    return verdict.equals(expected)
        || (expected.equals(REFUSED)
            && !verdict.equals(ACCEPTED)
            && CODE.matcher(verdict).matches());
  }

  /**
   * Judges the case: {@code accepted}, the code of a refusal, or the value that was asked for.
   *
   * @throws IllegalArgumentException when the check is unknown, or lacks a line
   */
  String verdict() {
    return switch (line("check")) {
      case "envelope" -> code(new EnvelopeValidator(key("node")).validate(raw, clock()));
      case "identity" -> code(object().then(json -> IdentityDocument.validate(json, clock())));
      case "content" -> code(object().then(Content::validate));
      case "endorsement" -> code(object().then(Endorsement::validate));
      case "rotation" -> VectorRotation.verdict(text(), clock());
      case "canonical" -> value(json -> new String(Jcs.canonicalize(json), StandardCharsets.UTF_8));
      case "hash" -> value(json -> ContentHash.of(json).toString());
      case "key" -> parsed(PublicKey::parse);
      case "time" -> parsed(Timestamp::parse);
      case "endpoint" -> parsed(Endpoint::parse);
      case "fingerprint" -> Fingerprint.of(PublicKey.parse(text())).toString();
      case "signature" -> word(Ed25519.verify(raw, Signature.parse(line("signature")), key("key")));
      case "mail" -> code(object().then(AgentMail::parse));
      case "group" -> object().then(GroupMail::parse).isValid() ? ACCEPTED : invalidPayload();
      case "group-list" ->
          word(object().then(GroupList::parse).toOptional().filter(GroupList::isSigned));
      case "group-item" -> object().toOptional().map(this::opened).orElse(REFUSED);
      default -> throw new IllegalArgumentException("unknown check " + line("check"));
    };
  }

  /** Returns the text of an item of a group, which the key of its epoch decrypts. */
  private String opened(JsonObject item) {
    JsonObject group =
        Checked.object(line("group").getBytes(StandardCharsets.UTF_8)).toOptional().orElseThrow();
    GroupMail.Group name =
        new GroupMail.Group(
            PublicKey.parse(group.string("node").orElseThrow()), group.string("id").orElseThrow());
    try {
      byte[] text =
          ContentKey.of(Base64Url.decode(line("key")))
              .decrypt(
                  Base64Url.decode(item.string("encrypted").orElseThrow()),
                  GroupMail.aboutItem(
                      name, item.string("id").orElseThrow(), item.integer("epoch").orElseThrow()));
      return new String(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return REFUSED;
    }
  }

  private static String invalidPayload() {
    return Code.INVALID_PAYLOAD.toString();
  }

  private Instant clock() {
    return Timestamp.parse(line("clock")).instant();
  }

  private PublicKey key(String name) {
    return PublicKey.parse(line(name));
  }

  private String text() {
    return new String(raw, StandardCharsets.UTF_8);
  }

  private Checked<JsonObject> object() {
    return Checked.object(raw);
  }

  private String parsed(Function<String, ?> parser) {
    try {
      Object _ = parser.apply(text());
      return ACCEPTED;
    } catch (IllegalArgumentException e) {
      return REFUSED;
    }
  }

  private String value(Function<JsonObject, String> of) {
    Checked<JsonObject> read = object();
    return read.toOptional().map(of).orElseGet(() -> code(read));
  }

  private static String word(Optional<?> value) {
    return word(value.isPresent());
  }

  private static String word(boolean isAccepted) {
    return isAccepted ? ACCEPTED : REFUSED;
  }

  static String code(Checked<?> checked) {
    return checked.why().map(Rejection::code).map(Code::toString).orElse(ACCEPTED);
  }
}
