package org.sovereignbook.sbp.cli.rules;

import java.io.IOException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.AccessSettings;
import org.sovereignbook.sbp.authority.access.Circumstances;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.Expectations;
import org.sovereignbook.sbp.authority.access.Policies;
import org.sovereignbook.sbp.authority.access.PolicyFile;
import org.sovereignbook.sbp.authority.access.PolicyLint;
import org.sovereignbook.sbp.authority.access.PolicySet;
import org.sovereignbook.sbp.authority.access.Requester;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.agents.ToolRights;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.BareCommand;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.screen.RequesterFinder;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.reader.Action;
import org.sovereignbook.sbp.runtime.health.Health;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp access}: the permissions of principals, with reasons (docs/access.md). */
@Command(
    description = "who may cause what, and why",
    subcommands = {
      AccessCommand.Check.class,
      AccessWho.class,
      AccessExplain.class,
      AccessCommand.Test.class,
      AccessCommand.Lint.class,
      RemovePolicies.class,
      RequestsCommand.class,
      RequestCommand.Approve.class,
      RequestCommand.Deny.class,
      GrantCommand.GrantList.class,
      GrantCommand.Give.class,
      GrantCommand.Revoke.class,
      OwnerKeyCommand.class,
      OwnerKeyCommand.Prove.class,
      ProofCommand.class,
      PassphraseCommand.class,
      ClearCommand.class
    })
@Synonyms(
    value = {"policy", "policies"},
    whole = "access list: access")
@Example("sbp access check --as trust:known --channel mail --tool mail_send")
@Prints(AccessCommand.InForce.class)
@Exit(code = ExitCode.NOT_VALID, means = "a file of policies has an error, or is missing")
public final class AccessCommand extends BareCommand {

  /**
   * The policies in force, in the order of their evaluation.
   *
   * @param problems errors in the files; while there are any, the last valid version is in force,
   *     and every denial
   * @param missing files that are in force and missing
   * @param waiting files whose present version waits until an error is mended
   */
  record InForce(
      List<PolicyLine> policies,
      List<PolicyFile.Problem> problems,
      List<String> missing,
      List<String> waiting) {
    static InForce of(Policies policies) {
      return new InForce(
          policies.set().policies().stream()
              .map(
                  policy ->
                      new PolicyLine(
                          policy.name(),
                          policy.priority(),
                          Words.of(policy.effect()),
                          policy.place(),
                          policy.description()))
              .toList(),
          policies.problems(),
          policies.missing(),
          policies.waiting());
    }
  }

  /** One policy. */
  record PolicyLine(String name, int priority, String effect, String place, String description) {}

  @Override
  public ExitCode run(Session session) {
    InForce found = InForce.of(Policies.of(session.node()));
    Table table = Table.of("POLICY", "PRIORITY", "EFFECT", "WHERE", "WHAT").wrapsLast();
    for (PolicyLine line : found.policies()) {
      table.row(
          line.name(),
          Integer.toString(line.priority()),
          line.effect(),
          line.place(),
          PeerText.plain(line.description()));
    }
    Output output = session.output();
    output.table(table, "there are no policies");
    AccessView.lines(found.problems()).forEach(output::warning);
    stateOfFiles(found.missing(), found.waiting()).forEach(output::warning);
    output.json(found);
    return found.problems().isEmpty() ? ExitCode.DONE : ExitCode.NOT_VALID;
  }

  /** Prints a warning if the files are not what is in force: what is, and what waits. */
  private static void warnOfErrors(Session session, Node node) {
    Optional<String> problem = Health.policies(node, false);
    if (problem.isPresent()) {
      session.output().warning(problem.get() + " (sbp access)");
      Policies now = Policies.of(node);
      stateOfFiles(now.missing(), now.waiting()).forEach(session.output()::warning);
    }
  }

  private static List<String> stateOfFiles(List<String> missing, List<String> waiting) {
    List<String> lines = new ArrayList<>();
    if (!missing.isEmpty()) {
      lines.add(
          "in force though missing: "
              + names(missing)
              + "; to end that:  sbp access remove "
              + names(missing.subList(0, 1)));
    }
    if (!waiting.isEmpty()) {
      lines.add("waits until the errors are mended, but for its denials: " + names(waiting));
    }
    return lines;
  }

  private static String names(List<String> files) {
    return PeerText.plain(String.join(", ", files));
  }

  /** Parses a time in the owner's zone: {@code 23:30}, or with a date. */
  static ZonedDateTime time(String typed, ZonedDateTime now) {
    try {
      return typed.contains("T")
          ? LocalDateTime.parse(typed).atZone(now.getZone())
          : now.with(LocalTime.parse(typed));
    } catch (DateTimeParseException e) {
      throw CliException.wrong("--at needs a time such as 23:30, or 2026-01-31T23:30");
    }
  }

  /** Returns every name that a policy can allow or deny in this node. */
  static List<String> policyTools(Session session) {
    Stream<String> decisions = Stream.of(Action.values()).map(action -> "reader_" + action);
    Stream<String> commands =
        session
            .commandsHere()
            .catalog()
            .all()
            .map(command -> SocietyCommand.tool(command.command()));
    return Stream.concat(commands, decisions).toList();
  }

  /** {@code sbp access check}. */
  @Command(
      name = "check",
      description = "check whether a tool may be used, and which policy decides",
      footer = "WHO is " + RequesterFinder.WORDS + ".")
  @Example("sbp access check --as trust:known --channel mail --tool mail_send")
  @Prints(Check.Decided.class)
  @Exit(code = ExitCode.NOT_VALID, means = "it is denied")
  @Tool(set = Toolset.ACCESS, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OWN, reads = true)
  @Tool.Says(
      "Tells whether you may use a tool now, and which policies decide it. Nothing is done. Use"
          + " it before you plan work that needs a tool.")
  @AgentAccess(data = DataAccess.NONE, handling = true)
  static final class Check extends NodeCommand {
    @Option(
        names = "--as",
        paramLabel = "WHO",
        description = "the requester; by default the caller")
    @ToolArgument.Of(text = "who asks: owner, unknown, an agent, peer or entity; default you")
    Optional<String> who = Optional.empty();

    @Option(
        names = "--channel",
        paramLabel = "NAME",
        description = "the channel, such as command, mcp, mail, offer; by default this one")
    @ToolArgument.Of(text = "the way it is asked, such as mcp, mail, offer; default this one")
    Optional<String> channel = Optional.empty();

    @Option(names = "--tool", paramLabel = "TOOL", description = "what is to be used")
    @ToolArgument.Of(text = "the tool to use")
    Optional<String> tool = Optional.empty();

    @Option(
        names = "--at",
        paramLabel = "TIME",
        description = "when, on the owner's clock, such as 23:30; by default now")
    @ToolArgument.Of(text = "the owner's time of day, such as 23:30; default now")
    Optional<String> at = Optional.empty();

    @Option(names = "--group", description = "where many may read along")
    @ToolArgument.Of(text = "in a conversation of many")
    boolean group;

    /**
     * The decision, and where the files are not what is in force.
     *
     * @param missing files that are in force and missing
     * @param waiting files whose present version waits until an error is mended
     */
    record Decided(@Shape.Inline AccessView view, List<String> missing, List<String> waiting) {}

    @Override
    public ExitCode run(Session session) {
      Node node = session.node();
      try (Ledger ledger = session.ledger(node)) {
        Caller caller = caller(session, ledger);
        AccessView view = ledger.read(tx -> view(tx, new RequesterFinder(session, node), caller));
        warnOfErrors(session, node);
        view.print(session.output(), new ScreenNames(session));
        Policies now = Policies.of(node);
        session.output().json(new Decided(view, now.missing(), now.waiting()));
        return view.allowed() ? ExitCode.DONE : ExitCode.NOT_VALID;
      }
    }

    private static Caller caller(Session session, Ledger ledger) {
      Optional<String> token = SocietyCommand.token(session.world());
      return token.isEmpty()
          ? Caller.owner(ToolCall.COMMAND)
          : ledger.write(tx -> Agents.caller(tx, Optional.empty(), token));
    }

    /** Requires that the caller may see the permissions of another; its own are always visible. */
    private static Requester requireSight(Transaction tx, Caller caller, Requester asking) {
      if (caller.agent().isPresent() && !asking.principal().equals(caller.principal())) {
        ToolRights.requireData(tx, caller, ToolCall.CHECK, DataAccess.FULL);
      }
      return asking;
    }

    /** Returns the channel to check, by default the caller's own. */
    private String channel(Caller caller) {
      return channel.orElseGet(() -> caller.authority().channel());
    }

    private AccessView view(Transaction tx, RequesterFinder known, Caller caller) {
      Circumstances here = Access.here(tx, channel(caller));
      Circumstances there =
          new Circumstances(
              here.channel(),
              group ? Optional.of("group") : here.peerKind(),
              group ? Optional.of("some-group") : here.peerKind().map(_ -> "somebody"),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              at.map(typed -> time(typed, here.at())).orElse(here.at()));
      Requester asking =
          who.isPresent()
              ? requireSight(tx, caller, known.find(tx, who.get()))
              : Entities.requester(tx, caller.principal());
      return AccessView.of(tx, Access.decide(tx, asking, there), tool);
    }
  }

  /** {@code sbp access test}. */
  @Command(
      name = "test",
      description = "try expectations, a YAML list, against policies",
      footer =
          "Each row: as: WHO, channel:, tool:, expect: allow or deny; also time:, peer_kind:, by:.")
  @Example("sbp access test expectations.yaml")
  @Prints(Test.Tested.class)
  @Exit(code = ExitCode.NOT_VALID, means = "something is not as expected")
  static final class Test extends NodeCommand {
    @Parameters(paramLabel = "FILE", description = "the expectations, or - for standard input")
    String file = "";

    @Option(
        names = "--policies",
        paramLabel = "FILE",
        description = "policies to try instead of the node's; repeatable")
    List<String> drafts = List.of();

    /** The result of one row. */
    record Row(String place, boolean passed, List<String> failures) {}

    /** The results of all rows. */
    record Tested(int passed, int failed, List<Row> rows) {}

    @Override
    public ExitCode run(Session session) throws IOException {
      Node node = session.node();
      List<PolicyFile.Problem> problems = new ArrayList<>();
      Optional<PolicySet> set = set(session, problems);
      if (set.isEmpty()) {
        warnOfErrors(session, node);
      }
      String text = TextInput.read(session.world(), file, 1 << 20);
      try (Ledger ledger = session.ledger(node)) {
        List<Row> rows =
            ledger.read(
                tx -> {
                  ZonedDateTime now = Access.here(tx, "command").at();
                  List<Row> tried = new ArrayList<>();
                  for (Expectations.Expected row :
                      Expectations.parse(file, text, now, problems).all()) {
                    tried.add(tried(tx, new RequesterFinder(session, node), set, row));
                  }
                  return tried;
                });
        return result(session.output(), problems, rows);
      }
    }

    private Optional<PolicySet> set(Session session, List<PolicyFile.Problem> problems)
        throws IOException {
      if (drafts.isEmpty()) {
        return Optional.empty();
      }
      List<PolicyFile> files = new ArrayList<>();
      for (String draft : drafts) {
        String text = TextInput.read(session.world(), draft, 1 << 20);
        files.add(PolicyFile.parse(draft, text, problems));
      }
      return Optional.of(PolicySet.of(files, problems));
    }

    private static Row tried(
        Transaction tx, RequesterFinder known, Optional<PolicySet> set, Expectations.Expected row) {
      Requester who = row.person().isPresent() ? row.person().get() : known.find(tx, row.who());
      AccessDecision decision =
          set.isPresent()
              ? Access.decide(set.get(), who, row.circumstances())
              : Access.decide(tx, who, row.circumstances());
      List<String> failures = row.failures(decision);
      return new Row(row.place(), failures.isEmpty(), failures);
    }

    private static ExitCode result(
        Output output, List<PolicyFile.Problem> problems, List<Row> rows) {
      if (!problems.isEmpty()) {
        throw new CliException(
            ExitCode.NOT_VALID,
            PeerText.plain(problems.getFirst().toString()),
            AccessView.lines(problems.subList(1, problems.size())).toArray(String[]::new));
      }
      for (Row row : rows) {
        if (!row.passed()) {
          output.line(row.place() + ": " + PeerText.plain(String.join("; ", row.failures())));
        }
      }
      int passed = (int) rows.stream().filter(Row::passed).count();
      output.line(passed + " as expected, " + (rows.size() - passed) + " not");
      output.json(new Tested(passed, rows.size() - passed, rows));
      return passed == rows.size() ? ExitCode.DONE : ExitCode.NOT_VALID;
    }
  }

  /** {@code sbp access lint}. */
  @Command(name = "lint", description = "find policies that do not do what they seem to")
  @Example("sbp access lint")
  @Prints(Lint.Found.class)
  @Exit(code = ExitCode.NOT_VALID, means = "something was found")
  @Tool(set = Toolset.ACCESS, shows = Tool.Text.OWN, reads = true)
  @Tool.Says(
      "Finds policies that have no effect or allow more than was meant. Returns problems with"
          + " file and line.")
  @AgentAccess(data = DataAccess.RESTRICTED)
  static final class Lint extends NodeCommand {
    /** The findings in the policies. */
    record Found(
        List<PolicyFile.Problem> problems,
        List<PolicyLint.Finding> findings,
        List<String> missing,
        List<String> waiting) {}

    @Override
    public ExitCode run(Session session) {
      Node node = session.node();
      Policies policies = Policies.of(node);
      ZonedDateTime now = node.clock().instant().atZone(AccessSettings.zone(node.config()));
      PolicyLint lint = new PolicyLint(policies.set(), now);
      List<PolicyLint.Finding> findings = new ArrayList<>(lint.findings());
      findings.addAll(lint.emptyDenials(policyTools(session)));
      Found found =
          new Found(policies.problems(), findings, policies.missing(), policies.waiting());
      Output output = session.output();
      AccessView.lines(found.problems()).forEach(output::line);
      stateOfFiles(found.missing(), found.waiting()).forEach(output::line);
      for (PolicyLint.Finding finding : found.findings()) {
        output.line(
            "%s: %s (%s): %s"
                .formatted(
                    finding.place(),
                    finding.policy(),
                    finding.code(),
                    PeerText.plain(finding.text())));
      }
      boolean clean = found.problems().isEmpty() && found.findings().isEmpty();
      if (clean) {
        output.line(policies.set().policies().size() + " policies, nothing found");
      }
      output.json(found);
      return clean ? ExitCode.DONE : ExitCode.NOT_VALID;
    }
  }
}
