package org.sovereignbook.sbp.frontend.web;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.testing.Chromium;

/** Views of a running page in a browser, as its owner sees them. */
final class SeenView implements AutoCloseable {
  private static final String LOADED =
      "document.querySelector('main h1') && !document.querySelector('.loading')"
          + " && document.querySelector('.live.on')";

  private final RunningWeb web;
  private final Chromium browser;

  private SeenView(RunningWeb web, Chromium browser) {
    this.web = web;
    this.browser = browser;
  }

  /** Opens the page in a browser of its own. */
  static SeenView of(RunningWeb web, Path folder) throws Exception {
    Chromium browser = Chromium.start(Chromium.find().orElseThrow(), folder);
    SeenView seen = new SeenView(web, browser);
    browser.open(URI.create(web.url()), 1_280, false);
    browser.until(LOADED);
    return seen;
  }

  Chromium browser() {
    return browser;
  }

  /** Opens a view, such as {@code peers?peer=KEY}, on a wide light screen. */
  void open(String view) throws Exception {
    open(view, 1_280, false);
  }

  private void open(String view, int width, boolean isDark) throws Exception {
    String name = view.contains("?") ? view.substring(0, view.indexOf('?')) : view;
    browser.open(web.at("/#" + view), width, isDark);
    browser.until(LOADED + " && document.querySelector('main.view-" + name + "')");
  }

  /** Waits until an element says this. */
  void says(String selector, String text) throws Exception {
    browser.until(
        "[...document.querySelectorAll('%s')].some((one) => one.innerText.replace(/\\s+/g, ' ')"
                .formatted(selector)
            + ".includes(\"%s\"))".formatted(text));
  }

  String text(String selector) throws Exception {
    return browser.evaluate("document.querySelector('" + selector + "').innerText");
  }

  /** Returns how many elements there are. */
  int count(String selector) throws Exception {
    return Integer.parseInt(
        browser.evaluate("document.querySelectorAll('" + selector + "').length"));
  }

  /**
   * Opens a view at two widths in both themes. Pictures go to the folder named by the system
   * property {@code sbp.pictures}.
   *
   * @param ready what holds in the page once the view is there
   * @return what is wrong with it: violations of axe-core's rules where that is on the class path,
   *     faults, and that it scrolls sideways
   */
  List<String> faults(String view, String name, String ready) throws Exception {
    List<String> faults = new ArrayList<>();
    for (int width : List.of(1_280, 360)) {
      for (boolean isDark : List.of(false, true)) {
        String what = name + "-" + width + (isDark ? "-dark" : "");
        open(view, width, isDark);
        browser.until(ready);
        keep(what);
        if (Chromium.hasAxe()) {
          browser.violations().forEach(fault -> faults.add(what + ": " + fault));
        }
        if (browser.scrollsSideways()) {
          faults.add(what + ": scrolls sideways");
        }
        if (count(".fault") > 0) {
          faults.add(what + ": " + text(".fault"));
        }
      }
    }
    return faults;
  }

  private void keep(String name) throws Exception {
    String pictures = System.getProperty("sbp.pictures", "");
    if (!pictures.isEmpty()) {
      Files.write(Path.of(pictures, name + ".png"), browser.picture());
    }
  }

  @Override
  public void close() {
    browser.close();
  }
}
