package org.sovereignbook.sbp.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.MadeThings;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.testing.Everything;

/**
 * Through every channel: what is allowed happens, with the authority of whoever caused it; what is
 * forbidden has no effect; and each of both is one row in the trail.
 */
class AuthorityChannelsTest {
  private static final String POLICIES =
      """
      - { name: node, match: { principal: { is_user: true } }, effect: allow, permissions: "*" }
      - { name: program, match: { principal: { system: true } }, effect: allow, permissions: "*" }
      - name: agents
        match: { principal: { agent: true } }
        effect: allow
        permissions: { tools: { allow: "*", deny: bus_put }, data: full }
      - name: known
        match: { principal: { peer: true, tags: "trust:known" } }
        effect: allow
        permissions: { tools: [mail_send, task_offer, task_add, reader_reply] }
      - { name: ci, match: { principal: { webhook: ci } }, effect: allow, permissions: { tools: [task_add] } }
      - { name: bad, match: { principal: { webhook: bad } }, effect: deny }
      - { name: eve, match: { principal: { tags: "trust:endorsed" } }, effect: deny }
      """;

  @TempDir Path folder;

  /**
   * One channel.
   *
   * @param rows what the allowed call leaves in the trail
   * @param thing the table of what it makes, and its newest row by
   * @param principal whom that speaks for
   * @param behalf whom else
   * @param refusals what the forbidden call leaves in the trail
   */
  private record Way(
      String name,
      Consumer<SocietyChannels> allowed,
      List<String> rows,
      String thing,
      String by,
      String principal,
      Optional<String> behalf,
      Consumer<SocietyChannels> forbidden,
      List<String> refusals) {}

  private static final String LOOK = "{\"title\":\"look\"}";
  private static final String PUT = "{\"key\":\"k\",\"value\":\"v\"}";

  private static Way ofAgent(
      String name,
      String channel,
      Consumer<SocietyChannels> allowed,
      Consumer<SocietyChannels> no) {
    return new Way(
        name,
        allowed,
        List.of("task_add allow agent:coder " + channel),
        "task",
        "number",
        "agent:coder",
        Optional.empty(),
        no,
        List.of("bus_put deny agent:coder " + channel));
  }

  private static JsonObject direct(String text) {
    return Payloads.direct(text, Optional.empty(), Optional.empty());
  }

  private static List<Way> ways() {
    return List.of(
        ofAgent(
            "a command",
            "command",
            it -> it.with(it.token("coder"), "task", "add", "look"),
            it -> it.with(it.token("coder"), "bus", "put", "k", "v")),
        ofAgent(
            "a command of the owner's for an agent",
            "command",
            it -> it.owner("task", "add", "look", "--as", "coder"),
            it -> it.owner("bus", "put", "k", "v", "--as", "coder")),
        ofAgent(
            "MCP over standard input",
            "mcp",
            it -> it.mcp(it.token("coder"), "tools/call", SocietyChannels.call("task_add", LOOK)),
            it -> it.mcp(it.token("coder"), "tools/call", SocietyChannels.call("bus_put", PUT))),
        ofAgent(
            "MCP over HTTP",
            "mcp",
            it -> http(it, "task_add", LOOK),
            it -> http(it, "bus_put", PUT)),
        new Way(
            "mail of a peer",
            it -> it.arrives("ada", MessageType.DIRECT, it.mail("planner", "coder", "hello")),
            List.of("mail_send allow peer:ada mail"),
            "mail",
            "number",
            "peer:ada",
            Optional.empty(),
            it -> it.arrives("eve", MessageType.DIRECT, it.mail("planner", "coder", "hello")),
            List.of("mail_send deny peer:eve mail", "envelope.received deny peer:eve envelope")),
        new Way(
            "an offered task",
            it -> it.arrives("ada", MessageType.DIRECT, it.offer("look", "at it")),
            List.of("task_offer allow peer:ada offer"),
            "task",
            "number",
            "peer:ada",
            Optional.empty(),
            it -> it.arrives("eve", MessageType.DIRECT, it.offer("look", "at it")),
            List.of("task_offer deny peer:eve offer", "envelope.received deny peer:eve envelope")),
        new Way(
            "a webhook",
            it -> it.posts(it.webhook("ci"), "{}"),
            List.of("webhook.received allow webhook:ci webhook"),
            "event",
            "seq",
            "webhook:ci",
            Optional.empty(),
            it -> {
              it.posts(it.webhook("bad"), "{}");
              it.dispatch();
            },
            List.of("webhook.received deny webhook:bad webhook")),
        new Way(
            "a hook",
            it -> {
              it.hook(
                  "adder",
                  "tools: [task_add]\ntriggers: {principal: {type: webhook}}",
                  AuthorityChannelsTest::task);
              it.posts(it.webhook("ci"), "{}");
              it.dispatch();
            },
            List.of(
                "hook_accept allow owner command",
                "webhook.received allow webhook:ci webhook",
                "task_add allow agent:hook-adder hook"),
            "task",
            "number",
            "agent:hook-adder",
            Optional.of("webhook:ci"),
            it -> {
              it.owner("hook", "disable", "adder");
              it.hook(
                  "writer",
                  "tools: [post]\ntriggers: {principal: {type: webhook}}",
                  AuthorityChannelsTest::draft);
              it.posts(it.webhook("ci"), "{\"n\":2}");
              it.dispatch();
            },
            List.of(
                "hook_disable allow owner command",
                "hook_accept allow owner command",
                "webhook.received allow webhook:ci webhook",
                "post deny agent:hook-writer hook")),
        new Way(
            "a decision of the reader",
            it -> {
              InboxId id = it.arrives("ada", MessageType.DIRECT, direct("Are you there?"));
              it.decides(id, "reply", "body", "Yes.");
            },
            List.of(
                "envelope.received allow peer:ada envelope", "reader_reply allow peer:ada reader"),
            "event",
            "seq",
            "peer:ada",
            Optional.empty(),
            it -> {
              InboxId id = it.arrives("eve", MessageType.DIRECT, direct("Are you there?"));
              it.decides(id, "reply", "body", "Yes.");
            },
            List.of(
                "envelope.received deny peer:eve envelope", "reader_reply deny peer:eve reader")),
        new Way(
            "a timer",
            it -> {
              it.hook(
                  "clock",
                  "tools: [task_add]\ntriggers: {interval: 1m}",
                  AuthorityChannelsTest::task);
              it.node().clock().advance(Duration.ofMinutes(2));
              it.dispatch();
            },
            List.of(
                "hook_accept allow owner command",
                "timer.tick allow system timer",
                "hook_run allow system hook",
                "task_add allow agent:hook-clock hook"),
            "task",
            "number",
            "agent:hook-clock",
            Optional.empty(),
            it -> {
              it.policies(
                  POLICIES
                      + "- {name: no, match: {conditions: [{channel: timer}]}, effect: deny}\n");
              it.hook(
                  "late",
                  "tools: [task_add]\ntriggers: {interval: 1m}",
                  AuthorityChannelsTest::task);
              it.node().clock().advance(Duration.ofMinutes(2));
              it.dispatch();
            },
            List.of("hook_accept allow owner command", "timer.tick deny system timer")));
  }

  private static JsonObject task(JsonObject event) {
    return json("{\"fire\": true, \"actions\": [{\"task\": {\"title\": \"look\"}}]}");
  }

  private static JsonObject draft(JsonObject event) {
    return json(
        "{\"fire\": true, \"actions\": [{\"publish\": {\"title\": \"x\", \"text\":" + " \"y\"}}]}");
  }

  private static JsonObject json(String text) {
    return new SocietyChannels.Ran(ExitCode.DONE, text).json();
  }

  private static String http(SocietyChannels it, String tool, String arguments) {
    String token = it.token("coder");
    return it.overHttp(
        at -> it.post(at, token, "tools/call", tool, SocietyChannels.call(tool, arguments)));
  }

  private static SocietyChannels scene(Path folder) {
    SocietyChannels it = new SocietyChannels(folder);
    it.policies(POLICIES);
    it.peer("ada", TrustState.KNOWN);
    it.peer("eve", TrustState.ENDORSED);
    it.agent("coder", "*", "--mail", "peers", "--work", "peers");
    it.agent("other", "*");
    return it;
  }

  /** Changes by the arrival of a call or message alone, before anything is authorized. */
  private static final Pattern OF_ARRIVAL =
      Pattern.compile(
          "(?s)(event|event_subject|content|webhook_seen|hook|hook_run|agent|agent_token"
              + "|memory_hot|memory_scope): .*"
              + "|runtime/(inbox|archive|messages|operational|logs?|seen|hooks|webhooks|access)/.*"
              + "|runtime/(peers.md|made.json): .*|runtime/[a-z-]*log[a-z-]*\\.[a-z]+: .*");

  private static NavigableSet<String> effects(SocietyChannels it) {
    NavigableSet<String> effects = new TreeSet<>();
    Everything.of(it.ledger()).stream()
        .filter(line -> !OF_ARRIVAL.matcher(line).matches())
        .forEach(effects::add);
    effects.addAll(made(it));
    it.node()
        .store()
        .peers()
        .peers()
        .forEach(peer -> effects.add(peer.name() + " " + peer.trust()));
    return effects;
  }

  /**
   * Returns the entries of the record of made things, without those of files that are left out
   * above. It is brought up to date first, or the forbidden call's step records what the allowed
   * call made.
   */
  private static NavigableSet<String> made(SocietyChannels it) {
    List<MadeThings.Loss> _ = it.node().node().made().look();
    NavigableSet<String> made = new TreeSet<>();
    JsonObject record = it.node().node().readJson(it.node().home().madeThings()).orElseThrow();
    for (String part : record.members().keySet()) {
      Optional<JsonObject> entries = record.object(part);
      if (entries.isEmpty()) {
        made.add("made %s: %s".formatted(part, record.members().get(part)));
        continue;
      }
      entries
          .get()
          .members()
          .forEach(
              (thing, entry) -> {
                if (!isOfArrival(it, thing)) {
                  made.add("made %s %s: %s".formatted(part, thing, entry));
                }
              });
    }
    return made;
  }

  private static boolean isOfArrival(SocietyChannels it, String thing) {
    NodeHome home = it.node().home();
    Path place = Words.find(NodeThing.class, thing).orElseThrow().in(home);
    String name = home.root().relativize(place).toString();
    return Stream.of(name + ": ", name + "/: ").anyMatch(OF_ARRIVAL.asMatchPredicate());
  }

  @TestFactory
  Stream<DynamicTest> everyWay() {
    return ways().stream()
        .map(
            way ->
                DynamicTest.dynamicTest(way.name(), () -> passes(way, folder.resolve(way.name()))));
  }

  private static void passes(Way way, Path at) {
    try (SocietyChannels it = scene(at)) {
      List<String> rows = it.trailAfter(() -> way.allowed().accept(it));
      assertThat(withoutTokens(rows)).containsExactlyElementsOf(way.rows());
      JsonObject authority = it.authority(way.thing(), way.by());
      assertThat(authority.string("principal")).contains(way.principal());
      JsonObject limits = authority.object("limits").orElseThrow();
      assertThat(limits.array("tools")).as("its snapshot: " + authority).isPresent();
      assertThat(limits.array("on_behalf_of").flatMap(JsonArray::strings).orElse(List.of()))
          .isEqualTo(way.behalf().stream().toList());

      NavigableSet<String> before = effects(it);
      List<String> refusals = it.trailAfter(() -> way.forbidden().accept(it));
      assertThat(withoutTokens(refusals)).containsExactlyElementsOf(way.refusals());
      assertThat(Everything.changed(before, effects(it))).isEmpty();
    }
  }

  private static List<String> withoutTokens(List<String> rows) {
    return rows.stream().filter(row -> !row.startsWith("agent_token ")).toList();
  }

  /** A stranger's mail, the task that comes of it, whoever claims that, and what comes of it. */
  @Test
  void theCauseTravelsFromHandToHand() {
    try (SocietyChannels it = scene(folder)) {
      it.peer("bob2", TrustState.KNOWN);
      it.arrives("ada", MessageType.DIRECT, it.mail("planner", "coder", "write about moss"));
      String coder = it.token("coder");
      String mail =
          it.with(coder, "mail", "list", "--json")
              .json()
              .array("mail")
              .orElseThrow()
              .objects()
              .getFirst()
              .string("id")
              .orElseThrow();
      SocietyChannels.require(it.with(coder, "mail", "read", mail));
      assertThat(it.with(coder, "subscribe", "ada").exit()).isEqualTo(ExitCode.REFUSED);
      String task =
          SocietyChannels.require(it.with(coder, "task", "add", "moss", "--json"))
              .json()
              .string("id")
              .orElseThrow();
      isAdas(it.authority("task", "number"), "agent:coder");
      SocietyChannels.require(it.with(coder, "mail", "ack", mail));
      assertThat(it.with(coder, "event", "list").exit()).isEqualTo(ExitCode.REFUSED);

      String other = it.token("other");
      SocietyChannels.require(it.with(other, "task", "claim", task, "--json"));
      assertThat(it.with(other, "event", "list").exit()).isEqualTo(ExitCode.REFUSED);
      SocietyChannels.require(it.with(other, "mail", "send", "coder", "see the task"));
      isAdas(it.authority("mail", "number"), "agent:other");
      SocietyChannels.require(it.with(other, "task", "add", "more moss", "--json"));
      isAdas(it.authority("task", "number"), "agent:other");
      String child =
          it.owner("task", "list", "--json").json().array("tasks").orElseThrow().objects().stream()
              .filter(each -> each.string("title").equals(Optional.of("more moss")))
              .findFirst()
              .flatMap(each -> each.string("id"))
              .orElseThrow();
      SocietyChannels.require(it.with(other, "task", "offer", child, "bob2"));
      isAdas(it.authority("offer", "created_ms"), "agent:other");
      isAdas(it.authority("event", "seq"), "agent:other");
    }
  }

  private static void isAdas(JsonObject authority, String principal) {
    assertThat(authority.string("principal")).as(authority.toString()).contains(principal);
    assertThat(authority.toString())
        .contains("\"on_behalf_of\":[\"peer:ada\"]", "\"mail_send\"", "\"task_offer\"");
    assertThat(authority.object("limits").orElseThrow().string("data")).contains("none");
  }

  /** To be let one thing is not to be let the next, also of one and the same message. */
  @Test
  void whoMayCauseAReplyMayNotForThatCauseWhatElseTheReaderDecides() {
    try (SocietyChannels it = scene(folder)) {
      NavigableSet<String> before = effects(it);
      for (String[] decision :
          new String[][] {
            {"update_trust", "new_trust", "endorsed"},
            {"endorse_identity"}
          }) {
        String action = decision[0];
        List<String> rows =
            it.trailAfter(
                () -> {
                  InboxId id = it.arrives("ada", MessageType.DIRECT, direct("For " + action));
                  it.decides(id, action, List.of(decision).subList(1, decision.length));
                });
        assertThat(rows)
            .containsExactly(
                "envelope.received allow peer:ada envelope",
                "reader_" + action + " deny peer:ada reader");
        assertThat(Everything.changed(before, effects(it))).isEmpty();
      }
    }
  }

  /** What the program says of an offered task may cause no more than the peer may. */
  @Test
  void whatBecomesOfAnOfferedTaskIsToldOnBehalfOfWhoOfferedIt() {
    try (SocietyChannels it = scene(folder)) {
      it.arrives("ada", MessageType.DIRECT, it.offer("look", "at it"));
      String task =
          it.owner("task", "list", "--json")
              .json()
              .array("tasks")
              .orElseThrow()
              .objects()
              .getFirst()
              .string("id")
              .orElseThrow();
      SocietyChannels.require(it.owner("task", "cancel", task));
      assertThat(it.owner("event", "list", "--kind", "offer.refused").out()).contains("offer.");
      isAdas(it.authority("event", "seq"), "system");
    }
  }

  @Test
  void aChallengeForAKeyOfTheOwnersIsInTheTrail() {
    try (SocietyChannels it = scene(folder)) {
      assertThat(it.trailAfter(() -> it.owner("access", "key", "--challenge")))
          .containsExactly("access_key allow owner command");
      String coder = it.token("coder");
      assertThat(it.trailAfter(() -> it.with(coder, "access", "key", "--challenge")))
          .containsExactly("access_key deny agent:coder command");
    }
  }

  @Test
  void anAgentThatRunsAMemberByHandIsRefusedOnce() {
    try (SocietyChannels it = scene(folder)) {
      it.node()
          .node()
          .writeText(
              it.node().home().root().resolve("team.yaml"),
              "agents:\n  - {id: builder, role: Builds.}\n");
      String coder = it.token("coder");
      assertThat(
              it.trailAfter(
                  () ->
                      assertThat(it.with(coder, "agent", "run", "builder").exit())
                          .isEqualTo(ExitCode.REFUSED)))
          .containsExactly("agent_run deny agent:coder command");
    }
  }
}
