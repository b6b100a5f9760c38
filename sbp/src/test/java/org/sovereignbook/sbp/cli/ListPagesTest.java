package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonSchema;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.mail.Bus;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Messages;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Lists answer a page at a time, whatever their items hold. */
class ListPagesTest {
  /** Several pages; a thousand in the trial {@code lists}. */
  private static final int ITEMS = Integer.getInteger("sbp.list.items", 200);

  /** Documents whose arrays are bounded by something else than a page, with that bound. */
  private static final Set<String> BOUNDED =
      words(
          // One for each process, check, setting, table, kind or step that the program itself has.
          "up demo doctor config config_list config_check status service store lost accept",
          "store_info store_migrate society society_info society_export society_import eject",
          "commands tick team team_up team_status team_show demo_team demo_memory demo_swarm"
              + " demo_interop demo_relay demo_reputation demo_chat demo_email",
          "access_test verify",
          // What one call did, or one thing whole.
          "bootstrap share outbox_show task_add team_run",
          "hook_retry hook_drop session_retry session_drop group_retry group_drop",
          // A number of agents and signals.
          "team_scores team_why team_evolve",
          // A number of groups.
          "task_count",
          "access_approve access_deny access_grant access_revoke author-post deliver event_show"
              + " event_tail event_erase",
          "access_check access_explain hook_test read task_show task_claim task_graph agent_token",
          "mail_read audit_verify",
          // Events that are taken, at most --limit. The subscriptions and members of one.
          "event_poll event_subscribe memory_novelty memory_import",
          "group_create group_show group_add",
          "group_posture group_culture",
          "agent_return agent_review agent_merge agent_run",
          // The newest 20 transactions, the newest 200 of feedback.
          "chain chain_status chain_read",
          // Agents that the owner has opened by hand.
          "a2a a2a_list a2a_agents",
          // Guests and relays, named or joined by the owner one by one.
          "relay relay_list",
          // One for each channel, which the owner has added.
          "channel_test",
          // The newest 20 tasks of one agent of others.
          "a2a_show",
          "swarm_create swarm_status swarm_disband swarm_run",
          // The first page of a list that stands below them.
          "event audit",
          // An option of its own says how much: lines, days. Files that the owner wrote.
          "log cost access access_lint access_key access_proof session_show session_tree",
          // The steps of one turn; turns of two forks, at most --limit.
          "session_turn session_compare");

  private static Set<String> words(String... lines) {
    Set<String> words = new HashSet<>();
    for (String line : lines) {
      words.addAll(Arrays.asList(line.split(" ")));
    }
    return words;
  }

  private static String name(CommandInfo command) {
    return String.join("_", command.path());
  }

  /** Whether the first level of a command's document has an array of objects. */
  private static boolean isList(CommandInfo command) {
    JsonSchema schemas = new JsonSchema();
    Optional<JsonObject> schema = command.contract().output(schemas);
    JsonObject definitions = schemas.definitions();
    return schema.stream()
        .flatMap(
            each ->
                each.array("anyOf").isPresent()
                    ? each.array("anyOf").get().objects().stream()
                    : Stream.of(each))
        .map(each -> resolved(each, definitions))
        .flatMap(each -> each.object("properties").stream())
        .flatMap(each -> each.members().values().stream())
        .anyMatch(
            property ->
                property instanceof JsonObject of
                    && of.string("type").equals(Optional.of("array"))
                    && of.object("items")
                        .map(items -> resolved(items, definitions))
                        .flatMap(items -> items.string("type"))
                        .equals(Optional.of("object")));
  }

  private static JsonObject resolved(JsonObject schema, JsonObject definitions) {
    return schema
        .string("$ref")
        .flatMap(ref -> definitions.object(ref.substring(ref.lastIndexOf('/') + 1)))
        .orElse(schema);
  }

  @Test
  void everyListHasALimitACursorAndNamesItsNextPage() {
    List<CommandInfo> lists =
        Commands.builtIn().catalog().all().filter(ListPagesTest::isList).toList();
    assertThat(lists).hasSizeGreaterThan(60);
    assertThat(lists.stream().filter(command -> !isPaged(command)).map(ListPagesTest::name))
        .as("a list has --limit, --after and next; else it names its bound here")
        .containsExactlyInAnyOrderElementsOf(BOUNDED);
  }

  private static boolean isPaged(CommandInfo command) {
    JsonSchema schemas = new JsonSchema();
    return command.option(PageOptions.LIMIT).isPresent()
        && command.option(PageOptions.AFTER).isPresent()
        && command.contract().output(schemas).toString().contains("\"next\"");
  }

  /** Walks a list to its end; each page is small. */
  private static List<JsonObject> walked(CliTest cli, String items, String... words) {
    List<JsonObject> all = new ArrayList<>();
    Optional<String> next = Optional.of("");
    while (next.isPresent()) {
      List<String> line = new ArrayList<>(List.of(words));
      line.add("--json");
      if (!next.get().isEmpty()) {
        line.addAll(List.of("--after", next.get()));
      }
      CliTest.Ran ran = cli.run(line.toArray(String[]::new));
      assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out().getBytes(StandardCharsets.UTF_8))
          .hasSizeLessThan(2 * PageOptions.MAX_PAGE_BYTES);
      all.addAll(ran.json().array(items).orElseThrow().objects());
      next = ran.json().string("next");
    }
    return all;
  }

  private static void assertEachOnce(
      List<JsonObject> found, int number, Function<JsonObject, String> key) {
    assertThat(found.stream().map(key)).hasSize(number).doesNotHaveDuplicates();
  }

  private static String text(JsonObject item, String name) {
    return item.string(name).orElseThrow(() -> new AssertionError(item));
  }

  private static PlannedTask task(int number, String description) {
    return new PlannedTask(
        Optional.empty(),
        "task " + number,
        Optional.of(description),
        Optional.empty(),
        Optional.of(number % 3),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void manyLongTasksMailsAndValuesAreEachSeenOnce(@TempDir Path folder) {
    TestNode node = TestNode.in(folder);
    CliTest cli = CliTest.in(node.home().root());
    assertThat(cli.run("agent", "register", "worker").exit()).isEqualTo(ExitCode.DONE);
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      Caller owner = Caller.owner("command");
      String body = "é".repeat(10_000);
      ledger.run(
          tx -> {
            for (int i = 0; i < ITEMS; i++) {
              List<String> _ =
                  Board.in(tx)
                      .add(
                          Plan.of(List.of(task(i, "é".repeat(30_000)))),
                          Worker.of(owner),
                          Optional.empty());
              Object _ = Sending.message("owner", i + body).send(tx, owner);
            }
            for (int i = 0; i < ITEMS / 4; i++) {
              Object _ = Bus.put(tx, owner, "key" + i, body, Optional.empty());
            }
          });
    }
    assertEachOnce(walked(cli, "tasks", "task", "list"), ITEMS, it -> text(it, "id"));
    List<JsonObject> ready = walked(cli, "tasks", "task", "ready", "--limit", "1000");
    assertEachOnce(ready, ITEMS, it -> text(it, "id"));
    assertThat(ready)
        .isSortedAccordingTo(
            (one, other) ->
                Long.compare(
                    other.integer("priority").orElse(0), one.integer("priority").orElse(0)));
    assertThat(text(ready.getFirst(), "description")).endsWith("…").hasSizeLessThan(300);
    assertThat(ready.getFirst().integer("description_bytes")).hasValue(60_000);
    assertEachOnce(walked(cli, "mail", "mail", "list"), ITEMS, it -> text(it, "id"));
    assertEachOnce(walked(cli, "mail", "mail", "list", "--all"), ITEMS, it -> text(it, "id"));
    assertEachOnce(walked(cli, "mail", "mail", "list", "--sent"), ITEMS, it -> text(it, "id"));
    assertEachOnce(walked(cli, "mail", "mail", "receipts"), ITEMS, it -> text(it, "id"));
    assertEachOnce(walked(cli, "entries", "bus", "list"), ITEMS / 4, it -> text(it, "key"));
    assertThat(cli.run("task", "list", "--json").json().string("whole"))
        .contains("sbp task show ID");
    String meta =
        "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
    for (String tool :
        List.of("task_list", "task_ready", "mail_list", "bus_list", "bus_snapshot")) {
      cli.typing(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",%s}}\n"
              .formatted(tool, meta));
      assertThat(cli.run("mcp").out())
          .as(tool)
          .contains("structuredContent")
          .doesNotContain("too long");
    }
    cli.typing(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":"
            + "\"sbp://tasks\","
            + meta
            + "}}\n");
    assertThat(cli.run("mcp").out()).contains("call task_show with id").doesNotContain("\"error\"");
  }

  @Test
  void manyPeersAndMessagesAreEachSeenOnce(@TempDir Path folder) {
    TestNode node = TestNode.in(folder);
    Endpoint endpoint = Endpoint.parse("https://ada.example");
    KeyPair ada = TestKeys.named("ada");
    node.addPeer("ada", ada, endpoint, TrustState.TRUSTED);
    for (int i = 0; i < 30; i++) {
      node.addPeer(
          "peer" + i,
          TestKeys.named("peer" + i),
          Endpoint.parse("https://p%d.example".formatted(i)),
          TrustState.KNOWN);
    }
    Store store = node.store();
    ChangeSet changes = new ChangeSet();
    IntStream.range(0, ITEMS)
        .forEach(
            i ->
                changes.add(
                    Messages.put(
                        new Message(
                            "m%04d".formatted(i),
                            Message.Way.RECEIVED,
                            ada.publicKey(),
                            endpoint,
                            new Timestamp(
                                node.clock().instant().minus(Duration.ofMinutes(2L * ITEMS - i))),
                            i + "x".repeat(10_000),
                            Message.Refs.NONE))));
    store.commit(changes);
    CliTest cli = CliTest.in(node.home().root());
    assertEachOnce(walked(cli, "peers", "peers", "-n", "7"), 31, it -> text(it, "public_key"));
    assertEachOnce(walked(cli, "peers", "peers", "list", "-n", "7"), 31, it -> text(it, "name"));
    List<JsonObject> brief = walked(cli, "conversations", "messages");
    assertThat(brief).hasSize(1);
    assertThat(brief.getFirst().object("last").orElseThrow().integer("body_bytes"))
        .hasValue(10_003);
    List<JsonObject> messages = walked(cli, "messages", "messages", "ada", "--keep-unread");
    assertEachOnce(messages, ITEMS, it -> text(it, "id"));
    assertThat(text(messages.getFirst(), "body")).as("read whole").hasSizeGreaterThan(10_000);
    assertEachOnce(
        walked(cli, "hits", "search", "-n", "200", "x".repeat(5)), ITEMS, it -> text(it, "id"));
  }

  @Test
  void aCursorOfNoPageIsRefusedWithTheWayOn(@TempDir Path folder) {
    CliTest cli = CliTest.in(TestNode.in(folder).home().root());
    for (String list : List.of("task list", "task ready", "mail list", "peers list", "bus list")) {
      List<String> words = new ArrayList<>(List.of(list.split(" ")));
      words.addAll(List.of("--after", "nowhere"));
      CliTest.Ran ran = cli.run(words.toArray(String[]::new));
      assertThat(ran.exit()).as(list).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
      assertThat(ran.err()).contains("--after \"nowhere\" is no place in this list", "begin again");
    }
  }
}
