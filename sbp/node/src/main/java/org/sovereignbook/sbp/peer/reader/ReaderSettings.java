package org.sovereignbook.sbp.peer.reader;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** Settings of the reader. */
public final class ReaderSettings {
  public static final Setting<Integer> MAX_ITEMS_PER_RUN =
      Setting.integer(
          "reader.max_items_per_run",
          50,
          1,
          1_000,
          "items in one digest; the rest waits for the next run");

  /** Maximum size of the digest; a smaller window of the reader's model bounds it further. */
  static final Setting<Integer> MAX_DIGEST_BYTES =
      Setting.integer(
          "reader.max_digest_bytes",
          204_800,
          16_384,
          67_108_864,
          "the longest prompt of the reader's model, with the digest and everything else; the rest"
              + " waits for the next run. A backend's `max_prompt_bytes` may be less");

  static final Setting<Integer> STRANGER_DIGEST_BYTES =
      Setting.integer(
          "reader.stranger_digest_bytes",
          16_384,
          1_024,
          1_048_576,
          "size of each stranger's texts in one digest; the rest is cut, with a mark, or waits. A"
              + " stranger is neither followed nor endorsed, and its row has no note");

  static final Setting<Duration> STRANGER_WAKE =
      Setting.duration(
          "reader.stranger_wake_minutes",
          30,
          0,
          7 * 24 * 60,
          "least time between two calls of a model that may charge about messages of strangers; the"
              + " built-in rules run at every tick");

  static final Setting<Integer> FETCHES_PER_RUN =
      Setting.integer(
          "reader.fetches_per_run",
          10,
          0,
          100,
          "pieces fetched in one run because a message refers to them; half of it is reserved for"
              + " peers that are followed, endorsed or trusted");

  static final Setting<Duration> FETCH_LIMIT =
      Setting.duration("reader.fetch_limit_seconds", 10, 1, 300, "time limit of all these fetches");

  static final Setting<Integer> FETCH_TRIES =
      Setting.integer(
          "reader.fetch_tries",
          3,
          1,
          100,
          "number of tries to fetch a piece that no peer serves; until then its message waits");

  static final Setting<Integer> MAX_RESHARES_PER_DAY =
      Setting.integer(
          "reader.max_reshares_per_day",
          5,
          0,
          1_000,
          "other peers' pieces that the reader's decisions may reshare in one day");

  static final Setting<Integer> MAX_ANNOUNCE_ANSWERS_PER_HOUR =
      Setting.integer(
          "reader.max_announce_answers_per_hour",
          30,
          0,
          10_000,
          "announces of strangers that are answered in one hour; also at most one a day for each"
              + " host, whatever its keys");

  /** Replies that wait for the owner's approval. */
  enum ApprovedReplies {
    NONE,
    STRANGERS,
    ALL;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  static final Setting<ApprovedReplies> APPROVED_REPLIES =
      Setting.oneOf(
          "reader.approved_replies",
          ApprovedReplies.NONE,
          "which replies of the reader leave only when you approve them (`sbp access requests`):"
              + " `none`, those to `strangers`, or `all`",
          ApprovedReplies.values());

  /** Peers whose personal messages go to a session instead of the digest. */
  static final Setting<List<String>> SESSIONS =
      Setting.texts(
          "reader.sessions",
          List.of(),
          ReaderSettings::isPeer,
          "the public key of a peer, or trust: and a state such as trust:trusted",
          "peers whose personal messages are answered in a session of their own instead of by the"
              + " reader, as by a policy with a session");

  static final Setting<Boolean> MAY_SET_TRUSTED =
      Setting.flag(
          "reader.may_set_trusted", true, "whether a decision may make an endorsed peer trusted");

  public static final Settings ALL =
      Settings.of(
          MAX_ITEMS_PER_RUN,
          MAX_DIGEST_BYTES,
          STRANGER_DIGEST_BYTES,
          STRANGER_WAKE,
          FETCHES_PER_RUN,
          FETCH_LIMIT,
          FETCH_TRIES,
          MAX_RESHARES_PER_DAY,
          MAX_ANNOUNCE_ANSWERS_PER_HOUR,
          APPROVED_REPLIES,
          SESSIONS,
          MAY_SET_TRUSTED);

  private ReaderSettings() {}

  private static final String TRUST = "trust:";

  private static boolean isPeer(String text) {
    return text.startsWith(TRUST)
        ? TrustState.parse(text.substring(TRUST.length())).isPresent()
        : isKey(text);
  }

  private static boolean isKey(String text) {
    try {
      return PublicKey.parse(text).toString().equals(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns the peers whose personal messages go to a session: keys, and states of trust. */
  public static List<String> sessions(Config config) {
    return config.get(SESSIONS);
  }

  /** Returns the state of trust that an entry of the setting names, if it names no key. */
  public static Optional<TrustState> trust(String entry) {
    return entry.startsWith(TRUST)
        ? TrustState.parse(entry.substring(TRUST.length()))
        : Optional.empty();
  }

  /** Returns whether the personal messages of a peer go to a session. */
  public static boolean hasSession(Config config, PublicKey peer, TrustState trust) {
    List<String> chosen = config.get(SESSIONS);
    return chosen.contains(peer.toString()) || chosen.contains(TRUST + trust);
  }

  /** Returns whether a reply waits for the owner's approval. */
  public static boolean isApproved(Config config, boolean isStranger) {
    return switch (config.get(APPROVED_REPLIES)) {
      case NONE -> false;
      case STRANGERS -> isStranger;
      case ALL -> true;
    };
  }
}
