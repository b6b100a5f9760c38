package org.sovereignbook.sbp.store;

import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** Settings of the store. A store's own settings are its provider's. */
public final class StoreSettings {
  /** The store that is the node directory itself. */
  public static final String FILES = "files";

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  /** The name of a {@link StoreProvider}. */
  public static final Setting<String> BACKEND =
      Setting.text(
          "store.backend",
          FILES,
          name -> NAME.matcher(name).matches(),
          "the name of a store, such as files or sqlite",
          "the store of the node; change it with `sbp store migrate`, which copies the state");

  /** Less free disk than this, and what strangers caused goes; then nothing more is taken. */
  public static final Setting<Long> FREE_DISK_BYTES =
      Setting.longInteger(
          "server.free_disk_floor_bytes",
          256L << 20,
          0,
          Long.MAX_VALUE,
          "with less free disk the messages of strangers are deleted; if that is not enough, the"
              + " answer is 503");

  public static final Setting<Integer> MAX_UNENDORSED_PEERS =
      Setting.integer(
          "reader.max_unendorsed_peers",
          1_000,
          0,
          1_000_000,
          "rows of `peers.md` for peers that were never endorsed; above it the longest silent ones"
              + " go, except peers with ties to us");

  static final Setting<Integer> MAX_SUBSCRIBERS =
      Setting.integer(
          "network_config.max_subscribers",
          500,
          0,
          1_000_000,
          "the most peers that may follow the node; the others are refused");

  static final Setting<Integer> KEPT_SUBSCRIBERS_PERCENT =
      Setting.integer(
          "network_config.kept_subscribers_percent",
          50,
          0,
          100,
          "the share of `max_subscribers` that is reserved for endorsed and trusted peers");

  static final Setting<Integer> MAX_SUBSCRIBERS_PER_HOST =
      Setting.integer(
          "network_config.max_subscribers_per_host",
          10,
          1,
          1_000_000,
          "the most peers of one host that may follow the node while they are neither endorsed nor"
              + " trusted");

  public static final Settings ALL = Settings.of(all());

  private static Setting<?>[] all() {
    return Stream.of(
            Stream.of(
                BACKEND,
                SetAside.KEEP_DAYS,
                MAX_UNENDORSED_PEERS,
                MAX_SUBSCRIBERS,
                KEPT_SUBSCRIBERS_PERCENT,
                MAX_SUBSCRIBERS_PER_HOST),
            StoredClass.ALL.stream().flatMap(one -> Stream.of(one.maxFiles(), one.maxBytes())),
            StoredLines.ALL.stream()
                .flatMap(
                    one ->
                        Stream.concat(Stream.of(one.maxLines()), one.maxArchivedLines().stream())))
        .flatMap(part -> part)
        .toArray(Setting<?>[]::new);
  }

  private StoreSettings() {}
}
