package org.sovereignbook.sbp.society.sessions;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Approvals;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.peer.reader.ReaderSettings;
import org.sovereignbook.sbp.society.channels.AnswerChannel;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.OutboxItems;

/**
 * Delivery of a turn's answer to the place that its message names, in the transaction that
 * completes the turn. The answer is an event marked as sent, which starts no hook and no turn.
 */
record Answers(Transaction tx) {
  /** Right that the cause of an answer needs: the one of the reader's replies. */
  private static final String TOOL = "reader_reply";

  private static final String ENVELOPE = "envelope:";

  /** Sends the answer of a turn, if its message has come from outside. */
  void send(AgentTurn turn, String text) {
    Optional<SessionInput> last = asked(turn);
    if (last.isEmpty()) {
      return;
    }
    List<Authority> causes = new TurnLog(tx).context(turn);
    Authority by =
        Access.within(
            tx,
            Authority.of(
                Agents.named(tx, new Sessions(tx).require(turn.session()).agent()).principal(),
                Channel.SESSION),
            causes);
    Optional<ReplyAddress> to = ReplyAddress.read(last.get().said().replyTo());
    if (to.isPresent()) {
      toPeer(turn, text, to.get(), last.get(), by, causes);
    } else {
      byFeature(turn, text, last.get(), by, causes);
    }
  }

  /** Returns the last message of a turn that names a place for its answer. */
  private Optional<SessionInput> asked(AgentTurn turn) {
    return SessionInput.ROWS
        .list(tx, "WHERE turn = ? AND number IS NOT NULL ORDER BY number DESC", turn.id())
        .stream()
        .filter(input -> !input.said().replyTo().isEmpty())
        .findFirst();
  }

  /** Notes that a turn has failed. */
  void fail(AgentTurn turn, String why) {
    asked(turn).ifPresent(input -> fail(input, why));
  }

  /** Notes that a message gets no answer. */
  void fail(SessionInput input, String why) {
    AnswerFeature.Unanswered message =
        new AnswerFeature.Unanswered(
            input.id(), input.session(), input.said().replyTo(), input.cause().principal(), why);
    tx.allFeatures().of(AnswerFeature.class).forEach(feature -> feature.fails(tx, message));
  }

  /** Hands the answer to the feature that brought its message. */
  private void byFeature(
      AgentTurn turn, String text, SessionInput input, Authority by, List<Authority> causes) {
    AnswerFeature.Answer answer =
        new AnswerFeature.Answer(
            turn.id(),
            turn.session(),
            input.said().replyTo(),
            input.said().event(),
            input.cause().principal(),
            by,
            causes,
            text);
    for (AnswerFeature feature : tx.allFeatures().of(AnswerFeature.class)) {
      Optional<String> channel = feature.takes(tx, answer);
      if (channel.isPresent()) {
        emit(turn, input, by, channel.get(), 1);
        return;
      }
    }
  }

  private void toPeer(
      AgentTurn turn,
      String text,
      ReplyAddress to,
      SessionInput input,
      Authority by,
      List<Authority> causes) {
    Optional<Authority> refused =
        causes.stream().filter(cause -> !Access.permits(tx, cause, TOOL)).findFirst();
    List<AnswerChannel.Part> parts =
        refused.isPresent() ? List.of() : AnswerChannel.DIRECT.parts(text);
    if (ReaderSettings.isApproved(tx.config(), isStranger(to.key()))) {
      parts.forEach(part -> draft(turn, part, to, input, by));
    } else {
      int place = 0;
      for (AnswerChannel.Part part : parts) {
        leave(turn, part, to, input, by, place++);
      }
    }
    emit(turn, input, by, "envelope", parts.size());
  }

  private boolean isStranger(PublicKey peer) {
    return tx.trust(peer).filter(TrustState::isEndorsedOrTrusted).isEmpty();
  }

  private void leave(
      AgentTurn turn,
      AnswerChannel.Part part,
      ReplyAddress to,
      SessionInput input,
      Authority by,
      int place) {
    JsonObject item =
        OutboxItems.envelope(
            MessageType.DIRECT,
            Payloads.direct(
                part.text(), Optional.empty(), part.replies() ? envelope(input) : Optional.empty()),
            to.key(),
            to.endpoint());
    boolean _ =
        tx.leave(
            "answer:%s:%d".formatted(turn.id(), place),
            "answer",
            OutboxItems.notBefore(item, Access.notBefore(by)),
            place);
  }

  /** Leaves the answer for the owner's approval, as for the reader's replies. */
  private void draft(
      AgentTurn turn, AnswerChannel.Part part, ReplyAddress to, SessionInput input, Authority by) {
    Approval approval =
        Approval.reply(
            tx.newId(),
            "session:" + turn.session(),
            to.key(),
            Optional.of(to.endpoint()),
            part.text(),
            Optional.empty(),
            part.replies() ? envelope(input) : Optional.empty(),
            tx.node().now(),
            Approvals.expiry(tx.node()));
    boolean _ =
        tx.leave(
            "approval:" + approval.id(),
            Approval.LEFT_AS,
            OutboxItems.notBefore(approval.json(), Access.notBefore(by)));
  }

  private static Optional<ContentHash> envelope(SessionInput input) {
    return input
        .said()
        .event()
        .filter(event -> event.startsWith(ENVELOPE))
        .map(event -> ContentHash.parse(event.substring(ENVELOPE.length())));
  }

  private void emit(AgentTurn turn, SessionInput input, Authority by, String channel, int parts) {
    LedgerEvent event =
        LedgerEvent.of(
                "turn:" + turn.id() + ":answered",
                "session.answered",
                by,
                new Subject("turn", turn.id()),
                new Subject("session", turn.session()))
            .with(
                JsonObject.builder()
                    .put("direction", LedgerEvent.SENT)
                    .put("channel", channel)
                    .put("parts", parts)
                    .putIfPresent("in_reply_to", input.said().event())
                    .build());
    boolean _ = tx.append(event);
  }

  /** Address of another node. */
  record ReplyAddress(PublicKey key, Endpoint endpoint) {
    private static final String KEY = "peer";
    private static final String ENDPOINT = "endpoint";

    /** Returns the form that is stored with a message. */
    String json() {
      return JsonObject.builder()
          .put(KEY, key.toString())
          .put(ENDPOINT, endpoint.toString())
          .build()
          .toString();
    }

    static Optional<ReplyAddress> read(String text) {
      try {
        return JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json
            ? json.parsed(KEY, PublicKey::parse)
                .flatMap(
                    key ->
                        json.parsed(ENDPOINT, Endpoint::parse)
                            .map(endpoint -> new ReplyAddress(key, endpoint)))
            : Optional.empty();
      } catch (MalformedJson e) {
        return Optional.empty();
      }
    }
  }
}
