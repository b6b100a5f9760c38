package org.sovereignbook.sbp.frontend.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Messages;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.Chromium;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * Each action that the server offers to the page, done in Chromium by its button. The effect is
 * seen on the screen and in the store, and the command beside the action has the same effect on a
 * twin. An action that lets others do more is refused with a wrong proof first.
 */
@Tag("trial")
@Order(0)
class WebActionsInBrowserTest {
  private static final String PASSPHRASE = "a right and long one";
  private static final KeyPair EVE = TestKeys.eve();
  private static final Pattern ACTION =
      Pattern.compile(
          "\"name\":\"([^\"]+)\",\"command\":\"[^\"]+\",\"tool\":\"[^\"]+\",\"action\":true");

  @TempDir private Path folder;

  private TestNode node;
  private RunningWeb web;
  private Chromium browser;
  private Path key;
  private final SortedSet<String> tried = new TreeSet<>();
  private final List<String> faults = new ArrayList<>();

  /** How the owner proves to be it. */
  private enum Proof {
    NONE,
    PASSPHRASE,
    KEY
  }

  /**
   * One action.
   *
   * @param view address of the view that offers it
   * @param button expression of the element that is clicked
   * @param fields what is typed into the dialog
   * @param one on what it is done, by its id or text
   * @param twin for each word about it that of its twin, on which the shown command is run
   * @param seen expression that is true when the page shows the effect
   * @param holds whether the effect on a subject is stored
   */
  private record Deed(
      String command,
      Proof proof,
      String view,
      String button,
      SequencedMap<String, String> fields,
      String one,
      SequencedMap<String, String> twin,
      String seen,
      Predicate<String> holds) {

    String other() {
      return twin.firstEntry().getValue();
    }

    /** Returns a word of the command as it is for the twin. */
    String forTwin(String word) {
      String changed = word;
      for (Map.Entry<String, String> each : twin.entrySet()) {
        changed = changed.replace(each.getKey(), each.getValue());
      }
      return changed;
    }
  }

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Chromium.find().isPresent(), Chromium.HOW_TO_GET_IT);
    node = WebScene.node(folder.resolve("node"));
    Peer _ = node.addPeer("Eve", EVE, TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    web = RunningWeb.of(node);
    browser = Chromium.start(Chromium.find().orElseThrow(), folder.resolve("profile"));
    setPassphrase();
    key = folder.resolve("phone.key");
    String _ = web.typed(PASSPHRASE, List.of("access", "key", "phone", "--file=" + key));
    browser.open(URI.create(web.url()), 1_280, false);
    browser.until("document.querySelector('.live.on')");
  }

  private void setPassphrase() {
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      ledger.run(
          tx -> new OwnerPassphrase(tx).set(Authority.of(Principal.OWNER, "command"), PASSPHRASE));
    }
  }

  @AfterEach
  void stop() throws Exception {
    if (browser != null) {
      browser.close();
      web.close();
    }
  }

  @Test
  void eachActionIsDoneByItsButtonAndByTheCommandBesideIt() throws Exception {
    tasks();
    agents();
    conversations();
    messages();
    mail();
    boxes();
    peers();
    access();
    rest();
    chain();

    assertThat(tried).as("the actions that the server offers").isEqualTo(offered());
    assertThat(faults).isEmpty();
  }

  /** The action of a feature's view, which is about no thing of which there could be a twin. */
  private void chain() throws Exception {
    browser.open(web.at("/#chain"), 1_280, false);
    browser.click("document.querySelector('main.view-chain .panel button')");
    browser.until("document.querySelector('dialog[open]')");
    browser.press("Enter");
    browser.until("document.querySelector('.note').innerText.includes('Ask the chain: done')");
    boolean _ = tried.add("chain status");
  }

  private SortedSet<String> offered() throws Exception {
    String all =
        browser.evaluate(
            "fetch('/api/commands', { headers: { authorization: 'Bearer ' +"
                + " sessionStorage.getItem('sbp-token') } }).then(r => r.text())");
    SortedSet<String> names = new TreeSet<>();
    Matcher action = ACTION.matcher(all);
    while (action.find()) {
      names.add(action.group(1));
    }
    return names;
  }

  // --- the walk ----------------------------------------------------------------------------------

  private void go(String view) throws Exception {
    String name = view.replaceAll("\\?.*", "");
    String _ = browser.evaluate("(location.hash = '#" + view + "') && ''");
    browser.until(
        "document.querySelector('main.view-%s') && location.hash === '#%s'".formatted(name, view)
            + " && !document.querySelector('.loading')");
  }

  private void done(Deed deed) throws Exception {
    boolean _ = tried.add(deed.command());
    try {
      perform(deed);
    } catch (AssertionError | IllegalStateException e) {
      boolean _ = faults.add(deed.command() + ": " + e.getMessage());
      browser.press("Escape");
    }
  }

  private void perform(Deed deed) throws Exception {
    go(deed.view());
    assertThat(deed.holds().test(deed.one())).as(deed.command() + " before").isFalse();
    browser.click(deed.button());
    browser.until("document.querySelector('dialog[open]')");
    for (Map.Entry<String, String> field : deed.fields().entrySet()) {
      type("do-" + field.getKey(), field.getValue());
    }
    String shown = browser.evaluate("document.querySelector('dialog .same code').innerText");
    if (deed.proof() != Proof.NONE) {
      prove(deed);
    }
    browser.click("document.querySelector('dialog .buttons button:last-child')");
    browser.until("!document.querySelector('dialog') && " + deed.seen());
    assertThat(deed.holds().test(deed.one())).as(deed.command() + " is stored").isTrue();
    asShown(deed, shown);
  }

  /** Runs the command that was shown, on the twin. */
  private void asShown(Deed deed, String shown) {
    assertThat(shown).startsWith("sbp " + deed.command());
    assertThat(deed.holds().test(deed.other())).as(shown + " before").isFalse();
    List<String> typed = words(shown).stream().skip(1).map(deed::forTwin).toList();
    String printed = web.typed(PASSPHRASE, typed);
    assertThat(deed.holds().test(deed.other())).as(typed + " " + printed).isTrue();
  }

  private void type(String id, String text) throws Exception {
    browser.click("document.getElementById('" + id + "')");
    String _ = browser.evaluate("document.activeElement.select() || ''");
    browser.type(text);
  }

  /** Gives a wrong proof, which changes nothing, and then the right one. */
  private void prove(Deed deed) throws Exception {
    boolean isByKey = deed.proof() == Proof.KEY;
    if (isByKey) {
      browser.click("document.querySelector('dialog button.link')");
    }
    String field = isByKey ? "do-proof" : "do-passphrase";
    type(field, "no.proof");
    browser.press("Enter");
    browser.until("document.querySelector('dialog .fault')");
    assertThat(deed.holds().test(deed.one())).as(deed.command() + " unproven").isFalse();
    type(field, isByKey ? proof() : PASSPHRASE);
  }

  /** Returns what the command that the dialog shows makes of a new challenge. */
  private String proof() throws Exception {
    String nonce = web.sbp("access", "key", "--challenge").strip();
    String shown =
        browser.evaluate("[...document.querySelectorAll('dialog label code')].at(-1).innerText");
    List<String> typed =
        words(shown).stream()
            .skip(1)
            .map(word -> word.equals("NONCE") ? nonce : word.equals("FILE") ? key.toString() : word)
            .toList();
    return web.typed("", typed).strip();
  }

  /** Returns the words of a command line, as a shell reads it. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean isQuoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\'') {
        isQuoted = !isQuoted;
      } else if (c == '\\' && !isQuoted) {
        word.append(line.charAt(++i));
      } else if (c == ' ' && !isQuoted) {
        words.add(word.toString());
        word.setLength(0);
      } else {
        word.append(c);
      }
    }
    words.add(word.toString());
    return words;
  }

  // --- what a person looks for ------------------------------------------------------------------

  private static String button(String label) {
    return "[...document.querySelectorAll('main button')].find(b => b.innerText.trim() === '%s')"
        .formatted(label);
  }

  private static String button(String near, String label) {
    return ("[...document.querySelectorAll('main li')].filter(l => l.innerText.includes('%s'))"
            + ".flatMap(l => [...l.querySelectorAll('button')])"
            + ".find(b => b.innerText.trim() === '%s')")
        .formatted(near, label);
  }

  private static String row(String near) {
    return "[...document.querySelectorAll('main .row')].find(r => r.innerText.includes('%s'))"
        .formatted(near);
  }

  private static String shows(String text) {
    return "document.querySelector('main').innerText.includes('" + text + "')";
  }

  private static String detail(String text) {
    return "document.querySelector('.panel.detail').innerText.includes('" + text + "')";
  }

  private static SequencedMap<String, String> fields(String... all) {
    SequencedMap<String, String> fields = new LinkedHashMap<>();
    for (int i = 0; i < all.length; i += 2) {
      fields.put(all[i], all[i + 1]);
    }
    return fields;
  }

  private String id(String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.add("--json");
    String printed = web.typed(PASSPHRASE, all);
    Matcher id = Pattern.compile("\"id\": \"([^\"]+)\"").matcher(printed);
    assertThat(id.find()).as(printed).isTrue();
    return id.group(1);
  }

  private Predicate<String> told(String expected, String... command) {
    return subject -> {
      String[] words = command.clone();
      for (int i = 0; i < words.length; i++) {
        words[i] = words[i].replace("ID", subject);
      }
      return web.sbp(words).contains(expected.replace("ID", subject));
    };
  }

  // --- the actions -------------------------------------------------------------------------------

  private void task(
      String command,
      String button,
      SequencedMap<String, String> fields,
      String one,
      String other,
      String effect)
      throws Exception {
    task(command, button, fields, one, other, effect, effect);
  }

  private void task(
      String command,
      String button,
      SequencedMap<String, String> fields,
      String one,
      String other,
      String shown,
      String told)
      throws Exception {
    done(
        new Deed(
            command,
            Proof.NONE,
            "board?task=" + one,
            button(button),
            fields,
            one,
            fields(one, other),
            detail(shown),
            told(told, "task", "show", "ID", "--json")));
  }

  private void tasks() throws Exception {
    done(
        new Deed(
            "task add",
            Proof.NONE,
            "board",
            button("add a task"),
            fields("title", "it is one's"),
            "one's",
            fields("one's", "other's"),
            "document.querySelector('.column.pending').innerText.includes('it is one')",
            told("it is ID", "task", "list")));
    String one = id("task", "add", "first");
    String other = id("task", "add", "second");
    String before = id("task", "add", "before");
    task("task edit", "edit", fields("description", "said more of"), one, other, "said more of");
    task("task comment", "comment", fields("text", "-- so it is"), one, other, "-- so it is");
    task("task dep", "waits for…", fields("on", before), one, other, before.substring(0, 8));
    task("task cancel", "cancel", fields("reason", "not wanted"), one, other, "cancelled");
    String _ = web.sbp("task", "complete", before);
    task("task retry", "retry", fields(), one, other, "waiting", "pending");
    for (String agent : List.of("writer", "checker", "sleeper", "waker")) {
      String _ = web.sbp("agent", "register", agent);
      String _ = web.sbp("agent", "activate", agent);
    }
    List<String> claimed = List.of(id("task", "add", "third"), id("task", "add", "fourth"));
    for (String task : claimed) {
      String _ = web.sbp("task", "claim", task, "--as", "writer");
    }
    task(
        "task release",
        "release",
        fields(),
        claimed.getFirst(),
        claimed.getLast(),
        "waiting",
        "pending");
    List<String> submitted = new ArrayList<>();
    for (String title : List.of("fifth", "sixth")) {
      String task = id("task", "add", title, "--reviewer=owner");
      String _ = web.sbp("task", "claim", task, "--as", "writer");
      String _ =
          web.sbp("task", "submit", task, "--fence=1", "--result=the result", "--as", "writer");
      submitted.add(task);
    }
    task(
        "task review",
        "review",
        fields("score", "83", "comment", "well said"),
        submitted.getFirst(),
        submitted.getLast(),
        "well said");
  }

  private void agent(String command, Proof proof, String button, String effect) throws Exception {
    done(
        new Deed(
            command,
            proof,
            "agents?agent=sleeper",
            button(button),
            fields(),
            "sleeper",
            fields("sleeper", "waker"),
            // Its last day says that it was active, too.
            "/status\\s+%s/.test(document.querySelector('.panel.detail').innerText)"
                .formatted(effect),
            told("\"status\": \"" + effect + '"', "agent", "show", "ID", "--json")));
  }

  private void agents() throws Exception {
    agent("agent suspend", Proof.NONE, "suspend", "suspended");
    agent("agent activate", Proof.PASSPHRASE, "activate", "active");
    String _ = web.sbp("agent", "deactivate", "sleeper");
    String _ = web.sbp("agent", "deactivate", "waker");
    agent("agent reactivate", Proof.KEY, "activate", "active");
  }

  private void conversations() throws Exception {
    String one = "agent:main:one";
    String other = "agent:main:other";
    String _ = web.sbp("chat", "--new", other, "-m", "a beginning");
    go("talk?session=" + one);
    type("say", "good morning to all");
    String shown = browser.evaluate("document.querySelector('.say .same code').innerText");
    browser.press("Enter");
    browser.until("document.querySelector('.turn .said.theirs')");
    Predicate<String> isAsked = told("good morning to all", "session", "show", "ID");
    assertThat(isAsked.test(one)).isTrue();
    assertThat(isAsked.test(other)).isFalse();
    String _ =
        web.typed("", words(shown).stream().skip(1).map(word -> word.replace(one, other)).toList());
    assertThat(isAsked.test(other)).as(shown).isTrue();
    boolean _ = tried.add("chat");

    String _ = web.sbp("chat", one, "-m", "and who am I?");
    go("talk?session=" + one);
    browser.click("document.querySelector('details.tree summary')");
    browser.until("document.querySelector('details.tree .chip')");
    done(
        new Deed(
            "session fork",
            Proof.NONE,
            "talk?session=" + one,
            button("fork"),
            fields(),
            one,
            fields(one, other, turn(one), turn(other)),
            "[...document.querySelectorAll('.chip')].some(c => c.innerText.startsWith('fork'))",
            told("fork-", "session", "tree", "ID", "--json")));
    done(
        new Deed(
            "session compact",
            Proof.NONE,
            "talk?session=" + one,
            button("summarize"),
            fields(),
            one,
            fields(one, other),
            "document.querySelector('details.tree .badge')",
            told("compaction", "session", "tree", "ID", "--json")));
    String old = "agent:main:old";
    String older = "agent:main:older";
    String _ = web.sbp("chat", "--new", old, "-m", "for now");
    String _ = web.sbp("chat", "--new", older, "-m", "for then");
    done(
        new Deed(
            "session archive",
            Proof.NONE,
            "talk?session=" + old,
            button("put away"),
            fields(),
            old,
            fields(old, older),
            shows("Put the conversation away: done"),
            session -> !web.sbp("session", "list", "--json").contains('"' + session + '"')));
    leaveRunning(one, other);
    done(
        new Deed(
            "session abort",
            Proof.NONE,
            "talk?session=" + one,
            button("end the turn"),
            fields(),
            one,
            fields(one, other),
            shows("End the running turn: done"),
            this::isAborted));
  }

  /** A message is read by looking at it, which needs no button. */
  private void messages() throws Exception {
    for (KeyPair sender : List.of(TestKeys.alice(), EVE)) {
      Message message =
          new Message(
              "m1",
              Message.Way.RECEIVED,
              sender.publicKey(),
              TestNode.ALICE_ENDPOINT,
              node.node().now(),
              "a word of mine",
              Message.Refs.NONE);
      node.store().commit(new ChangeSet().add(Messages.put(message)));
    }
    go("talk?tab=messages&peer=" + TestKeys.alice().publicKey());
    browser.until("document.querySelectorAll('.badge.busy').length === 1");
    assertThat(web.sbp("messages", "--unread")).contains("Eve").doesNotContain("Alice");
    String _ = web.typed("", List.of("messages", "Eve"));
    assertThat(web.sbp("messages", "--unread")).doesNotContain("Eve");
    boolean _ = tried.add("messages");
  }

  private String turn(String session) {
    return id("session", "tree", session);
  }

  /** Makes turns of these sessions look as if a process had left them while they ran. */
  private void leaveRunning(String... sessions) {
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      for (String session : sessions) {
        ledger.run(
            tx ->
                tx.update(
                    "UPDATE agent_turn SET state = 'running', ended_ms = NULL WHERE id ="
                        + " (SELECT MAX(id) FROM agent_turn WHERE session = ?)",
                    session));
      }
    }
  }

  /** Tells whether the process of the session's running turn was asked to end it. */
  private boolean isAborted(String session) {
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      return ledger.<Boolean>read(
          tx ->
              tx.exists(
                  "SELECT 1 FROM agent_turn WHERE session = ? AND abort_ms IS NOT NULL", session));
    }
  }

  private String letter(String from) {
    return id("mail", "send", "owner", "hello of " + from, "--as", from);
  }

  private void mail() throws Exception {
    String view = "talk?tab=mail";
    String one = letter("checker");
    String other = letter("sleeper");
    done(
        new Deed(
            "mail read",
            Proof.NONE,
            view,
            row("checker"),
            fields(),
            one,
            fields(one, other),
            detail("hello of checker"),
            part("\"state\": \"read\"", "mail", "list", "--all", "--json")));
    done(
        new Deed(
            "mail reply",
            Proof.NONE,
            view,
            button("answer"),
            fields("text", "well received"),
            one,
            fields(one, other),
            "!document.querySelector('.panel.detail')",
            part("\"state\": \"handled\"", "mail", "list", "--all", "--json")));
    String third = letter("waker");
    String fourth = letter("sleeper");
    String _ = web.sbp("mail", "read", fourth);
    go(view);
    browser.click(row("waker"));
    browser.click("document.querySelector('dialog button.main')");
    browser.until(detail("hello of waker"));
    done(
        new Deed(
            "mail ack",
            Proof.NONE,
            view,
            button("done"),
            fields(),
            third,
            fields(third, fourth),
            "!document.querySelector('.panel.detail')",
            part("\"state\": \"handled\"", "mail", "list", "--all", "--json")));
    done(
        new Deed(
            "mail send",
            Proof.NONE,
            view,
            button("write a mail"),
            fields("address", "writer", "text", "come and see"),
            "writer",
            fields("writer", "checker"),
            shows("Write a mail: done"),
            told("come and see", "mail", "list", "--all", "--json", "--as", "ID")));
  }

  /** Tells whether a list has a text in the element with the subject's id. */
  private Predicate<String> part(String expected, String... command) {
    return subject -> {
      String all = web.typed(PASSPHRASE, List.of(command));
      int at = all.indexOf("\"id\": \"" + subject);
      int end = at < 0 ? -1 : all.indexOf("\"id\": ", at + 1);
      return at >= 0 && all.substring(at, end < 0 ? all.length() : end).contains(expected);
    };
  }

  private void boxes() throws Exception {
    Peer alice = node.store().peers().find(TestKeys.alice().publicKey()).orElseThrow();
    Peer eve = node.store().peers().find(EVE.publicKey()).orElseThrow();
    String one = aside(TestKeys.alice());
    String other = aside(EVE);
    done(
        new Deed(
            "inbox retry",
            Proof.NONE,
            "peers",
            button("direct Alice", "retry"),
            fields(),
            one,
            fields(one, other),
            "!(" + button("direct Alice", "retry") + ")",
            id -> {
              String all = web.sbp("inbox", "list", "--json");
              return all.indexOf(id) < all.indexOf("set_aside");
            }));
    fail("to-alice", alice);
    fail("to-eve", eve);
    done(
        new Deed(
            "outbox retry",
            Proof.NONE,
            "peers",
            button("Alice", "retry"),
            fields(),
            "to-alice",
            fields("to-alice", "to-eve"),
            "!(" + button("Alice", "retry") + ")",
            told("ID", "outbox", "list")));
    // The other one moves, too, and with it the buttons below.
    browser.until("!(" + button("Eve", "retry") + ")");
    done(
        new Deed(
            "outbox drop",
            Proof.NONE,
            "peers",
            button("Alice", "drop"),
            fields(),
            "to-alice",
            fields("to-alice", "to-eve"),
            "!(" + button("Alice", "drop") + ")",
            id -> !web.sbp("outbox", "list").contains(id)));
    JsonObject second = node.content(EVE, "A letter", "Of Eve.");
    node.store().commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, second)));
    Map<String, Peer> authors = Map.of(piece(alice), alice, piece(eve), eve);
    done(
        new Deed(
            "reply",
            Proof.NONE,
            "talk?tab=pieces&piece=" + piece(alice),
            button("answer"),
            fields("text", "as you say"),
            piece(alice),
            fields(piece(alice), piece(eve)),
            shows("Answer the piece: done"),
            piece ->
                web.sbp("outbox", "list", "--json")
                    .contains(
                        Optional.ofNullable(authors.get(piece))
                            .orElseThrow()
                            .publicKey()
                            .toString())));
  }

  private String aside(KeyPair sender) {
    byte[] envelope =
        node.envelope(
            sender,
            TestNode.ALICE_ENDPOINT,
            MessageType.DIRECT,
            Payloads.direct("hello", Optional.empty(), Optional.empty()));
    InboxId id = node.store().inbox().accept(envelope, node.clock().instant());
    node.store().commit(new ChangeSet().add(Inbox.setAside(id)));
    return id.value();
  }

  private void fail(String name, Peer to) {
    OutboxId id = new OutboxId(OutboxKind.NETWORK, name);
    JsonObject item = OutboxItems.envelope(MessageType.SUBSCRIBE, JsonObject.empty(), to);
    node.store().commit(new ChangeSet().add(Outbox.fail(id, item)));
  }

  private String piece(Peer author) {
    String all = web.sbp("feed", "--json");
    int by = all.indexOf(author.publicKey().toString());
    int at = all.lastIndexOf("\"hash\": \"", by);
    return all.substring(at + 9, all.indexOf('"', at + 9));
  }

  private void peer(
      String command,
      Proof proof,
      String button,
      SequencedMap<String, String> fields,
      String seen,
      Predicate<String> holds)
      throws Exception {
    String one = TestKeys.alice().publicKey().toString();
    String other = EVE.publicKey().toString();
    done(
        new Deed(
            command,
            proof,
            "peers?peer=" + one,
            button(button),
            fields,
            one,
            fields(one, other),
            seen,
            holds));
  }

  private void trust(String command, Proof proof, String button, String trust) throws Exception {
    peer(
        command,
        proof,
        button,
        fields(),
        detail(trust),
        told("\"trust\": \"" + trust + '"', "peers", "show", "ID", "--json"));
  }

  private void peers() throws Exception {
    peer(
        "send",
        Proof.NONE,
        "write",
        fields("text", "good day to you"),
        shows("done"),
        told("good day to you", "messages", "ID", "--keep-unread"));
    trust("peers trust", Proof.KEY, "trust", "trusted");
    trust("peers block", Proof.NONE, "block", "blocked");
    trust("peers unblock", Proof.PASSPHRASE, "unblock", "known");
    String one = TestKeys.alice().publicKey().toString();
    done(
        new Deed(
            "peers name",
            Proof.NONE,
            "peers?peer=" + one,
            button("name"),
            fields("name", "Renamed"),
            one,
            fields(one, EVE.publicKey().toString(), "Renamed", "Otherwise"),
            detail("Renamed"),
            key -> {
              String shown = web.sbp("peers", "show", "--", key);
              return shown.contains("Renamed") || shown.contains("Otherwise");
            }));
  }

  private String request(String agent) {
    String _ = web.sbp("agent", "register", agent, "--tools=task_list");
    String said = web.sbp("mail", "send", "writer", "of " + agent, "--as", agent);
    return said.replaceAll("(?s).*request ([0-9a-f]{16}).*", "$1");
  }

  private void answer(String command, Proof proof, String button, String status) throws Exception {
    String one = request(button + "-one");
    String other = request(button + "-other");
    done(
        new Deed(
            command,
            proof,
            "now",
            button(button + "-one", button),
            fields(),
            one,
            fields(one, other),
            "!(" + button(button + "-one", button) + ")",
            part("\"status\": \"" + status + '"', "access", "requests", "--all", "--json")));
  }

  /** The dialog of an approval shows the call with its arguments before the proof. */
  private void shownBeforeItIsApproved() throws Exception {
    String _ = request("shown-before");
    go("now");
    browser.click(button("shown-before", "approve"));
    browser.until("document.querySelector('dialog[open]')");
    assertThat(browser.evaluate("document.querySelector('dialog').innerText"))
        .contains("shown-before", "nobody outside of this node");
    browser.press("Escape");
    browser.until("!document.querySelector('dialog')");
  }

  private void access() throws Exception {
    shownBeforeItIsApproved();
    answer("access approve", Proof.PASSPHRASE, "approve", "approved");
    answer("access deny", Proof.KEY, "deny", "denied");
    done(
        new Deed(
            "access grant",
            Proof.PASSPHRASE,
            "access",
            button("grant"),
            fields("who", "writer", "tools", "group_list"),
            "writer",
            fields("writer", "checker"),
            shows("group_list"),
            agent -> web.typed("", List.of("access", "grants")).contains(agent)));
    String one = id("access", "grant", "sleeper", "--tools=mail_send", "--hours=1");
    String other = id("access", "grant", "waker", "--tools=mail_send", "--hours=1");
    done(
        new Deed(
            "access revoke",
            Proof.KEY,
            "access",
            button("sleeper", "revoke"),
            fields(),
            one,
            fields(one, other),
            "!(" + button("sleeper", "revoke") + ")",
            id -> !web.typed("", List.of("access", "grants", "--json")).contains(id)));
  }

  private void rest() throws Exception {
    String one = id("memory", "add", "The harbour freezes in January");
    String other = id("memory", "add", "The ferry goes on Tuesdays");
    done(
        new Deed(
            "memory forget",
            Proof.NONE,
            "memory?item=" + one,
            button("forget"),
            fields(),
            one,
            fields(one, other),
            "!document.querySelector('.panel.detail') && !(" + row("harbour") + ")",
            id -> !web.sbp("memory", "search", "--json").contains(id)));
    String key = "reader.max_unendorsed_peers";
    go("settings");
    type("sought", key);
    done(
        new Deed(
            "config set",
            Proof.KEY,
            "settings",
            "document.querySelector('[aria-label=\"change " + key + "\"]')",
            fields("value", "77"),
            key,
            fields(key, "web.max_pages"),
            "document.querySelector('.setting.changed').innerText.includes('77')",
            id -> web.sbp("config", "get", id).strip().equals("77")));
  }
}
