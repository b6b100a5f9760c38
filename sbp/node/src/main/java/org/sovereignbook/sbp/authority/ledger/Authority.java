package org.sovereignbook.sbp.authority.ledger;

import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Rights of the principal that caused an event: the snapshot that every event, task, mail and grant
 * carries. A task keeps the authority of its creator, regardless of the agent that claims it.
 *
 * @param principal the principal that caused it
 * @param channel the channel by which it came: {@code command}, {@code mcp}, {@code mail}, {@code
 *     offer}, {@code team} or {@code system}
 * @param limits bounds beyond those of the principal, such as a peer's trust state at that time;
 *     integers and texts only, since it is hashed
 */
public record Authority(Principal principal, String channel, JsonObject limits) {
  /** Authority of the program itself. */
  public static final Authority SYSTEM = of(Principal.SYSTEM, "system");

  /**
   * Written by hand, like the next method: the generated one is linked at each start, which costs a
   * tenth of a command.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof Authority that
        && principal.equals(that.principal)
        && channel.equals(that.channel)
        && limits.equals(that.limits);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * principal.hashCode() + channel.hashCode()) + limits.hashCode();
  }

  /** Returns an authority without limits. */
  public static Authority of(Principal principal, String channel) {
    return new Authority(principal, channel, JsonObject.empty());
  }

  /** Returns its name: the SHA-256 of its canonical form, 64 hex digits. */
  public String id() {
    return ContentHash.of(document()).hex();
  }

  JsonObject document() {
    return Shape.write(this);
  }
}
