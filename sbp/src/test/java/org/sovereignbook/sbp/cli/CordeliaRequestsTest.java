package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** The requests of CORDELIA §1.4 and §10.1, as they stand there. */
class CordeliaRequestsTest {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  private static final String SEED =
      """
      {"parent_entity_id": "%s", "agent_type": "claude-code",
       "display_name": "Russell's Claude Code Session",
       "capabilities": {
         "memory_read": {"layers": ["l1", "l2"], "groups": ["seed-drill", "swarm-*"],
                         "visibility": ["private", "group"]},
         "tools": ["memory_read_hot", "agent_*"], "max_parallel_ops": 5,
         "ttl_seconds": 3600, "autonomous": false}}\
      """;

  private CliTest cli;
  private TestNode node;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    node = TestNode.in(folder);
    cli = CliTest.in(node.home().root());
  }

  private JsonObject call(Optional<String> agent, String tool, String arguments) {
    String line =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s,%s}}"
            .formatted(tool, arguments.replace("\n", " "), META);
    return answer(agent, line).object("result").orElseThrow();
  }

  private JsonObject answer(Optional<String> agent, String line) {
    cli.typing(line + "\n");
    CliTest.Ran ran = agent.isEmpty() ? cli.run("mcp") : cli.run("mcp", "--agent", agent.get());
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    try {
      return (JsonObject) JsonReader.file(ran.lines().getFirst().getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(ran.out(), e);
    }
  }

  private static JsonObject document(JsonObject result) {
    assertThat(result.has("isError")).as(result.toString()).isFalse();
    return result.object("structuredContent").orElseThrow();
  }

  private JsonObject owners(String tool, String arguments) {
    return document(call(Optional.empty(), tool, arguments));
  }

  private JsonObject leads(String tool, String arguments) {
    return call(Optional.of("lead"), tool, arguments);
  }

  private String agent(String name, String... options) {
    String[] words = {"agent", "register", name, "--tools", "agent_*,task_*", "--json"};
    String[] all = Arrays.copyOf(words, words.length + options.length);
    System.arraycopy(options, 0, all, words.length, options.length);
    return cli.run(all).json().string("agent_id").orElseThrow();
  }

  private static List<String> ids(JsonObject list) {
    return list.array("agents").map(JsonArray::values).orElseThrow().stream()
        .map(each -> ((JsonObject) each).string("name").orElseThrow())
        .toList();
  }

  @Test
  void theSeedsRegistrationIsAnsweredWithKeyAndSealedKey() throws NoSuchAlgorithmException {
    JsonObject made = owners("agent_register", SEED.formatted("owner"));

    byte[] key = Base64.getDecoder().decode(made.string("public_key").orElseThrow());
    byte[] raw = Arrays.copyOfRange(key, key.length - 32, key.length);
    String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(raw));
    assertThat(made.string("agent_id")).contains(hash);
    assertThat(made.string("private_key_encrypted").orElseThrow()).isNotBlank();
    assertThat(made.string("parent_entity_id")).contains("owner");
    assertThat(made.string("agent_type")).contains("claude-code");
    assertThat(made.string("display_name")).contains("Russell's Claude Code Session");
    assertThat(made.string("name")).contains("russell-s-claude-code-session");
    assertThat(made.object("declared").orElseThrow().toString())
        .contains("\"swarm-*\"", "\"ttl_seconds\":3600", "\"memory_read_hot\"");
  }

  @Test
  void theOwnerIsAlsoCalledAsTheNodeIs() {
    String name = node.node().identity().name();
    JsonObject made = owners("agent_register", SEED.formatted(name));
    assertThat(made.string("parent_entity_id")).contains("owner");

    JsonObject again = owners("agent_register", SEED.formatted(name));
    assertThat(again.string("name")).contains("russell-s-claude-code-session-2");
    assertThat(ids(owners("agent_list", "{\"entity_id\":\"" + name + "\"}")))
        .contains("russell-s-claude-code-session", "russell-s-claude-code-session-2");
  }

  @Test
  void agentsAreListedDeactivatedAndPermittedByTheirIdAsTheSeedHasIt() {
    String lead = agent("lead");
    agent("coder", "--parent", "lead");

    assertThat(ids(owners("agent_list", "{\"entity_id\":\"" + lead + "\"}")))
        .containsExactly("coder");
    JsonObject held =
        owners(
            "agent_capabilities",
            "{\"agent_id\":\"%s\",\"capabilities\":{\"tools\":[\"task_list\",\"agent_*\"],\"ttl_seconds\":60}}"
                .formatted(lead));
    assertThat(held.string("agent_id")).contains(lead);
    assertThat(held.object("declared").orElseThrow().toString())
        .contains("\"task_list\"", "\"ttl_seconds\":60");
    JsonObject ended = owners("agent_deactivate", "{\"agent_id\":\"" + lead + "\"}");
    assertThat(ended.string("agent_id")).contains(lead);
    assertThat(ended.string("status")).contains("deactivated");
  }

  @ParameterizedTest
  @CsvSource({
    "agent_register, parent_entity_id, ', \"display_name\": \"spy\"'",
    "agent_list, entity_id, ''",
    "agent_deactivate, agent_id, ''",
    "agent_capabilities, agent_id, ''",
    "agent_suspend, agent_id, ''",
    "agent_rename, agent_id, ', \"new\": \"mine\"'"
  })
  void whatNamesSomebodyElseThanTheCallerOrItsDescendantsIsRefused(
      String tool, String argument, String more) {
    agent("lead");
    String other = agent("other");

    for (String name : List.of(other, "other", "owner", node.node().identity().name())) {
      JsonObject result = leads(tool, "{\"%s\": \"%s\"%s}".formatted(argument, name, more));
      assertThat(result.toString()).as(name).contains("\"isError\":true");
      assertThat(result.toString()).as(name).containsAnyOf("capability_denied", "unknown-agent");
    }
    assertThat(cli.run("agent", "show", "other").out()).contains("registered");
    assertThat(cli.run("agent", "list").out()).doesNotContain("spy", "mine");
  }

  @Test
  void anAgentRegistersForItselfAndForItsDescendantsWithinWhatTheseMayDo() {
    String lead = agent("lead");
    agent("coder", "--parent", "lead");
    document(leads("agent_register", "{\"parent_entity_id\":\"" + lead + "\",\"name\":\"a\"}"));
    JsonObject below =
        document(leads("agent_register", "{\"parent_entity_id\":\"coder\",\"name\":\"b\"}"));

    assertThat(below.string("parent")).contains("coder");
    assertThat(ids(document(leads("agent_list", "{\"entity_id\":\"coder\"}")))).contains("b");
    cli.run("agent", "capabilities", "coder", "--tools", "task_list");
    JsonObject tooMuch =
        leads(
            "agent_register",
            "{\"parent_entity_id\":\"coder\",\"name\":\"c\",\"capabilities\":{\"tools\":[\"task_add\"]}}");
    assertThat(tooMuch.toString()).contains("capability_denied", "task_add");
    cli.run("agent", "deactivate", "coder");
    assertThat(
            leads("agent_register", "{\"parent_entity_id\":\"coder\",\"name\":\"d\"}").toString())
        .contains("idle-parent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"agent\"", "\"agent_id\""})
  void theOldNameOfTheTargetStillWorks(String name) {
    agent("coder");
    assertThat(owners("agent_show", "{" + name + ":\"coder\"}").string("name")).contains("coder");
    assertThat(call(Optional.empty(), "agent_show", "{\"agent\":\"coder\",\"agent_id\":\"x\"}"))
        .satisfies(
            result ->
                assertThat(result.toString())
                    .contains("given twice", "the agent to act for is the argument as"));
  }

  @Test
  void whomTheOwnerActsForIsAnArgumentOfItsOwn() {
    agent("lead");
    JsonObject made =
        owners("agent_register", "{\"as\":\"lead\",\"name\":\"coder\",\"type\":\"custom\"}");
    assertThat(made.string("parent")).contains("lead");
    assertThat(owners("task_add", "{\"agent_id\":\"lead\",\"title\":\"as before\"}").toString())
        .contains("as before");
    assertThat(leads("agent_list", "{\"as\":\"coder\"}").toString()).contains("unauthorized");
  }

  @Test
  void theSchemaShowsTheSeedsNames() {
    String list =
        answer(
                Optional.empty(),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{"
                    + META
                    + "}}")
            .toString();
    assertThat(list)
        .contains("\"parent_entity_id\":", "\"agent_type\":", "\"entity_id\":", "\"agent_id\":")
        .contains("\"capabilities\":{\"type\":\"object\"");
  }

  /** Per mille exists inside of the hash only (CORDELIA §3.2). */
  @Test
  void progressIsAShareOnItsWayInAndOut() {
    JsonObject registered =
        cli.run(
                "agent",
                "register",
                "walker",
                "--tools",
                "memory_read_hot,memory_write_hot",
                "--json")
            .json();
    assertThat(registered.string("name")).contains("walker");
    Optional<String> walker = Optional.of("walker");
    for (String progress : List.of("0.6", "0", "1")) {
      JsonObject written = document(call(walker, "memory_write_hot", PROGRESS.formatted(progress)));
      assertThat(written.toString()).contains("\"success\":true");
      String share = "\"progress\":" + progress;
      String inFile = "\"progress\": " + progress;
      assertThat(document(call(walker, "memory_read_hot", "{}")).toString()).contains(share);
      assertThat(cli.run("memory", "show", "walker", "--json").out()).contains(inFile);
    }
    for (String wrong : List.of("2", "600", "-0.1", "1.5", "\"0.6\"")) {
      assertThat(call(walker, "memory_write_hot", PROGRESS.formatted(wrong)).toString())
          .contains("agent.task.progress is a number from 0 to 1");
    }
    JsonObject before = document(call(walker, "memory_read_hot", "{}"));
    assertThat(before.toString()).contains("\"progress\":1");
    JsonObject task = before.object("agent").flatMap(it -> it.object("task")).orElseThrow();
    JsonObject again =
        JsonObject.empty()
            .with("agent", JsonObject.empty().with("task", task.with("goal", "more")));
    assertThat(
            document(
                    call(
                        walker,
                        "memory_write_hot",
                        "{\"operation\":\"patch\",\"data\":" + again + "}"))
                .toString())
        .contains("\"success\":true");
    assertThat(document(call(walker, "memory_read_hot", "{}")).toString())
        .contains("\"progress\":1", "\"goal\":\"more\"");
  }

  private static final String PROGRESS =
      "{\"operation\":\"patch\",\"data\":{\"agent\":{\"task\":{\"progress\":%s}}}}";
}
