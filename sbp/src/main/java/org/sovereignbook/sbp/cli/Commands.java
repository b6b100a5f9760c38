package org.sovereignbook.sbp.cli;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sovereignbook.sbp.cli.catalog.Catalog;
import org.sovereignbook.sbp.cli.catalog.CommandInfo;
import org.sovereignbook.sbp.cli.command.ProgramVersion;
import org.sovereignbook.sbp.cli.command.Subcommand;
import org.sovereignbook.sbp.cli.completion.CompletionCommand;
import org.sovereignbook.sbp.cli.demo.DemoCommand;
import org.sovereignbook.sbp.cli.doctor.DoctorCommand;
import org.sovereignbook.sbp.cli.eject.EjectCommand;
import org.sovereignbook.sbp.cli.init.InitCommand;
import org.sovereignbook.sbp.cli.service.ServiceCommand;
import org.sovereignbook.sbp.cli.shell.ShellCommand;
import org.sovereignbook.sbp.scheduler.Steps;

/** All subcommands, in the order of the usage screen. Only the one called is ever built. */
final class Commands {

  /** The headings of the usage screen. */
  enum Group {
    START("start"),
    TALK("talk"),
    LOOK("look"),
    RUN("run"),
    STEPS("steps"),
    EXTEND("extend"),
    KEYS("keys"),
    HELP("help"),
    HIDDEN("");

    private final String heading;

    Group(String heading) {
      this.heading = heading;
    }

    String heading() {
      return heading;
    }
  }

  /**
   * One subcommand.
   *
   * @param description one line, lower case, without a full stop
   */
  record Entry(String name, Group group, String description, Supplier<Subcommand> supplier) {}

  /** All but the steps, which their rooms declare. */
  private static final List<Entry> OTHERS =
      List.of(
          new Entry(
              "init",
              Group.START,
              "make a node directory",
              () -> new InitCommand(Commands::catalog)),
          new Entry("demo", Group.START, "watch nodes on this machine talk", DemoCommand::new),
          new Entry(
              "bootstrap", Group.START, "join the network through seeds", BootstrapCommand::new),
          new Entry("doctor", Group.START, "the checklist, and what to do", DoctorCommand::new),
          new Entry("post", Group.TALK, "publish a Markdown file", PostCommand::new),
          new Entry("send", Group.TALK, "write to one peer", SendCommand::new),
          new Entry(
              "follow",
              Group.TALK,
              "endorse, announce to and subscribe to a node",
              FollowCommand::new),
          new Entry("subscribe", Group.TALK, "follow a known peer", SubscribeCommand::new),
          new Entry("unsubscribe", Group.TALK, "stop following a peer", UnsubscribeCommand::new),
          new Entry("peers", Group.TALK, "list, add, trust, block peers", PeersCommand::new),
          new Entry(
              "status", Group.LOOK, "what runs, what waits, what is next", StatusCommand::new),
          new Entry("inbox", Group.LOOK, "what waits for the reader", InboxCommand::new),
          new Entry("outbox", Group.LOOK, "what waits for delivery, or failed", OutboxCommand::new),
          new Entry("log", Group.LOOK, "the end of a log; -f follows it", LogCommand::new),
          new Entry("verify", Group.LOOK, "check any signed object", VerifyCommand::new),
          new Entry(
              "serve", Group.RUN, "take messages over HTTP, until stopped", ServeCommand::new),
          new Entry("tick", Group.RUN, "run whatever is due, until nothing is", TickCommand::new),
          new Entry(
              "service", Group.RUN, "install server and timer as services", ServiceCommand::new),
          new Entry(
              "agent", Group.RUN, "one run of reader, author or compactor", AgentCommand::new),
          new Entry("eject", Group.EXTEND, "replace a step by source to change", EjectCommand::new),
          new Entry(
              "script", Group.EXTEND, "run a JBang script over the library", ScriptCommand::new),
          new Entry(
              "plugin",
              Group.EXTEND,
              "list, install, remove and write plugins",
              PluginCommand::new),
          new Entry(
              "store", Group.EXTEND, "where state is kept; move it elsewhere", StoreCommand::new),
          new Entry(
              "ethos", Group.KEYS, "show who the agent is, or have it changed", EthosCommand::new),
          new Entry("keygen", Group.KEYS, "make or rotate the node's keys", KeygenCommand::new),
          new Entry(
              "identity", Group.KEYS, "show or change the identity document", IdentityCommand::new),
          new Entry(
              "commands",
              Group.HELP,
              "every command with its options, for programs",
              CommandsCommand::new),
          new Entry(
              "shell",
              Group.HELP,
              "type commands with completion, or run a script",
              () -> new ShellCommand(Commands::catalog, Program::run)),
          new Entry(
              "completion",
              Group.HELP,
              "completes words in bash, zsh and fish",
              () -> new CompletionCommand(Commands::catalog)),
          new Entry(
              "warm-up",
              Group.HIDDEN,
              "touch what common commands touch, for the launcher's cache",
              WarmUpCommand::new));

  private static final List<Entry> ALL =
      Stream.concat(OTHERS.stream(), Steps.ALL.stream().map(StepCommand::entry))
          .sorted(Comparator.comparing(Entry::group))
          .toList();

  private Commands() {}

  static List<Entry> all() {
    return ALL;
  }

  /** What they all are, as data; builds every one of them. */
  static Catalog catalog() {
    return new Catalog(
        ProgramVersion.text(),
        ALL.stream()
            .map(
                entry ->
                    CommandInfo.of(
                        Program.commandLine(entry), entry.name(), entry.group().heading()))
            .toList());
  }

  static Optional<Entry> find(String name) {
    return ALL.stream().filter(entry -> entry.name().equals(name)).findFirst();
  }
}
