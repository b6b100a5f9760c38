package org.sovereignbook.sbp.testing;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * A headless Chromium with one page, driven over its DevTools protocol. Tests skip when {@link
 * #find} is empty. Not thread-safe.
 */
public final class Chromium implements AutoCloseable {
  /** Says what to install, for the message of a skipped test. */
  public static final String HOW_TO_GET_IT =
      "no Chromium is installed; tests of pages in a browser need one:  apt-get install chromium";

  /** axe-core, if its jar is on the class path, as in the tests of sbp. */
  private static final String AXE = "axe.min.js";

  private static final Pattern LISTENING = Pattern.compile("DevTools listening on (ws://\\S+)");
  private static final long PATIENCE_MINUTES = 5;

  /** Answer of the browser when a page is left while an expression waits in it. */
  private static final String LEFT = "Inspected target navigated";

  private final Process process;
  private final WebSocket socket;
  private final Replies replies = new Replies();
  private final AtomicInteger number = new AtomicInteger();
  private String session = "";

  /** Answers of the browser by the number of their command. */
  private static final class Replies implements WebSocket.Listener {
    private static final Pattern NUMBER = Pattern.compile("\\{\"id\":(\\d+)[,}]");

    private final Map<Integer, CompletableFuture<String>> waiting = new ConcurrentHashMap<>();
    private final StringBuilder text = new StringBuilder();

    CompletableFuture<String> of(int command) {
      return waiting.computeIfAbsent(command, _ -> new CompletableFuture<>());
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
      text.append(part);
      if (isLast) {
        Matcher number = NUMBER.matcher(text);
        if (number.lookingAt()) {
          boolean _ = of(Integer.parseInt(number.group(1))).complete(text.toString());
        }
        text.setLength(0);
      }
      from.request(1);
      return CompletableFuture.completedFuture(null);
    }
  }

  private Chromium(Process process, URI devTools) throws Exception {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(devTools, replies)
            .get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    newTab();
  }

  /** Makes an empty tab, which is the present one from now on. */
  public void newTab() throws Exception {
    session = "";
    String page =
        call("Target.createTarget", JsonObject.empty().with("url", "about:blank"))
            .string("targetId")
            .orElseThrow();
    session =
        call(
                "Target.attachToTarget",
                JsonObject.builder().put("targetId", page).put("flatten", true).build())
            .string("sessionId")
            .orElseThrow();
  }

  /** Returns the present tab. */
  public String tab() {
    return session;
  }

  /** Goes to a tab that was the present one before. */
  public void tab(String other) throws Exception {
    session = other;
    JsonObject _ = call("Page.bringToFront", JsonObject.empty());
  }

  /** Returns the program, if one is installed. */
  public static Optional<Path> find() {
    List<String> folders =
        Arrays.asList(
            Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator, -1));
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts it.
   *
   * @param folder for its profile
   */
  public static Chromium start(Path program, Path folder) throws Exception {
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless=new",
                // A container gives no process a sandbox; all pages here are the test's own.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + folder,
                "about:blank")
            .redirectErrorStream(true)
            .start();
    try {
      return new Chromium(process, devTools(process));
    } catch (Exception e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static URI devTools(Process process) throws IOException {
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher listening = LISTENING.matcher(line);
      if (listening.find()) {
        Thread.ofPlatform().daemon().start(() -> lines.lines().forEach(_ -> {}));
        return URI.create(listening.group(1));
      }
    }
    throw new IOException("Chromium ended before it listened");
  }

  private JsonObject call(String method, JsonObject parameters) throws Exception {
    int id = number.incrementAndGet();
    JsonObject.Builder command =
        JsonObject.builder().put("id", id).put("method", method).put("params", parameters);
    if (!session.isEmpty()) {
      command.put("sessionId", session);
    }
    CompletableFuture<String> reply = replies.of(id);
    socket
        .sendText(JsonWriter.compact(command.build()), true)
        .get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    String text = reply.get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    return object(text)
        .object("result")
        .orElseThrow(() -> new IllegalStateException(method + ": " + text));
  }

  private static JsonObject object(String text) throws MalformedJson {
    return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Opens an address in a window of this width, with the light or the dark colours. */
  public void open(URI address, int width, boolean isDark) throws Exception {
    open(address, width, isDark, 1);
  }

  /** Gives the window another size, as a keyboard on the screen of a phone does. */
  public void size(int width, int height) throws Exception {
    size(width, height, 1);
  }

  private void size(int width, int height, int scale) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        JsonObject.builder()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", scale)
            .put("mobile", false)
            .build());
  }

  /**
   * Opens an address in a window of this width, with the light or the dark colours.
   *
   * @param scale dots of the screen for each pixel
   */
  public void open(URI address, int width, boolean isDark, int scale) throws Exception {
    size(width, 900, scale);
    JsonObject colours =
        JsonObject.builder()
            .put("name", "prefers-color-scheme")
            .put("value", isDark ? "dark" : "light")
            .build();
    // Colours that still change from one theme to the other would be measured in between.
    JsonObject motion =
        JsonObject.builder().put("name", "prefers-reduced-motion").put("value", "reduce").build();
    call(
        "Emulation.setEmulatedMedia",
        JsonObject.empty().with("features", JsonArray.of(List.of(colours, motion))));
    JsonObject opened = call("Page.navigate", JsonObject.empty().with("url", address.toString()));
    if (opened.string("errorText").isPresent()) {
      throw new IOException(address + ": " + opened.string("errorText").get());
    }
    String _ =
        evaluate(
            "new Promise(done => document.readyState === 'complete' ? done('')"
                + " : addEventListener('load', () => done('')))");
  }

  /** Returns the value of an expression in the page, as text. */
  public String evaluate(String expression) throws Exception {
    JsonObject result =
        call(
            "Runtime.evaluate",
            JsonObject.builder()
                .put("expression", "(async () => String(await (" + expression + ")))()")
                .put("awaitPromise", true)
                .put("returnByValue", true)
                .build());
    return result
        .object("result")
        .flatMap(value -> value.string("value"))
        .orElseThrow(() -> new IllegalStateException(JsonWriter.compact(result)));
  }

  /** Waits until an expression is true in the page, or in the one that it goes to meanwhile. */
  public void until(String expression) throws Exception {
    String ended = waited(expression);
    if (!ended.equals("true")) {
      throw new IllegalStateException("never true: " + expression + " in " + ended);
    }
  }

  private String waited(String expression) throws Exception {
    try {
      return evaluate(
          "new Promise(done => { const look = () => { try { if ("
              + expression
              + ") { done('true'); return; } } catch (e) { } setTimeout(look, 30); }; look();"
              + " setTimeout(() => done(location.hash + ` ` + document.body.innerText), %d); })"
                  .formatted(TimeUnit.MINUTES.toMillis(PATIENCE_MINUTES) / 2));
    } catch (IllegalStateException e) {
      if (String.valueOf(e.getMessage()).contains(LEFT)) {
        return waited(expression);
      }
      throw e;
    }
  }

  /** Presses and releases a key as a person does, such as {@code Tab} or {@code a}. */
  public void press(String key) throws Exception {
    boolean isText = key.length() == 1 || key.equals("Enter");
    int code =
        switch (key) {
          case "Tab" -> 9;
          case "Enter" -> 13;
          case "Escape" -> 27;
          case "End" -> 35;
          case "Home" -> 36;
          case "ArrowUp" -> 38;
          case "ArrowDown" -> 40;
          default -> Character.toUpperCase(key.charAt(0));
        };
    JsonObject.Builder down =
        JsonObject.builder()
            .put("type", "keyDown")
            .put("key", key)
            .put("windowsVirtualKeyCode", code);
    if (isText) {
      down.put("text", key.equals("Enter") ? "\r" : key);
    }
    JsonObject _ = call("Input.dispatchKeyEvent", down.build());
    JsonObject _ =
        call(
            "Input.dispatchKeyEvent",
            JsonObject.builder()
                .put("type", "keyUp")
                .put("key", key)
                .put("windowsVirtualKeyCode", code)
                .build());
  }

  /**
   * Clicks an element as a person does, once it stands still and nothing covers it.
   *
   * @param element an expression that returns it
   */
  public void click(String element) throws Exception {
    do {
      aim(element);
    } while (evaluate("globalThis.isHit === false").equals("true"));
  }

  /** Presses in the element's first line; when the page moves just then, something else is hit. */
  private void aim(String element) throws Exception {
    String place = "(globalThis.clicked || []).join(' ')";
    until(
        "(() => { const it = ("
            + element
            + "); if (!it || it.disabled) return false; const r = it.getClientRects()[0]; if (!r)"
            + " return false;"
            + " if (r.top < 60 || r.bottom > innerHeight) { it.scrollIntoView({ block: 'center' });"
            + " globalThis.clicked = []; return false; }"
            + " const x = r.x + r.width / 2, y = r.y + r.height / 2;"
            + " const was = "
            + place
            + "; globalThis.clicked = [x, y]; const top = document.elementFromPoint(x, y); if (was"
            + " !== x + ' ' + y || !top || !(it.contains(top) || top.contains(it))) return false;"
            + " globalThis.isHit = false; addEventListener('pointerdown', e => { globalThis.isHit ="
            + " e.target === top || it.contains(e.target); }, { capture: true, once: true });"
            + " return true; })()");
    String at = evaluate(place);
    int space = at.indexOf(' ');
    long x = Math.round(Double.parseDouble(at.substring(0, space)));
    long y = Math.round(Double.parseDouble(at.substring(space + 1)));
    for (String type : List.of("mousePressed", "mouseReleased")) {
      JsonObject _ =
          call(
              "Input.dispatchMouseEvent",
              JsonObject.builder()
                  .put("type", type)
                  .put("button", "left")
                  .put("clickCount", 1)
                  .put("x", x)
                  .put("y", y)
                  .build());
    }
    String _ = evaluate("(globalThis.clicked = undefined) || ''");
  }

  /** Types a text into the element with the focus. */
  public void type(String text) throws Exception {
    JsonObject _ = call("Input.insertText", JsonObject.empty().with("text", text));
  }

  /** Returns whether the page must be scrolled sideways. */
  public boolean scrollsSideways() throws Exception {
    return evaluate("document.documentElement.scrollWidth > innerWidth").equals("true");
  }

  /**
   * Returns the violations that axe-core finds in the page: each rule with the elements at fault.
   */
  public List<String> violations() throws Exception {
    String _ = evaluate("(() => {" + axe() + "\n; return ''; })()");
    String found =
        evaluate(
            "axe.run().then(r => JSON.stringify(r.violations.map("
                + "v => v.id + ': ' + v.nodes.map(n => n.html).join(' '))))");
    return ((JsonArray) JsonReader.file(found.getBytes(StandardCharsets.UTF_8)))
        .values().stream().map(one -> ((JsonString) one).value()).toList();
  }

  private static String axe() throws IOException {
    try (InputStream script = Chromium.class.getClassLoader().getResourceAsStream(AXE)) {
      if (script == null) {
        throw new IOException("axe-core is not on the class path: " + AXE);
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns whether axe-core is there; the jar is a dependency of the tests only. */
  public static boolean hasAxe() {
    return Chromium.class.getClassLoader().getResource(AXE) != null;
  }

  /** Returns a picture of the page, PNG. */
  public byte[] picture() throws Exception {
    JsonObject shot =
        call("Page.captureScreenshot", JsonObject.empty().with("captureBeyondViewport", true));
    return Base64.getDecoder().decode(shot.string("data").orElseThrow());
  }

  /** Returns a picture of the upper part of the page, PNG. */
  public byte[] picture(int width, int height) throws Exception {
    JsonObject part =
        JsonObject.builder()
            .put("x", 0)
            .put("y", 0)
            .put("width", width)
            .put("height", height)
            .put("scale", 1)
            .build();
    JsonObject shot = call("Page.captureScreenshot", JsonObject.empty().with("clip", part));
    return Base64.getDecoder().decode(shot.string("data").orElseThrow());
  }

  /** Returns how many bytes the objects of the page's scripts take that are still in use. */
  public long heapBytes() throws Exception {
    JsonObject _ = call("HeapProfiler.collectGarbage", JsonObject.empty());
    return call("Runtime.getHeapUsage", JsonObject.empty()).integer("usedSize").orElseThrow();
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().join();
  }
}
