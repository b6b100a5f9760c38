package org.sovereignbook.sbp.plugins.hooks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyedCode;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.node.OwnerOnly;

/**
 * A name under which this node accepts webhooks, with the proof that senders must give. Stored in
 * {@code runtime/webhooks/NAME.json}, which only the operator's account may read.
 */
public record Webhook(String name, Scheme scheme, String secret, Timestamp createdAt) {
  private static final Duration TOLERANCE = Duration.ofMinutes(5);
  private static final int SECRET_BYTES = 32;
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
  private static final Pattern HMAC_PROOF = Pattern.compile("sha256=[0-9a-f]{64}");

  /** No dot: a dot separates the id, the time and the body in the signed text. */
  private static final Pattern ID = Pattern.compile("[^.\\p{Cntrl}]{1,256}");

  private static final String ENDING = ".json";
  private static final String NOBODY = "nobody";

  /** The proof that a sender gives. */
  public enum Scheme {
    /** {@code Authorization: Bearer SECRET}, or {@code X-Webhook-Token: SECRET}. */
    TOKEN,
    /** {@code X-Hub-Signature-256: sha256=HEX} of the body, as GitHub and many others do. */
    HMAC,
    /** {@code Stripe-Signature: t=SECONDS,v1=HEX} of {@code SECONDS.BODY}. */
    STRIPE,
    /**
     * {@code webhook-id}, {@code webhook-timestamp}, {@code webhook-signature}: Standard Webhooks.
     */
    STANDARD;

    /** Returns the answer to a repeated delivery. */
    String known() {
      return switch (this) {
        case TOKEN -> "received before; to send the same body again, use a new Idempotency-Key";
        case HMAC -> "received before; to send the same body again, add an id or the time to it";
        case STRIPE, STANDARD -> "known already";
      };
    }

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  public Webhook {
    HookDeclaration.require(
        NAME.matcher(name).matches(),
        "a webhook's name has up to 64 of a-z, 0-9, _ and -, and begins with a letter or digit");
  }

  /** Makes a webhook with a new secret. */
  public static Webhook make(Node node, String name, Scheme scheme) {
    byte[] random = new byte[SECRET_BYTES];
    node.random().nextBytes(random);
    String secret =
        scheme == Scheme.STANDARD
            ? "whsec_" + Base64.getEncoder().encodeToString(random)
            : Base64Url.encode(random);
    return new Webhook(name, scheme, secret, node.now());
  }

  /** Returns the node's webhooks, by name. */
  public static List<Webhook> all(Node node) {
    return node.disk().files(folder(node)).stream()
        .filter(file -> file.getFileName().toString().endsWith(ENDING))
        .sorted()
        .flatMap(file -> read(node, file).stream())
        .toList();
  }

  /** Returns whether the node has a webhook. Opens no file. */
  public static boolean isAny(Node node) {
    return node.disk().files(folder(node)).stream()
        .anyMatch(file -> file.getFileName().toString().endsWith(ENDING));
  }

  /** Returns the webhook with this name. */
  public static Optional<Webhook> find(Node node, String name) {
    return NAME.matcher(name).matches() ? read(node, file(node, name)) : Optional.empty();
  }

  /**
   * Returns the webhook for a post by an unproven sender. An unknown name gets a fixed dummy
   * webhook, so that neither the response time nor the limit on the body reveals whether the name
   * exists.
   */
  static Webhook posted(Node node, String name) {
    Webhook madeUp = madeUp(node, name);
    List<Path> all = node.disk().files(folder(node));
    if (NAME.matcher(name).matches() && all.contains(file(node, name))) {
      return read(node, file(node, name)).orElse(madeUp);
    }
    all.stream().findFirst().ifPresent(other -> readForTime(node, other));
    return madeUp;
  }

  private static Webhook madeUp(Node node, String name) {
    byte[] code =
        node.code("names without a webhook", name)
            .map(HexFormat.of()::parseHex)
            .orElseGet(() -> new byte[SECRET_BYTES]);
    Scheme scheme = Scheme.values()[Math.floorMod(code[0], Scheme.values().length)];
    return new Webhook(NOBODY, scheme, Base64Url.encode(code), Timestamp.ofMillis(0));
  }

  /** Reads another webhook's file, so that an unknown name takes as long as a known one. */
  private static void readForTime(Node node, Path file) {
    try {
      Optional<Webhook> _ = read(node, file);
    } catch (RuntimeException e) {
      // Posts to that webhook report the error.
    }
  }

  private static Optional<Webhook> read(Node node, Path file) {
    return node.readJson(file).map(json -> Shape.of(Webhook.class).read(json));
  }

  /** Writes the webhook's file, replacing one of the same name. */
  public void keep(Node node) {
    try {
      OwnerOnly.makeFolder(folder(node));
    } catch (IOException e) {
      throw new DiskException("cannot make the folder of", file(node, name), e);
    }
    node.disk().writePrivate(file(node, name), JsonWriter.bytes(Shape.write(this)));
    node.made().noteFiles(NodeThing.WEBHOOKS, List.of(name + ENDING));
  }

  /** Deletes a webhook, or the record of a lost one. Returns whether there was either. */
  public static boolean remove(Node node, String name) {
    String file = name + ENDING;
    boolean isThere = find(node, name).isPresent();
    boolean isLost = node.made().missingFiles(NodeThing.WEBHOOKS).contains(file);
    if (isThere || isLost) {
      node.made().forgetFile(NodeThing.WEBHOOKS, file);
      node.disk().delete(file(node, name));
    }
    return isThere || isLost;
  }

  private static Path folder(Node node) {
    return node.home().runtime().resolve("webhooks");
  }

  private static Path file(Node node, String name) {
    return folder(node).resolve(name + ENDING);
  }

  /**
   * Returns whether the headers can prove the sender: they hold the token, or a well-formed
   * signature with a present time. Otherwise the body is not read.
   */
  public boolean mayProve(Function<String, Optional<String>> header, Instant now) {
    return switch (scheme) {
      case TOKEN -> showsToken(header);
      case HMAC ->
          header.apply("X-Hub-Signature-256").filter(HMAC_PROOF.asMatchPredicate()).isPresent();
      case STRIPE -> StripeProof.of(header).filter(proof -> isNow(proof.at(), now)).isPresent();
      case STANDARD -> StandardProof.of(header).filter(proof -> isNow(proof.at(), now)).isPresent();
    };
  }

  private boolean showsToken(Function<String, Optional<String>> header) {
    return Stream.of(
            header
                .apply("Authorization")
                .filter(value -> value.regionMatches(true, 0, "Bearer ", 0, 7))
                .map(value -> value.substring(7).strip()),
            header.apply("X-Webhook-Token"))
        .flatMap(Optional::stream)
        .anyMatch(given -> isSame(given, secret));
  }

  /**
   * Returns the idempotency key of a delivery whose sender has proved itself: a signed id, or else
   * the hash of the body. If the time is signed but no id, the same body at another time is another
   * delivery.
   *
   * @return 64 hex digits
   */
  public Optional<String> proved(
      Function<String, Optional<String>> header, byte[] body, Instant now) {
    String said = ContentHash.ofBytes(body).hex();
    return switch (scheme) {
      case TOKEN ->
          showsToken(header)
              ? Optional.of(header.apply("Idempotency-Key").map(Webhook::hashed).orElse(said))
              : Optional.empty();
      case HMAC ->
          header
              .apply("X-Hub-Signature-256")
              .filter(given -> isSame(given, "sha256=" + hex(KeyedCode.hmac(key(), body))))
              .map(_ -> said);
      case STRIPE ->
          StripeProof.of(header)
              .filter(proof -> isNow(proof.at(), now) && isSigned(proof, body))
              .map(StripeProof::at)
              .map(at -> hashed(json(body).flatMap(it -> it.string("id")).orElse(at + "." + said)));
      case STANDARD ->
          StandardProof.of(header)
              .filter(proof -> isNow(proof.at(), now) && isSigned(proof, body))
              .map(proof -> hashed(proof.id()));
    };
  }

  /** Parses the body as a JSON object. */
  static Optional<JsonObject> json(byte[] body) {
    try {
      return JsonReader.file(body) instanceof JsonObject object
          ? Optional.of(object)
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }

  private static String hashed(String id) {
    return ContentHash.ofBytes(id.getBytes(StandardCharsets.UTF_8)).hex();
  }

  /** The time and the signatures of a {@code Stripe-Signature} header. */
  private record StripeProof(String at, List<String> signatures) {
    static Optional<StripeProof> of(Function<String, Optional<String>> header) {
      String at = "";
      List<String> given = new ArrayList<>();
      for (String part : header.apply("Stripe-Signature").orElse("").split(",", 32)) {
        if (part.startsWith("t=")) {
          at = part.substring(2);
        } else if (part.startsWith("v1=")) {
          given.add(part.substring(3));
        }
      }
      return given.isEmpty() ? Optional.empty() : Optional.of(new StripeProof(at, given));
    }
  }

  /** The headers of Standard Webhooks. */
  private record StandardProof(String id, String at, List<String> signatures) {
    static Optional<StandardProof> of(Function<String, Optional<String>> header) {
      String id = header.apply("webhook-id").orElse("");
      List<String> given =
          Stream.of(header.apply("webhook-signature").orElse("").split(" ", 32))
              .filter(each -> each.startsWith("v1,"))
              .toList();
      return ID.matcher(id).matches() && !given.isEmpty()
          ? Optional.of(new StandardProof(id, header.apply("webhook-timestamp").orElse(""), given))
          : Optional.empty();
    }
  }

  private boolean isSigned(StripeProof proof, byte[] body) {
    String wanted = hex(KeyedCode.hmac(key(), signed(proof.at() + ".", body)));
    return proof.signatures().stream().anyMatch(each -> isSame(each, wanted));
  }

  private boolean isSigned(StandardProof proof, byte[] body) {
    byte[] code = KeyedCode.hmac(key(), signed(proof.id() + "." + proof.at() + ".", body));
    String wanted = "v1," + Base64.getEncoder().encodeToString(code);
    return proof.signatures().stream().anyMatch(each -> isSame(each, wanted));
  }

  /** An old time may be that of a replayed recording. */
  private static boolean isNow(String seconds, Instant now) {
    return seconds.matches("[0-9]{1,12}")
        && Duration.between(Instant.ofEpochSecond(Long.parseLong(seconds)), now)
                .abs()
                .compareTo(TOLERANCE)
            <= 0;
  }

  private byte[] key() {
    return scheme == Scheme.STANDARD && secret.startsWith("whsec_")
        ? Base64.getDecoder().decode(secret.substring("whsec_".length()))
        : secret.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] signed(String before, byte[] body) {
    byte[] head = before.getBytes(StandardCharsets.UTF_8);
    byte[] all = new byte[head.length + body.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(body, 0, all, head.length, body.length);
    return all;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /** Compares in constant time. */
  private static boolean isSame(String given, String wanted) {
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), wanted.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the type of event that the sender names: in the body, which is signed, or else in its
   * usual header, which no scheme signs.
   */
  static String eventType(
      Function<String, Optional<String>> header, Function<String, Optional<String>> member) {
    return Stream.of(
            member.apply("type"),
            member.apply("event_type"),
            member.apply("event"),
            header.apply("X-GitHub-Event"),
            header.apply("X-Event-Type"))
        .flatMap(Optional::stream)
        .filter(type -> type.matches("[A-Za-z0-9_.:/-]{1,100}"))
        .findFirst()
        .orElse("")
        .toLowerCase(Locale.ROOT);
  }
}
