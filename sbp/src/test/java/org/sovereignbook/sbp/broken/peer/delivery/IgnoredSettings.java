package org.sovereignbook.sbp.broken.peer.delivery;

import java.util.List;
import org.sovereignbook.sbp.node.Setting;

/** Offends: a setting is listed, and nobody reads it. */
public final class IgnoredSettings {
  static final Setting<Integer> SPEED = Setting.integer("delivery.speed", 1, 0, 9, "how fast");

  static final List<Setting<?>> ALL = List.of(SPEED);

  private IgnoredSettings() {}
}
