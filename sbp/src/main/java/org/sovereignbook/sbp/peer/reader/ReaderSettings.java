package org.sovereignbook.sbp.peer.reader;

import java.time.Duration;
import org.sovereignbook.sbp.base.json.Words;
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
          MAY_SET_TRUSTED);

  private ReaderSettings() {}
}
