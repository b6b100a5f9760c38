package org.sovereignbook.sbp.peer.reader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.Peer;

/**
 * Fetcher of pieces that direct messages refer to and this node does not have (IMPLEMENTATION §2,
 * reply notifications), with {@code GET /content/<hash>} from the sender's endpoint. A stranger
 * chooses the hash and the endpoint, so all of it has a limit: fetches in a run, half of them
 * reserved for peers that we follow or that are endorsed; a few at one host; tries; bytes; and the
 * seconds that all of them, sent at once, may take together. Used for one run.
 */
final class ContentFetch {
  /** The longest answer: what fits no envelope is no piece. */
  static final int MAX_CONTENT_BYTES = Limits.MAX_ENVELOPE_BYTES;

  /** Limit of fetches from one host in one run, which may belong to a third party. */
  static final int MAX_PER_HOST = 2;

  private static final int OK = 200;

  /** The answers of the kind 4xx that may be others the next time (PROTOCOL §5.4). */
  private static final Set<Integer> MAY_COME = Set.of(408, 425, 429);

  /** State of the piece that a message refers to. */
  enum State {
    /** The node had it. */
    STORED,
    /** It was fetched and is valid. */
    FETCHED,
    /** The sender does not serve it. */
    NOT_FOUND,
    /** The sender serves something else. */
    INVALID,
    /** All tries have failed. */
    FAILED,
    /** It was not fetched, because of a limit. */
    NOT_FETCHED,
    /** This try failed; a later run tries again, and until then the message waits. */
    WAITING;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * Outcome of a fetch.
   *
   * @param problem why there is no piece, in words that are safe to print
   */
  record FetchEnd(State state, Optional<String> problem) {
    boolean isWaiting() {
      return state == State.WAITING;
    }

    /** Returns whether the piece is new to this node, so that it has not been read. */
    boolean isNew() {
      return state == State.FETCHED;
    }

    static FetchEnd of(State state) {
      return new FetchEnd(state, Optional.empty());
    }

    static FetchEnd of(State state, String problem) {
      return new FetchEnd(state, Optional.of(PeerText.plain(problem)));
    }
  }

  private record Wanted(Endpoint from, ContentHash hash) {}

  /** An outcome with the piece, if there is one. */
  private record Fetched(FetchEnd outcome, Optional<Content> content) {
    static Fetched not(State state, String problem) {
      return new Fetched(FetchEnd.of(state, problem), Optional.empty());
    }
  }

  private final PeerClient client;
  private final ReaderContext context;
  private final FetchTries tries;
  private final SequencedMap<Wanted, List<ReceivedEnvelope>> wanted = new LinkedHashMap<>();
  private final Map<ReceivedEnvelope, FetchEnd> outcomes = new HashMap<>();

  ContentFetch(PeerClient client, ReaderContext context, FetchTries tries) {
    this.client = client;
    this.context = context;
    this.tries = tries;
  }

  /** Fetches the pieces that these messages refer to, and adds the valid ones to the context. */
  void fetch(List<ReceivedEnvelope> messages) throws InterruptedException {
    for (ReceivedEnvelope message : messages) {
      reference(message).ifPresent(hash -> plan(message, hash));
    }
    try (ExecutorService threads = client.threads()) {
      List<Callable<Fetched>> calls = new ArrayList<>();
      wanted.keySet().forEach(one -> calls.add(() -> get(one)));
      Duration limit = context.config().get(ReaderSettings.FETCH_LIMIT);
      List<Future<Fetched>> answers =
          new ArrayList<>(threads.invokeAll(calls, limit.toMillis(), TimeUnit.MILLISECONDS));
      for (Wanted one : wanted.keySet()) {
        Future<Fetched> answer = answers.removeFirst();
        settle(
            one,
            answer.isCancelled()
                ? Fetched.not(State.FAILED, "no answer within " + limit.toSeconds() + " seconds")
                : fetched(answer));
      }
    }
  }

  private static Fetched fetched(Future<Fetched> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure && ItemFault.isOfItem(failure)) {
        return Fetched.not(State.FAILED, ItemFault.reason(failure));
      }
      throw new IllegalStateException("a fetch failed by our own fault", e);
    }
  }

  /** Returns the outcome for the piece that a message refers to; empty when it refers to none. */
  Optional<FetchEnd> of(ReceivedEnvelope message) {
    return Optional.ofNullable(outcomes.get(message));
  }

  private static Optional<ContentHash> reference(ReceivedEnvelope message) {
    return message.payload() instanceof Payload.Direct direct
        ? direct.contentRef()
        : Optional.empty();
  }

  private void plan(ReceivedEnvelope message, ContentHash hash) {
    Wanted one = new Wanted(message.envelope().senderEndpoint(), hash);
    Optional<FetchEnd> before = tries.settled(message.id());
    if (before.filter(FetchEnd::isNew).isEmpty() && context.content(hash).isPresent()) {
      outcomes.put(message, FetchEnd.of(State.STORED));
    } else if (before.isPresent()) {
      outcomes.put(message, before.get());
    } else if (wanted.containsKey(one)
        || mayAsk(one, context.peer(message.sender()).filter(Peer::isClose).isPresent())) {
      wanted.computeIfAbsent(one, _ -> new ArrayList<>()).add(message);
    } else {
      outcomes.put(message, FetchEnd.of(State.NOT_FETCHED, "too many pieces to fetch at once"));
    }
  }

  private boolean mayAsk(Wanted one, boolean close) {
    int most = context.config().get(ReaderSettings.FETCHES_PER_RUN);
    String host = one.from().host();
    long there = wanted.keySet().stream().filter(other -> other.from().host().equals(host)).count();
    return there < MAX_PER_HOST && wanted.size() < (close ? most : (most + 1) / 2);
  }

  private Fetched get(Wanted one) throws InterruptedException {
    return switch (client.get(one.from(), "/content/" + one.hash())) {
      case PeerReply.Answered answer when answer.status() == OK -> content(one, answer.body());
      case PeerReply.Answered answer
          when !MAY_COME.contains(answer.status())
              && answer.status() / 100 == 4
              && !answer.isRefusalByOthers() ->
          Fetched.not(State.NOT_FOUND, "the sender answered " + answer.status());
      case PeerReply.Answered answer ->
          Fetched.not(
              State.FAILED,
              (answer.isRefusalByOthers() ? "a page in front of the sender" : "the sender")
                  + " answered "
                  + answer.status());
      case PeerReply.Unreachable(String reason, boolean _) -> Fetched.not(State.FAILED, reason);
      case PeerReply.Unknown(String reason) -> Fetched.not(State.FAILED, reason);
      case PeerReply.Forbidden(String reason) ->
          Fetched.not(State.NOT_FOUND, "forbidden address: " + reason);
    };
  }

  private Fetched content(Wanted one, byte[] body) {
    if (body.length > MAX_CONTENT_BYTES) {
      return Fetched.not(
          State.INVALID, "the answer is longer than " + MAX_CONTENT_BYTES + " bytes");
    }
    try {
      return switch (Content.validate(JsonReader.wireObject(body))) {
        case Checked.Rejected<Content>(var why) -> Fetched.not(State.INVALID, why.toString());
        case Checked.Valid<Content>(Content content) when !content.hash().equals(one.hash()) ->
            Fetched.not(State.INVALID, "the answer is another piece, " + content.hash());
        case Checked.Valid<Content>(Content content) when context.isBlocked(content.authorKey()) ->
            Fetched.not(State.INVALID, "its author is blocked");
        case Checked.Valid<Content>(Content content) ->
            new Fetched(FetchEnd.of(State.FETCHED), Optional.of(content));
      };
    } catch (MalformedJson e) {
      // A node answers with JSON; a parked domain or a proxy's page may be gone the next time.
      return Fetched.not(State.FAILED, "the answer is malformed: " + e.getMessage());
    }
  }

  private void settle(Wanted one, Fetched fetched) {
    fetched.content().ifPresent(context::keep);
    for (ReceivedEnvelope message : wanted.getOrDefault(one, List.of())) {
      FetchEnd outcome = tries.tried(message.id(), fetched.outcome());
      outcomes.put(message, outcome);
      emit(message, one, outcome);
    }
  }

  private void emit(ReceivedEnvelope message, Wanted one, FetchEnd outcome) {
    String text =
        "content %s of %s from %s: %s%s"
            .formatted(
                one.hash(),
                PeerText.quote(context.nameOf(message.sender())),
                one.from(),
                outcome.state(),
                outcome.problem().map(why -> ", " + why).orElse(""));
    context.emit(
        context
            .event("content-" + outcome.state(), text)
            .about("item", message.id())
            .about("content", one.hash()));
  }
}
