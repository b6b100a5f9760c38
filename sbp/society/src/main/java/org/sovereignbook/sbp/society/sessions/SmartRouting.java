package org.sovereignbook.sbp.society.sessions;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.MemorySearch;
import org.sovereignbook.sbp.society.recall.WordRanking;

/**
 * Smart routing (NEXUS): a search in the memory of the persona's agent tells what a message is
 * about. The session is that of its sender which the message fits best together with what was
 * found. Only what the same sender has said to the same persona is compared, so that nobody's text
 * leads into a conversation of others.
 */
record SmartRouting(Principal sender) implements Routes.Smart {
  private static final int MAX_SESSIONS = 50;
  private static final int MAX_MESSAGES = 20;
  private static final int MAX_REMEMBERED = 3;

  /** Beginning of a message for which the memory is searched; has fewer terms than a query may. */
  private static final int QUERY_CHARACTERS = 120;

  /** Returns the choice for an authority: none, unless its policy says so. */
  static Routes.Smart of(Authority by) {
    return Access.isSmart(by) ? new SmartRouting(by.principal()) : Routes.Smart.OFF;
  }

  @Override
  public String choose(Transaction tx, String text, String given) {
    Optional<String> persona = persona(given);
    if (persona.isEmpty()) {
      return given;
    }
    // The session of the policy comes first: among equals it is chosen.
    List<String> labels = new ArrayList<>(List.of(given));
    tx
        .texts(
            "SELECT session FROM agent_input WHERE principal = ? AND session <> ?"
                + " GROUP BY session ORDER BY MAX(at_ms) DESC, session LIMIT "
                + MAX_SESSIONS,
            sender.text(),
            given)
        .stream()
        .filter(label -> persona(label).equals(persona))
        .forEach(labels::add);
    if (labels.size() == 1) {
      return given;
    }
    List<String> texts = labels.stream().map(label -> said(tx, label)).toList();
    String about = text + "\n" + remembered(tx, persona.get(), text);
    return WordRanking.best(texts, about, 1).stream().findFirst().map(labels::get).orElse(given);
  }

  /** Returns what the memory of the persona's agent says about a text, if that may act now. */
  private static String remembered(Transaction tx, String persona, String text) {
    try {
      Persona found = new Personas(tx.node()).require(persona);
      Caller agent = Agents.caller(tx, Optional.of(found.agent()), Optional.empty());
      String query = Cut.beginning(text, QUERY_CHARACTERS);
      return new MemorySearch(tx)
          .search(agent, query, ItemFilter.ALL, MAX_REMEMBERED).stream()
              .map(MemorySearch.Result::text)
              .collect(Collectors.joining("\n"));
    } catch (SocietyException e) {
      // Without an agent that may act the message goes where its policy wants it.
      return "";
    }
  }

  /** Returns what the sender has said last in a session. */
  private String said(Transaction tx, String label) {
    return String.join(
        "\n",
        tx.texts(
            "SELECT text FROM agent_input JOIN content ON content.id = agent_input.content_id WHERE"
                + " agent_input.principal = ? AND agent_input.session = ? AND text IS NOT NULL"
                + " ORDER BY agent_input.at_ms DESC, agent_input.id DESC LIMIT "
                + MAX_MESSAGES,
            sender.text(),
            label));
  }

  private static Optional<String> persona(String label) {
    String[] parts = label.split(":", 3);
    return parts.length == 3 && parts[0].equals("agent") ? Optional.of(parts[1]) : Optional.empty();
  }
}
