package org.sovereignbook.sbp.testkit.hostile;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payload.AckStatus;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Many different envelopes, each valid and signed, and each made when it is needed, so that a flood
 * of gigabytes takes no memory. The same peers, time and numbers give the same bytes. Thread-safe.
 */
public final class Flood {
  private final int size;
  private final IntFunction<byte[]> envelopes;

  private Flood(int size, IntFunction<byte[]> envelopes) {
    this.size = size;
    this.envelopes = envelopes;
  }

  /** Creates a flood of these envelopes. */
  public static Flood of(int size, IntFunction<JsonObject> envelopes) {
    return new Flood(size, number -> HostilePeer.bytes(envelopes.apply(number)));
  }

  /** Creates a flood of these bytes, valid or not. */
  public static Flood of(List<byte[]> bodies) {
    return new Flood(bodies.size(), bodies::get);
  }

  /** Floods of these peers, who send in turns, to one node at one time. */
  public static Source by(List<HostilePeer> peers, PublicKey victim, Timestamp at) {
    return new Source(peers, victim, at);
  }

  public int size() {
    return size;
  }

  /** Returns the envelope of this number, from 0, as it goes over the wire. */
  public byte[] envelope(int number) {
    return envelopes.apply(number);
  }

  /** Words, always the same for the same number; one byte a character. */
  public static String text(int number, int bytes) {
    SplittableRandom random = new SplittableRandom(number);
    StringBuilder text = new StringBuilder(bytes + 8).append(number).append(' ');
    while (text.length() < bytes) {
      int letters = random.nextInt(2, 9);
      for (int i = 0; i < letters; i++) {
        text.append((char) random.nextInt('a', 'z' + 1));
      }
      text.append(' ');
    }
    text.setLength(Math.max(1, bytes));
    return text.toString();
  }

  /**
   * The kinds of floods. Sizes are in bytes.
   *
   * @param peers one after the other sends one envelope; if the flood is longer, they begin again
   */
  public record Source(List<HostilePeer> peers, PublicKey victim, Timestamp at) {
    public Source {
      peers = List.copyOf(peers);
    }

    /** Creates personal messages with bodies of this size, at most 32,768. */
    public Flood directs(int size, int bodyBytes) {
      return Flood.of(size, i -> peer(i).direct(text(i, bodyBytes), victim, at));
    }

    /** Creates large personal messages with short bodies: the rest is in an unknown member. */
    public Flood padded(int size, int paddingBytes) {
      return envelopes(
          size,
          MessageType.DIRECT,
          i ->
              JsonObject.builder()
                  .put("body", "padded " + i)
                  .put("padding", text(i, paddingBytes))
                  .build());
    }

    /** Announcements, each peer's of its own document. */
    public Flood announces(int size) {
      return envelopes(
          size,
          MessageType.ANNOUNCE,
          i -> Payloads.announce(peer(i).named("Peer " + i).identity(at)));
    }

    /** Requests to follow the node; one of each peer, unless the flood is longer. */
    public Flood subscribes(int size) {
      return envelopes(
          size,
          MessageType.SUBSCRIBE,
          i -> i < peers.size() ? JsonObject.empty() : JsonObject.builder().put("n", i).build());
    }

    /** Creates acknowledgements of messages that were never sent: the smallest stored envelopes. */
    public Flood acks(int size) {
      return envelopes(
          size, MessageType.ACK, i -> Payloads.ack(hash(i), AckStatus.RECEIVED, Optional.empty()));
    }

    /**
     * Creates endorsements of content that does not exist, each with so much in an unknown member.
     */
    public Flood endorsements(int size, int paddingBytes) {
      return envelopes(size, MessageType.SHARE, i -> endorsement(i, hash(i), paddingBytes));
    }

    /**
     * Creates endorsements that every server accepts and every reader rejects, for their signatures
     * do not verify.
     */
    public Flood rejected(int size, int paddingBytes) {
      return envelopes(
          size,
          MessageType.SHARE,
          i ->
              endorsement(i, hash(i), paddingBytes)
                  .with("signature", endorsement(i, hash(i + 1), 0).string("signature").get()));
    }

    private JsonObject endorsement(int number, ContentHash target, int paddingBytes) {
      HostilePeer by = peer(number);
      return Endorsement.sign(
          Endorsement.build(
                  by.key(),
                  by.endpoint(),
                  new Endorsement.Target.OfContent(target),
                  Optional.empty(),
                  Optional.empty(),
                  at)
              .with("padding", text(number, paddingBytes)),
          by.keys());
    }

    private Flood envelopes(int size, MessageType type, IntFunction<JsonObject> payloads) {
      return Flood.of(size, i -> peer(i).envelope(type, payloads.apply(i), victim, at));
    }

    private HostilePeer peer(int number) {
      return peers.get(number % peers.size());
    }

    private static ContentHash hash(int number) {
      return ContentHash.ofBytes(("nothing " + number).getBytes(StandardCharsets.UTF_8));
    }
  }
}
