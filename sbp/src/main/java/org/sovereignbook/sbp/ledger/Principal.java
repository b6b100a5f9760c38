package org.sovereignbook.sbp.ledger;

import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonText;

/**
 * The entity that an event speaks for: {@code owner}, {@code system}, {@code agent:} and an agent's
 * id, or {@code peer:} and a node's public key.
 */
public record Principal(String text) implements Comparable<Principal>, JsonText {
  private static final String AGENT = "agent:";
  private static final String PEER = "peer:";
  private static final Pattern TEXT =
      Pattern.compile("owner|system|agent:[0-9a-f]{64}|peer:[A-Za-z0-9_-]{43}");

  /** Whoever owns the node. */
  public static final Principal OWNER = new Principal("owner");

  /** The program itself: what time and arithmetic cause. */
  public static final Principal SYSTEM = new Principal("system");

  public Principal {
    if (!TEXT.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "a principal is owner, system, agent:ID or peer:KEY, not " + text);
    }
  }

  /** A local agent, by its 64 hex digits. */
  public static Principal agent(String id) {
    return new Principal(AGENT + id);
  }

  /** Another node. */
  public static Principal peer(PublicKey key) {
    return new Principal(PEER + key);
  }

  /** Reads what {@link #toString} writes; anything else is an IllegalArgumentException. */
  public static Principal parse(String text) {
    return new Principal(text);
  }

  /** The agent's 64 hex digits, if it is one. */
  public Optional<String> agentId() {
    return Optional.of(text).filter(each -> each.startsWith(AGENT)).map(each -> after(AGENT));
  }

  /** The other node's key, if it is one. */
  public Optional<PublicKey> peerKey() {
    return Optional.of(text)
        .filter(each -> each.startsWith(PEER))
        .map(each -> PublicKey.parse(after(PEER)));
  }

  private String after(String prefix) {
    return text.substring(prefix.length());
  }

  @Override
  public int compareTo(Principal other) {
    return text.compareTo(other.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
