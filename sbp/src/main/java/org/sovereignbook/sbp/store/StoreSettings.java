package org.sovereignbook.sbp.store;

import java.util.regex.Pattern;
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

  public static final Settings ALL = Settings.of(BACKEND);

  private StoreSettings() {}
}
