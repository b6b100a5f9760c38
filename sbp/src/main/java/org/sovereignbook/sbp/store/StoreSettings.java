package org.sovereignbook.sbp.store;

import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** What the operator may set about the store. A store's own settings are its provider's. */
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
          "where the node keeps its state; change it with `sbp store migrate`, which copies the"
              + " state");

  /** Less free disk than this, and what strangers caused goes; then nothing more is taken. */
  public static final Setting<Long> FREE_DISK_BYTES =
      Setting.longInteger(
          "server.free_disk_floor_bytes",
          256L << 20,
          0,
          Long.MAX_VALUE,
          "with less free disk what strangers sent is deleted; when that does not help, the answer"
              + " is 503");

  public static final Settings ALL = Settings.of(all());

  private static Setting<?>[] all() {
    return Stream.of(
            Stream.of(BACKEND),
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
