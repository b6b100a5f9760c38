package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.frontend.turns.TurnListener;
import org.sovereignbook.sbp.frontend.turns.TurnOutcome;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.Personas;
import org.sovereignbook.sbp.testing.Chromium;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * Conversations with one's agent in Chromium: the answer while it is written, what waits for the
 * owner, work handed over, files and turns without an answer. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebChatInBrowserTest {
  private static final String PASSPHRASE = "a right and long one";

  /** Lets the test write the stream of a chat itself. */
  private static final String OWN_STREAM =
      """
      (() => {
        const real = window.fetch;
        const chat = (options) => options?.body && JSON.parse(options.body).command === 'chat';
        window.fetch = (path, options) => path !== '/api/do' || !chat(options)
          ? real(path, options)
          : Promise.resolve(new Response(new ReadableStream({ start(out) {
              window.tell = (line) => out.enqueue(
                new TextEncoder().encode(JSON.stringify(line) + String.fromCharCode(10)));
              window.finish = () => out.close();
            } })));
        return 'ready';
      })()
      """;

  @TempDir private Path folder;

  private TestNode node;
  private RunningWeb web;
  private Chromium browser;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Chromium.find().isPresent(), Chromium.HOW_TO_GET_IT);
    node = WebScene.node(folder.resolve("node"));
    web = RunningWeb.of(node);
    browser = Chromium.start(Chromium.find().orElseThrow(), folder.resolve("profile"));
    browser.open(URI.create(web.url()), 1_280, false);
    browser.until("document.querySelector('.live.on')");
  }

  @AfterEach
  void stop() throws Exception {
    if (browser != null) {
      browser.close();
      web.close();
    }
  }

  private Session session() {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    World world =
        new World(
            Map.of("SBP_HOME", node.home().root().toString()),
            node.home().root(),
            InputStream.nullInputStream(),
            nowhere,
            nowhere,
            () -> false,
            node.node().disk(),
            node.node().clock(),
            new SecureRandom());
    return Session.of(world, new Output(world, false), CommandLines.table());
  }

  /** Runs turns until nothing waits; the test plays the model. */
  private void answer(ChatBackend model) throws InterruptedException {
    Session session = session();
    try (Ledger ledger = session.ledger(session.node());
        LentLedger.Lending _ = session.lend(ledger);
        TurnRunner runner = new TurnRunner(session, ledger, model)) {
      Personas.ensureAgents(ledger);
      while (true) {
        node.clock().advance(Duration.ofSeconds(2));
        List<MessageQueue.Due> due = ledger.read(tx -> new MessageQueue(tx).due());
        if (due.isEmpty()) {
          return;
        }
        while (runner.next(due.getFirst().session(), TurnListener.NONE, new Cancellation())
            instanceof TurnOutcome.Ended) {}
      }
    }
  }

  private void asks(String text) {
    assertThat(web.sbp("session", "send", "main", text)).isNotEmpty();
  }

  private void open(String query, int width, boolean isDark) throws Exception {
    browser.open(web.at("/#talk" + query), width, isDark);
    browser.until(
        "document.querySelector('main.view-talk .chat') && !document.querySelector('.loading')");
  }

  private void says(String selector, String text) throws Exception {
    browser.until(
        "document.querySelector(\"%s\")?.innerText.replace(/\\s+/g, ' ').includes(\"%s\")"
            .formatted(selector, text));
  }

  private static final String LAST_IN_SIGHT =
      "(() => { const box = document.querySelector('.turns').getBoundingClientRect(); const last ="
          + " [...document.querySelectorAll('.turns .said')].at(-1).getBoundingClientRect(); const"
          + " say = document.getElementById('say').getBoundingClientRect(); return last.bottom <="
          + " box.bottom + 1 && say.top >= 0 && say.bottom <= innerHeight; })()";

  @Test
  void theFirstWordsOfAnAnswerAppearWhileItIsWritten() throws Exception {
    open("", 1_280, false);
    assertThat(browser.evaluate(OWN_STREAM)).isEqualTo("ready");
    browser.click("document.getElementById('say')");
    browser.type("How many boats?");
    browser.press("Enter");
    browser.until("window.tell");
    says("[data-coming]", "writes …");
    browser.evaluate("tell({event: 'text', session: 's', turn: 'T', text: 'There are '}) || ''");
    says("[data-coming]", "There are");
    assertThat(browser.evaluate("document.querySelector('.say button.main').innerText"))
        .isEqualTo("…");
    browser.evaluate(
        "tell({event: 'tool', session: 's', turn: 'T', tool: 'boat_count', state: 'asked'}) || ''");
    browser.evaluate(
        "tell({event: 'tool', session: 's', turn: 'T', tool: 'boat_count', state: 'done'}) || ''");
    browser.evaluate("tell({event: 'text', session: 's', turn: 'T', text: '**nine**.'}) || ''");
    says("[data-coming]", "There are nine.");
    assertThat(browser.evaluate("document.querySelectorAll('[data-coming] .tool').length"))
        .isEqualTo("1");
    browser.evaluate("finish() || ''");
    browser.until("document.querySelector('.say button.main').innerText === 'send'");
  }

  @Test
  void aTurnThatRunsElsewhereShowsWhatItHasWrittenSoFar() throws Exception {
    asks("How many boats?");
    open("?session=agent:main:main", 1_280, false);
    CountDownLatch seen = new CountDownLatch(1);
    ScriptedChat model =
        new ScriptedChat()
            .then(
                (request, listener, cancel) -> {
                  listener.text("There are ");
                  seen.await();
                  return new ScriptedChat()
                      .says("There are nine.")
                      .reply(request, listener, cancel);
                });
    CompletableFuture<Void> turn =
        CompletableFuture.runAsync(
            () -> {
              try {
                answer(model);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            Thread::startVirtualThread);
    says(".turn.running", "There are");
    seen.countDown();
    says(".turn.completed", "There are nine.");
    turn.join();
    browser.until("!document.querySelector('.turn.running')");
  }

  /** Lets the agent call a tool that it may not. */
  private void assess(String verdict) throws InterruptedException {
    asks("Assess it, please.");
    answer(
        new ScriptedChat()
            .calls(
                "trust_assess",
                JsonObject.empty().with("item_id", "nothing").with("verdict", verdict))
            .says("I may not."));
  }

  private void set(String passphrase) {
    Session session = session();
    try (Ledger ledger = session.ledger(session.node())) {
      ledger.run(
          tx -> new OwnerPassphrase(tx).set(Authority.of(Principal.OWNER, "command"), passphrase));
    }
  }

  @Test
  void anApprovalIsAnsweredWhereItWasAskedForThisCallAlone() throws Exception {
    assess("wrong");
    set(PASSPHRASE);
    open("?session=agent:main:main", 360, false);
    String cards = "document.querySelectorAll('.turns .turn .ask').length";
    browser.until(cards + " === 1");
    says(".turn .ask .call", "sbp trust assess -- nothing wrong");
    says(".turn .ask", "caused by");
    assertThat(browser.scrollsSideways()).isFalse();

    browser.click("document.querySelector('.turn .ask button.main')");
    browser.until("document.querySelector('dialog[open]')");
    assertThat(browser.evaluate("document.querySelectorAll('dialog [type=radio]').length"))
        .as("an approval here is for this call")
        .isEqualTo("0");
    says("dialog .call", "sbp trust assess -- nothing wrong");
    says("dialog .same", "--once");
    browser.click("document.getElementById('do-passphrase')");
    browser.type(PASSPHRASE);
    browser.press("Enter");
    browser.until(cards + " === 0");

    assess("confirmed");
    browser.until(cards + " === 1");
    browser.click("document.querySelector('.turn .ask button:not(.main)')");
    browser.until("document.querySelector('dialog[open]')");
    browser.click("document.getElementById('do-passphrase')");
    browser.type(PASSPHRASE);
    browser.click("document.querySelector('dialog button.grave')");
    browser.until(cards + " === 0");
    assertThat(web.sbp("access", "requests", "--all", "--json"))
        .contains("\"answer\": \"once\"", "\"status\": \"denied\"");
  }

  /** Makes a conversation with work handed over, a failed turn and one that was cut off. */
  private void conversation() throws Exception {
    asks("How many boats? Ask the reader.");
    answer(
        new ScriptedChat()
            .calls(
                "dispatch_to_agent",
                JsonObject.empty().with("agent", "reader").with("text", "Count the boats."))
            .says("I have asked the reader.")
            .says("I count **nine** boats.")
            .says("There are nine."));
    asks("And tomorrow?");
    answer(
        new ScriptedChat()
            .then(
                (request, listener, cancel) -> {
                  listener.text("Tomorrow there will be ");
                  throw LlmException.refused("the model went away");
                }));
  }

  @Test
  void workHandedOverIsInTheTurnThatDidSoAndATurnWithoutAnAnswerStays() throws Exception {
    assumeTrue(Chromium.hasAxe(), "axe-core is not on the class path of this run");
    conversation();
    open("?session=agent:main:main", 1_280, false);
    says(".turn:first-child .dispatch summary", "handed to reader done");
    browser.click("document.querySelector('.turn:first-child .dispatch summary')");
    says(".turn:first-child .dispatch .turn", "Count the boats.");
    says(".turn:first-child .dispatch .turn", "I count nine boats.");
    says(".turns", "reader, report");
    says(".turn.failed .ended", "the model went away");
    says(".turn.failed .ended", "What was said stays");

    List<String> faults = new ArrayList<>();
    for (int width : new int[] {1_280, 360}) {
      for (boolean isDark : new boolean[] {false, true}) {
        open("?session=agent:main:main", width, isDark);
        browser.until("document.querySelector('.turn.failed')");
        browser.evaluate("document.querySelector('.dispatch:not([open]) summary')?.click() || ''");
        says(".dispatch .turn", "I count nine boats.");
        faults.addAll(browser.violations());
        if (browser.scrollsSideways()) {
          faults.add(width + " scrolls sideways");
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void sessionsHaveNamesForPeople() throws Exception {
    conversation();
    open("", 1_280, false);
    String name =
        "import('/names.js').then((it) => it.sessionName('agent:worker:worker-1:team:00c0ffee',"
            + " [{ run: '00c0ffee', from: new Date(new Date().setHours(8, 38)).toISOString() }]))";
    assertThat(browser.evaluate(name)).isEqualTo("worker-1, run of 08:38");
    String listed = web.sbp("session", "dispatches", "--json");
    int at = listed.indexOf("\"target\": \"") + 11;
    open("?session=" + listed.substring(at, listed.indexOf('"', at)), 1_280, false);
    browser.until(
        "/^reader, work of \\d\\d:\\d\\d$/.test(document.querySelector('.chat h2').innerText)");
    says(".chat .turns", "I count nine boats.");
  }

  private void attach(String name, String text) throws Exception {
    browser.evaluate(
        """
        (() => {
          const files = new DataTransfer();
          files.items.add(new File([%s], '%s'));
          const input = document.querySelector('.say [type=file]');
          input.files = files.files;
          input.dispatchEvent(new Event('change', { bubbles: true }));
          return '';
        })()
        """
            .formatted(text, name));
  }

  @Test
  void theTextOfAFileGoesWithAMessageAsANamedBlock() throws Exception {
    open("", 360, false);
    attach("big.txt", "'W'.repeat(70000)");
    says(".say .fault", "the most are 65,536");
    attach("picture.png", "new Uint8Array([137, 80, 0, 255])");
    says(".say .fault", "picture.png is no text");
    attach("notes.md", "'The ```tide``` turns.\\n'.repeat(60)");
    says(".say .chip", "notes.md");
    browser.until("!document.querySelector('.say .fault')");
    says(".say .same", "notes.md");
    assertThat(browser.scrollsSideways()).isFalse();

    browser.click("document.getElementById('say')");
    browser.type("Read this.");
    browser.press("Enter");
    says(".turn .said.mine", "Read this.");
    says(".turn .said.mine .file summary", "notes.md · 60 lines");
    browser.until("!document.querySelector('.say .chip')");
    assertThat(web.sbp("session", "show", "main", "--json"))
        .contains("Read this.\\n\\n````file notes.md\\nThe ```tide``` turns.\\n");
  }

  @Test
  void earlierTurnsComeWhenAskedForAndAConversationOpensAtItsEnd() throws Exception {
    for (int i = 0; i < 53; i++) {
      String _ = web.sbp("chat", "--new", "tides", "-m", "number " + i);
    }
    open("?session=agent:main:tides", 360, false);
    browser.until("document.querySelectorAll('.turn').length === 50");
    browser.until(LAST_IN_SIGHT);
    browser.click("document.querySelector('.earlier button')");
    browser.until("document.querySelectorAll('.turn').length === 53");
    says(".turn", "number 0");
    browser.until("!document.querySelector('.earlier')");
  }

  @Test
  void onAPhoneTheBoxStaysAboveTheKeyboard() throws Exception {
    String text = "a long line of the tide. ".repeat(30);
    for (int i = 0; i < 3; i++) {
      String _ = web.sbp("chat", "--new", "tides", "-m", i + " " + text);
    }
    open("?session=agent:main:tides", 360, false);
    browser.size(360, 640);
    browser.click("document.getElementById('say')");
    browser.size(360, 300);
    browser.until(LAST_IN_SIGHT);
    browser.until("document.querySelector('.turns').clientHeight > 60");
    browser.until(
        "document.querySelector('.say button.main').getBoundingClientRect().bottom"
            + " <= innerHeight");
    browser.size(360, 640);
    browser.until(LAST_IN_SIGHT);
  }
}
