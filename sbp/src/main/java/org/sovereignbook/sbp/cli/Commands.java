package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sovereignbook.sbp.cli.catalog.Catalog;
import org.sovereignbook.sbp.cli.catalog.CommandInfo;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.ProgramVersion;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Subcommand;
import org.sovereignbook.sbp.cli.completion.CompleteCommand;
import org.sovereignbook.sbp.cli.completion.CompletionCommand;
import org.sovereignbook.sbp.cli.config.ConfigCommand;
import org.sovereignbook.sbp.cli.demo.DemoCommand;
import org.sovereignbook.sbp.cli.doctor.DoctorCommand;
import org.sovereignbook.sbp.cli.eject.EjectCommand;
import org.sovereignbook.sbp.cli.init.InitCommand;
import org.sovereignbook.sbp.cli.mcp.McpCommand;
import org.sovereignbook.sbp.cli.service.HandoffCommand;
import org.sovereignbook.sbp.cli.service.ServiceCommand;
import org.sovereignbook.sbp.cli.shell.ShellCommand;
import org.sovereignbook.sbp.cli.team.TeamCommand;
import org.sovereignbook.sbp.cli.up.UpCommand;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.scheduler.Steps;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/**
 * The table of all subcommands, in the order of the usage screen. Only the one called is ever made.
 * A new subcommand is a class and a row here.
 */
final class Commands {

  /** The headings of the usage screen. */
  enum Group {
    START("start"),
    TALK("talk"),
    READ("read"),
    LOOK("look"),
    /** Agents that work together. */
    WORK("work"),
    RUN("run"),
    /** From here on what is typed once in a while: the name is enough to be reminded. */
    KEEP("keep", true),
    /** Their scripts and the tick call them. */
    STEPS("steps", true),
    EXTEND("extend", true),
    KEYS("keys", true),
    HELP("help", true),
    HIDDEN("");

    private final String heading;
    private final boolean isBrief;

    Group(String heading) {
      this(heading, false);
    }

    Group(String heading, boolean isBrief) {
      this.heading = heading;
      this.isBrief = isBrief;
    }

    String heading() {
      return heading;
    }
  }

  /**
   * One subcommand; what it does and how it is called says its class.
   *
   * @param make given this table, for the commands that are about commands
   */
  record Row(String name, Group group, Function<Commands, Subcommand> make) {}

  private final List<Row> rows;

  private Commands(Stream<Row> rows) {
    this.rows = rows.sorted((one, other) -> one.group().compareTo(other.group())).toList();
  }

  private static Row row(String name, Group group, Supplier<Subcommand> supplier) {
    return new Row(name, group, _ -> supplier.get());
  }

  private static Row row(String name, Group group, Function<Commands, Subcommand> make) {
    return new Row(name, group, make);
  }

  /** Those of this program; made when asked for: an ejected step stands in the place of its own. */
  static Commands builtIn() {
    return new Commands(
        Stream.concat(
            Stream.of(
                row("init", Group.START, all -> new InitCommand(all::catalog)),
                row("up", Group.START, all -> new UpCommand(all::catalog)),
                row("demo", Group.START, DemoCommand::new),
                row("bootstrap", Group.START, BootstrapCommand::new),
                row("doctor", Group.START, DoctorCommand::new),
                row("config", Group.START, ConfigCommand::new),
                row("post", Group.TALK, PostCommand::new),
                row("share", Group.TALK, ShareCommand::new),
                row("send", Group.TALK, WriteCommand.Send::new),
                row("reply", Group.TALK, WriteCommand.Reply::new),
                row("follow", Group.TALK, FollowCommand::new),
                row("subscribe", Group.TALK, SubscribeCommand::new),
                row("unsubscribe", Group.TALK, SubscribeCommand.Undo::new),
                row("peers", Group.TALK, PeersCommand::new),
                row("feed", Group.READ, FeedCommand::new),
                row("read", Group.READ, ReadCommand::new),
                row("messages", Group.READ, MessagesCommand::new),
                row("search", Group.READ, SearchCommand::new),
                row("status", Group.LOOK, StatusCommand::new),
                row("inbox", Group.LOOK, InboxCommand::new),
                row("outbox", Group.LOOK, OutboxCommand::new),
                row("log", Group.LOOK, LogCommand::new),
                row("digest", Group.LOOK, DigestCommand::new),
                row("cost", Group.LOOK, CostCommand::new),
                row("verify", Group.LOOK, VerifyCommand::new),
                row("agent", Group.WORK, AgentCommand::new),
                row("task", Group.WORK, TaskCommand::new),
                row("team", Group.WORK, TeamCommand::new),
                row("mail", Group.WORK, MailCommand::new),
                row("bus", Group.WORK, BusCommand::new),
                row("event", Group.WORK, EventCommand::new),
                row("audit", Group.WORK, AuditCommand::new),
