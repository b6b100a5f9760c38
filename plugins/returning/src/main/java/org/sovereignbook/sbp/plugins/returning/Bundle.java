package org.sovereignbook.sbp.plugins.returning;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PrivateKey;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signature;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.society.memory.AgentMemory;
import org.sovereignbook.sbp.society.memory.CarriedItem;
import org.sovereignbook.sbp.society.memory.CarriedSession;

/**
 * An agent with its memory, as a file. The agent's key signs it, with the nonce of the absence: a
 * bundle that returns proves that whoever made it has the key, once. The key of the node that wrote
 * it signs it, too: whoever takes it in knows whose text it is.
 *
 * @param format {@link #FORMAT}
 * @param home the key of the agent's node
 * @param writer the key of the node that wrote the file
 * @param nonce of the absence
 * @param secret the agent's private key; only in a bundle that leaves home
 * @param hot its hot context
 * @param hotCauses the authorities of all texts that the hot context was made of
 */
record Bundle(
    String format,
    String agentId,
    PublicKey publicKey,
    String name,
    String agentType,
    JsonObject capabilities,
    PublicKey home,
    PublicKey writer,
    String nonce,
    Optional<String> secret,
    Timestamp leftAt,
    Timestamp writtenAt,
    JsonObject hot,
    List<Authority> hotCauses,
    List<CarriedSession> sessions,
    List<CarriedItem> items) {
  static final String FORMAT = "sbp-agent-bundle-1";
  private static final String PREFIX = "sbp-agent-bundle-v1\n";
  private static final String WRITER_PREFIX = "sbp-agent-bundle-writer-v1\n";
  private static final String SIGNATURE = "signature";
  private static final String WRITER_SIGNATURE = "writer_signature";

  /** Earliest time that a bundle can name. */
  private static final Timestamp EARLIEST = new Timestamp(Instant.EPOCH);

  /** Largest number of ends of sessions, and of items. */
  private static final int MAX_PARTS = 100_000;

  /**
   * Returns the file's text, signed.
   *
   * @param agent the agent's keys
   * @param node those of the node that writes it
   */
  public String signed(KeyPair agent, KeyPair node) {
    JsonObject json = Shape.write(this);
    return JsonWriter.file(
        json.with(SIGNATURE, Ed25519.sign(signedBytes(PREFIX, json), agent).toString())
            .with(
                WRITER_SIGNATURE, Ed25519.sign(signedBytes(WRITER_PREFIX, json), node).toString()));
  }

  private static byte[] signedBytes(String purpose, JsonObject json) {
    byte[] prefix = purpose.getBytes(StandardCharsets.US_ASCII);
    byte[] content = Jcs.canonicalize(json);
    byte[] both = new byte[prefix.length + content.length];
    System.arraycopy(prefix, 0, both, 0, prefix.length);
    System.arraycopy(content, 0, both, prefix.length, content.length);
    return both;
  }

  /**
   * Reads a file and checks all of it: form, key, signature, items, times as texts.
   *
   * @throws SocietyException with {@code invalid_bundle}, or {@code unauthorized} when a signature
   *     is not that of the agent, or of the node, that it names
   */
  public static Bundle parse(String text) {
    try {
      if (!(JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json)) {
        throw wrong("it is no JSON object");
      }
      JsonObject content = json.without(SIGNATURE, WRITER_SIGNATURE);
      Bundle bundle = Shape.of(Bundle.class).readExactly(content);
      bundle.requireSignatures(json, content);
      bundle.check();
      return bundle;
    } catch (MalformedJson e) {
      throw wrong("it is no JSON: " + e.getMessage());
    } catch (Misfit e) {
      throw wrong(e.in("the bundle"));
    } catch (IllegalArgumentException | DateTimeParseException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Returns the bundle with its times judged against the clock of this node.
   *
   * @param earliest when it left this node; empty for a guest, whose items may have any age
   */
  Bundle within(Optional<Timestamp> earliest, Timestamp now) {
    Timestamp from = earliest.orElse(EARLIEST);
    return new Bundle(
        format,
        agentId,
        publicKey,
        name,
        agentType,
        capabilities,
        home,
        writer,
        nonce,
        secret,
        TimeJudge.between(leftAt, from, now),
        TimeJudge.between(writtenAt, from, now),
        hot,
        hotCauses,
        sessions.stream().map(one -> one.within(from, now)).toList(),
        items.stream().map(one -> one.within(from, now)).toList());
  }

  /** Returns its text for the database; it was checked before, and has no secret. */
  String stored() {
    return JsonWriter.compact(Shape.write(this));
  }

  /**
   * Reads a text of the database.
   *
   * @throws SocietyException with {@code erased} when it was erased there
   */
  static Bundle ofStored(String text) {
    try {
      if (JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json) {
        return Shape.of(Bundle.class).readExactly(json);
      }
    } catch (MalformedJson | Misfit e) {
      // Erased: told below.
    }
    throw SocietyException.refused("erased", "the memory that it brought was erased");
  }

  private static SocietyException wrong(String why) {
    return SocietyException.wrong(
        "invalid_bundle",
        "invalid bundle: " + why,
        "the node where the agent was writes one:  sbp agent leave NAME FILE");
  }

  private void requireSignatures(JsonObject json, JsonObject content) {
    Signature agents = Signature.parse(json.string(SIGNATURE).orElse(""));
    Signature writers = Signature.parse(json.string(WRITER_SIGNATURE).orElse(""));
    boolean isIts =
        AgentId.of(publicKey).hex().equals(agentId)
            && Ed25519.verify(signedBytes(PREFIX, content), agents, publicKey);
    if (!isIts) {
      throw SocietyException.refused(
          "unauthorized", "the bundle is not signed with the key of the agent that it names");
    }
    if (!Ed25519.verify(signedBytes(WRITER_PREFIX, content), writers, writer)) {
      throw SocietyException.refused(
          "unauthorized", "the bundle is not signed with the key of the node that it names");
    }
  }

  private void check() {
    if (!format.equals(FORMAT)) {
      throw wrong("format is " + FORMAT + ", not another");
    }
    if (items.size() > MAX_PARTS || sessions.size() > MAX_PARTS) {
      throw wrong("it has more than " + MAX_PARTS + " items or sessions");
    }
    Optional<KeyPair> keys = keys();
    if (keys.isPresent() && !keys.get().publicKey().equals(publicKey)) {
      throw wrong("its keys do not belong together");
    }
    hot.string("updated_at").ifPresent(Bundle::requireTime);
    Set<String> known = new HashSet<>();
    for (CarriedItem item : items) {
      AgentMemory.check(item);
      if (!known.add(item.key())) {
        throw wrong("an item is there twice");
      }
    }
  }

  private static void requireTime(String text) {
    Instant _ = Instant.parse(text);
  }

  /** Returns the agent's keys; empty in a bundle that returns. */
  public Optional<KeyPair> keys() {
    return secret.map(text -> KeyPair.of(PrivateKey.parse(text)));
  }

  /** Returns its capabilities as declared at home. */
  public Capabilities declared() {
    return Capabilities.parse(capabilities);
  }
}
