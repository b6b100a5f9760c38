package org.sovereignbook.sbp.peer.reader;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Rejection;
import org.sovereignbook.sbp.base.protocol.Rotation;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.reader.Gate.AutoHandled;
import org.sovereignbook.sbp.peer.reader.Gate.Result;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.LogFile;

/**
 * The reader's gates (CHOICES 6, 20): whether an envelope is looked at at all, the cheap questions
 * first; then what plain code can learn from it; then what needs no judgment.
 */
final class ReaderGates {
  private ReaderGates() {}

  /**
   * Returns all gates, in order.
   *
   * @param policies further gates, which come before the node stores anything of an envelope
   */
  static List<Gate> inOrder(List<Gate> policies) {
    List<Gate> gates = untilPolicies(policies);
    gates.add(ReaderGates::announcedIdentity);
    gates.add(ReaderGates::knownSender);
    gates.add(ReaderGates::keptObject);
    gates.add(ReaderGates::withoutJudgment);
    return gates;
  }

  /** Returns the gates before the policies; they store nothing of an envelope yet. */
  static List<Gate> untilPolicies(List<Gate> policies) {
    List<Gate> gates = new ArrayList<>();
    gates.add(ReaderGates::repeatedEnvelope);
    gates.add(ReaderGates::unwantedSender);
    gates.add(ReaderGates::faultyObject);
    gates.add(ReaderGates::unwantedMaker);
    gates.add(ReaderGates::duplicateObject);
    gates.addAll(policies);
    return gates;
  }

  private static Result repeatedEnvelope(ReceivedEnvelope received, ReaderContext context) {
    return context.isRepeated(received)
        ? new Result.Remove(AutoHandled.DUPLICATES, "duplicate envelope")
        : Gate.pass();
  }

  private static Result unwantedSender(ReceivedEnvelope received, ReaderContext context) {
    if (context.isBlocked(received.sender())) {
      return Gate.drop("the sender is blocked");
    }
    if (received.sender().equals(context.self())) {
      return Gate.drop("this node sent it to itself");
    }
    return context.wasOwn(received.sender())
        ? Gate.drop("somebody else has a key that this node has rotated away")
        : Gate.pass();
  }

  private static Result faultyObject(ReceivedEnvelope received, ReaderContext context) {
    return received.embeddedFault().<Result>map(Result.Reject::new).orElseGet(Gate::pass);
  }

  /** Drops objects of blocked makers, even when an unblocked peer forwards them. */
  private static Result unwantedMaker(ReceivedEnvelope received, ReaderContext context) {
    return switch (received.payload()) {
      case Payload.ShareContent(Content content) when context.isBlocked(content.authorKey()) ->
          Gate.drop("the author of the content is blocked");
      case Payload.ShareEndorsement(Endorsement endorsement)
          when context.isBlocked(endorsement.endorserKey()) ->
          Gate.drop("the endorser is blocked");
      default -> Gate.pass();
    };
  }

  private static Result duplicateObject(ReceivedEnvelope received, ReaderContext context) {
    return switch (received.payload()) {
      case Payload.ShareContent(Content content) when context.isKnown(content) ->
          duplicate("content");
      case Payload.ShareEndorsement(Endorsement endorsement)
          when endorsement.endorserKey().equals(context.self()) ->
          duplicate("endorsement of our own");
      case Payload.ShareEndorsement(Endorsement endorsement)
          when context.isKnown(received, endorsement) ->
          duplicate("endorsement");
      default -> Gate.pass();
    };
  }

  private static Result duplicate(String what) {
    return new Result.Remove(AutoHandled.DUPLICATES, "duplicate " + what);
  }

  /** Takes over what a valid identity document says, a moved key among it. */
  private static Result announcedIdentity(ReceivedEnvelope received, ReaderContext context) {
    context.meet(received);
    if (received.payload() instanceof Payload.Announce(JsonObject identity)) {
      switch (context.identity(identity)) {
        case Checked.Valid<IdentityDocument>(var document) -> context.introduce(document);
        case Checked.Rejected<IdentityDocument>(var why) -> suspect(received, why, context);
      }
      if (context.isBlocked(received.sender())) {
        return Gate.drop("the sender's former key is blocked");
      }
    }
    return Gate.pass();
  }

  private static void suspect(ReceivedEnvelope received, Rejection why, ReaderContext context) {
    boolean isLate = why.code() == Code.RETIRED_KEY && context.isFromBeforeRotation(received);
    if (Rotation.SUSPICIOUS.contains(why.code()) && !isLate) {
      String text =
          "refused an identity document of %s: %s; somebody else may hold that key, ask its owner"
              .formatted(PeerText.quote(context.nameOf(received.sender())), why);
      context.emit(
          context
              .event("identity-refused", text)
              .about("peer", received.sender())
              .asError()
              .in(LogFile.OPS, LogFile.SESSION));
    }
  }

  /** Makes the sender of a valid message known (AGENT.md, trust transitions). */
  private static Result knownSender(ReceivedEnvelope received, ReaderContext context) {
    if (!(received.payload() instanceof Payload.Announce(JsonObject identity))
        || context.identity(identity).isValid()) {
      context.know(received);
    }
    context.heardOf(received);
    return Gate.pass();
  }

  /**
   * Stores the object in the message whatever is decided on it; content only once it has been
   * judged.
   */
  private static Result keptObject(ReceivedEnvelope received, ReaderContext context) {
    switch (received.payload()) {
      case Payload.ShareEndorsement(Endorsement endorsement) -> context.keep(received, endorsement);
      case Payload.ShareContent(Content content) -> {
        context.remember(received, content);
        if (content.authorKey().equals(received.sender())) {
          context.subscriptions().gotOwnContent(received.sender());
        }
      }
      case Payload.Direct _ -> received.message().ifPresent(context::keep);
      default -> {
        // Nothing to keep.
      }
    }
    return Gate.pass();
  }

  /** Returns whether a message is for the reader; plain code handles all others. */
  static boolean needsJudgment(ReceivedEnvelope received, ReaderContext context) {
    return switch (received.payload()) {
      case Payload.ShareEndorsement(Endorsement endorsement) ->
          switch (endorsement.target()) {
            case Endorsement.Target.OfIdentity(PublicKey key) -> key.equals(context.self());
            case Endorsement.Target.OfContent(ContentHash hash) -> context.isOwnContent(hash);
          };
      case Payload.Ack _, Payload.ErrorReport _, Payload.PeerList _, Payload.Memory _ -> false;
      default -> true;
    };
  }

  private static Result withoutJudgment(ReceivedEnvelope received, ReaderContext context) {
    if (context.isTakenBySession(received)) {
      return new Result.ToArchive(
          AutoHandled.AGENT_MAIL,
          "message from " + PeerText.quote(context.nameOf(received.sender())) + " for a session");
    }
    if (needsJudgment(received, context)) {
      return Gate.pass();
    }
    String sender = PeerText.quote(context.nameOf(received.sender()));
    return switch (received.payload()) {
      case Payload.Ack ack -> ack(ack, received.sender(), sender, context);
      case Payload.ErrorReport(String code, String message, var ref) -> {
        String about = ref.map(hash -> " about " + hash).orElse("");
        String text = PeerText.quote(code) + " " + PeerText.quote(message);
        yield new Result.Remove(
            AutoHandled.ERRORS, "error report from " + sender + about + ": " + text);
      }
      case Payload.PeerList(var recommended) -> {
        int added = context.queue(recommended, received.sender());
        String counts = ": " + added + " of " + recommended.size() + " peers are new";
        yield new Result.Remove(AutoHandled.PEER_LISTS, "peer list from " + sender + counts);
      }
      case Payload.ShareEndorsement(Endorsement endorsement) -> {
        String target = endorsement.target().kind() + " " + endorsement.target().ref();
        String by = PeerText.quote(context.nameOf(endorsement.endorserKey()));
        yield new Result.Remove(AutoHandled.ENDORSEMENTS, "endorsement of " + target + " by " + by);
      }
      case Payload.Memory _ -> Gate.drop("this node has no groups");
      default -> throw new IllegalStateException("nobody deals with " + received.id());
    };
  }

  /** Processes an ack: we follow a peer once it agrees. */
  private static Result ack(Payload.Ack ack, PublicKey peer, String name, ReaderContext context) {
    String said = ack.reason().map(text -> ": " + PeerText.quote(text)).orElse("");
    String text = "ack " + ack.status() + " of " + ack.ref() + " from " + name + said;
    List<Event> more = new ArrayList<>();
    if (ack.status() != Payload.AckStatus.RECEIVED
        && context.subscriptions().isAnswer(ack.ref(), peer)) {
      boolean agreed = ack.status() == Payload.AckStatus.ACCEPTED;
      context.subscriptions().answered(peer, agreed);
      String event = agreed ? "subscription-accepted" : "subscription-rejected";
      String what =
          agreed
              ? "our subscription was accepted: following " + name
              : "our subscription was turned down: no longer following " + name;
      more.add(context.event(event, what).about("peer", peer));
    }
    return new Result.Remove(AutoHandled.ACKS, text, more);
  }
}
