package org.sovereignbook.sbp.society.sessions;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Suggestion;

/**
 * Words that people and models write for sessions. A word means a session by its label, one of the
 * main persona by the last part of its label, a persona's own conversation, or a turn.
 */
public record SessionNames(Transaction tx) {
  /** Sessions among which the nearest name is looked for. */
  private static final int MOST_COMPARED = 1_000;

  /** Context of a persona's own conversation. */
  private static final String OWN = "main";

  /** Returns the label that a word means; empty when no session and no persona is called so. */
  public Optional<String> meant(String word) {
    Sessions sessions = new Sessions(tx);
    return Stream.of(word, Sessions.label(word))
        .filter(label -> label.equals(Sessions.MAIN) || sessions.find(label).isPresent())
        .findFirst()
        .or(() -> ofPersona(word));
  }

  private Optional<String> ofPersona(String word) {
    return new Personas(tx.node()).has(word)
        ? Optional.of(Sessions.key(word, OWN))
        : Optional.empty();
  }

  /**
   * Returns the label of the session that a message goes to. The newest turn of a thread goes on
   * there; any other completed turn begins a fork.
   *
   * @param isNew whether a word that means nothing yet names a new session
   * @throws SocietyException with {@code unknown-session}, and the nearest name
   */
  public String target(Caller caller, String word, boolean isNew) {
    return meant(word)
        .or(() -> ofTurn(caller, word))
        .or(() -> isNew ? Optional.of(Sessions.label(word)) : Optional.empty())
        .orElseThrow(
            () ->
                unknown(
                    word,
                    caller.agent().map(Agent::name).orElse(""),
                    "begin a conversation:  sbp session send --new %s TEXT".formatted(word)));
  }

  private Optional<String> ofTurn(Caller caller, String word) {
    Optional<AgentTurn> turn = Ulid.isUlid(word) ? new TurnThread(tx).find(word) : Optional.empty();
    return turn.map(one -> at(caller, one));
  }

  private String at(Caller caller, AgentTurn turn) {
    Sessions sessions = new Sessions(tx);
    AgentSession own = sessions.seen(caller, turn.session());
    List<String> heads = sessions.headed(turn.id());
    if (turn.state() == TurnState.RUNNING || heads.contains(own.label())) {
      return own.label();
    }
    return heads.stream()
        .filter(
            label -> sessions.find(label).filter(one -> Sessions.isSeen(caller, one)).isPresent())
        .findFirst()
        .orElseGet(() -> sessions.fork(own, Optional.of(turn.id()), caller.authority()).label());
  }

  /**
   * Returns the refusal of a word that means no session.
   *
   * @param agent sees the names of its own sessions only; empty for the owner
   * @param remedy used beside the nearest name
   */
  public SocietyException unknown(String word, String agent, String remedy) {
    List<String> hints = new ArrayList<>();
    Suggestion.nearest(word, known(agent).stream().filter(name -> !name.equals(word)).toList())
        .ifPresent(name -> hints.add("did you mean " + name + "?"));
    hints.add(remedy);
    return SocietyException.notFound(
        "unknown-session",
        "no session is called " + PeerText.quote(word),
        hints.toArray(String[]::new));
  }

  private List<String> known(String agent) {
    String main = Sessions.key(Personas.MAIN, "");
    List<String> names =
        new ArrayList<>(agent.isEmpty() ? new Personas(tx.node()).names() : List.of());
    tx.texts(
            "SELECT label FROM agent_session WHERE ? = '' OR agent = ? ORDER BY used_ms DESC LIMIT"
                + " ?",
            agent,
            agent,
            MOST_COMPARED)
        .forEach(
            label -> {
              if (label.startsWith(main)) {
                names.add(label.substring(main.length()));
              }
              names.add(label);
            });
    return names.stream().distinct().toList();
  }
}
