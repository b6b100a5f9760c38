package org.sovereignbook.sbp.plugins.channels.work;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.channels.TextChunks;
import org.sovereignbook.sbp.society.sessions.AnswerFeature;

/** Answers of sessions to people who wrote by a channel: one for each message. */
public record ChannelAnswers(Transaction tx) {
  /** Right of a stranger whose text is part of an answer to somebody else. */
  private static final String TOOL = "channel_send";

  private static final Duration HOUR = Duration.ofHours(1);
  private static final String PERSON = "person:";
  private static final String REPLY = "Re: ";
  private static final int MAX_WHY_CHARACTERS = 200;

  /** Queues an answer. Returns the channel's adapter; empty when it is for another place. */
  public Optional<String> take(AnswerFeature.Answer answer) {
    Optional<ReplyPlace> place = ReplyPlace.read(answer.to());
    if (place.isEmpty()) {
      return Optional.empty();
    }
    Optional<Account> account = new Accounts(tx).find(place.get().channel());
    account
        .filter(_ -> !answer.text().isBlank() && refused(answer).isEmpty())
        .ifPresent(channel -> queue(channel, place.get(), answer));
    return Optional.of(account.map(Account::adapter).orElse(place.get().channel()));
  }

  /** Returns another person whose text the answer may repeat and who may not cause that. */
  private Optional<Authority> refused(AnswerFeature.Answer answer) {
    return answer.causes().stream()
        .filter(cause -> cause.principal().isStranger())
        .filter(cause -> !cause.principal().equals(answer.asker()))
        .filter(cause -> !isOfGroup(cause, answer))
        .filter(cause -> !Access.permits(tx, cause, TOOL))
        .findFirst();
  }

  /** Returns whether somebody was let into the same session of a group. */
  private static boolean isOfGroup(Authority cause, AnswerFeature.Answer answer) {
    return answer.session().contains(":group:")
        && Access.session(cause).filter(answer.session()::equals).isPresent();
  }

  private void queue(Account account, ReplyPlace place, AnswerFeature.Answer answer) {
    int number = 0;
    for (String part : parts(account, answer.text())) {
      queue(
          account,
          place,
          "answer:%s:%d".formatted(answer.event().orElse(answer.turn()), number++),
          part,
          answer.session(),
          answer.by());
    }
  }

  private void queue(
      Account account, ReplyPlace place, String once, String text, String session, Authority by) {
    ChannelOutbox outbox = new ChannelOutbox(tx);
    List<String> refs = place.refs().isEmpty() ? List.of() : List.of(place.refs().split(" ", -1));
    boolean isTooMany =
        outbox.answersSince(account.name(), place.to(), tx.now().minus(HOUR))
            >= tx.config().get(ChannelsSettings.ANSWERS_PER_HOUR);
    Optional<String> id =
        outbox.add(
            new OutboxRow.NewMessage(
                account.name(),
                Optional.of(once),
                OutboxRow.Kind.ANSWER,
                place.to(),
                place.isGroup(),
                subject(place.subject()),
                text,
                refs,
                Optional.of(session)),
            by);
    id.ifPresent(one -> Access.notBefore(by).ifPresent(at -> outbox.delay(one, at)));
    if (isTooMany) {
      id.ifPresent(outbox::limited);
    }
  }

  /**
   * Queues one short message to a person who is known to the node and whose message gets no answer.
   * Only the owner is told the reason.
   */
  public void fail(AnswerFeature.Unanswered message) {
    boolean isOwner = message.asker().equals(Principal.OWNER);
    String text =
        isOwner
            ? "Your message got no answer: %s.\n\nIt is kept: `sbp session show %s`. Write again when that is mended."
                .formatted(
                    Cut.within(PeerText.plain(message.why()), MAX_WHY_CHARACTERS),
                    message.session())
            : "Your message could not be answered. Please write again later.";
    ReplyPlace.read(message.to())
        .filter(place -> !place.isGroup())
        .filter(_ -> isOwner || message.asker().text().startsWith(PERSON))
        .ifPresent(
            place ->
                new Accounts(tx)
                    .find(place.channel())
                    .ifPresent(
                        account ->
                            queue(
                                account,
                                place,
                                "unanswered:" + message.id(),
                                text,
                                message.session(),
                                Authority.SYSTEM)));
  }

  private static List<String> parts(Account account, String text) {
    return account.options().integer(Account.MAX_BYTES).stream()
        .mapToObj(most -> TextChunks.of(text, (int) most))
        .findFirst()
        .orElse(List.of(text));
  }

  private static String subject(String of) {
    String plain = of.isBlank() ? "your message" : of;
    return plain.regionMatches(true, 0, REPLY, 0, REPLY.length()) ? plain : REPLY + plain;
  }
}
