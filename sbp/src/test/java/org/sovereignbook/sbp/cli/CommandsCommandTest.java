package org.sovereignbook.sbp.cli;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;

/** {@code sbp commands} says what is so; its schemas are what the commands print. */
class CommandsCommandTest {
  private static final int MAX_INDEX_CHARACTERS = 9 * 1024 + 512;

  /** These have no end, or tests of their own that check the document. */
  private static final Set<String> SHOWN_ELSEWHERE =
      Set.of(
          "a2a add",
          "a2a cancel",
          "a2a remove",
          "a2a send",
          "a2a show",
          "a2a task",
          "chat",
          "session watch",
          "session run",
          "session turn",
          "script",
          "access approve",
          "access clear",
          "access passphrase",
          "access deny",
          "access prove",
          "access grant",
          "access revoke",
          "store migrate",
          "serve",
          "hook ask",
          "hook serve",
          "hook test",
          "acp",
          "acp install",
          "acp prove",
          "mcp",
          "mcp install",
          "mcp uninstall",
          "up",
          "web",
          "web open",
          "share",
          "event show",
          "event tail",
          "event erase",
          "society export",
          "society import",
          "team run",
          "swarm run",
          "chain rate",
          "chain revoke",
          "channel retry",
          "agent leave",
          "agent host",
          "agent return",
          "agent review",
          "agent merge",
          "team up",
          "team show",
          "team set",
          "task show",
          "task renew",
          "task submit",
          "task review",
          "task complete",
          "task fail",
          "task cancel",
          "task retry",
          "task edit",
          "task comment",
          "task release",
          "task dep",
          "task ask",
          "task file",
          "task offer",
          "mail ack",
          "mail reply",
          "demo",
          "demo team",
          "demo memory",
          "demo swarm",
          "demo interop",
          "demo email",
          "demo relay",
          "relay join",
          "relay leave",
          "demo reputation",
          "demo chat",
          "shell",
          "plugin info",
          "plugin install",
          "plugin remove",
          "plugin new",
          "service",
          "service install",
          "service status",
          "service uninstall",
          "handoff",
          "config edit",
          "stop",
          "restart",
          "reload");

  private static final List<String> LINES =
      List.of(
          "endorse Alice",
          "config",
          "config list",
          "config list --changed",
          "config get server.port",
          "config set server.port 8461",
          "config check",
          "peers",
          "peers list",
          "peers show Alice",
          "peers deliveries Alice",
          "peers trust Alice",
          "subscribe Alice",
          "unsubscribe Alice",
          "send Alice hello",
          "outbox show replies/",
          "outbox retry --all",
          "outbox drop replies/",
          "messages",
          "messages Alice",
          "read 2",
          "reply 2 again",
          "peers block Alice",
          "peers unblock Alice",
          "peers name Alice Alice",
          "peers remove --force Alice",
          "post ../piece.md",
          "feed",
          "search weather",
          "status",
          "cost",
          "backup ../n.zip",
          "restore ../n.zip ../copy",
          "inbox",
          "inbox list",
          "inbox show 2",
          "inbox retry --all",
          "inbox drop --all",
          "outbox",
          "outbox list",
          "outbox failed",
          "version",
          "digest",
          "agent",
          "agent list",
          "agent register coder --tools task_*,mail_*",
          "agent show coder",
          "agent overview",
          "agent activate coder",
          "agent capabilities coder --add-tool bus_get",
          "agent suspend coder",
          "agent deactivate coder",
          "agent reactivate coder",
          "agent rename coder tester",
          "agent deactivate tester",
          "agent remove --now tester",
          "event",
          "event list",
          "event kinds",
          "hook new welcome --sh",
          "hook accept welcome",
          "hook",
          "hook list",
          "hook disable welcome",
          "hook enable welcome",
          "hook log",
          "hook retry welcome",
          "hook drop --all",
          "hook remove welcome",
          "webhook add ci",
          "webhook",
          "webhook list",
          "webhook remove ci",
          "channel add folder --path channel --owner me",
          "channel",
          "channel list",
          "channel test",
          "channel send hello",
          "channel run --once",
          "channel outbox",
          "channel remove folder",
          "entity add Mum --relationship family --identity email:mum@example.org",
          "entity add Mother --identity phone:+35121000000",
          "entity merge Mum Mother",
          "entity tag reader night-shift",
          "entity show owner",
          "entity",
          "entity list",
          "access",
          "access check --tool shell",
          "access who mail_send",
          "access explain 1",
          "access test ../expectations.yaml",
          "access lint",
          "access remove default.yaml",
          "access requests",
          "access grants",
          "access key --challenge",
          "access proof",
          "audit",
          "audit list",
          "audit show 1",
          "audit export ../decisions.jsonl",
          "audit verify --heads",
          "society",
          "society info",
          "team",
          "team status",
          "team stop",
          "team runs",
          "team scores",
          "team why reader",
          "team init",
          "team evolve reader",
          "task",
          "task add tell",
          "task list",
          "task ready",
          "task claim",
          "task graph",
          "task count --by label",
          "task offers",
          "mail",
          "mail send reader hello",
          "mail list --sent",
          "mail read --as reader",
          "mail read --as author",
          "mail receipts",
          "session",
          "session send main hello",
          "session clear main",
          "session retry",
          "session drop --all",
          "session list",
          "session archive --days 1",
          "session show main",
          "session tree main",
          "session compare main main",
          "session fork main",
          "session abort main",
          "session dispatch reader look",
          "session message reader again",
          "session reply later",
          "session status reader",
          "session dispatches",
          "session wait reader --seconds 0",
          "session compact main",
          "session export main main.jsonl",
          "session import main.jsonl --label copy",
          "bus put last_result fine",
          "bus",
          "bus list",
          "bus get last_result",
          "bus snapshot",
          "bus delete last_result",
          "memory",
          "memory status",
          "memory tool view --path /memories",
          "memory export ../memory",
          "memory import ../memory",
          "memory show",
          "memory set active.focus=tests",
          "memory hook end",
          "memory hook start",
          "memory hook compact",
          "memory hook learned",
          "memory verify",
          "memory history",
          "group create team",
          "group",
          "group list",
          "group show team",
          "group add team reader",
          "group posture team silent",
          "group culture team {\"ttl_default\":3600}",
          "group remove team reader",
          "memory bind . team",
          "memory add --id tuesdays --in team releases are cut on Tuesdays",
          "memory add --id mine the build takes ten minutes",
          "memory search release",
          "memory read tuesdays",
          "memory edit tuesdays releases are cut on Mondays",
          "memory history tuesdays",
          "memory share mine team",
          "memory approve mine",
          "memory novelty from now on we release on Mondays",
          "memory forget tuesdays",
          "memory erase mine",
          "memory add --as reader --id doubt --type learning it rains",
          "trust",
          "trust show reader",
          "trust assess doubt confirmed",
          "trust review",
          "event subscribe memory.written --as reader",
          "event poll --as reader",
          "group retry",
          "group drop --all",
          "group delete team",
          "swarm create --external"
              + " {\"swarm_id\":\"s\",\"goal\":\"g\",\"strategy\":\"broadcast\",\"agents\":[{\"slot\":\"scout\",\"agent_type\":\"swarm-worker\"}]}",
          "swarm",
          "swarm list",
          "swarm status s",
          "swarm disband s",
          "a2a open author --for everybody",
          "a2a",
          "a2a list",
          "a2a agents",
          "a2a token shop",
          "a2a revoke shop",
          "a2a close author",
          "plugin on relay",
          "relay",
          "relay list",
          "relay host 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
          "relay end 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
          "relay fetch",
          "chain",
          "chain status",
          "chain list",
          "chain register author --yes",
          "chain read author",
          "log",
          "log --ops",
          "doctor",
          "tick --dry-run",
          "identity",
          "identity --set name=Echo",
          "verify runtime/identity/identity.json",
          "reader-pre",
          "agent run reader",
          "reader-post",
          "agent run author",
          "author-post",
          "deliver",
          "network",
          "maintain",
          "eject",
          "store",
          "store info",
          "lost",
          "restore ../n.zip ../restored",
          "accept --yes",
          "ethos",
          "ethos --from tides",
          "ethos --revise shorter",
          "keygen --rotate",
          "commands",
          "completion zsh",
          "plugin",
          "plugin off chain",
          "plugin on chain",
          "plugin list",
          "agent token reader");

  private final TestClock clock = new TestClock();
  private final SecureRandom random = new SecureRandom();
  private final Set<String> shown = new TreeSet<>(SHOWN_ELSEWHERE);
  @TempDir Path folder;

  static Stream<CommandInfo> commands() {
    return CommandContract.catalog().all();
  }

  private JsonObject described(String... words) {
    String[] arguments =
        Stream.concat(Stream.of("commands", "--json"), Arrays.stream(words)).toArray(String[]::new);
    return CliTest.in(folder).run(arguments).json();
  }

  private static JsonObject named(List<JsonObject> all, String member, String name) {
    return all.stream()
        .filter(each -> each.string(member).orElse("").equals(name))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandDeclaresTheSchemaOfItsOutput(CommandInfo command) {
    assertThat(CommandContract.output(command))
        .as("contract() of " + command.command())
        .hasValueSatisfying(
            schema ->
                assertThat(CommandContract.check().unknownKeywords(schema))
                    .as("keywords that no test checks")
                    .isEmpty());
  }

  /**
   * Programs rely on the documents, so a record that is printed does not change by the way. What is
   * meant to change, changes in the resource too: run this test with -Dsbp.write=true to write it,
   * and look at the difference.
   */
  @Test
  void theDocumentsOfTheCommandsAreAsTheyWere() throws Exception {
    List<String> lines = new ArrayList<>();
    for (CommandInfo command : commands().sorted(comparing(CommandInfo::command)).toList()) {
      CommandContract.output(command)
          .ifPresent(output -> lines.add(documented(command.command(), output)));
    }
    CommandContract.check()
        .definitions()
        .members()
        .forEach((name, type) -> lines.add(documented("#/$defs/" + name, type)));
    String now = "{\n" + String.join(",\n", lines) + "\n}\n";
    if (Boolean.getBoolean("sbp.write")) {
      Files.writeString(
          Path.of("src/test/resources/org/sovereignbook/sbp/cli/documents.json"), now);
      return;
    }

    try (InputStream in = CommandsCommandTest.class.getResourceAsStream("documents.json")) {
      List<String> before = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();

      assertThat(now.lines()).containsExactlyElementsOf(before);
    }
  }

  private static String documented(String name, JsonValue schema) {
    return "  \"%s\": %s".formatted(name, JsonWriter.compact(schema));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandOptionAndParameterSaysWhatItIs(CommandInfo command) {
    assertThat(command.description()).isNotBlank();
    assertThat(command.options())
        .allSatisfy(option -> assertThat(option.description()).isNotBlank())
        .allSatisfy(option -> assertThat(option.description()).doesNotContain("${"));
    assertThat(command.parameters())
        .allSatisfy(parameter -> assertThat(parameter.description()).isNotBlank());
  }

  @Test
  void itNamesEveryCommandThatIsNotHidden() {
    Set<String> first =
        described("--all").array("commands").orElseThrow().objects().stream()
            .map(command -> command.string("command").orElseThrow())
            .filter(name -> !name.contains(" "))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(first)
        .isEqualTo(
            Commands.builtIn().shown().stream()
                .map(Commands.Row::name)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void anOptionHasItsTypeDefaultAndWhetherItMayComeAgain() {
    JsonObject init = described("init").array("commands").orElseThrow().objects().getFirst();
    List<JsonObject> options = init.array("options").orElseThrow().objects();

    assertThat(named(options, "option", "--port").string("type")).contains("integer");
    assertThat(named(options, "option", "--port").string("default")).contains("8460");
    assertThat(named(options, "option", "--seed").bool("repeatable")).contains(true);
    assertThat(named(options, "option", "--pace").array("choices").orElseThrow().strings())
        .hasValueSatisfying(paces -> assertThat(paces).contains("active", "quiet"));
    assertThat(named(options, "option", "--local").string("type")).contains("flag");
    assertThat(init.bool("needs_node")).contains(false);
  }

  @Test
  void aParameterSaysWhetherItMustBeThere() {
    List<JsonObject> parameters =
        described("send")
            .array("commands")
            .orElseThrow()
            .objects()
            .getFirst()
            .array("parameters")
            .orElseThrow()
            .objects();

    assertThat(named(parameters, "value", "PEER").string("type")).contains("peer");
    assertThat(named(parameters, "value", "TEXT").bool("required")).contains(true);
    assertThat(named(parameters, "value", "TEXT").bool("repeatable")).contains(true);
  }

  @Test
  void theIndexIsShortAndNamesEveryCommand() {
    CliTest cli = CliTest.in(folder);
    JsonObject index = described().object("index").orElseThrow();

    assertThat(cli.run("commands").out().length()).isLessThan(MAX_INDEX_CHARACTERS);
    assertThat(cli.run("commands", "--json").out().length()).isLessThan(MAX_INDEX_CHARACTERS);
    assertThat(index.members().keySet())
        .containsExactlyElementsOf(commands().map(CommandInfo::usage).toList());
  }

  @Test
  void wordsNarrowItToOneCommandAndThoseBelow() {
    CliTest cli = CliTest.in(folder);

    assertThat(cli.run("commands", "peers").out()).contains("sbp peers trust PEER");
    assertThat(cli.run("commands", "peers", "trust").out())
        .startsWith("usage: sbp peers trust PEER\n")
        .contains("exit code 7")
        .contains("\"public_key\"");
    assertThat(cli.run("commands", "nonsense").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void everyCommandPrintsWhatItsSchemaSays() throws IOException {
    Files.writeString(folder.resolve("piece.md"), "# A piece\n\nAbout the weather.\n");
    Files.writeString(
        folder.resolve("expectations.yaml"), "- { as: owner, tool: shell, expect: allow }\n");
    try (TestPeer alice = TestPeer.named("Alice", TestKeys.alice());
        TestPeer bob = TestPeer.named("Bob", TestKeys.bob())) {
      show("init n --local");
      show("peers add " + alice.endpoint());
      show("follow " + bob.endpoint());
      show("bootstrap --seed " + bob.endpoint());
    }
    Node node = new Node(new NodeHome(folder.resolve("n")), LocalDisk.unsynced(), clock, random);
    new FileStore(node).inbox().accept("{}".getBytes(StandardCharsets.UTF_8), clock.instant());
    for (String line : LINES) {
      show(line);
    }

    assertThat(shown)
        .containsAll(
            commands().map(CommandInfo::command).collect(Collectors.toCollection(TreeSet::new)));
  }

  /** The document itself is checked by {@link CommandContract}, as in every test. */
  private void show(String line) {
    Path n = folder.resolve("n");
    List<String> words = List.of((line + " --json").split(" "));
    CliTest.Ran ran = CliTest.in(Files.exists(n) ? n : folder).run(words.toArray(String[]::new));
    assertThat(ran.json().has("error")).as(line + ": " + ran.err()).isFalse();
    CommandContract.command(words).map(CommandInfo::command).ifPresent(shown::add);
  }
}
