package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.ledger.Remedies;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.CallOrigin;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Widening;
import org.sovereignbook.sbp.testing.TestNode;
import picocli.CommandLine;

/**
 * The owner decides what proves it, every refusal names a way that works, and no agent decides for
 * it.
 */
class OwnerRuleTest {
  private static final String PASSPHRASE = "correct horse battery";
  private static final String[] WIDENS = {"agent", "register", "helper", "--tools", "*"};

  @TempDir Path folder;
  private CliTest terminal;
  private CliTest program;
  private Path file;

  @BeforeEach
  void makeNode() throws IOException {
    TestNode _ = TestNode.in(folder);
    terminal = inRealTime().onTerminal();
    program = inRealTime();
    file = Files.writeString(folder.resolve("mine"), PASSPHRASE + "\n");
    terminal.run("agent", "register", "coder", "--tools", "task_*");
    CliTest.Ran refused = terminal.run("mail", "send", "author", "hello", "--as", "coder");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
  }

  private CliTest inRealTime() {
    CliTest cli = CliTest.in(folder);
    cli.clock().advance(Duration.between(cli.clock().instant(), Instant.now()));
    return cli;
  }

  private String token() {
    return terminal.run("agent", "token", "coder", "--json").json().string("token").orElseThrow();
  }

  private void set() {
    String[] words = {"access", "passphrase", "--passphrase-file", file.toString()};
    assertThat(program.run(words).exit()).isEqualTo(ExitCode.DONE);
  }

  private JsonObject proof() {
    return program.run("access", "proof", "--json").json();
  }

  private String decided() {
    return proof().string("proof").orElseThrow();
  }

  private static CliTest.Ran done(CliTest.Ran ran) {
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  private static void refused(CliTest.Ran ran) {
    assertThat(ran.exit()).as(ran.out() + ran.err()).isEqualTo(ExitCode.REFUSED);
  }

  private static Remedies remedies(CliTest.Ran refused) {
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    JsonObject all = refused.json().object("error").orElseThrow().object("remedies").orElseThrow();
    return new Remedies(all.string("terminal").orElseThrow(), all.string("program").orElseThrow());
  }

  @Test
  void beforeADecisionNothingIsDecidedAndNothingNeeded() {
    assertThat(proof().toString())
        .contains("\"unset\"")
        .contains("\"needed\":false")
        .contains("\"tokens\":[]");
  }

  @Test
  void eachTokenIsNamedWithItsPurposeAndItsEnd() {
    String _ = token();
    JsonObject now = proof();
    assertThat(now.bool("needed")).contains(true);
    JsonObject one = (JsonObject) now.array("tokens").orElseThrow().values().getFirst();
    assertThat(one.string("agent")).contains("coder");
    assertThat(one.string("of")).contains("token");
    assertThat(one.string("until")).isPresent();
    assertThat(one.bool("live")).contains(true);
    assertThat(terminal.typing("").run(WIDENS).err()).contains("coder has a token, until ");
  }

  @Test
  void withTerminalATerminalProvesTheOwnerAndNothingElseDoes() {
    done(terminal.run("access", "proof", "terminal"));
    String _ = token();
    refused(program.run(WIDENS));
    refused(inRealTime().from(CallOrigin.by("mcp")).onTerminal().run(WIDENS));
    done(terminal.run(WIDENS));
    assertThat(decided()).isEqualTo("terminal");
  }

  @Test
  void withNoneNothingIsAskedOfAProcessThatNoAgentStarted() {
    done(terminal.run("access", "proof", "none"));
    String token = token();
    done(program.run(WIDENS));
    done(program.run("access", "grant", "coder", "--tools", "mail_send"));
    assertThat(proof().bool("needed")).contains(false);
    refused(inRealTime().with("SBP_AGENT_TOKEN", token).run(WIDENS));
    CallOrigin hidden = CallOrigin.PROCESS.hiddenBy(Optional.of("it hides"));
    refused(inRealTime().from(hidden).run("agent", "register", "other", "--tools", "*"));
  }

  @Test
  void aWrongPassphraseIsToldAlsoWhereNoneIsNeeded() throws IOException {
    set();
    assertThat(proof().bool("needed")).contains(false);
    Path wrong = Files.writeString(folder.resolve("wrong"), "another sentence\n");
    List<String> words = new ArrayList<>(List.of(WIDENS));
    words.addAll(List.of("--passphrase-file", wrong.toString()));
    refused(program.run(words.toArray(String[]::new)));
    words.set(words.size() - 1, file.toString());
    done(program.run(words.toArray(String[]::new)));
  }

  @Test
  void aLowerProofNeedsTheOneInForce() {
    set();
    assertThat(program.run("access", "proof", "none").err())
        .contains("a lower proof needs the one in force, your passphrase");
    done(program.run("access", "proof", "passphrase"));
    refused(terminal.typing("a wrong guess\n").run("access", "proof", "none"));
    refused(program.run("access", "proof", "terminal"));
    done(terminal.typing(PASSPHRASE + "\n").run("access", "proof", "terminal"));
    refused(program.run("access", "proof", "none"));
    done(program.run("access", "proof", "none", "--passphrase-file", file.toString()));
    done(program.run("access", "proof", "terminal"));
    done(terminal.run("access", "proof", "none"));
    done(program.run("access", "proof", "passphrase"));
    assertThat(decided()).isEqualTo("passphrase");
    assertThat(program.run("audit", "list", "--json").out())
        .contains("from unset to passphrase", "from terminal to none");
  }

  @Test
  void beforeADecisionATerminalDecidesOnlyWhileNoTokenCounts() {
    String _ = token();
    refused(terminal.typing("").run("access", "proof", "none"));
    done(terminal.run("agent", "token", "coder", "--revoke-all"));
    refused(terminal.typing("").run("access", "proof", "none"));
    terminal.clock().advance(Duration.ofHours(25));
    done(terminal.run("access", "proof", "none"));
  }

  @Test
  void aTokenThatExpiredByItselfCountsNoMore() {
    terminal.run("agent", "token", "coder", "--ttl-seconds", "60");
    refused(terminal.typing("").run(WIDENS));
    terminal.clock().advance(Duration.ofSeconds(61));
    done(terminal.typing("").run(WIDENS));
  }

  /** Runs the commands of a remedy one after the other, as a shell does. */
  private void follow(CliTest cli, String remedy) {
    for (String command : remedy.split(" && ", -1)) {
      List<String> words = new ArrayList<>();
      for (String word : command.replace("'", "").split(" ", -1)) {
        words.add(word.equals("FILE") ? file.toString() : word.replace("~", folder.toString()));
      }
      assertThat(words.removeFirst()).isEqualTo("sbp");
      done(cli.run(words.toArray(String[]::new)));
    }
  }

  private CliTest typing(String... lines) {
    return terminal.typing(String.join("\n", lines) + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"live", "ended", "none"})
  void withoutAPassphraseTheRemediesOfARefusalWork(String state) {
    if (!state.equals("none")) {
      String _ = token();
    }
    if (state.equals("ended")) {
      terminal.run("agent", "token", "coder", "--revoke-all");
    }
    String[] approve = {"access", "approve", program.request(), "--once", "--json"};
    Remedies remedies = remedies(program.run(approve));
    assertThat(remedies.terminal()).endsWith("sbp access approve " + program.request() + " --once");
    follow(program, remedies.program());

    assertThat(proof().bool("passphrase")).contains(true);
    assertThat(folder.resolve(".sbp-passphrase")).exists();
  }

  @Test
  void withoutAPassphraseTheRemedyForATerminalWorksToo() {
    String _ = token();
    String remedy =
        remedies(
                program.run(
                    Stream.concat(Stream.of(WIDENS), Stream.of("--json")).toArray(String[]::new)))
            .terminal();
    assertThat(remedy)
        .isEqualTo(
            "sbp agent token coder --revoke-all && sbp access passphrase && sbp agent register"
                + " helper --tools '*'");
    List<String> commands = List.of(remedy.split(" && ", -1));
    follow(terminal, commands.get(0));
    follow(typing(PASSPHRASE, PASSPHRASE), commands.get(1));
    follow(typing(PASSPHRASE), commands.get(2));
  }

  @Test
  void withAPassphraseBothRemediesAreOneCommand() {
    set();
    String _ = token();
    Remedies remedies =
        remedies(program.run("access", "approve", program.request(), "--once", "--json"));
    follow(program, remedies.program());
    done(program.run("hook", "new", "welcome", "--sh"));
    remedies = remedies(program.run("hook", "accept", "welcome", "--json"));
    assertThat(remedies.terminal()).isEqualTo("sbp hook accept welcome");
    assertThat(remedies.program()).isEqualTo("sbp hook accept welcome --passphrase-file FILE");
  }

  @Test
  void aProofStandsBeforeTheEndOfTheOptions() {
    set();
    String _ = token();
    String[] words = {"agent", "register", "--tools", "*", "--json", "--", "helper"};
    Remedies remedies = remedies(program.run(words));
    assertThat(remedies.program())
        .isEqualTo("sbp agent register --tools '*' --passphrase-file FILE -- helper");
    follow(program, remedies.program());
  }

  @Test
  void theRemedyByAKeyIsOneLineForAShell() {
    done(terminal.run("access", "key", "phone", "--file", "k"));
    String _ = token();
    assertThat(remedies(program.run("access", "proof", "none", "--json")).program())
        .isEqualTo(
            "sbp access proof none --proof \"$(sbp access prove \"$(sbp access key --challenge)\""
                + " --key FILE -- sbp access proof none)\"");
    String nonce =
        program.run("access", "key", "--challenge", "--json").json().string("nonce").orElseThrow();
    String proof =
        program
            .run("access", "prove", nonce, "--key", "k", "--", "sbp", "access", "proof", "none")
            .out()
            .strip();
    done(program.run("access", "proof", "none", "--proof", proof));
    assertThat(decided()).isEqualTo("none");
  }

  @Test
  void aKeyProvesEachCommandThatWidens() {
    done(terminal.run("access", "key", "phone", "--file", "k"));
    String _ = token();
    String nonce =
        program.run("access", "key", "--challenge", "--json").json().string("nonce").orElseThrow();
    List<String> prove =
        new ArrayList<>(List.of("access", "prove", nonce, "--key", "k", "--", "sbp"));
    prove.addAll(List.of(WIDENS));
    String proof = program.run(prove.toArray(String[]::new)).out().strip();
    List<String> words = new ArrayList<>(List.of(WIDENS));
    words.addAll(List.of("--proof", proof));
    done(program.run(words.toArray(String[]::new)));
    words.set(2, "another");
    refused(program.run(words.toArray(String[]::new)));
  }

  private static Stream<CommandLine> withAllBelow(CommandLine line) {
    return Stream.concat(
        Stream.of(line),
        line.getSubcommands().values().stream().flatMap(OwnerRuleTest::withAllBelow));
  }

  @Test
  void everyCommandThatWidensTakesAProofAndAFile() {
    Commands all = Commands.builtIn();
    assertThat(
            all.all().stream()
                .map(all::commandLine)
                .flatMap(OwnerRuleTest::withAllBelow)
                .filter(line -> line.getCommand() instanceof Widening))
        .isNotEmpty()
        .allSatisfy(
            line ->
                assertThat(line.getCommandSpec().optionsMap())
                    .as(line.getCommandSpec().qualifiedName(" "))
                    .containsKeys("--proof", "--passphrase-file"));
  }

  /** By every channel that an agent has: its own process, MCP, another agent's name, and hiding. */
  @ParameterizedTest
  @ValueSource(strings = {"terminal", "none", "passphrase"})
  void noAgentDecidesByAnyChannel(String wanted) {
    String token = token();
    String[] words = {
      "access", "proof", wanted, "--passphrase-file", folder.resolve("theirs").toString()
    };
    CallOrigin hidden = CallOrigin.PROCESS.hiddenBy(Optional.of("it hides"));

    refused(inRealTime().with("SBP_AGENT_TOKEN", token).run(words));
    refused(inRealTime().with("SBP_AGENT_TOKEN", token).onTerminal().run(words));
    refused(inRealTime().from(CallOrigin.by("mcp")).with("SBP_AGENT_TOKEN", token).run(words));
    refused(inRealTime().from(CallOrigin.by("mcp")).run(words));
    refused(inRealTime().from(CallOrigin.by("web")).run(words));
    refused(inRealTime().from(hidden).run(words));
    refused(inRealTime().from(hidden).onTerminal().run(words));
    refused(inRealTime().run("access", "proof", wanted, "--as", "coder"));

    assertThat(decided()).isEqualTo("unset");
    assertThat(folder.resolve("theirs")).doesNotExist();
  }

  @Test
  void anAgentReadsNoProofAndItsToolsHaveNone() {
    String token = token();
    refused(inRealTime().with("SBP_AGENT_TOKEN", token).run("access", "proof"));
    String tools = program.run("commands", "--json").out();
    assertThat(tools).contains("access proof");
    assertThat(program.run("commands", "access", "proof", "--json").out())
        .doesNotContain("\"tool\":");
  }

  /** An agent that left its ancestors is the owner for all that the program can see. */
  @Test
  void whatLooksLikeTheOwnerDecidesNothingWhileATokenIsLive() {
    String _ = token();
    refused(program.run("access", "proof", "none"));
    refused(terminal.typing("").run("access", "proof", "terminal"));
    refused(program.run("access", "passphrase", "--passphrase-file", file.toString()));
    refused(typing(PASSPHRASE, PASSPHRASE).run("access", "proof", "passphrase"));
    assertThat(decided()).isEqualTo("unset");
  }

  @Test
  void itIsNoSettingAndNoFileOfTheNode() {
    assertThat(program.run("config", "set", "access.proof", "none").exit())
        .isEqualTo(ExitCode.NOT_FOUND);
    assertThat(program.run("config", "list", "--json").out()).doesNotContain("\"access.proof\"");
  }

  @Test
  void aFileThatIsNotThereIsMadeForItsOwnerAlone() throws IOException {
    Path made = folder.resolve("made");
    CliTest.Ran ran =
        done(program.run("access", "proof", "passphrase", "--passphrase-file", made.toString()));
    assertThat(ran.err()).contains("made a passphrase");
    assertThat(Files.readString(made).strip()).hasSizeGreaterThan(20);
    assertThat(Files.getPosixFilePermissions(made)).hasSize(2);
    assertThat(decided()).isEqualTo("passphrase");
    String _ = token();
    refused(program.run(WIDENS));
    List<String> words = new ArrayList<>(List.of(WIDENS));
    words.addAll(List.of("--passphrase-file", made.toString()));
    done(program.run(words.toArray(String[]::new)));
  }
}
