package org.sovereignbook.sbp.testkit.simulation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/** A node that lies: it forges, replays, floods, and serves what it should not. */
final class HostileHost implements Wire.Host {
  private static final int FLOOD = 25;
  private static final int REMEMBERED = 200;

  private final World world;
  private final int index;
  private final Dice dice;
  private final Endpoint endpoint;
  private final KeyPair keys;
  private final HostileSociety society;
  private final List<byte[]> heard = new ArrayList<>();

  /** Keys that their owners have rotated away, perhaps for this reason. */
  private final List<Stolen> stolen = new ArrayList<>();

  private record Stolen(KeyPair keys, int owner) {}

  HostileHost(World world, int index, Dice dice) {
    this.world = world;
    this.index = index;
    this.dice = dice;
    this.keys = KeyPair.generate(dice.secure());
    this.endpoint = Endpoint.parse("https://n" + index + ".example");
    this.society = new HostileSociety(world, this, dice.split());
  }

  void make() {
    world.wire().listen(endpoint, this);
    beginOnSocieties();
  }

  /** Attacks somebody now and then, while it is not quiet. */
  void begin() {
    world
        .fibers()
        .after(
            dice.between(Duration.ofMinutes(5), Duration.ofHours(3)),
            () -> {
              if (!world.isQuiet()) {
                world.fibers().start(() -> true, this::attack);
                begin();
              }
            });
  }

  /** Attacks somebody's society now and then, while it is not quiet. */
  private void beginOnSocieties() {
    world
        .fibers()
        .after(
            dice.between(Duration.ofMinutes(5), Duration.ofMinutes(90)),
            () -> {
              if (!world.isQuiet()) {
                world.fibers().start(() -> true, () -> society.attack(dice.oneOf(world.nodes())));
                beginOnSocieties();
              }
            });
  }

  void steal(KeyPair retired, int owner) {
    stolen.add(new Stolen(retired, owner));
  }

  Endpoint endpoint() {
    return endpoint;
  }

  KeyPair keys() {
    return keys;
  }

  /** Returns a stolen key of which a node knows that its owner has rotated it away. */
  Optional<KeyPair> retired(SimNode victim) {
    List<KeyPair> known =
        stolen.stream().filter(one -> isRetired(victim, one)).map(Stolen::keys).toList();
    return known.isEmpty() ? Optional.empty() : Optional.of(dice.oneOf(known));
  }

  private static boolean isRetired(SimNode victim, Stolen one) {
    String name = Fingerprint.of(one.keys().publicKey()).toString().replace(':', '-');
    return one.owner() == victim.index()
        || victim.file("runtime/identity/retired-peers/" + name + ".json").isPresent();
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public boolean isUp() {
    return true;
  }

  // As a server.

  @Override
  public Wire.Response answer(Wire.Request request) {
    if (request.method().equals("POST")) {
      heard.add(request.body());
      if (heard.size() > REMEMBERED) {
        heard.removeFirst();
      }
      if (society.takes(request.body())) {
        return said(202, receipt(PlainEnvelope.of(request.body()).hash()));
      }
    }
    if (!stolen.isEmpty() && request.uri().getPath().endsWith("/identity") && dice.happens(0.5)) {
      return said(200, compact(ownOrStolen()));
    }
    return switch (dice.below(world.isQuiet() ? 1 : 8)) {
      case 1 -> Wire.Response.none();
      case 2 -> said(302, "{}");
      case 3 -> said(202, receipt("sha256:" + "0".repeat(64)));
      case 4 -> said(200, "[".repeat(5_000));
      case 5 -> said(200, compact(identity(someKey(), "https://n0.example")));
      case 6 -> said(429, "{\"error\":\"too-many\",\"message\":\"later\"}");
      default ->
          request.uri().getPath().endsWith("/identity")
              ? said(200, compact(ownOrStolen()))
              : request.uri().getPath().endsWith("/endorsements")
                  ? said(200, "[" + compact(endorsement()) + "]")
                  : said(request.method().equals("POST") ? 202 : 404, "{}");
    };
  }

  private static String receipt(String hash) {
    return "{\"status\":\"accepted\",\"id\":\"x\",\"hash\":\"" + hash + "\"}";
  }

  private Wire.Response said(int status, String body) {
    return new Wire.Response(
        status,
        body.getBytes(StandardCharsets.UTF_8),
        Optional.empty(),
        false,
        world.fibers().now());
  }

  /** Returns an identity of this node, or one under a key that its owner has rotated away. */
  private JsonObject ownOrStolen() {
    if (stolen.isEmpty() || dice.happens(0.3)) {
      return identity(keys, endpoint.toString());
    }
    Stolen one = dice.oneOf(stolen);
    return identity(one.keys(), endpoint.toString(), one.owner());
  }

  private KeyPair someKey() {
    return KeyPair.generate(dice.secure());
  }

  private JsonObject identity(KeyPair of, String at) {
    return identity(of, at, index);
  }

  /** Returns an identity in the name of a node. */
  private JsonObject identity(KeyPair of, String at, int named) {
    return IdentityDocument.create(
            of,
            new IdentityDocument.Claims(
                "n" + named, Endpoint.parse(at), Optional.empty(), Optional.empty()),
            now())
        .json();
  }

  private Timestamp now() {
    return new Timestamp(world.fibers().now());
  }

  /** Returns an endorsement in the name of somebody else. */
  private JsonObject endorsement() {
    JsonObject unsigned =
        JsonObject.builder()
            .put("kind", "endorsement")
            .put("version", "sbp/1")
            .put("endorser_key", keys.publicKey().toString())
            .put("endorser_endpoint", endpoint.toString())
            .put("target_kind", "identity")
            .put("target_ref", keys.publicKey().toString())
            .put("target_endpoint", endpoint.toString())
            .put("created_at", now().toString())
            .build();
    return Signing.sign(unsigned, keys, "endorser_key")
        .with("endorser_key", victimKey().toString());
  }

  // As a client.

  private void attack() {
    world.fault(FaultKind.HOSTILE, Integer.toString(index));
    SimNode victim = dice.oneOf(world.nodes());
    switch (dice.below(stolen.isEmpty() ? 10 : 13)) {
      case 0 -> send(victim, forged(victim));
      case 1 -> replay(victim);
      case 2 -> flood(victim);
      case 3 -> send(victim, envelope(victim, MessageType.SHARE, alteredPiece(), keys));
      case 4 -> send(victim, envelope(victim, MessageType.SHARE, endorsement(), keys));
      case 5 -> send(victim, envelope(victim, MessageType.PEER_LIST, strangers(), keys));
      case 6 -> send(victim, envelope(victim, MessageType.ANNOUNCE, stolenRotation(), keys));
      case 7 -> send(victim, dice.secure().generateSeed(500));
      case 10, 11, 12 -> impersonate(victim);
      case 8 -> send(victim, ("{\"kind\":" + "[".repeat(3_000)).getBytes(StandardCharsets.UTF_8));
      default -> {
        send(victim, envelope(victim, MessageType.ANNOUNCE, announced(), keys));
        send(victim, envelope(victim, MessageType.SUBSCRIBE, JsonObject.empty(), keys));
      }
    }
  }

  /** Speaks with a retired key to a node that was told of its successor. */
  private void impersonate(SimNode victim) {
    Stolen one = dice.oneOf(stolen);
    KeyPair former = one.keys();
    if (!isRetired(victim, one)) {
      return;
    }
    if (dice.happens(0.5)) {
      JsonObject document = identity(former, endpoint.toString(), one.owner());
      JsonObject announce = JsonObject.builder().put("identity", document).build();
      send(victim, envelope(victim, MessageType.ANNOUNCE, announce, former));
    }
    send(victim, envelope(victim, MessageType.DIRECT, direct(), former));
    send(victim, envelope(victim, MessageType.SUBSCRIBE, JsonObject.empty(), former));
  }

  void send(SimNode victim, byte[] bytes) {
    Wire.Request request =
        new Wire.Request(
            "POST", victim.endpoint().resolve("/message"), bytes, SimNode.addressOf(index));
    world.trace(index + " attacks " + victim.index() + " " + Trace.of(bytes, "/"));
    if (victim.isUp()) {
      Wire.Response response = victim.answer(request);
      world.trace(index + " gets " + response.status());
      world.count("attacks answered " + response.status());
    }
  }

  PublicKey keyOf(SimNode node) {
    return node.file("runtime/identity/identity.json")
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .map(text -> text.replaceAll("(?s).*\"public_key\": *\"([^\"]+)\".*", "$1"))
        .map(PublicKey::parse)
        .orElse(keys.publicKey());
  }

  private PublicKey victimKey() {
    return keyOf(dice.oneOf(world.nodes()));
  }

  byte[] envelope(SimNode to, MessageType type, JsonObject payload, KeyPair by) {
    JsonObject unsigned = Envelope.build(type, payload, by.publicKey(), endpoint, keyOf(to), now());
    return compact(Envelope.sign(unsigned, by)).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns a message in another's name, with a signature that does not fit. */
  private byte[] forged(SimNode to) {
    JsonObject unsigned =
        Envelope.build(
            MessageType.DIRECT,
            Payloads.direct("forged " + dice.below(1 << 20), Optional.empty(), Optional.empty()),
            keys.publicKey(),
            endpoint,
            keyOf(to),
            now());
    JsonObject signed = Envelope.sign(unsigned, keys).with("sender_key", victimKey().toString());
    return compact(signed).getBytes(StandardCharsets.UTF_8);
  }

  private void replay(SimNode victim) {
    for (int i = 0; i < 5 && !heard.isEmpty(); i++) {
      send(victim, dice.oneOf(heard));
    }
    if (heard.isEmpty()) {
      byte[] once = envelope(victim, MessageType.DIRECT, direct(), keys);
      heard.add(once);
      send(victim, once);
      send(victim, once);
    }
  }

  private JsonObject direct() {
    return Payloads.direct("noise " + dice.below(1 << 20), Optional.empty(), Optional.empty());
  }

  private void flood(SimNode victim) {
    for (int i = 0; i < FLOOD; i++) {
      KeyPair stranger = dice.happens(0.5) ? keys : someKey();
      send(victim, envelope(victim, MessageType.DIRECT, direct(), stranger));
    }
  }

  private JsonObject alteredPiece() {
    JsonObject piece =
        Signing.sign(
            Content.build(
                keys.publicKey(), "trust", "networks", List.of(), Optional.empty(), now()),
            keys,
            "author_key");
    return dice.happens(0.5)
        ? piece.with("author_key", victimKey().toString())
        : piece.with("body", "other networks");
  }

  private JsonObject strangers() {
    List<JsonValue> peers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      peers.add(
          JsonObject.builder()
              .put("public_key", someKey().publicKey().toString())
              .put("endpoint", "https://nobody" + dice.below(1 << 20) + ".example")
              .build());
    }
    return JsonObject.builder().put("peers", new JsonArray(peers)).build();
  }

  private JsonObject announced() {
    return JsonObject.builder().put("identity", identity(keys, endpoint.toString())).build();
  }

  /** Returns an identity that claims to succeed another's key, without that one's signature. */
  private JsonObject stolenRotation() {
    JsonObject document =
        identity(keys, endpoint.toString())
            .with("previous_key", victimKey().toString())
            .with("rotation_signature", "A".repeat(86));
    return JsonObject.builder()
        .put("identity", Signing.sign(document.without("signature"), keys, "public_key"))
        .build();
  }

  private static String compact(JsonObject json) {
    return JsonWriter.compact(json);
  }
}
