package org.sovereignbook.sbp.frontend.screen;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.store.Store;

/**
 * Names on the screen for addresses and principals: peers by their names, as in {@code worker@Bob}.
 * The peers are read when the first one is needed.
 */
public final class ScreenNames {
  private static final Pattern OF_PEER = Pattern.compile("(.*@|peer:)([A-Za-z0-9_-]{43})");

  private static final Pattern A_PEER = Pattern.compile("\\bpeer:[A-Za-z0-9_-]{43}(?![\\w-])");

  private static final Pattern AN_AGENT = Pattern.compile("\\b(?:agent:)?([0-9a-f]{64})\\b");

  private static final Pattern AN_AGENT_BRIEFLY =
      Pattern.compile("(\\bagent:[0-9a-f]{12})[0-9a-f]{52}\\b");

  private final Session session;
  private final Map<String, String> agents;
  private Optional<PeerLabels> labels = Optional.empty();

  public ScreenNames(Session session) {
    this(session, Map.of());
  }

  /**
   * Makes names that include principals of this node.
   *
   * @param agents names by principal, from {@link #agents}
   */
  public ScreenNames(Session session, Map<String, String> agents) {
    this.session = session;
    this.agents = agents;
  }

  /** Returns the names of all present and former agents, by their principals. */
  public static Map<String, String> agents(Transaction tx) {
    Map<String, String> names = new HashMap<>();
    for (Agent agent : Agents.all(tx)) {
      names.put(agent.principal().text(), agent.name());
    }
    return names;
  }

  /** Returns the name for {@code NAME}, {@code NAME@KEY}, or a principal. */
  public String of(String text) {
    Matcher peer = OF_PEER.matcher(text);
    return peer.matches()
        ? peer.group(1) + peer(PublicKey.parse(peer.group(2)))
        : agents.getOrDefault(text, text);
  }

  /** Replaces keys of peers and ids of agents in a sentence by names. */
  public String within(String sentence) {
    String named =
        A_PEER.matcher(sentence).replaceAll(it -> Matcher.quoteReplacement(of(it.group())));
    return AN_AGENT
        .matcher(named)
        .replaceAll(
            it -> {
              String known = agents.getOrDefault("agent:" + it.group(1), it.group());
              return Matcher.quoteReplacement(brief(known));
            });
  }

  /** Returns a text with each id of an agent cut to its beginning. */
  public static String brief(String text) {
    return AN_AGENT_BRIEFLY.matcher(text).replaceAll("$1…");
  }

  /** Returns a peer's name, or the beginning of its key when it has no row. */
  public String peer(PublicKey key) {
    PeerLabels known = labels.orElseGet(this::read);
    labels = Optional.of(known);
    return known.peers().find(key).map(known::of).orElseGet(() -> Abbreviation.of(key));
  }

  private PeerLabels read() {
    try (Store store = session.store(session.node())) {
      return PeerLabels.of(store);
    }
  }
}
