package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.KeyFileException;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class ProgramTest {
  @TempDir Path folder;

  @Command
  static final class WhereCommand implements Subcommand {
    @Mixin NodeOptions options = new NodeOptions();

    @Option(names = "--loud", description = "say it twice")
    boolean loud;

    @Override
    public ExitCode run(Session session) {
      Path root = session.node().home().root();
      session.output().line("in " + root);
      session.output().json(JsonObject.builder().put("root", root.toString()).build());
      return ExitCode.DONE;
    }
  }

  @Command
  static final class ThrowingCommand implements Subcommand {
    private final Exception failure;
    @Mixin OutputOptions options = new OutputOptions();

    @Parameters(arity = "0..1")
    String ignored = "";

    ThrowingCommand(Exception failure) {
      this.failure = failure;
    }

    @Override
    public ExitCode run(Session session) throws Exception {
      throw failure;
    }
  }

  private static Commands.Row row(String name, Supplier<Subcommand> supplier) {
    return new Commands.Row(name, CommandGroup.BEGIN, supplier);
  }

  private CliTest.Ran run(Commands commands, CliTest cli, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode exit = new Program(cli.world(out, err), commands).run(arguments);
    return new CliTest.Ran(
        exit,
        out.toString(java.nio.charset.StandardCharsets.UTF_8),
        err.toString(java.nio.charset.StandardCharsets.UTF_8));
  }

  /** Runs a wrong command: the answer describes all commands, to find what was meant. */
  private CliTest.Ran unknown(String... arguments) {
    return run(Commands.of(row("where", WhereCommand::new)), CliTest.in(folder), arguments);
  }

  private CliTest.Ran where(CliTest cli, String... arguments) {
    return run(
        Commands.of(
            row("where", WhereCommand::new),
            row(
                "broken",
                () -> {
                  throw new AssertionError("only the subcommand that is called may be built");
                })),
        cli,
        arguments);
  }

  @Test
  void usageFitsOneScreenAndNamesEveryCommandThatIsNotHidden() {
    CliTest.Ran ran = CliTest.in(folder).run();

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.lines()).hasSizeLessThanOrEqualTo(50);
    assertThat(ran.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(80));
    for (Commands.Row row : Commands.builtIn().all()) {
      boolean hidden = row.group() == CommandGroup.HIDDEN;
      boolean named =
          ran.lines().stream()
              .anyMatch(line -> (line + " ").matches(".* " + row.name() + "[ ,].*"));
      assertThat(named).isNotEqualTo(hidden);
    }
    assertThat(CliTest.in(folder).run("--help")).isEqualTo(ran);
    assertThat(CliTest.in(folder).run("help")).isEqualTo(ran);
  }

  @Test
  void everyCommandCanBeBuiltAndExplainsItself() {
    for (Commands.Row row : Commands.builtIn().all()) {
      CliTest.Ran ran = CliTest.in(folder).run("help", row.name());

      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out())
          .contains(
              "Usage: sbp " + row.name(), Commands.builtIn().make(row).description(), "--json");
      assertThat(CliTest.in(folder).run(row.name(), "--help")).isEqualTo(ran);
    }
  }

  @Test
  void onlyTheSubcommandThatIsCalledIsBuilt() {
    TestNode.in(folder);

    assertThat(where(CliTest.in(folder), "where").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void versionNamesTheProtocolToo() {
    assertThat(CliTest.in(folder).run("--version").out()).startsWith("sbp ").contains("(sbp/1)");
  }

  @Test
  void aMistypedCommandIsAnsweredByTheRightOne() {
    CliTest.Ran ran = unknown("wehre");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).startsWith("sbp: unknown command wehre\n").contains("sbp where");
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void aCommandLikeNoOtherIsAnsweredByTheListOfAll() {
    CliTest.Ran ran = unknown("xylophone");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).doesNotContain("did you mean").contains("sbp --help");
  }

  @Test
  void anUnknownOptionIsAnsweredByTheNearestAndTheUsage() {
    TestNode.in(folder);

    CliTest.Ran ran = where(CliTest.in(folder), "where", "--loudd");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).contains("sbp: where: unknown option --loudd", "sbp help where");
  }

  @Test
  void theNodeIsTheNearestParentThatIsOne() throws IOException {
    TestNode.in(folder);
    Path deep = Files.createDirectories(folder.resolve("runtime/drafts/published"));

    assertThat(where(CliTest.in(deep), "where").out()).isEqualTo("in " + folder + "\n");
  }

  @Test
  void theVariableBeatsTheParentAndTheOptionBeatsTheVariable() {
    TestNode.in(folder.resolve("here"));
    TestNode.in(folder.resolve("variable"));
    TestNode.in(folder.resolve("option"));
    CliTest cli =
        CliTest.in(folder.resolve("here")).with("SBP_HOME", folder.resolve("variable").toString());

    assertThat(where(cli, "where").out()).contains(folder.resolve("variable").toString());
    assertThat(where(cli, "where", "--home", "../option").out())
        .contains(folder.resolve("option").toString());
    assertThat(where(cli, "--home=../option", "where").out())
        .contains(folder.resolve("option").toString());
  }

  @Test
  void withoutANodeTheCommandSaysHowToMakeOne() {
    CliTest.Ran ran = where(CliTest.in(folder), "where");

    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(ran.err()).startsWith("sbp: no node here").contains("sbp init DIR");
  }

  @Test
  void aHomeThatIsNoNodeIsNotSearchedForAbove() {
    TestNode.in(folder);

    CliTest.Ran ran = where(CliTest.in(folder), "where", "--home", "nowhere");

    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(ran.err()).contains(folder.resolve("nowhere").toString(), "--home");
  }

  @Test
  void jsonPrintsOneDocumentAndNoLines() {
    TestNode.in(folder);

    assertThat(where(CliTest.in(folder), "--json", "where").json().string("root"))
        .contains(folder.toString());
    assertThat(where(CliTest.in(folder), "where", "--json").json().string("root"))
        .contains(folder.toString());
  }

  @Test
  void underJsonAnErrorIsADocumentToo() {
    CliTest.Ran ran = where(CliTest.in(folder), "where", "--json");

    JsonObject error = ran.json().object("error").orElseThrow();
    assertThat(error.integer("exit_code")).hasValue(7);
    assertThat(error.string("message").orElseThrow()).startsWith("no node here");
    assertThat(ran.err()).startsWith("sbp: no node here");
    assertThat(unknown("wher", "--json").json().has("error")).isTrue();
  }

  record Mapped(Exception failure, ExitCode exit, String message) {}

  static List<Mapped> failures() {
    NodeLock.Holder holder =
        new NodeLock.Holder(7, TestClock.NOON, "reader", new Timestamp(TestClock.NOON), "token");
    return List.of(
        new Mapped(
            new DiskException("cannot read", Path.of("f"), new IOException("gone")),
            ExitCode.FAILED,
            "cannot read f: gone"),
        new Mapped(new ConfigException("c: bad"), ExitCode.REFUSED, "c: bad"),
        new Mapped(new KeyFileException("k: open"), ExitCode.REFUSED, "k: open"),
        new Mapped(new NodeException("n: damaged"), ExitCode.REFUSED, "n: damaged"),
        new Mapped(new NodeBusyException(holder), ExitCode.BUSY, "the node is busy: reader"),
        new Mapped(LlmException.provider("no answer"), ExitCode.FAILED, "no answer"),
        new Mapped(new InterruptedException(), ExitCode.INTERRUPTED, "interrupted"),
        new Mapped(
            new CliException(ExitCode.NOT_FOUND, "no such peer", "sbp peers"),
            ExitCode.NOT_FOUND,
            "no such peer\n  sbp peers"),
        new Mapped(
            new IllegalStateException("a bug"), ExitCode.FAILED, "IllegalStateException: a bug"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void everyFailureIsOneLineAndItsExitCode(Mapped mapped) {
    Commands commands = Commands.of(row("fail", () -> new ThrowingCommand(mapped.failure())));

    CliTest.Ran ran = run(commands, CliTest.in(folder), "fail");

    assertThat(ran.exit()).isEqualTo(mapped.exit());
    assertThat(ran.err()).startsWith("sbp: " + mapped.message()).doesNotContain("\tat ");
    assertThat(run(commands, CliTest.in(folder), "fail", "--stacktrace").err()).contains("\tat ");
  }

  @Test
  void theWarmUpLeavesNothingBehind() {
    CliTest.Ran ran = CliTest.in(folder).run("warm-up");

    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void helpReachesEverySubcommand() {
    CliTest.Ran ran = CliTest.in(folder).run("help", "peers", "trust");

    assertThat(ran.out()).startsWith("Usage: sbp peers trust").contains("PEER");
  }

  @Test
  void aWrongCommandLineNamesTheSubcommandAndItsHelp() {
    CliTest.Ran ran = CliTest.in(folder).run("peers", "trust");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err())
        .startsWith("sbp: peers trust: missing required parameter")
        .contains("sbp help peers trust");
  }

  @Test
  void aMistypedSubcommandIsAnsweredByTheRightOne() {
    CliTest.Ran ran = CliTest.in(folder).run("peers", "blok\u001b[31m");
    CliTest.Ran near = CliTest.in(folder).run("peers", "blok");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).startsWith("sbp: peers: unknown command blok\\u001b");
    assertThat(near.err()).contains("did you mean:  sbp peers block");
  }

  @Test
  void optionsAloneAreNoCommand() {
    CliTest.Ran ran = CliTest.in(folder).run("--json");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).startsWith("sbp: no command is given");
    assertThat(ran.json().has("error")).isTrue();
  }

  @Test
  void anArgumentWithAnAtSignIsNoFileOfArguments() throws IOException {
    TestNode.in(folder);
    Path words = Files.writeString(folder.resolve("words"), "--loud");

    CliTest.Ran ran = where(CliTest.in(folder), "where", "@" + words);

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).contains("@" + words);
  }
}
