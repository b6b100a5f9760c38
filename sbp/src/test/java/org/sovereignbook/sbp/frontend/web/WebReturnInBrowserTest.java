package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.Main;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.testing.Chromium;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * The page in Chromium when its server is killed, as by kill -9, and comes back, and when it is
 * silent.
 */
class WebReturnInBrowserTest {
  private static final String LIVE =
      "document.querySelector('.live.on') && !document.querySelector('.loading')";

  @TempDir private Path folder;

  private TestNode node;
  private Chromium browser;
  private Optional<Process> server = Optional.empty();

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Chromium.find().isPresent(), Chromium.HOW_TO_GET_IT);
    node = WebScene.node(folder.resolve("node"));
    browser = Chromium.start(Chromium.find().orElseThrow(), folder.resolve("profile"));
  }

  @AfterEach
  void stop() {
    server.ifPresent(Process::destroyForcibly);
    if (browser != null) {
      browser.close();
    }
  }

  /** Starts the program with this node. Returns the first line that it prints. */
  private String sbp(String... words) throws Exception {
    ProcessBuilder program =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    program.command().addAll(List.of(words));
    program.environment().put(NodeHome.VARIABLE, node.home().root().toString());
    program.environment().put(NodeHome.ACCEPT_VARIABLE, "1");
    Process process = program.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    String first = Optional.ofNullable(lines.readLine()).orElseThrow();
    if (words[0].equals("web") && words.length > 1 && words[1].equals("--port")) {
      server = Optional.of(process);
    } else {
      int _ = process.waitFor();
    }
    return first;
  }

  private String shownTimes(String text) throws Exception {
    return browser.evaluate(
        "document.querySelector('main').innerText.split('" + text + "').length - 1");
  }

  @Test
  void aKilledNodeLeavesTheViewAndANewAddressComesBackToIt() throws Exception {
    URI first = URI.create(sbp("web", "--port", "0", "--no-open"));
    browser.open(first, 1_280, false);
    browser.until(LIVE);
    String _ = sbp("task", "add", "before the kill");
    String _ = browser.evaluate("(location.hash = '#board?graph=1') && ''");
    browser.until(
        "document.querySelector('main.view-board')?.innerText.includes('before the kill')");

    int _ = server.orElseThrow().destroyForcibly().waitFor();
    browser.until("document.querySelector('.live').innerText.includes('stale since')");
    assertThat(shownTimes("before the kill")).as("what was read stays").isEqualTo("1");
    String _ = sbp("task", "add", "while it was away");

    String _ = sbp("web", "--port", Integer.toString(first.getPort()), "--no-open");
    browser.until("document.querySelector('main.over')");
    assertThat(browser.evaluate("document.querySelector('main').innerText"))
        .contains("ended with the server", "sbp web open", "at the view that you had");

    String locked = browser.tab();
    browser.newTab();
    browser.open(URI.create(sbp("web", "open", "--no-open")), 1_280, false);
    browser.until(LIVE + " && location.hash === '#board?graph=1'");
    assertThat(shownTimes("before the kill")).isEqualTo("1");
    assertThat(shownTimes("while it was away")).isEqualTo("1");

    browser.tab(locked);
    browser.until("document.querySelector('main.over').innerText.includes('in another tab')");
    String token = URI.create(sbp("web", "open", "--no-open")).getFragment();
    String _ = browser.evaluate("(location.hash = '" + token + "') && ''");
    browser.until(LIVE + " && location.hash === '#board?graph=1'");
    assertThat(shownTimes("while it was away")).isEqualTo("1");
  }

  /** A stream that was cut, or that says nothing, goes on behind the last event. */
  @Test
  void aSilentServerIsLeftAndNoEventIsTakenTwice() throws Exception {
    browser.open(URI.create(sbp("web", "--port", "0", "--no-open")), 1_280, false);
    browser.until(LIVE);

    String seen =
        browser.evaluate(
            """
            (async () => {
              const { follow } = await import("/api.js");
              const event = (n) => `id: ${n}\\nevent: ledger\\ndata: {"seq":${n}}\\n\\n`;
              const streams = [event(1), event(1) + event(2)];
              const asked = [];
              const got = [];
              let cuts = 0;
              const real = fetch;
              globalThis.fetch = async (path, options) => {
                if (!path.startsWith("/api/events")) {
                  return real(path, options);
                }
                const { signal } = options;
                asked.push(path);
                const text = streams[asked.length - 1];
                return text === undefined
                  ? { status: 401 }
                  : new Response(new ReadableStream({
                      start(stream) {
                        stream.enqueue(new TextEncoder().encode(text));
                        signal.addEventListener("abort", () => stream.error(new Error("silent")));
                      },
                    }));
              };
              await follow({ live() {}, cut: () => cuts++, event: (one) => got.push(one.seq),
                changed() {}, ended() {}, silence: 50 });
              globalThis.fetch = real;
              return JSON.stringify([asked, got, cuts]);
            })()
            """);

    assertThat(seen)
        .isEqualTo("[[\"/api/events\",\"/api/events?after=1\",\"/api/events?after=2\"],[1,2],2]");
  }
}
