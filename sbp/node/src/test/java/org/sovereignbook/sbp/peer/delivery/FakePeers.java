package org.sovereignbook.sbp.peer.delivery;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.EnvelopeValidator;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.testing.TestClock;

/**
 * Peers that check envelopes as PROTOCOL §5.3 has it and keep each once, by its hash; unless told
 * how to behave for their next requests. Thread-safe.
 */
final class FakePeers implements PeerClient {
  /** One request as it arrived. */
  record Request(Endpoint endpoint, JsonObject envelope) {}

  /** What a peer does with one envelope. */
  interface Behaviour {
    PeerReply handle(Runnable keep);
  }

  /** Takes the envelope, as peers do unless told otherwise. */
  static final Behaviour ACCEPT =
      keep -> {
        keep.run();
        return answer(202);
      };

  private final TestClock clock;
  private final Map<String, Supplier<PeerReply>> documents = new HashMap<>();
  private final List<String> fetches = new ArrayList<>();
  private final List<Request> requests = new ArrayList<>();
  private final Map<ContentHash, Envelope> kept = new LinkedHashMap<>();
  private final Map<Endpoint, Deque<Behaviour>> scripts = new HashMap<>();
  private final Map<Endpoint, Behaviour> habits = new HashMap<>();
  private final AtomicInteger now = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  FakePeers(TestClock clock) {
    this.clock = clock;
  }

  static PeerReply answer(int status) {
    return answer(status, "{}");
  }

  static PeerReply answer(int status, String body) {
    return new PeerReply.Answered(status, body.getBytes(StandardCharsets.UTF_8), Optional.empty());
  }

  /** A web page of something in front of the peer. */
  static PeerReply page(int status) {
    byte[] html = "<html>blocked</html>".getBytes(StandardCharsets.UTF_8);
    return new PeerReply.Answered(status, html, Optional.empty(), Optional.empty(), true);
  }

  static PeerReply answer(int status, Duration retryAfter) {
    return new PeerReply.Answered(status, new byte[0], Optional.of(retryAfter));
  }

  /** Takes what is addressed to this key, and says of the rest that it has another. */
  static Behaviour onlyFor(PublicKey key) {
    return new OnlyFor(key);
  }

  private record OnlyFor(PublicKey key) implements Behaviour {
    @Override
    public PeerReply handle(Runnable keep) {
      throw new AssertionError("asked with the envelope");
    }

    PeerReply handle(JsonObject envelope, Runnable keep) {
      return envelope.string("recipient_key").equals(Optional.of(key.toString()))
          ? ACCEPT.handle(keep)
          : answer(400, "{\"error\":\"wrong-recipient\",\"message\":\"not my key\"}");
    }
  }

  /** Replies, keeping nothing. */
  static Behaviour reply(PeerReply reply) {
    return keep -> reply;
  }

  /** Keeps the envelope, yet the sender never hears of it. */
  static Behaviour keepAndTimeOut() {
    return keep -> {
      keep.run();
      return new PeerReply.Unknown("no answer within 30 seconds");
    };
  }

  /** What the peer does with its next requests, one after the other. */
  synchronized void next(Endpoint endpoint, Behaviour... behaviours) {
    scripts.computeIfAbsent(endpoint, _ -> new ArrayDeque<>()).addAll(List.of(behaviours));
  }

  /** The peer does again what it does with every request. */
  synchronized void forget(Endpoint endpoint) {
    scripts.remove(endpoint);
  }

  /** What the peer does with every request. */
  synchronized void always(Endpoint endpoint, Behaviour behaviour) {
    habits.put(endpoint, behaviour);
  }

  synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  synchronized List<Request> requests(Endpoint endpoint) {
    return requests.stream().filter(request -> request.endpoint().equals(endpoint)).toList();
  }

  /** The envelopes that peers keep, each once. */
  synchronized List<Envelope> kept() {
    return List.copyOf(kept.values());
  }

  synchronized List<Envelope> keptBy(PublicKey recipient) {
    return kept.values().stream().filter(e -> e.recipientKey().equals(recipient)).toList();
  }

  /** How many posts were under way at the same time at most. */
  int mostAtOnce() {
    return most.get();
  }

  /** What is served to every fetch of this; nobody is there otherwise. */
  void serves(Endpoint endpoint, String path, PeerReply reply) {
    servesAnew(endpoint, path, () -> reply);
  }

  /** What is made anew for every fetch. */
  synchronized void servesAnew(Endpoint endpoint, String path, Supplier<PeerReply> reply) {
    documents.put(endpoint + path, reply);
  }

  /** What was fetched. */
  synchronized List<String> fetches() {
    return List.copyOf(fetches);
  }

  /** The node at this endpoint is healthy. */
  void serves(Endpoint endpoint) {
    serves(endpoint, "/health", answer(200));
  }

  @Override
  public synchronized PeerReply get(Endpoint endpoint, String protocolPath) {
    fetches.add(endpoint + protocolPath);
    return documents
        .getOrDefault(endpoint + protocolPath, () -> new PeerReply.Unreachable("no address", true))
        .get();
  }

  @Override
  public PeerReply post(Endpoint endpoint, byte[] bytes) {
    most.accumulateAndGet(now.incrementAndGet(), Math::max);
    try {
      Behaviour behaviour = take(endpoint, bytes);
      return behaviour instanceof OnlyFor choosy
          ? choosy.handle(parse(bytes), () -> keep(bytes))
          : behaviour.handle(() -> keep(bytes));
    } finally {
      now.decrementAndGet();
    }
  }

  private synchronized Behaviour take(Endpoint endpoint, byte[] bytes) {
    requests.add(new Request(endpoint, parse(bytes)));
    Deque<Behaviour> script = scripts.getOrDefault(endpoint, new ArrayDeque<>());
    if (!script.isEmpty()) {
      return script.remove();
    }
    return habits.getOrDefault(endpoint, ACCEPT);
  }

  private synchronized void keep(byte[] bytes) {
    PublicKey recipient = PublicKey.parse(parse(bytes).string("recipient_key").orElseThrow());
    Checked<Envelope> checked = new EnvelopeValidator(recipient).validate(bytes, clock.instant());
    Envelope envelope =
        checked.toOptional().orElseThrow(() -> new AssertionError("refused: " + checked.why()));
    kept.putIfAbsent(envelope.hash(), envelope);
  }

  private static JsonObject parse(byte[] bytes) {
    try {
      return JsonReader.wireObject(bytes);
    } catch (MalformedJson e) {
      throw new AssertionError("not I-JSON", e);
    }
  }
}
