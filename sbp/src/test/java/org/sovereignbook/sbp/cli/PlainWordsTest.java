package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.node.Node;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a command understands by itself is what picocli would have understood. */
class PlainWordsTest {
  private static final List<List<String>> LINES =
      List.of(
          List.of(),
          List.of("--json"),
          List.of("--json", "--json"),
          List.of("--stacktrace", "--json"),
          List.of("--home", "a b"),
          List.of("--json", "--home", "a"),
          List.of("--home", "a", "--home", "b"),
          List.of("--home"),
          List.of("--home", ""),
          List.of("--home", "--json"),
          List.of("--home=a"),
          List.of("--dry-run"),
          List.of("--dry-run", "--home", "a"),
          List.of("--dry-run", "--dry-run"),
          List.of("--now"),
          List.of("-"),
          List.of("a"),
          List.of("a", "--json"),
          List.of("--home", "b", "a"),
          List.of("a", "b"),
          List.of("list"),
          List.of("list", "--as", "author", "--json"),
          List.of("--as", "author"),
          List.of("--as", "author", "list"),
          List.of("list", "--as"),
          List.of("list", "--as", "--json"),
          List.of("list", "--as", "a", "--as", "b"),
          List.of("--home", "a", "list", "--home", "b"),
          List.of("list", "--all"),
          List.of("list", "list"),
          List.of("ready", "--limit", "1"),
          List.of("show"),
          List.of("show", "a", "--as", "b"),
          List.of("show", "a", "b"),
          List.of("claim", "a", "--home", "b"),
          List.of("claim", "--fence", "1"),
          List.of("read", "a"),
          List.of("ack", "a"),
          List.of("get", "-"),
          List.of("@a"),
          List.of(""),
          List.of("--"),
          List.of("--", "a"),
          List.of("-h"),
          List.of("--wait"),
          List.of("\"a\""));

  static Stream<Commands.Row> commands() {
    return Commands.builtIn().all().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void plainWordsMeanToACommandWhatTheyMeanToPicocli(Commands.Row row) {
    CommandLine picocli = Commands.builtIn().commandLine(row);
    Stream.concat(LINES.stream(), SampleLines.lines(picocli).stream())
        .forEach(
            line ->
                understood(row, line)
                    .ifPresent(words -> compare(words, picocli, row.name(), line)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "task add title --priority 3 --label db --label docs --keep-waiting",
        "task submit 4f3a --fence 1 --result - --as worker --json",
        "task renew 4f3a --fence 1",
        "task complete 4f3a --fence 1",
        "task fail 4f3a --reason gone",
        "task review 4f3a --score 80 --comment fine",
        "task cancel 4f3a",
        "task retry 4f3a",
        "task list --state failed --state CANCELLED --limit 3",
        "task graph",
        "mail send reader please look --type review_request",
        "mail reply 4f3a done",
        "mail receipts",
        "bus put status half way --if-version 0",
        "bus get status",
        "bus list --agent worker",
        "bus snapshot",
        "bus delete status",
        "agent show worker",
        "event list --kind task -n 5",
        "audit list --decision deny",
        "access requests",
        "status --all",
        "chat -m hello",
        "chat main what is new --json",
        "chat --new plans --persona writer hello"
      })
  void whatAgentsAndTheirOwnerCallAllDayNeedsNoPicocli(String line) {
    List<String> words = List.of(line.split(" "));
    Commands.Row row = Commands.builtIn().find(words.getFirst()).orElseThrow();

    assertThat(understood(row, words.subList(1, words.size()))).isPresent();
  }

  @Test
  void whatIsTypedAllDayNeedsNoPicocli() {
    assertThat(
            commands()
                .filter(row -> understood(row, List.of("--home", "a")).isPresent())
                .map(Commands.Row::name))
        .contains("status", "tick", "deliver", "reader-pre", "peers", "inbox", "outbox", "task");
    assertThat(commands().filter(row -> understood(row, List.of("a")).isPresent()))
        .extracting(Commands.Row::name)
        .contains("verify");
    assertThat(commands().filter(row -> understood(row, List.of("list", "--as", "a")).isPresent()))
        .extracting(Commands.Row::name)
        .contains("agent", "task", "mail", "bus");
  }

  private static Optional<PlainWords> understood(Commands.Row row, List<String> line) {
    return PlainWords.of(Commands.builtIn().make(row), row.name(), line);
  }

  /** Each time that picocli reads a line it begins with what the command had when it was made. */
  private static void compare(
      PlainWords words, CommandLine picocli, String name, List<String> line) {
    List<CommandLine> levels = picocli.parseArgs(line.toArray(String[]::new)).asCommandLineList();
    String described = name + " " + line;
    assertThat(anyHas(levels, OutputOptions.JSON)).as(described).isEqualTo(words.json());
    assertThat(anyHas(levels, OutputOptions.STACKTRACE))
        .as(described)
        .isEqualTo(words.stacktrace());
    assertThat(
            levels.reversed().stream()
                .map(CommandLine::getParseResult)
                .map(level -> level.matchedOptionValue(NodeOptions.HOME, Optional.<Path>empty()))
                .flatMap(Optional::stream)
                .findFirst())
        .as(described)
        .isEqualTo(words.home());
    Object parsed = levels.getLast().getCommand();
    assertThat(words.command()).as(described).hasSameClassAs(parsed);
    assertThat(values(words.command())).as(described).isEqualTo(values(parsed));
  }

  @Test
  void aPlainCommandOfTheSocietyLeavesTheAuditRowThatItAlwaysDid(@TempDir Path folder) {
    CliTest sbp = CliTest.in(folder);
    assertThat(sbp.run("init", "--local").exit()).isEqualTo(ExitCode.DONE);
    String token =
        sbp.run("agent", "token", "author", "--json").json().string("token").orElseThrow();
    sbp.run("task", "list", "--as", "author");
    sbp.with(SocietyCommand.TOKEN_VARIABLE, token).run("task", "show", "a");
    sbp.run("status");

    try (Ledger ledger =
        Ledger.open(Node.at(folder), new SqliteLedgerProvider().open(Node.at(folder)))) {
      assertThat(ledger.<List<String>>read(PlainWordsTest::audit))
          .endsWith(
              "task_list " + arguments("task", "list"),
              "task_show " + arguments("task", "show", "a"),
              "status " + arguments("status"));
    }
  }

  private static List<String> audit(Transaction tx) {
    return tx.list(
        "SELECT tool, arguments_sha256 FROM audit WHERE tool <> 'grant' ORDER BY seq",
        row -> row.text(1) + " " + row.text(2));
  }

  private static String arguments(String... words) {
    return ContentHash.of(
            JsonObject.builder().put("words", JsonArray.ofStrings(List.of(words))).build())
        .hex();
  }

  private static boolean anyHas(List<CommandLine> levels, String option) {
    return levels.stream().anyMatch(level -> level.getParseResult().hasMatchedOption(option));
  }

  /** The values of a command's options and parameters; those that are shared Program takes. */
  private static Map<String, Object> values(Object command) {
    Map<String, Object> values = new TreeMap<>();
    for (Class<?> type = command.getClass(); type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        Object value = value(field, command);
        if (field.isAnnotationPresent(Option.class)
            || field.isAnnotationPresent(Parameters.class)) {
          values.put(field.getName(), String.valueOf(value));
        } else if (field.isAnnotationPresent(Mixin.class)
            && !(value instanceof NodeOptions || value instanceof OutputOptions)) {
          values.putAll(values(value));
        }
      }
    }
    return values;
  }

  private static Object value(Field field, Object of) {
    try {
      field.setAccessible(true);
      return field.get(of);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
