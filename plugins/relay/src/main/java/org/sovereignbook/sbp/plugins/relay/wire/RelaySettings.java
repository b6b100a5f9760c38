package org.sovereignbook.sbp.plugins.relay.wire;

import java.time.Duration;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for relays. */
public final class RelaySettings {
  /** Longest time for which post is held for a guest that is silent. */
  public static final int MAX_DAYS = 90;

  public static final int MAX_MEGABYTES = 100_000;

  /** Who may become a guest. */
  public enum Guests {
    /** Keys that the owner has named, and holders of an invitation. */
    INVITED,
    /** Trusted peers, too. */
    TRUSTED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  public static final Setting<Guests> GUESTS =
      Setting.oneOf(
          "relay.guests",
          Guests.INVITED,
          "who may become a guest: those that you name or invite, or every trusted peer, too",
          Guests.values());

  public static final Setting<Integer> DAYS =
      Setting.integer(
          "relay.days",
          7,
          1,
          MAX_DAYS,
          "how long a guest may be silent until its post is refused; then as long again until its"
              + " address is gone");

  public static final Setting<Integer> MEGABYTES =
      Setting.integer(
          "relay.megabytes",
          100,
          1,
          MAX_MEGABYTES,
          "post held for one guest, and what it publishes");

  public static final Setting<Integer> MESSAGES =
      Setting.integer("relay.messages", 20_000, 1, 1_000_000, "messages held for one guest");

  public static final Setting<Integer> REMEMBERED =
      Setting.integer(
          "relay.remembered",
          200_000,
          1,
          10_000_000,
          "messages of the last two days that are remembered for one guest, so that none is taken"
              + " twice");

  public static final Setting<Duration> WAIT =
      Setting.duration(
          "relay.wait_seconds",
          20,
          1,
          25,
          "how long a request for post waits for the next message");

  public static final Setting<Duration> FAILOVER =
      Setting.duration(
          "relay.failover_minutes",
          60,
          1,
          43_200,
          "how long this node's relay may be unreachable until another one that it has joined gets"
              + " its endpoint");

  public static final Settings ALL =
      Settings.of(GUESTS, DAYS, MEGABYTES, MESSAGES, REMEMBERED, WAIT, FAILOVER);

  private RelaySettings() {}
}
