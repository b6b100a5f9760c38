package org.sovereignbook.sbp.cli.talk;

import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.screen.DeliveryAttempts;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.delivery.Delivery;
import org.sovereignbook.sbp.store.Peer;

/**
 * Whether a peer can be reached, and if not why, with what to do.
 *
 * @param why a sentence; empty of a peer that is reachable
 * @param remedy the command that changes it, where there is one
 */
record PeerSilence(State state, Optional<String> why, Optional<String> remedy) {
  /** A peer that was not heard of for this time, and owes us nothing, counts as quiet. */
  private static final Duration RECENT = Duration.ofDays(7);

  /** Whether a peer can be reached. */
  enum State {
    /** It has taken the last delivery, or was heard of in the last days. */
    REACHABLE,
    /** Nothing answers at its address. */
    SILENT,
    /** It answers, and does not take what is sent. */
    REFUSING,
    /** Nothing was sent to it, and it has said nothing for days. */
    QUIET,
    /** The owner has blocked it. */
    BLOCKED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * Facts on a peer.
   *
   * @param isAsked whether we asked to follow it, and it has not answered
   * @param pause since deliveries to it fail
   * @param last the newest attempt in the log
   */
  record Facts(
      Peer peer,
      boolean isAsked,
      Optional<Delivery.Pause> pause,
      Optional<DeliveryAttempts.Attempt> last,
      Timestamp now) {
    private String follow() {
      return "sbp follow " + peer.endpoint();
    }

    private String reason() {
      return last.flatMap(DeliveryAttempts.Attempt::reason)
          .map(why -> " (" + PeerText.plain(why) + ")")
          .orElse("");
    }

    private boolean isGivenUp() {
      return last.filter(one -> one.outcome().equals("failed")).isPresent();
    }

    private boolean isRecent() {
      return peer.lastContact().filter(at -> !at.plus(RECENT).isBefore(now)).isPresent();
    }
  }

  static PeerSilence of(Facts facts) {
    Peer peer = facts.peer();
    if (peer.trust() == TrustState.BLOCKED) {
      return new PeerSilence(
          State.BLOCKED,
          Optional.of("You have blocked it: what it sends is refused, and nothing is sent to it."),
          Optional.of("sbp peers unblock -- " + peer.publicKey()));
    }
    if (peer.endpoint().equals(Peer.NOWHERE)) {
      return because(
          State.QUIET, "It has named no address, so that nothing can be sent to it.", "");
    }
    Optional<Delivery.Pause> pause = facts.pause();
    if (pause.isPresent()) {
      return failing(facts, pause.get());
    }
    return facts.isGivenUp()
        ? because(
            State.REFUSING,
            "The last delivery to it was given up%s. Look at it, and try again once it is mended."
                .formatted(facts.reason()),
            "sbp outbox failed")
        : idle(facts);
  }

  private static PeerSilence failing(Facts facts, Delivery.Pause pause) {
    String next =
        pause.until().isAfter(facts.now())
            ? Wording.ago(pause.until(), facts.now())
            : "with the next delivery";
    String failed = Wording.counted(pause.failures(), "attempt") + " in a row failed";
    if (pause.unreachedAt().isPresent()) {
      return because(
          State.SILENT,
          ("Nothing answers at %s: %s, the last %s%s. The next comes %s; what waits for it is kept."
                  + " If it has moved, follow its new address.")
              .formatted(
                  facts.peer().endpoint(),
                  failed,
                  Wording.ago(pause.unreachedAt().get(), facts.now()),
                  facts.reason(),
                  next),
          facts.follow());
    }
    return because(
        State.REFUSING,
        "It answers, and does not take what is sent: %s%s. The next comes %s."
            .formatted(failed, facts.reason(), next),
        "sbp outbox");
  }

  /** Returns the state of a peer to which no delivery fails. */
  private static PeerSilence idle(Facts facts) {
    Peer peer = facts.peer();
    if (facts.isRecent()) {
      return new PeerSilence(State.REACHABLE, Optional.empty(), Optional.empty());
    }
    if (facts.isAsked()) {
      return because(
          State.QUIET,
          "You asked to follow it, and it has not agreed yet: its agent or its owner decides.",
          "sbp send -- " + peer.publicKey() + " 'are you there?'");
    }
    if (!peer.subscribed() && !peer.subscriber()) {
      return because(
          State.QUIET,
          "Neither of you follows the other, so that neither sends anything by itself.",
          facts.follow());
    }
    String since =
        peer.lastContact()
            .map(at -> "It was last heard of " + Wording.ago(at, facts.now()))
            .orElse("It was never heard of");
    return because(
        State.QUIET,
        since + ", and nothing that was sent to it has failed since: it has had nothing to say.",
        "sbp send -- " + peer.publicKey() + " 'are you there?'");
  }

  private static PeerSilence because(State state, String why, String remedy) {
    return new PeerSilence(
        state, Optional.of(why), Optional.of(remedy).filter(text -> !text.isEmpty()));
  }
}
