package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import org.sovereignbook.sbp.frontend.command.CallOrigin;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.Widening;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.MadeThings;
import org.sovereignbook.sbp.testing.TestNode;
import picocli.CommandLine;

/** An agent becomes the owner by no process and no terminal that it makes. */
class OwnerProofTest {
  private static final String PASSPHRASE = "correct horse battery";

  @TempDir Path folder;
  private TestNode node;
  private CliTest owner;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder);
    owner = CliTest.in(folder).onTerminal();
    // Real processes have the system's clock.
    owner.clock().advance(Duration.between(owner.clock().instant(), Instant.now()));
    owner.run("agent", "register", "coder", "--tools", "task_*");
    CliTest.Ran refused = owner.run("mail", "send", "author", "hello", "--as", "coder");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
  }

  private String token() {
    return owner.run("agent", "token", "coder", "--json").json().string("token").orElseThrow();
  }

  private CliTest.Ran approve(String typed) {
    return owner.typing(typed).run("access", "approve", owner.request(), "--once");
  }

  private CliTest.Ran set(String... typed) {
    return owner.typing(String.join("\n", typed) + "\n").run("access", "passphrase");
  }

  @Test
  void withoutAgentsATerminalIsEnoughAsBefore() {
    assertThat(approve("").exit()).isEqualTo(ExitCode.DONE);
    assertThat(owner.run("access", "grant", "coder", "--tools", "mail_send").exit())
        .isEqualTo(ExitCode.DONE);
  }

  @Test
  void asSoonAsAnAgentHoldsATokenThePassphraseIsAskedForWhateverTheTerminal() {
    assertThat(set(PASSPHRASE, PASSPHRASE).exit()).isEqualTo(ExitCode.DONE);
    String _ = token();

    assertThat(approve("wrong one\n").err()).contains("the passphrase is wrong");
    CliTest.Ran granted =
        owner.typing("\n").run("access", "grant", "coder", "--tools", "mail_send");
    assertThat(granted.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(owner.typing("").run("access", "key", "phone", "--file", "k").exit())
        .isEqualTo(ExitCode.REFUSED);
    assertThat(approve(PASSPHRASE + "\n").exit()).isEqualTo(ExitCode.DONE);
    assertThat(owner.run("audit", "list", "--decision", "deny", "--json").out())
        .contains("the passphrase is wrong");
  }

  @Test
  void theCallIsShownBeforeThePassphraseIsAskedForAlsoByTheBeginningOfTheId() {
    assertThat(set(PASSPHRASE, PASSPHRASE).exit()).isEqualTo(ExitCode.DONE);
    String _ = token();

    CliTest.Ran refused =
        owner
            .typing("wrong one\n")
            .run("access", "approve", owner.request().substring(0, 6), "--once");

    assertThat(refused.err()).contains("the passphrase is wrong");
    assertThat(refused.out()).contains("coder asks for", "cause:");
  }

  @Test
  void whatOnlyNarrowsNeedsNone() {
    String grant =
        owner
            .run("access", "grant", "coder", "--tools", "mail_send", "--json")
            .json()
            .string("id")
            .orElseThrow();
    String _ = token();
    assertThat(owner.run("access", "revoke", grant).exit()).isEqualTo(ExitCode.DONE);
    assertThat(owner.run("access", "deny", owner.request()).exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void anAgentThatEndsItsOwnTokensIsRememberedForADay() {
    assertThat(set(PASSPHRASE, PASSPHRASE).exit()).isEqualTo(ExitCode.DONE);
    String _ = token();
    owner.run("agent", "token", "coder", "--revoke-all");
    assertThat(approve("\n").exit()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void withoutAPassphraseNothingIsApprovedAndItSaysWhatToDo() {
    String _ = token();
    CliTest.Ran refused = approve("");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("none is set", "--revoke-all", "sbp access passphrase");
    assertThat(set(PASSPHRASE, PASSPHRASE).exit())
        .as("an agent could set it")
        .isEqualTo(ExitCode.REFUSED);

    owner.run("agent", "token", "coder", "--revoke-all");
    assertThat(set(PASSPHRASE, PASSPHRASE).exit()).isEqualTo(ExitCode.DONE);
    assertThat(approve(PASSPHRASE + "\n").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void theOneThatIsSetIsAskedForBeforeAnotherOrNone() {
    assertThat(set(PASSPHRASE, PASSPHRASE).exit()).isEqualTo(ExitCode.DONE);
    assertThat(set("not that", "another one", "another one").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(owner.typing("\n").run("access", "passphrase", "--remove").exit())
        .isEqualTo(ExitCode.REFUSED);
    assertThat(set(PASSPHRASE, "another one", "another one").exit()).isEqualTo(ExitCode.DONE);
    assertThat(owner.typing("another one\n").run("access", "passphrase", "--remove").exit())
        .isEqualTo(ExitCode.DONE);
  }

  @Test
  void oneThatIsTooShortOrTypedTwiceOtherwiseIsNotSet() {
    assertThat(set("short", "short").exit().isFailure()).isTrue();
    assertThat(set(PASSPHRASE, PASSPHRASE + "!").err()).contains("the two differ");
    String _ = token();
    assertThat(approve("").err()).contains("none is set");
  }

  @Test
  void attemptsAreLimitedAndTheLimitEnds() {
    assertThat(set(PASSPHRASE, PASSPHRASE).exit()).isEqualTo(ExitCode.DONE);
    String _ = token();
    for (int attempt = 0; attempt < 5; attempt++) {
      assertThat(approve("guess " + attempt + "\n").exit()).isEqualTo(ExitCode.REFUSED);
    }
    CliTest.Ran right = approve(PASSPHRASE + "\n");
    assertThat(right.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(right.err()).contains("5 wrong passphrases in a row");
    owner.clock().advance(Duration.ofMinutes(16));
    assertThat(approve("one more\n").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(approve(PASSPHRASE + "\n").err()).contains("in a row");
    owner.clock().advance(Duration.ofMinutes(16));
    assertThat(approve(PASSPHRASE + "\n").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void whoeverHidesWhatStartedItIsNotTheOwnerWhileAgentsHoldTokens() {
    CallOrigin hidden = CallOrigin.PROCESS.hiddenBy(Optional.of("it hides"));
    CliTest someone = CliTest.in(folder).from(hidden);
    someone.clock().advance(Duration.between(someone.clock().instant(), Instant.now()));
    assertThat(someone.run("task", "add", "before").exit()).isEqualTo(ExitCode.DONE);
    String _ = token();
    assertThat(someone.run("task", "add", "after").err()).contains("it hides");
    assertThat(someone.run("peers").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(someone.run("config", "set", "server.port", "9000").exit())
        .isEqualTo(ExitCode.REFUSED);
    assertThat(owner.run("task", "add", "mine").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void whoeverHidesAndKnowsThePassphraseIsTheOwner() {
    assertThat(set(PASSPHRASE, PASSPHRASE).exit()).isEqualTo(ExitCode.DONE);
    String _ = token();
    owner.from(CallOrigin.PROCESS.hiddenBy(Optional.of("it hides")));
    assertThat(owner.typing("guess\n").run("task", "add", "x").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(owner.typing(PASSPHRASE + "\n").run("task", "add", "x").exit())
        .isEqualTo(ExitCode.DONE);
  }

  private static Subcommand subcommand(CommandLine line) {
    return line.getCommand();
  }

  private static Stream<CommandLine> withAllBelow(CommandLine line) {
    return Stream.concat(
        Stream.of(line),
        line.getSubcommands().values().stream().flatMap(OwnerProofTest::withAllBelow));
  }

  private static Stream<CommandLine> commands() {
    Commands all = Commands.builtIn();
    return all.all().stream()
        .map(all::commandLine)
        .flatMap(OwnerProofTest::withAllBelow)
        .filter(line -> line.getCommand() instanceof Subcommand);
  }

  @Test
  void everyCommandThatWidensIsKnown() {
    assertThat(
            commands()
                .filter(line -> line.getCommand() instanceof Widening)
                .map(line -> line.getCommandSpec().qualifiedName(" ")))
        .containsExactlyInAnyOrder(
            "sbp accept",
            "sbp access approve",
            "sbp access clear",
            "sbp access deny",
            "sbp access grant",
            "sbp a2a add",
            "sbp a2a open",
            "sbp a2a token",
            "sbp access key",
            "sbp access passphrase",
            "sbp access proof",
            "sbp access remove",
            "sbp access revoke",
            "sbp acp prove",
            "sbp agent capabilities",
            "sbp agent host",
            "sbp agent leave",
            "sbp agent merge",
            "sbp agent register",
            "sbp channel add",
            "sbp entity add",
            "sbp entity merge",
            "sbp entity tag",
            "sbp hook accept",
            "sbp lost",
            "sbp memory approve",
            "sbp plugin install",
            "sbp plugin on",
            "sbp relay host",
            "sbp relay join",
            "sbp session clear",
            "sbp session import",
            "sbp society import",
            "sbp swarm create",
            "sbp webhook add");
  }

  /** Each other command of the owner's shows, narrows, gives back, or does what a file says. */
  @Test
  void everyOtherCommandOfTheOwnersWasJudged() {
    List<String> others =
        commands()
            .filter(line -> line.getCommand().getClass().isAnnotationPresent(ForOwner.class))
            .filter(line -> !(line.getCommand() instanceof Widening))
            .map(line -> line.getCommandSpec().qualifiedName(" ").substring(4))
            .sorted()
            .toList();
    assertThat(String.join(", ", others))
        .isEqualTo(
            "a2a, a2a cancel, a2a close, a2a list, a2a remove, a2a revoke, a2a show, access"
                + " grants, access requests, access who, acp, acp install, agent overview, audit"
                + " export, audit list, audit show, audit verify, backup, chain, chain list,"
                + " chain rate, chain read, chain register, chain revoke, chain status, channel,"
                + " channel list, channel outbox, channel remove, channel retry, channel run,"
                + " channel test, chat, config edit, config set, eject, event erase, group drop,"
                + " group retry, hook disable, hook drop, hook enable, hook new, hook remove,"
                + " hook retry, hook serve, hook test, keygen, mcp install, mcp uninstall, plugin"
                + " off, plugin remove, relay, relay end, relay fetch, relay leave, relay list,"
                + " reload, restart, restore, routes, script, service, service install, service"
                + " uninstall, session archive, session compact, session compare, session drop,"
                + " session export, session retry, session run, session watch, society export,"
                + " stop, store migrate, swarm run, team evolve, team init, team run, team runs,"
                + " team set, team stop, team up, web, web open, webhook remove");
  }

  /** A plain command that is none of the society passes no gate. */
  @Test
  void noCommandThatWidensIsStartedPastTheGate() {
    assertThat(
            commands()
                .filter(line -> line.getCommand() instanceof Widening)
                .filter(line -> !(line.getCommand() instanceof SocietyCommand))
                .filter(line -> subcommand(line).isPlain()))
        .isEmpty();
  }

  private void refusedThenDone(String... words) {
    CliTest.Ran refused = owner.typing("a guess\n").run(words);
    assertThat(refused.exit()).as(String.join(" ", words)).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("the passphrase is wrong");
    CliTest.Ran done = owner.typing(PASSPHRASE + "\n").run(words);
    assertThat(done.exit()).as(String.join(" ", words) + done.err()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void whatWidensByAnotherCommandAsksToo() throws IOException {
    assertThat(set(PASSPHRASE, PASSPHRASE).exit()).isEqualTo(ExitCode.DONE);
    owner.run("hook", "new", "welcome", "--sh");
    String _ = token();

    refusedThenDone("agent", "capabilities", "coder", "--add-tool", "mail_send");
    refusedThenDone("agent", "capabilities", "coder", "--mail", "peers");
    refusedThenDone("agent", "register", "helper", "--tools", "*");
    refusedThenDone("agent", "register", "open", "--work", "peers");
    refusedThenDone("hook", "accept", "welcome");
    refusedThenDone("entity", "tag", "coder", "night-shift");
    refusedThenDone("webhook", "add", "ci", "--tools", "task_add");
    List<MadeThings.Loss> _ = node.node().made().look();
    Files.delete(node.home().ethos());
    refusedThenDone("lost", "--accept", "ethos");
  }

  @Test
  void whatGivesNoMoreThanThereIsAsksNothing() {
    String _ = token();
    for (String[] words :
        new String[][] {
          {"agent", "register", "second"},
          {"agent", "register", "third", "--tools", "task_list,mail_read"},
          {"agent", "capabilities", "coder"},
          {"agent", "capabilities", "coder", "--tools", "task_list"},
          {"agent", "capabilities", "coder", "--mail", "node"},
          {"agent", "token", "second"},
          {"webhook", "add", "ci"},
          {"lost"}
        }) {
      CliTest.Ran ran = owner.typing("").run(words);
      assertThat(ran.exit()).as(String.join(" ", words) + ran.err()).isEqualTo(ExitCode.DONE);
    }
  }

  @Test
  void anotherProgramOfTheOwnersWidensNothingWhileAgentsHoldTokens() {
    assertThat(set(PASSPHRASE, PASSPHRASE).exit()).isEqualTo(ExitCode.DONE);
    String _ = token();
    owner.from(CallOrigin.by("mcp")).typing(PASSPHRASE + "\n");
    assertThat(owner.run("agent", "register", "helper", "--tools", "*").exit())
        .isEqualTo(ExitCode.REFUSED);
    assertThat(owner.run("agent", "register", "helper").exit()).isEqualTo(ExitCode.DONE);
  }

  private record Ended(int exit, String said) {}

  /** A real process of this program, behind these words, with the agent's token above it. */
  private Ended process(Optional<String> token, List<String> words)
      throws IOException, InterruptedException {
    ProcessBuilder process = new ProcessBuilder(words);
    process.redirectErrorStream(true).environment().put("SBP_HOME", folder.toString());
    process.redirectInput(new File("/dev/null"));
    process.environment().put("SBP_BUNDLED_PLUGINS", folder.resolve("no-plugins").toString());
    process.environment().remove("SBP_AGENT_TOKEN");
    token.ifPresent(secret -> process.environment().put("SBP_AGENT_TOKEN", secret));
    Process running = process.start();
    String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(running.waitFor(), said);
  }

  private static List<String> then(List<String> first, String... more) {
    List<String> all = new ArrayList<>(first);
    all.addAll(List.of(more));
    return all;
  }

  private void assumeWorks(String... words) throws InterruptedException {
    try {
      assumeTrue(process(Optional.empty(), List.of(words)).exit() == 0);
    } catch (IOException e) {
      assumeTrue(false, "there is no " + words[0]);
    }
  }

  @Test
  void aNamespaceOfItsOwnMakesNoAgentTheOwner() throws IOException, InterruptedException {
    List<String> hidden = List.of("unshare", "-Urpf", "--mount-proc");
    assumeWorks(then(hidden, "true").toArray(String[]::new));
    Optional<String> token = Optional.of(token());
    List<String> words = then(hidden, "env", "-u", "SBP_AGENT_TOKEN");
    words.addAll(World.asItRuns());

    Ended ended = process(token, then(words, "task", "add", "as the owner"));

    assertThat(ended.said()).contains("PID namespace of its own");
    assertThat(ended.exit()).isEqualTo(ExitCode.REFUSED.number());
  }

  /** As an agent does it that first leaves all its ancestors: none has the token here. */
  @Test
  void aTerminalThatAnAgentMakesApprovesNothing() throws IOException, InterruptedException {
    assumeWorks("script", "-qec", "true", "/dev/null");
    String _ = token();
    String line =
        String.join(" ", then(World.asItRuns(), "access", "approve", owner.request(), "--always"));

    Ended ended = process(Optional.empty(), List.of("script", "-qec", line, "/dev/null"));

    assertThat(ended.said()).contains("anybody can make a terminal");
    assertThat(ended.exit()).isEqualTo(ExitCode.REFUSED.number());
    assertThat(owner.run("access", "grants").out()).contains("no grants");
  }

  /** The end of input is an empty passphrase; no second question shows what is typed. */
  @Test
  void aTerminalWhoseInputHasEndedIsAskedOnce() throws IOException, InterruptedException {
    assumeWorks("script", "-qec", "true", "/dev/null");
    assertThat(set(PASSPHRASE, PASSPHRASE).exit()).isEqualTo(ExitCode.DONE);
    String _ = token();
    String line =
        String.join(
            " ", then(World.asItRuns(), "access", "grant", "coder", "--tools", "mail_send"));

    Ended ended = process(Optional.empty(), List.of("script", "-qec", line, "/dev/null"));

    assertThat(ended.said()).containsOnlyOnce("your passphrase:").contains("passphrase is wrong");
    assertThat(ended.exit()).isEqualTo(ExitCode.REFUSED.number());
  }
}
