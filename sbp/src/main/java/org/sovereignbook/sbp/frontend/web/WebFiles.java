package org.sovereignbook.sbp.frontend.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.crypto.ContentHash;

/**
 * The files of the page: a closed list of resources in the jar, the program's own and those of its
 * libraries. Immutable.
 */
final class WebFiles {
  private static final String OWN = "web/";
  private static final String LIBRARIES = "META-INF/resources/webjars/";

  /** Own files: the address is the name, and {@code /} the first. */
  private static final List<String> PAGE =
      List.of(
          "index.html",
          "page.css",
          "icon.svg",
          "main.js",
          "api.js",
          "parts.js",
          "text.js",
          "copy.js",
          "find.js",
          "doing.js",
          "names.js",
          "keys.js",
          "header.js",
          "views.js",
          "charts.js",
          "now.js",
          "waits.js",
          "happened.js",
          "board.js",
          "task.js",
          "drag.js",
          "timeline.js",
          "talk.js",
          "sentence.js",
          "chat.js",
          "said.js",
          "say.js",
          "turn.js",
          "agents.js",
          "agent.js",
          "doings.js",
          "memory.js",
          "diff.js",
          "peers.js",
          "deliveries.js",
          "access.js",
          "rights.js",
          "cost.js",
          "settings.js");

  /** Addresses of the libraries' files. */
  private static final Map<String, String> LIBRARY =
      Map.of("/lib/preact.js", "preact/10.26.4/dist/preact.module.js");

  /** The page that shows all parts and a bare one, which only a test build has. */
  private static final Map<String, String> OF_TESTS =
      Map.of("/parts", "parts.html", "/parts-page.js", "parts-page.js", "/bare", "bare.html");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  /** A file for a browser. */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
  record Served(byte[] bytes, String type, String tag) {}

  private final Map<String, Served> byAddress = new TreeMap<>();
  private final Map<String, Served> ofTests = new TreeMap<>();

  /** Reads all files. */
  WebFiles() {
    PAGE.forEach(name -> byAddress.put("/" + name, own(OWN + name)));
    byAddress.put("/", own(OWN + PAGE.getFirst()));
    LIBRARY.forEach(
        (address, place) -> byAddress.put(address, served(read(LIBRARIES + place), place)));
    OF_TESTS.forEach(
        (address, name) -> {
          if (WebFiles.class.getClassLoader().getResource(OWN + name) != null) {
            ofTests.put(address, own(OWN + name));
          }
        });
  }

  private static Served own(String place) {
    byte[] bytes = read(place);
    boolean isCode = place.endsWith(".js") || place.endsWith(".css");
    return served(isCode ? lean(new String(bytes, UTF_8)).getBytes(UTF_8) : bytes, place);
  }

  /**
   * Returns a module or a style sheet without its indentation and without the comments that have
   * lines of their own, which is a sixth less to send. Lines keep their numbers, and what a module
   * says first of itself stays.
   */
  static String lean(String text) {
    StringBuilder lean = new StringBuilder();
    boolean isInside = false;
    for (String line : text.lines().toList()) {
      String code = line.strip();
      int end = code.indexOf("*/");
      boolean isComment = isInside || code.startsWith("/*") || code.startsWith("//");
      isInside = (isInside || code.startsWith("/*")) && end < 0;
      boolean isFirst = lean.isEmpty() && code.startsWith("//");
      boolean isKept = isFirst || !isComment || (end >= 0 && end + 2 < code.length());
      lean.append(isKept ? code : "").append('\n');
    }
    return lean.toString();
  }

  private static byte[] read(String place) {
    try (InputStream in = WebFiles.class.getClassLoader().getResourceAsStream(place)) {
      if (in == null) {
        throw new IllegalStateException("this program lacks its file " + place);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + place, e);
    }
  }

  /** Returns bytes as a file, of the type that a name or address ends in. */
  static Served served(byte[] bytes, String name) {
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    return new Served(
        bytes,
        Optional.ofNullable(type).orElseThrow(),
        '"' + ContentHash.ofBytes(bytes).hex().substring(0, 16) + '"');
  }

  Optional<Served> at(String address) {
    return Optional.ofNullable(byAddress.get(address))
        .or(() -> Optional.ofNullable(ofTests.get(address)));
  }

  /** Returns the addresses of all files of the program. */
  List<String> addresses() {
    return List.copyOf(byAddress.keySet());
  }
}
