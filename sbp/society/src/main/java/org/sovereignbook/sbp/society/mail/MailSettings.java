package org.sovereignbook.sbp.society.mail;

import java.time.Duration;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for mail and the bus. */
public final class MailSettings {
  static final Setting<Duration> LEASE =
      Setting.duration(
          "mail.lease_seconds",
          300,
          1,
          7 * 24 * 3_600,
          "mail that was given to an agent and not acknowledged returns after this time");

  static final Setting<Duration> EXPIRY =
      Setting.duration("mail.expiry_days", 7, 1, 3_650, "unhandled mail expires after this time");

  static final Setting<Integer> MAX_BODY_BYTES =
      Setting.integer(
          "mail.max_body_bytes",
          Limits.MAX_DIRECT_BODY_BYTES,
          1_024,
          Limits.MAX_DIRECT_BODY_BYTES,
          "the longest text of a mail");

  static final Setting<Integer> MAX_WAITING =
      Setting.integer(
          "mail.max_waiting_mails",
          10_000,
          1,
          1_000_000,
          "unhandled mails in one mailbox; more are refused. Mail of peers may fill half of it, of"
              + " peers that are only known a quarter");

  public static final Setting<TrustState> MIN_TRUST =
      Setting.oneOf(
          "mail.min_trust",
          TrustState.KNOWN,
          "the least trust of a peer whose agents may write to ours, and which may offer tasks;"
              + " other mail goes to the reader",
          TrustState.KNOWN,
          TrustState.ENDORSED,
          TrustState.TRUSTED);

  static final Setting<Integer> PEER_MAILS_PER_HOUR =
      Setting.integer(
          "mail.peer_mails_per_hour",
          120,
          0,
          1_000_000,
          "mails to agents, and offers of tasks, that are accepted from one peer in an hour; more"
              + " wait in the inbox");

  public static final Setting<Duration> PEER_MAILS_KEPT =
      Setting.duration(
          "mail.peer_mails_keep_days",
          180,
          7,
          36_500,
          "how long ended mails from and to peers, and ended offers of tasks, are kept, and the"
              + " numbers of senders' mails");

  static final Setting<Integer> ENDED_KEPT =
      Setting.integer(
          "mail.peer_ended_mails",
          25_000,
          1_000,
          10_000_000,
          "number of ended mails of one peer that are kept, and of its offers");

  static final Setting<Integer> PEER_WAITING =
      Setting.integer(
          "mail.peer_waiting_mails",
          500,
          0,
          1_000_000,
          "unhandled mails of one peer to our agents; more wait in the inbox");

  static final Setting<Integer> BUS_VALUE_BYTES =
      Setting.integer("bus.max_value_bytes", 65_536, 1, 1_048_576, "the longest value of a key");

  static final Setting<Integer> BUS_KEYS =
      Setting.integer("bus.max_keys", 1_000, 1, 1_000_000, "keys of one agent");

  public static final Settings ALL =
      Settings.of(
          LEASE,
          EXPIRY,
          MAX_BODY_BYTES,
          MAX_WAITING,
          MIN_TRUST,
          PEER_MAILS_PER_HOUR,
          PEER_MAILS_KEPT,
          ENDED_KEPT,
          PEER_WAITING,
          BUS_VALUE_BYTES,
          BUS_KEYS);

  private MailSettings() {}
}
