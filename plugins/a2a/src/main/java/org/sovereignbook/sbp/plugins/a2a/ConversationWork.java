package org.sovereignbook.sbp.plugins.a2a;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.QueueMode;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnMessage;
import org.sovereignbook.sbp.society.sessions.TurnThread;

/**
 * Conversations of clients: each context of a client is a session of the agent, each message of the
 * client one to the session. A task ends when all of its messages have, with the last answer.
 */
record ConversationWork(Transaction tx) implements ClientWork {
  private static final int MOST = 100;

  /** A message to a session that belongs to a task. */
  private record Said(String input, String task) {
    static final Rows<Said> ROWS = new Rows<>("a2a_input", Said.class);
  }

  @Override
  public String begin(Beginning beginning, Authority by) {
    A2aCall call = beginning.call();
    String id = tx.newId();
    String label = label(call.agent().agent(), call.client().key(), beginning.context(), by);
    say(id, label, beginning.message().text(), by);
    return id;
  }

  private String label(Agent agent, String client, String context, Authority by) {
    byte[] which = (client + "\n" + context).getBytes(StandardCharsets.UTF_8);
    String own = "a2a:" + ContentHash.ofBytes(which).hex().substring(0, 32);
    return new Sessions(tx).ofAgent(agent, own, by).label();
  }

  private void say(String task, String session, String text, Authority by) {
    SessionInput input =
        new MessageQueue(tx)
            .add(
                new MessageQueue.Posted(
                    session,
                    SessionInput.Source.PEER,
                    text,
                    Optional.empty(),
                    Access.queueMode(by).flatMap(QueueMode::of),
                    A2aClient.CHANNEL,
                    "",
                    by));
    Said.ROWS.insert(tx, new Said(input.id(), task));
  }

  @Override
  public void more(A2aTask task, String text, Authority by) {
    Agents.find(tx, AgentId.parse(task.agent()))
        .ifPresent(
            agent -> say(task.id(), label(agent, task.client(), task.context(), by), text, by));
  }

  @Override
  public void cancel(A2aTask task, String why, Authority by) {
    for (SessionInput input : inputs(task)) {
      if (input.state() == InputState.WAITING) {
        new MessageQueue(tx).withdraw(input);
      } else if (input.state() == InputState.TAKEN) {
        input.taken().turn().ifPresent(turn -> new TurnLog(tx).askToAbort(turn));
      }
    }
  }

  /** Returns the messages of a task, the newest first. */
  private List<SessionInput> inputs(A2aTask task) {
    return tx
        .texts(
            "SELECT input FROM a2a_input WHERE task = ? ORDER BY input DESC LIMIT " + MOST,
            task.id())
        .stream()
        .flatMap(input -> new MessageQueue(tx).find(input).stream())
        .toList();
  }

  @Override
  public A2aState state(A2aTask task) {
    List<SessionInput> inputs = inputs(task);
    List<SessionInput> open = inputs.stream().filter(one -> !one.state().isEnd()).toList();
    if (open.isEmpty()) {
      return inputs.isEmpty() ? A2aState.FAILED : end(inputs.getFirst());
    }
    if (open.stream().anyMatch(this::waitsForOwner)) {
      return A2aState.AUTH_REQUIRED;
    }
    boolean hasBegun =
        open.size() < inputs.size()
            || open.stream().anyMatch(one -> one.state() == InputState.TAKEN);
    return hasBegun ? A2aState.WORKING : A2aState.SUBMITTED;
  }

  private static A2aState end(SessionInput last) {
    return switch (last.state()) {
      case ANSWERED, MERGED -> A2aState.COMPLETED;
      case REFUSED ->
          last.why().filter(MessageQueue.ABORTED::equals).isPresent()
              ? A2aState.CANCELED
              : A2aState.FAILED;
      case EXPIRED, WAITING, TAKEN -> A2aState.FAILED;
    };
  }

  private boolean waitsForOwner(SessionInput input) {
    return input.taken().turn().isPresent()
        && tx.exists(
            "SELECT 1 FROM access_request WHERE turn = ? AND status = 'pending' AND expires_ms > ?",
            input.taken().turn().get(),
            tx.nowMs());
  }

  @Override
  public Optional<String> failure(A2aTask task) {
    return inputs(task).stream().findFirst().flatMap(SessionInput::why);
  }

  @Override
  public Optional<String> result(A2aTask task) {
    return last(task, TurnMessage.Role.ASSISTANT);
  }

  /** Returns the beginning of an answer that is under way. */
  Optional<String> partial(A2aTask task) {
    return last(task, TurnMessage.Role.PARTIAL);
  }

  private Optional<String> last(A2aTask task, TurnMessage.Role role) {
    return inputs(task).stream()
        .flatMap(input -> input.taken().turn().stream())
        .findFirst()
        .flatMap(turn -> new TurnThread(tx).find(turn))
        .flatMap(turn -> new TurnThread(tx).whole(turn).messages().reversed().stream().findFirst())
        .filter(message -> message.role() == role)
        .flatMap(TurnMessage::text);
  }
}
