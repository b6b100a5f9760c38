package org.sovereignbook.sbp.authority.ledger;

import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonText;

/**
 * Entity that an event acts for: {@code owner}, {@code system}, {@code agent:} and an agent's id,
 * {@code peer:} and a node's public key, {@code webhook:} and its name, {@code person:} and the id
 * of an entity, or {@code unknown} without an entity.
 */
public record Principal(String text) implements Comparable<Principal>, JsonText {
  private static final String AGENT = "agent:";

  /** SQL form of {@link #isStranger} for the column {@code principal}. */
  static final String STRANGER_SQL =
      "(principal NOT IN ('owner', 'system') AND principal NOT LIKE '" + AGENT + "%')";

  private static final String PEER = "peer:";
  private static final Pattern TEXT =
      Pattern.compile(
          "owner|system|unknown|agent:[0-9a-f]{64}|peer:[A-Za-z0-9_-]{43}"
              + "|webhook:[a-z0-9][a-z0-9_-]{0,63}|person:[0-9a-f]{16}");

  /** Owner of the node. */
  public static final Principal OWNER = new Principal("owner");

  /** The program itself, for changes that time or a computation causes. */
  public static final Principal SYSTEM = new Principal("system");

  /** Principal that is not registered in the node. */
  public static final Principal UNKNOWN = new Principal("unknown");

  public Principal {
    if (!TEXT.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "a principal is owner, system, unknown, agent:ID, peer:KEY, webhook:NAME or person:ID,"
              + " not "
              + text);
    }
  }

  /**
   * Written by hand, like the next method: the generated one is linked at each start, which costs a
   * tenth of most commands.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof Principal that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** Returns a local agent, by its 64 hex digits. */
  public static Principal agent(String id) {
    return new Principal(AGENT + id);
  }

  public static Principal peer(PublicKey key) {
    return new Principal(PEER + key);
  }

  /** Returns the principal of all calls to the webhook of this name. */
  public static Principal webhook(String name) {
    return new Principal("webhook:" + name);
  }

  /** Returns the principal of a registered entity that is no peer, by the entity's id. */
  public static Principal person(String entity) {
    return new Principal("person:" + entity);
  }

  /**
   * Parses the form that {@link #toString} writes; throws IllegalArgumentException for anything
   * else.
   */
  public static Principal parse(String text) {
    return new Principal(text);
  }

  /** Returns the agent's 64 hex digits, if it is an agent. */
  public Optional<String> agentId() {
    return Optional.of(text).filter(each -> each.startsWith(AGENT)).map(each -> after(AGENT));
  }

  /** Returns the other node's key, if it is a peer. */
  public Optional<PublicKey> peerKey() {
    return Optional.of(text)
        .filter(each -> each.startsWith(PEER))
        .map(each -> PublicKey.parse(after(PEER)));
  }

  /**
   * Returns whether it is foreign to this node: neither the owner, nor the program, nor a local
   * agent.
   */
  public boolean isStranger() {
    return !equals(OWNER) && !equals(SYSTEM) && agentId().isEmpty();
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
