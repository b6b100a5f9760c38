package org.sovereignbook.sbp.authority.ledger;

import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * What the principal of a triggering event may cause: the snapshot that every event, task, mail and
 * grant carries. A task keeps the authority of who caused it, whoever claims it.
 *
 * @param principal who caused it
 * @param channel by which door it came: {@code command}, {@code mcp}, {@code mail}, {@code offer},
 *     {@code team} or {@code system}
 * @param limits what bounds it beyond the principal, such as a peer's trust state at that time;
 *     integers and texts only, since it is hashed
 */
public record Authority(Principal principal, String channel, JsonObject limits) {
  /** Of the program itself. */
  public static final Authority SYSTEM = of(Principal.SYSTEM, "system");

  /** By hand, as the next: a record's own would be made at each start, a tenth of a command. */
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

  /** Without bounds of its own. */
  public static Authority of(Principal principal, String channel) {
    return new Authority(principal, channel, JsonObject.empty());
  }

  /** Its name: the SHA-256 of its canonical form, 64 hex digits. */
  public String id() {
    return ContentHash.of(document()).hex();
  }

  JsonObject document() {
    return Shape.write(this);
  }
}
