package org.sovereignbook.sbp.reader;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Checked;
import org.sovereignbook.sbp.protocol.Content;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.protocol.Payload;
import org.sovereignbook.sbp.protocol.Rejection;
import org.sovereignbook.sbp.step.Component;
import org.sovereignbook.sbp.step.Step;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;

/**
 * The step {@code reader-pre} (IMPLEMENTATION §3.3, Reader Pre-Processing Script): validates,
 * deduplicates and classifies the inbox into {@code operational/inbox-digest.json}, and deals with
 * all that needs no judgment. Makes one commit; a rerun neither loses nor doubles anything. Entries
 * that need judgment stay in the inbox until reader-post has executed the decisions on them.
 */
public final class ReaderPreprocess {
  public static final Step STEP =
      new Step(
          Component.READER,
          "reader-pre",
          "reader-preprocess",
          "validate and classify the inbox",
          "validates and classifies the inbox for the reader",
          Set.of(Step.Trait.BEFORE_AGENT),
          List.of(ReaderPreprocess.class, Classifier.class),
          on -> new ReaderPreprocess(on.node(), on.store()).run());

  /** Inbox entries looked at in one run; the rest waits for the next. */
  static final int MAX_ENTRIES_PER_RUN = 1_000;

  /** Text of strangers in one digest, unless a single item is larger. */
  static final int MAX_DIGEST_TEXT_BYTES = 1_048_576;

  static final String COMPONENT = "reader";

  private final Node node;
  private final Store store;

  public ReaderPreprocess(Node node, Store store) {
    this.node = node;
    this.store = store;
  }

  /** Does the step; idle when nothing needs judgment. */
  public PreprocessResult run() {
    List<InboxId> pending = store.inbox().pending();
    int decided = decidedItems();
    if (decided > 0) {
      return PreprocessResult.kept(decided, Math.max(0, pending.size() - decided));
    }
    Config config = ReaderSettings.ALL.checked(node.config());
    Intake intake = new Intake(node, store, config);
    int looked = 0;
    while (looked < pending.size()
        && looked < MAX_ENTRIES_PER_RUN
        && intake.items() < config.get(ReaderSettings.MAX_ITEMS_PER_RUN)
        && intake.textBytes() < MAX_DIGEST_TEXT_BYTES) {
      process(intake, pending.get(looked++));
    }
    return intake.commit(pending.size() - looked);
  }

  /** The items of a digest that was decided on; a crash before reader-post left it. */
  private int decidedItems() {
    boolean decided = DecisionsFile.load(node) instanceof DecisionsFile.Decided;
    return decided ? Digest.load(node).map(digest -> digest.envelopes().size()).orElse(0) : 0;
  }

  private static void process(Intake intake, InboxId id) {
    Optional<Checked<Entry>> read = intake.read(id);
    if (read.isPresent()) {
      switch (read.get()) {
        case Checked.Rejected<Entry>(Rejection why) -> intake.reject(id, why);
        case Checked.Valid<Entry>(Entry entry) -> process(intake, entry);
      }
    }
  }

  /**
   * Whether a valid envelope is looked at at all (CHOICES 6, 20). The cheap questions come first.
   */
  private static void process(Intake intake, Entry entry) {
    if (intake.isRepeated(entry)) {
      intake.removeRepeated(entry);
      return;
    }
    Optional<String> unwantedSender = unwantedSender(intake.knowledge(), entry);
    if (unwantedSender.isPresent()) {
      intake.drop(entry, unwantedSender.get());
      return;
    }
    Optional<Rejection> fault = entry.embeddedFault();
    if (fault.isPresent()) {
      intake.reject(entry, fault.get());
      return;
    }
    Optional<String> unwantedObject = unwantedObject(intake.knowledge(), entry);
    if (unwantedObject.isPresent()) {
      intake.drop(entry, unwantedObject.get());
      return;
    }
    Optional<String> duplicate = duplicate(intake, entry);
    if (duplicate.isPresent()) {
      intake.removeDuplicate(entry, duplicate.get());
      return;
    }
    admit(intake, entry);
  }

  private static Optional<String> unwantedSender(Knowledge known, Entry entry) {
    if (known.isBlocked(entry.sender())) {
      return Optional.of("the sender is blocked");
    }
    return entry.sender().equals(known.self())
        ? Optional.of("this node sent it to itself")
        : Optional.empty();
  }

  /** A friend may send on what somebody blocked has made. */
  private static Optional<String> unwantedObject(Knowledge known, Entry entry) {
    return switch (entry.envelope().payload()) {
      case Payload.ShareContent(Content content) when known.isBlocked(content.authorKey()) ->
          Optional.of("the author of the content is blocked");
      case Payload.ShareEndorsement(Endorsement endorsement)
          when known.isBlocked(endorsement.endorserKey()) ->
          Optional.of("the endorser is blocked");
      default -> Optional.empty();
    };
  }

  /** What of it came before, if it did. */
  private static Optional<String> duplicate(Intake intake, Entry entry) {
    return switch (entry.envelope().payload()) {
      case Payload.ShareContent(Content content) when intake.isKnown(content) ->
          Optional.of("content");
      case Payload.ShareEndorsement(Endorsement endorsement)
          when endorsement.endorserKey().equals(intake.knowledge().self()) ->
          Optional.of("endorsement of our own");
      case Payload.ShareEndorsement(Endorsement endorsement)
          when intake.isKnown(entry, endorsement) ->
          Optional.of("endorsement");
      default -> Optional.empty();
    };
  }

  /** Learns from a message what plain code can; passes on what needs judgment. */
  private static void admit(Intake intake, Entry entry) {
    intake.admit(entry);
    if (entry.envelope().payload() instanceof Payload.Announce(JsonObject identity)) {
      new Classifier(intake.knowledge())
          .identity(identity)
          .toOptional()
          .ifPresent(intake::introduce);
      if (intake.knowledge().isBlocked(entry.sender())) {
        intake.drop(entry, "the sender's former key is blocked");
        return;
      }
    }
    intake.contacted(entry);
    switch (entry.envelope().payload()) {
      case Payload.ShareEndorsement(Endorsement endorsement) -> intake.keep(endorsement);
      case Payload.ShareContent(Content content) -> intake.remember(content);
      default -> {
        // Nothing to keep.
      }
    }
    new Classifier(intake.knowledge())
        .classify(entry)
        .ifPresentOrElse(item -> intake.pass(entry, item), () -> handle(intake, entry));
  }

  /** Deals with a message that needs no judgment. */
  private static void handle(Intake intake, Entry entry) {
    String sender = intake.name(entry.sender());
    switch (entry.envelope().payload()) {
      case Payload.Ack(var ref, var status, var reason) -> {
        String said = reason.map(text -> ": " + PeerText.quote(text)).orElse("");
        intake.ack(entry, "ack " + status + " of " + ref + " from " + sender + said);
        if (status == Payload.AckStatus.REJECTED) {
          turnedDown(intake, entry.sender(), ref);
        }
      }
      case Payload.ErrorReport(String code, String message, var ref) -> {
        String about = ref.map(hash -> " about " + hash).orElse("");
        String text = PeerText.quote(code) + " " + PeerText.quote(message);
        intake.error(entry, "error report from " + sender + about + ": " + text);
      }
      case Payload.PeerList(var recommended) ->
          intake.peerList(entry, recommended, "peer list from " + sender);
      case Payload.ShareEndorsement(Endorsement endorsement) -> {
        String target = endorsement.target().kind() + " " + endorsement.target().ref();
        String by = intake.name(endorsement.endorserKey());
        intake.endorsement(entry, "endorsement of " + target + " by " + by);
      }
      default -> throw new IllegalStateException("an item was not classified: " + entry.id());
    }
  }

  /** A peer that does not let us follow it sends us nothing: the table must not say it does. */
  private static void turnedDown(Intake intake, PublicKey peer, ContentHash envelope) {
    boolean followed = intake.knowledge().peers().find(peer).filter(Peer::subscribed).isPresent();
    if (followed && intake.isLatestSubscribe(envelope, peer)) {
      intake.unsubscribe(peer);
      intake.log("our subscription was turned down: no longer following " + intake.name(peer));
    }
  }
}
