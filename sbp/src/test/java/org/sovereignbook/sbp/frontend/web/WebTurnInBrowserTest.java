package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.turns.TurnListener;
import org.sovereignbook.sbp.frontend.turns.TurnOutcome;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ScriptedChat;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.society.sessions.AgentDispatch;
import org.sovereignbook.sbp.society.sessions.Dispatches;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.testing.Chromium;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * A turn as a tree, two forks side by side, and the runs of a conversation and of a swarm, in
 * Chromium, at two widths in both themes. Skipped where no Chromium is.
 */
@Tag("trial")
@Order(0)
class WebTurnInBrowserTest {
  private static final String TURN =
      "document.querySelector('main.view-turn') && !document.querySelector('.loading')";

  private static final String RUN =
      "document.querySelector('main.view-run') && !document.querySelector('.loading')";

  @TempDir private Path folder;

  private TestNode node;
  private RunningWeb web;
  private Chromium browser;
  private final List<String> faults = new ArrayList<>();

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

  /** Work with the node's sessions, with a model that a test plays. */
  private interface Work<T> {
    T on(Session session, Ledger ledger) throws InterruptedException;
  }

  private <T> T on(Work<T> work) throws InterruptedException {
    Session session =
        CommandLines.session(
            folder,
            Map.of("SBP_HOME", node.home().root().toString()),
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
            node.clock());
    try (Ledger ledger = session.ledger(session.node());
        LentLedger.Lending _ = session.lend(ledger)) {
      return work.on(session, ledger);
    }
  }

  /** Sends a message to a session, and plays the model in its turn. Returns the turn. */
  private String said(String label, String text, ScriptedChat model) throws InterruptedException {
    String _ = web.sbp("session", "send", "--new", label, text);
    return next(label, model);
  }

  private String next(String label, ScriptedChat model) throws InterruptedException {
    node.clock().advance(Duration.ofMinutes(1));
    return on(
        (session, ledger) -> {
          try (TurnRunner runner = new TurnRunner(session, ledger, model)) {
            TurnOutcome outcome = runner.next(label, TurnListener.NONE, new Cancellation());
            return ((TurnOutcome.Ended) outcome).turn().id();
          }
        });
  }

  private AgentDispatch newest() throws InterruptedException {
    return on(
        (_, ledger) ->
            ledger.<AgentDispatch>read(
                tx -> new Dispatches(tx).list(Caller.owner("command"), "", 10).getFirst()));
  }

  private static JsonObject mail(String text) {
    return JsonObject.builder().put("address", "owner").put("text", text).build();
  }

  private static JsonObject work(String agent, String text) {
    return JsonObject.builder().put("agent", agent).put("text", text).build();
  }

  /** Looks at a view at both widths in both themes. */
  private void look(String name, String place, String until) throws Exception {
    for (int width : new int[] {1_280, 360}) {
      for (boolean isDark : new boolean[] {false, true}) {
        browser.open(web.at(place), width, isDark);
        browser.until(until);
        browser.violations().forEach(one -> faults.add(name + ", " + width + ": " + one));
        if (browser.scrollsSideways()) {
          faults.add(name + " scrolls sideways at " + width);
        }
        keep(name + "-" + width + (isDark ? "-dark" : ""));
      }
    }
  }

  /** Keeps a picture for a person who asks for them. */
  private void keep(String name) throws Exception {
    Optional<String> pictures = Optional.ofNullable(System.getProperty("sbp.pictures"));
    if (pictures.isPresent()) {
      Files.write(Path.of(pictures.get(), name + ".png"), browser.picture());
    }
  }

  private String shown(String selector) throws Exception {
    return browser.evaluate(
        "[...document.querySelectorAll('" + selector + "')].map((one) => one.textContent).join()");
  }

  private String kinds() throws Exception {
    return browser.evaluate(
        "[...document.querySelectorAll('[data-step]')].map((one) => one.dataset.step).join()");
  }

  @Test
  void aTurnIsATreeOfItsMessagesPromptsCallsAndItsAnswer() throws Exception {
    assumeTrue(Chromium.hasAxe(), "axe-core is not on the class path of this run");
    String _ = said(Sessions.MAIN, "What is new?", new ScriptedChat().says("**Nothing** so far."));
    String turn =
        said(
            Sessions.MAIN,
            "Write me a mail " + WebScene.ATTACKS.get(1),
            new ScriptedChat()
                .calls("mail_send", mail("The harbour is *open*. " + WebScene.ATTACKS.getFirst()))
                .calls("agent_remove", JsonObject.builder().put("agent", "reader").build())
                .says("I wrote it. I may not remove anybody."));

    look("turn", "/#/turn/" + turn, TURN + " && document.querySelector('[data-step=answer]')");

    assertThat(kinds()).isEqualTo("message,model,tool,model,tool,model,answer");
    assertThat(shown("[data-step=tool] .badge")).contains("allowed").contains("denied");
    assertThat(shown("[data-step=model] .step-head")).contains("100 tokens in, 10 out");
    assertThat(shown(".context"))
        .contains("earlier turns")
        .contains("the program")
        .contains("owner");
    browser.click("document.querySelector('.context summary')");
    browser.until("document.querySelector('.context[open] table')");
    keep("turn-context");
    assertThat(browser.violations()).isEmpty();
    assertThat(browser.evaluate("String(window.hacked)")).isEqualTo("undefined");

    String failed =
        said(
            Sessions.MAIN,
            "And now?",
            new ScriptedChat()
                .fails(new LlmException(LlmException.Kind.ANSWER, "nothing usable came")));
    look("turn-failed", "/#/turn/" + failed, TURN + " && document.querySelector('.step.model')");
    assertThat(shown("main")).contains("It failed").contains("nothing usable came");
    assertThat(faults).isEmpty();
  }

  @Test
  void twoForksStandSideBySideFromWhereTheyPart() throws Exception {
    assumeTrue(Chromium.hasAxe(), "axe-core is not on the class path of this run");
    String first = said(Sessions.MAIN, "What is a boat?", new ScriptedChat().says("It floats."));
    String fork = web.sbp("session", "fork", "main").lines().findFirst().orElseThrow();
    String _ = said(Sessions.MAIN, "And a ship?", new ScriptedChat().says("A larger one."));
    String _ = said(fork, "And a raft?", new ScriptedChat().says("A flat one."));

    look(
        "forks",
        "/#turn?left=" + Sessions.MAIN + "&right=" + fork,
        TURN + " && document.querySelectorAll('.panel.fork .turn').length === 2");

    assertThat(shown(".panel.fork")).contains("A larger one.").contains("A flat one.");
    assertThat(shown("main")).contains("1 turn in common");
    browser.open(web.at("/#/turn/" + first), 1_280, false);
    browser.click(
        "[...document.querySelectorAll('.whole-turn .chip')].find((one) =>"
            + " one.textContent.includes('fork of'))");
    browser.until("document.querySelectorAll('.panel.fork').length === 2");
    assertThat(faults).isEmpty();
  }

  @Test
  void workThatAConversationHandsOutIsARunWhoseBarsOpenTurns() throws Exception {
    assumeTrue(Chromium.hasAxe(), "axe-core is not on the class path of this run");
    for (String agent : List.of("coder", "tester")) {
      String _ = web.sbp("agent", "register", agent);
    }
    String run =
        said(
            Sessions.MAIN,
            "Build a boat by noon",
            new ScriptedChat()
                .calls("dispatch_to_agent", work("coder", "Saw the planks"))
                .says("The coder saws."));
    AgentDispatch sawing = newest();
    String _ =
        next(
            sawing.work().target(),
            new ScriptedChat()
                .calls("dispatch_to_agent", work("tester", "Let it float"))
                .says("I wait for the tester."));
    String _ = next(newest().work().target(), new ScriptedChat().says("It floats."));
    String _ = next(sawing.work().target(), new ScriptedChat().says("Sawn, and it floats."));
    String _ = next(Sessions.MAIN, new ScriptedChat().says("Your boat is ready."));
    web.close();
    web = RunningWeb.of(node);
    browser.open(URI.create(web.url()), 1_280, false);
    browser.until("document.querySelector('.live.on')");

    look("dispatch", "/#/run/" + run, RUN + " && document.querySelectorAll('.bar-of').length > 3");

    assertThat(
            browser.evaluate(
                "[...document.querySelectorAll('[data-member]')]"
                    + ".map((one) => one.dataset.member).join()"))
        .isEqualTo("main,coder,tester");
    assertThat(shown("main")).contains("Build a boat by noon").contains("work of a conversation");
    browser.click("document.querySelector('[data-attempt=\"" + sawing.id() + ".1\"]')");
    browser.until("document.querySelector('.detail')?.innerText.includes('Sawn, and it floats.')");
    keep("dispatch-attempt");
    browser.click(
        "[...document.querySelectorAll('.detail a')].find((one) =>"
            + " one.hash.startsWith('#/turn/'))");
    browser.until(TURN + " && document.querySelector('[data-step=answer]')");
    assertThat(faults).isEmpty();
  }

  @Test
  void aSwarmIsARunWithItsAgentsAsLanesAndItsDependencies() throws Exception {
    assumeTrue(Chromium.hasAxe(), "axe-core is not on the class path of this run");
    swarm();

    look("swarm", "/#/run/landscape", RUN + " && document.querySelectorAll('.bar-of').length > 0");

    assertThat(shown("[data-member] .who")).contains("scout").contains("writer");
    assertThat(shown("main")).contains("swarm landscape").contains("a swarm");
    browser.click(
        "[...document.querySelectorAll('button')].find((one) =>"
            + " one.innerText === 'dependency graph')");
    browser.until("document.querySelectorAll('.graph .node').length === 2");
    browser.open(web.at("/#run"), 360, false);
    browser.until(RUN + " && document.querySelector('.rows .row')");
    assertThat(shown(".rows")).contains("swarm landscape");
    keep("runs-360");
    assertThat(browser.violations()).isEmpty();
    assertThat(faults).isEmpty();
  }

  /** Makes a pipeline of two agents, of which the first one has done its task. */
  private void swarm() throws IOException {
    Path manifest = folder.resolve("swarm.json");
    Files.writeString(
        manifest,
        """
        {"swarm_id": "landscape", "goal": "Describe the harbour", "group_id": "landscape",
         "strategy": "pipeline",
         "agents": [
           {"slot": "scout", "agent_type": "swarm-worker", "capabilities": {}, "count": 1},
           {"slot": "writer", "agent_type": "swarm-worker", "capabilities": {}, "count": 1}],
         "culture": {"broadcast_eagerness": "chatty", "ttl_default": 86400,
           "notification_policy": "push", "departure_policy": "permissive"}}
        """);
    String _ = web.sbp("swarm", "create", "--external", manifest.toString());
    String tasks = web.sbp("task", "list", "--json");
    int at = tasks.indexOf("\"id\": \"") + 7;
    String task = tasks.substring(at, tasks.indexOf('"', at));
    String _ = web.sbp("task", "claim", task, "--as", "scout");
    node.clock().advance(Duration.ofMinutes(2));
    String _ = web.sbp("task", "submit", task, "--fence=1", "--result=done", "--as", "scout");
  }
}
