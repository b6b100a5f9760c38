package org.sovereignbook.sbp.plugins.channels.work;

import java.util.Map;
import org.sovereignbook.sbp.plugins.channels.line.ChannelAdapter;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;

/** The kind of extension that adapters of channels are. */
public final class ChannelKinds {
  /** Name of the adapter that comes with the program. */
  public static final String FOLDER = "folder";

  public static final ExtensionKind<ChannelAdapter> ADAPTERS =
      new ExtensionKind<>(
          "channel",
          "channel",
          "KIND",
          ChannelAdapter.class,
          ChannelAdapter::name,
          () -> Map.of(FOLDER, FolderAdapter::new));

  private ChannelKinds() {}
}
