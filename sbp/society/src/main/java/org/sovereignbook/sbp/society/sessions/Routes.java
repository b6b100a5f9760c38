package org.sovereignbook.sbp.society.sessions;

import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.node.Config;

/**
 * Routing of what comes from outside, and of hooks' results, to sessions (NEXUS §6): to the session
 * that a policy names for the cause. An event brings at most one message to a session.
 */
public record Routes(Transaction tx) {
  private static final String HOOK = "hook";

  /** Choice among the sessions of a principal by what a message says; none by default. */
  @FunctionalInterface
  public interface Smart {
    /** Choice that leaves every message where its policy wants it. */
    Smart OFF = (_, _, given) -> given;

    /**
     * Returns the label of the session for a text.
     *
     * @param given the session by the policies
     */
    String choose(Transaction tx, String text, String given);
  }

  /**
   * Authorities of a hook's result.
   *
   * @param hook the hook's own, within that of the event
   * @param event of the event, whose policies name the session
   */
  public record HookCause(Authority hook, Authority event) {}

  /** Returns the label of the session for a peer's direct messages by a channel. */
  public static String ofPeer(Config config, String channel, String key) {
    String own = "dm:" + key.toLowerCase(Locale.ROOT);
    return switch (config.get(SessionsSettings.DM_SCOPE)) {
      case MAIN -> Sessions.MAIN;
      case PER_PEER -> Sessions.key(Personas.MAIN, own);
      case PER_CHANNEL_PEER -> Sessions.key(Personas.MAIN, channel + ":" + own);
    };
  }

  /** Returns where the answer to a peer goes, for {@link MessageQueue.Posted}. */
  public static String replyTo(PublicKey key, Endpoint endpoint) {
    return new Answers.ReplyAddress(key, endpoint).json();
  }

  /** Returns the choice for messages under an authority: none, unless its policy says so. */
  public static Smart smart(Authority by) {
    return SmartRouting.of(by);
  }

  /** Returns the session to which an event has brought a message. */
  public Optional<String> session(String event) {
    return new MessageQueue(tx).ofEvent(event).map(SessionInput::session);
  }

  /** Returns whether an event has brought a message to a session. */
  public boolean isRouted(String event) {
    return new MessageQueue(tx).ofEvent(event).isPresent();
  }

  /**
   * Stores the message that an event has brought.
   *
   * @param smart may choose another session
   * @return empty when the session cannot be, since its persona is missing or its label wrong, or
   *     when the text is blank or too long
   */
  public Optional<SessionInput> message(String event, MessageQueue.Posted message, Smart smart) {
    Optional<SessionInput> known = new MessageQueue(tx).ofEvent(event);
    if (known.isPresent()) {
      return known;
    }
    String label = smart.choose(tx, message.text(), message.session());
    if (!new Sessions(tx).mayBe(label) || !new MessageQueue(tx).fits(message.text())) {
      return Optional.empty();
    }
    return Optional.of(
        new MessageQueue(tx)
            .add(
                new MessageQueue.Posted(
                    label,
                    message.source(),
                    message.text(),
                    message.mode(),
                    Access.queueMode(message.authority()).flatMap(QueueMode::of),
                    message.channel(),
                    message.replyTo(),
                    message.authority()),
                Optional.of(event)));
  }

  /**
   * Stores a hook's result for an agent: in the session that a policy names, or lets smart routing
   * choose, for the event's cause, or else in the agent's own for this hook.
   *
   * @param event the event of the hook's run
   */
  public SessionInput ofHook(String event, String hook, Agent agent, String text, HookCause cause) {
    Authority by = cause.hook();
    String label =
        Access.session(cause.event())
            .map(named -> smart(cause.event()).choose(tx, text, named))
            .filter(new Sessions(tx)::mayBe)
            .orElseGet(() -> new Sessions(tx).ofAgent(agent, HOOK + ":" + hook, by).label());
    return new MessageQueue(tx)
        .add(
            new MessageQueue.Posted(
                label,
                SessionInput.Source.HOOK,
                text,
                Optional.empty(),
                Access.queueMode(cause.event()).flatMap(QueueMode::of),
                HOOK,
                "",
                by),
            Optional.of(event));
  }
}
