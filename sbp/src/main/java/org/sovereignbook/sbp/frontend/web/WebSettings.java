package org.sovereignbook.sbp.frontend.web;

import java.time.Duration;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** Settings of the node's page. */
public final class WebSettings {
  public static final Setting<Boolean> UP =
      Setting.flag("up.web", true, "whether `sbp up` serves the page for the owner on loopback");

  public static final Setting<Integer> PORT =
      Setting.integer(
          "web.port", 8464, 0, 65_535, "the port of the page on loopback; 0 is any free one");

  static final Setting<Duration> LOOK =
      Setting.duration(
          "web.look_seconds",
          1,
          1,
          60,
          "how soon a change is seen while a page is open; the database is read four times as"
              + " often");

  static final Setting<Integer> PAGES =
      Setting.integer("web.max_pages", 32, 1, 200, "open pages with live changes");

  public static final Settings ALL = Settings.of(UP, PORT, LOOK, PAGES);

  private WebSettings() {}
}
