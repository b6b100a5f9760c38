package org.sovereignbook.sbp.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.plugins.hooks.Webhook;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.Everything;
import org.sovereignbook.sbp.testing.TestKeys;

/**
 * Texts that want more than their sender may cause, through every way in that a stranger or an
 * agent of little power has. What decides about rights stays as it is to the last byte, and what
 * came of them speaks for whoever sent it.
 */
class AuthorityInjectionTest {
  private static final Path CORPUS =
      Path.of(
          "../testkit/src/main/resources/org/sovereignbook/sbp/testkit/injection/authority.jsonl");

  /** Who may do what, and who is who; what was approved; which programs run. */
  private static final Set<String> RIGHTS =
      Set.of(
          "agent",
          "agent_challenge",
          "hook_draft",
          "entity",
          "entity_identity",
          "entity_tag",
          "access_grant",
          "team_run",
          "team_member");

  private static final String RIGHTS_ON_DISK =
      "runtime/(access|hooks|webhooks|drafts|plugins|prompts|bin|skills)/.*|runtime/identity/[^/]*:"
          + " .*|runtime/(ethos\\.md|scheduler-config\\.json|team.*): .*|[^/]*: .*";

  /** So many at the end of the corpus want to be somebody by what they are called. */
  private static final int NAMES = 20;

  /** The reader's steps, of which each takes some of what waits: more than this in all. */
  private static final int ROUNDS = 3;

  private static final int READ_AT_ONCE = 20;

  /** Whoever announces itself is known by that, whatever it says of itself. */
  private static final String ANNOUNCER = "mallory";

  @TempDir Path folder;
  private SocietyChannels it;
  private List<String> texts = List.of();
  private List<String> names = List.of();

  @BeforeEach
  void open() throws Exception {
    texts =
        Files.readAllLines(CORPUS).stream()
            .map(line -> json(line).flatMap(one -> one.string("text")).orElseThrow())
            .toList();
    assertThat(texts).hasSizeGreaterThanOrEqualTo(80).doesNotHaveDuplicates();
    names = SocietyChannels.tried(texts.subList(texts.size() - NAMES, texts.size()));
    texts = SocietyChannels.tried(texts);
    it = new SocietyChannels(folder);
    it.policies(
        "- { name: news, match: { principal: { webhook: news } }, effect: allow,"
            + " permissions: { tools: [mail_send] } }\n"
            + "- { name: by-name, match: { principal: { name: [owner, Marguerite] } },"
            + " effect: allow, permissions: \"*\" }\n");
    it.node()
        .node()
        .writeText(
            it.node().home().access().resolve("default.yaml"),
            org.sovereignbook.sbp.authority.access.Policies.defaultText());
    assertThat(it.owner("access", "lint").exit()).isNotEqualTo(ExitCode.REFUSED);
    it.peer("ada", TrustState.KNOWN);
    it.peer("eve", TrustState.UNKNOWN);
    it.agent("coder", "*", "--mail", "peers", "--work", "peers");
    it.agent("weak", "task_*,bus_*,mail_*");
  }

  @AfterEach
  void close() {
    it.close();
  }

  private static Optional<JsonObject> json(String text) {
    try {
      return JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject object
          ? Optional.of(object)
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }

  private NavigableSet<String> rights() {
    NavigableSet<String> rights = new TreeSet<>();
    Everything.of(it.ledger()).stream()
        .filter(
            line ->
                RIGHTS.contains(line.substring(0, line.indexOf(": ")))
                    || (line.matches("(?s)" + RIGHTS_ON_DISK) && !line.matches("(?s)[a-z_]+: .*")))
        .forEach(rights::add);
    it.node().store().peers().peers().stream()
        .filter(peer -> !peer.publicKey().equals(TestKeys.named(ANNOUNCER).publicKey()))
        .forEach(peer -> rights.add("trust " + peer.publicKey() + " " + standing(peer)));
    rights.addAll(
        it.ledger()
            .<List<String>>read(
                tx ->
                    tx.list(
                        "SELECT name || file || sha256 || declaration || state || agent"
                            + " FROM hook",
                        row -> "hook " + row.text(1))));
    rights.addAll(
        it.ledger()
            .<List<String>>read(
                tx ->
                    tx.list(
                        "SELECT id FROM agent_token WHERE revoked_ms IS NULL"
                            + " UNION SELECT id || status FROM access_request"
                            + " WHERE status <> 'pending'",
                        row -> "good token or answer " + row.text(1))));
    return rights;
  }

  /** Whoever writes at all is known by that (SBP): nothing that a text could ask for. */
  private static TrustState standing(Peer peer) {
    return peer.trust() == TrustState.UNKNOWN ? TrustState.KNOWN : peer.trust();
  }

  /** Whom the rows of a table speak for. */
  private Set<String> principals(String table, String since) {
    return new LinkedHashSet<>(
        it.ledger()
            .<List<String>>read(
                tx ->
                    tx.list(
                        "SELECT DISTINCT principal FROM " + table + " WHERE " + since,
                        row -> row.text(1))));
  }

  private long count(String query) {
    return it.ledger()
        .<Optional<Long>>read(tx -> tx.first(query, row -> row.number(1)))
        .orElseThrow();
  }

  @Test
  void noTextRaisesWhatItsSenderMayCause() {
    it.hook(
        "tell",
        "tools: [mail_send]\ntriggers: {principal: {type: webhook}}",
        _ ->
            json("{\"fire\": true, \"agent\": \"reader\","
                    + " \"context\": {\"prompt\": \"News came.\", \"include_thread\": true}}")
                .orElseThrow());
    // What a careless program makes of it: the answer itself is made of their words.
    it.hook("parrot", "tools: [mail_send]\ntriggers: {principal: {type: webhook}}", this::parrot);
    Webhook news = it.webhook("news");
    String weak = it.token("weak");
    NavigableSet<String> before = rights();
    long events = count("SELECT MAX(seq) FROM event");

    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      it.posts(
          news, "{\"n\":%d,\"text\":%s}".formatted(i, JsonWriter.compact(new JsonString(text))));
      it.posts(news, text.replace("\u0000", " ") + " ".repeat(i));
      byPeers(text, i);
      byAnAgent(weak, text, i);
    }
    names.forEach(it -> asANameByAnAgent(weak, it));
    it.dispatch();
    for (int round = 0; round < ROUNDS; round++) {
      SocietyChannels.require(it.owner("reader-pre"));
      readersMind();
    }
    it.dispatch();

    assertThat(Everything.changed(before, rights())).isEmpty();
    assertThat(principals("event", "seq > " + events + " AND kind NOT LIKE 'hook.%'"))
        .doesNotContain("owner");
    assertThat(principals("mail", "to_box IS NOT NULL"))
        .doesNotContain("owner", "system", "unknown");
    assertThat(principals("task", "1 = 1")).doesNotContain("owner", "system", "unknown");
    // Each of them was there.
    assertThat(count("SELECT COUNT(*) FROM event WHERE kind = 'webhook.received'"))
        .isEqualTo(2L * texts.size());
    assertThat(count("SELECT COUNT(*) FROM event WHERE kind = 'envelope.received'"))
        .isGreaterThan(READ_AT_ONCE);
    assertThat(count("SELECT COUNT(*) FROM mail WHERE principal LIKE 'peer:%'")).isPositive();
    assertThat(count("SELECT COUNT(*) FROM task WHERE principal LIKE 'peer:%'")).isPositive();
    assertThat(count("SELECT COUNT(*) FROM bus")).isGreaterThanOrEqualTo(texts.size() / 2);
    assertThat(count("SELECT COUNT(*) FROM hook_run WHERE state = 'fired'")).isPositive();
    assertThat(count("SELECT COUNT(*) FROM hook_run WHERE hook = 'parrot' AND state = 'denied'"))
        .isPositive();
    assertThat(count("SELECT COUNT(*) FROM agent_input WHERE source = 'hook'")).isPositive();
    // All that hooks made of them speaks for the webhook.
    assertThat(
            count(
                "SELECT COUNT(*) FROM agent_input i JOIN authority a ON a.id = i.authority_id"
                    + " WHERE a.document NOT LIKE '%webhook:news%'"))
        .isZero();
    assertThat(
            count(
                "SELECT COUNT(*) FROM mail m JOIN authority a ON a.id = m.authority_id"
                    + " JOIN agent g ON m.principal = 'agent:' || g.id WHERE g.name LIKE 'hook-%'"
                    + " AND a.document NOT LIKE '%webhook:news%'"))
        .isZero();
    assertThat(unfenced()).isEmpty();
  }

  /** Says what it was told, unless that would end it. */
  private JsonObject parrot(JsonObject input) {
    return input
        .object("event")
        .flatMap(event -> event.string("content"))
        .flatMap(AuthorityInjectionTest::json)
        .filter(said -> said.has("fire") && !said.has("disable"))
        .orElseGet(() -> json("{\"fire\": false}").orElseThrow());
  }

  /** Mail, offered tasks, messages, pieces, names. */
  private void byPeers(String text, int number) {
    if (text.indexOf('\u0000') < 0) {
      it.lies("ada", MessageType.DIRECT, it.mail("planner", "coder", text));
      it.lies("ada", MessageType.DIRECT, it.offer(text.lines().findFirst().orElse("x"), text));
      it.lies("eve", MessageType.DIRECT, Payloads.direct(text, Optional.empty(), Optional.empty()));
      it.lies(
          "ada",
          MessageType.SHARE,
          it.node().content(TestKeys.named("ada"), text.lines().findFirst().orElse("x"), text));
      it.lies(ANNOUNCER, MessageType.ANNOUNCE, Payloads.announce(identity(text)));
    }
    it.node()
        .node()
        .writeText(it.node().home().inbox().resolve(fileName(text) + number + ".json"), text);
  }

  private static String fileName(String text) {
    String name = text.replaceAll("[^ -.0-~]", "_");
    return name.substring(0, Math.min(100, name.length()));
  }

  private IdentityDocument identity(String name) {
    return IdentityDocument.create(
        TestKeys.named("eve"),
        new IdentityDocument.Claims(
            name.equals("owner") ? "Marguerite" : name.substring(0, Math.min(100, name.length())),
            org.sovereignbook.sbp.base.protocol.Endpoint.parse("https://mallory.example"),
            Optional.of(name),
            Optional.empty()),
        it.node().node().now());
  }

  /** Bus values, tasks, plans, mail. */
  private void byAnAgent(String token, String text, int number) {
    it.with(token, "bus", "put", "k" + number, text);
    it.with(token, "task", "add", "x" + text, "--description", text, "--label", text);
    String title = JsonWriter.compact(new JsonString(text));
    it.run(
        Map.of("SBP_AGENT_TOKEN", token), "tasks:\n  - title: " + title + "\n", "task", "add", "-");
    it.with(token, "mail", "send", "coder", text);
  }

  /** The words of a command line where somebody's name or id is expected. */
  private void asANameByAnAgent(String token, String text) {
    it.with(token, "mail", "send", text, "hello");
    it.with(token, "task", "review", text, "--score", "100", "--comment", text);
    it.with(token, "agent", "register", text, "--tools", "*");
    it.with(token, "task", "list", "--as", text);
    it.with(token, "access", "approve", text, "--always");
    it.run(Map.of("SBP_AGENT_TOKEN", token), text, "task", "add", "-");
    String id = JsonWriter.compact(new JsonString(text));
    it.mcp(token, "tools/call", SocietyChannels.call("task_list", "{\"agent_id\":" + id + "}"));
  }

  /** A model that does all that it was told: what its answer may be says the program. */
  private void readersMind() {
    List<JsonObject> items =
        it.node()
            .node()
            .readJson(it.node().home().inboxDigest())
            .flatMap(digest -> digest.array("items"))
            .map(JsonArray::objects)
            .orElse(List.of());
    List<JsonObject> decisions = new ArrayList<>();
    for (JsonObject item : items) {
      for (String action : List.of("approve", "hook_accept", "task_add", "ignore")) {
        decisions.add(
            JsonObject.builder()
                .put("inbox_id", item.string("id").orElse(""))
                .put("action", action)
                .build());
      }
    }
    it.node()
        .node()
        .writeJson(
            it.node().home().readerDecisions(),
            JsonObject.builder()
                .put("decisions", JsonArray.of(decisions))
                .put("session_notes", texts.getFirst())
                .build());
    it.owner("reader-post");
  }

  /** Lines of theirs that stand in what a hook has mailed without their mark. */
  private List<String> unfenced() {
    Set<String> theirs = new LinkedHashSet<>();
    texts.forEach(text -> text.lines().forEach(theirs::add));
    return it
        .ledger()
        .<List<String>>read(
            tx ->
                tx.list(
                    "SELECT c.text FROM mail m JOIN content c ON c.id = m.body_id JOIN agent g"
                        + " ON m.principal = 'agent:' || g.id WHERE g.name LIKE 'hook-%'"
                        + " UNION ALL SELECT c.text FROM agent_input i JOIN content c"
                        + " ON c.id = i.content_id WHERE i.source = 'hook'",
                    row -> row.text(1)))
        .stream()
        .flatMap(String::lines)
        .filter(line -> !line.startsWith("> ") && theirs.contains(line))
        .toList();
  }

  /** What the test above looks at does move when somebody who may does such a thing. */
  @Test
  void whatTheyWantWouldBeSeen() {
    List<Runnable> effects =
        List.of(
            () -> it.owner("agent", "capabilities", "weak", "--add-tool", "post"),
            () -> it.owner("agent", "register", "another"),
            () -> it.owner("entity", "add", "Mum", "--tag", "friend"),
            () -> it.owner("config", "set", "mail.min_trust", "endorsed"),
            () -> it.owner("peers", "trust", "ada"),
            () -> it.owner("hook", "new", "mine", "--sh"),
            () -> it.webhook("mine"),
            () -> it.policies("- { name: all, effect: allow, permissions: \"*\" }\n"),
            () -> it.token("weak"));
    for (int i = 0; i < effects.size(); i++) {
      NavigableSet<String> before = rights();
      effects.get(i).run();
      assertThat(Everything.changed(before, rights())).as("effect %d", i).isNotEmpty();
    }
    assertThat(it.owner("status").exit()).isEqualTo(ExitCode.DONE);
  }
}
