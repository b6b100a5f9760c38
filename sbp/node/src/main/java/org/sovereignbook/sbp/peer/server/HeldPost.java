package org.sovereignbook.sbp.peer.server;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.EnvelopeValidator;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.Answer.Refusal;
import org.sovereignbook.sbp.peer.server.InboxShares.Place;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Standing;
import org.sovereignbook.sbp.store.Store;

/**
 * Envelopes that another node has received for this one: they pass the checks of PROTOCOL §5.3 as
 * if their senders had posted them here, and go into the inbox within its quota, each once.
 * Thread-safe.
 */
public final class HeldPost {
  private final Node node;
  private final Store store;
  private final DuplicateIndex duplicates;
  private final RememberedLimit remembered;
  private final Quota quota;
  private PeerTable peers;
  private PublicKey self;

  /**
   * An envelope as the other node has it.
   *
   * @param received when that node says it came; it is judged as of then
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
  public record Held(byte[] body, Instant received) {}

  /** What has become of an envelope. */
  public sealed interface Fate {
    /** It is in the inbox, and survives a crash. */
    record Stored(ContentHash envelope, Instant signed) implements Fate {}

    /** It has been in the inbox before. */
    record Repeated(ContentHash envelope) implements Fate {}

    /** It is not valid, so no honest node has taken it. */
    record Invalid(String code) implements Fate {}

    /** Its sender is blocked here. */
    record Blocked() implements Fate {}

    /** There is no place for it now. */
    record Full(String why) implements Fate {}
  }

  /** An envelope that may be stored, at its place of the batch. */
  private record Admitted(int at, Envelope envelope, Place place, Instant received) {}

  /**
   * Prepares for a node.
   *
   * @param store of this node
   * @param log receives lines for the operator
   */
  public HeldPost(Node node, Store store, Consumer<String> log) {
    this.node = node;
    this.store = store;
    Config config = node.config();
    ServerLog lines = new ServerLog(log, node.clock());
    this.duplicates =
        new DuplicateIndex(
            config.get(ServerSettings.REMEMBERED_ENVELOPES), store.seenEnvelopes()::find);
    duplicates.fill(store, node.clock().instant());
    this.peers = store.peers();
    this.self = node.keys().publicKey();
    this.remembered = RememberedLimit.of(store, config, node.clock());
    this.quota =
        new Quota(
            config,
            new InboxShares(config, store.inbox(), key -> Standing.of(key, peers)),
            new NodeDisk(node, store, () -> node.disk().freeBytes(node.home().runtime()), lines),
            node.clock());
  }

  /**
   * Takes a batch.
   *
   * @return what has become of each, in their order
   */
  public synchronized List<Fate> take(List<Held> batch) throws InterruptedException {
    peers = store.peers();
    self = node.keys().publicKey();
    List<Fate> fates = new ArrayList<>();
    List<Admitted> admitted = new ArrayList<>();
    try {
      for (Held held : batch) {
        fates.add(admit(held, fates.size(), admitted));
      }
      store(batch, admitted, fates);
    } finally {
      for (Admitted one : admitted) {
        quota.release(one.place());
        duplicates.release(one.envelope().hash());
      }
    }
    return fates;
  }

  /** Returns the fate of an envelope; of one that is added to the admitted, that of a failure. */
  private Fate admit(Held held, int at, List<Admitted> admitted) throws InterruptedException {
    return switch (validated(held)) {
      case Checked.Rejected<Envelope>(var why) -> new Fate.Invalid(why.code().toString());
      case Checked.Valid<Envelope>(Envelope envelope) -> admit(envelope, held, at, admitted);
    };
  }

  /** Checks an envelope, which may be for a key that this node had when it was received. */
  private Checked<Envelope> validated(Held held) {
    Checked<Envelope> checked = new EnvelopeValidator(self).validate(held.body(), held.received());
    return checked
        .why()
        .filter(why -> why.code() == Code.WRONG_RECIPIENT)
        .flatMap(_ -> recipient(held.body()))
        .filter(key -> node.keyPair(key).isPresent())
        .map(key -> new EnvelopeValidator(key).validate(held.body(), held.received()))
        .orElse(checked);
  }

  private static Optional<PublicKey> recipient(byte[] body) {
    return Checked.object(body)
        .toOptional()
        .flatMap(json -> json.parsed("recipient_key", PublicKey::parse));
  }

  private Fate admit(Envelope envelope, Held held, int at, List<Admitted> admitted)
      throws InterruptedException {
    if (peers.trust(envelope.senderKey()) == TrustState.BLOCKED) {
      return new Fate.Blocked();
    }
    boolean isTwice =
        admitted.stream().anyMatch(one -> one.envelope().hash().equals(envelope.hash()));
    if (isTwice) {
      return new Fate.Full("it comes twice at once");
    }
    if (duplicates.claim(envelope.hash()).isPresent()) {
      return new Fate.Repeated(envelope.hash());
    }
    Standing sender = Standing.of(envelope.senderKey(), peers);
    Place place =
        new Place(Optional.of(envelope.senderKey()), Optional.empty(), held.body().length);
    Optional<Refusal> full = remembered.reserve(sender).or(() -> quota.reserve(place, sender));
    if (full.isPresent()) {
      duplicates.release(envelope.hash());
      return new Fate.Full(full.get().message());
    }
    admitted.add(new Admitted(at, envelope, place, held.received()));
    return new Fate.Full("it could not be stored");
  }

  private void store(List<Held> batch, List<Admitted> admitted, List<Fate> fates) {
    List<Inbox.Offered> offered =
        admitted.stream()
            .map(
                one ->
                    new Inbox.Offered(
                        one.envelope().hash(), batch.get(one.at()).body(), one.received()))
            .toList();
    List<ItemResult<Inbox.Receipt>> receipts =
        store.inbox().acceptHeld(offered, node.clock().instant());
    for (int i = 0; i < admitted.size(); i++) {
      Admitted one = admitted.get(i);
      fates.set(one.at(), stored(one, receipts.get(i)));
    }
  }

  private Fate stored(Admitted one, ItemResult<Inbox.Receipt> result) {
    if (result.failure().isPresent()) {
      return new Fate.Full("it could not be stored: " + ItemFault.reason(result.failure().get()));
    }
    Inbox.Receipt receipt = result.get();
    duplicates.settle(one.envelope().hash(), receipt.id());
    if (receipt.repeated()) {
      return new Fate.Repeated(one.envelope().hash());
    }
    quota.stored(one.place(), receipt.id());
    return new Fate.Stored(one.envelope().hash(), one.envelope().timestamp().instant());
  }
}
