package org.sovereignbook.sbp.cli;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.access.AccessRequests;
import org.sovereignbook.sbp.access.Globs;
import org.sovereignbook.sbp.access.Grants;
import org.sovereignbook.sbp.agents.Agent;
import org.sovereignbook.sbp.agents.Agents;
import org.sovereignbook.sbp.agents.Caller;
import org.sovereignbook.sbp.agents.Permissions;
import org.sovereignbook.sbp.cli.command.BareCommand;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.Exit;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.ForOwner;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.cli.command.OwnerPresence;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.SocietyCommand;
import org.sovereignbook.sbp.cli.command.Table;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.mail.Sending;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.protocol.Timestamp;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The part of {@code sbp access} by which the owner is asked, answers, gives and takes back. */
final class AccessAnswers {
  private static final String PRESENCE = "you are an agent, or nobody sits at the terminal";

  private AccessAnswers() {}

  /**
   * A request as programs see it.
   *
   * @param who who lacks the tool, by its name where it is an agent
   */
  @Shape.Def("access_request")
  record RequestView(
      String id,
      String who,
      Principal to,
      Principal caller,
      String channel,
      String tool,
      String reason,
      Optional<List<String>> call,
      String status,
      Timestamp at,
      Timestamp expires,
      Optional<String> answer,
      Optional<String> grant,
      Optional<Timestamp> ranAt,
      Optional<String> outcome) {
    static RequestView of(Transaction tx, AccessRequests.Request request) throws SQLException {
      Optional<JsonObject> again = new AccessRequests(tx).again(request);
      return new RequestView(
          request.id(),
          name(tx, request.to()),
          request.to(),
          request.caller(),
          request.channel(),
          request.tool(),
          request.reason(),
          again.flatMap(call -> call.array("words")).flatMap(words -> words.strings()),
          request.status(),
          EventView.time(request.createdMs()),
          EventView.time(request.expiresMs()),
          request.answer(),
          request.grant(),
          request.rerunMs().map(EventView::time),
          request.rerunOutcome());
    }
  }

  /**
   * A grant as programs see it.
   *
   * @param to who has it: a principal, {@code relationship:NAME} or {@code tag:NAME}
   * @param uses how many calls it has let through that else were refused
   */
  @Shape.Def("access_grant")
  record GrantView(
      String id,
      String who,
      String to,
      List<String> tools,
      Optional<String> channel,
      Timestamp at,
      Optional<Timestamp> expires,
      Optional<Timestamp> ended,
      Optional<String> endedAs,
      Optional<String> request,
      long uses,
      Optional<Timestamp> lastUsed) {
    static GrantView of(Transaction tx, Grants.Given grant) throws SQLException {
      Grants.To to = grant.to();
      String text =
          to.principal()
              .map(Principal::text)
              .or(() -> to.relationship().map(name -> "relationship:" + name))
              .or(() -> to.tag().map(name -> "tag:" + name))
              .orElse("");
      return new GrantView(
          grant.id(),
          to.principal().isPresent() ? name(tx, to.principal().get()) : text,
          text,
          grant.what().tools().patterns(),
          grant.what().channel(),
          EventView.time(grant.createdMs()),
          grant.expiresMs().map(EventView::time),
          grant.endedMs().map(EventView::time),
          grant.endedAs(),
          grant.request(),
          grant.uses(),
          grant.lastUsedMs().map(EventView::time));
    }
  }

  private static String name(Transaction tx, Principal principal) throws SQLException {
    Map<String, String> names = new HashMap<>();
    for (Agent agent : Agents.all(tx)) {
      names.put(agent.principal().text(), agent.name());
    }
    return names.getOrDefault(principal.text(), principal.text());
  }

  /** {@code sbp access requests}. */
  @Command(
      name = "requests",
      description = "what was refused and waits for your answer",
      footer = {"", "example:", "  sbp access requests --all"})
  @Prints(Requests.Waiting.class)
  @ForOwner
  static final class Requests extends BareCommand {
    @Option(names = "--all", description = "also those that are answered, or were too late")
    boolean all;

    /** What waits. */
    record Waiting(List<RequestView> requests) {}

    @Override
    public ExitCode run(Session session) {
      Waiting waiting = new Waiting(found(session));
      Table table =
          Table.of("REQUEST", "AGE", "WHO", "TOOL", "BY", "STATUS", "CALL").whole("REQUEST");
      for (RequestView one : waiting.requests()) {
        table.row(
            one.id(),
            Wording.age(Optional.of(one.at()), session.now()),
            PeerText.plain(one.who()),
            PeerText.plain(one.tool()),
            one.channel(),
            one.answer().filter(_ -> one.status().equals("approved")).orElse(one.status()),
            one.call()
                .map(words -> PeerText.plain("sbp " + String.join(" ", words)))
                .orElse(Wording.NEVER));
      }
      Output output = session.output();
      output.table(table, "nothing waits for you");
      if (waiting.requests().stream().anyMatch(one -> one.status().equals("pending"))) {
        output.line("answer:  sbp access approve REQUEST --once | --24h | --always");
        output.line("         sbp access deny REQUEST");
      }
      output.json(waiting);
      return ExitCode.DONE;
    }

    private List<RequestView> found(Session session) {
      Optional<Ledger> opened = session.ledgerIfAny(session.node());
      if (opened.isEmpty()) {
        return List.of();
      }
      try (Ledger ledger = opened.get()) {
        return ledger.write(
            tx -> {
              AccessRequests requests = new AccessRequests(tx);
              requests.settle();
              List<RequestView> views = new ArrayList<>();
              for (AccessRequests.Request one : all ? requests.all() : requests.pending()) {
                views.add(RequestView.of(tx, one));
              }
              return views;
            });
      }
    }
  }

  /**
   * What only the owner says, at a terminal. Whoever else tries is refused, and that is written
   * down.
   */
  abstract static class OfOwner<R> extends SocietyCommand<R> {
    @Override
    protected void prepare(Session opened) {
      Optional<String> problem =
          call(opened).as().isPresent()
              ? Optional.of("nobody answers for an agent")
              : new OwnerPresence(opened.world()).problem();
      if (problem.isPresent()) {
        try (Ledger ledger = opened.ledger(opened.node())) {
          throw Permissions.refuse(
              ledger, call(opened), problem.get(), "at your terminal:  sbp access requests");
        }
      }
    }
  }

  /** What came of an answer. */
  record Answered(RequestView request, List<ApprovedCalls.Ran> ran) {}

  private static AccessRequests.Request answer(
      Transaction tx, Caller caller, String id, AccessRequests.Answer answer) throws SQLException {
    AccessRequests.Request answered = new AccessRequests(tx).answer(caller.authority(), id, answer);
    Optional<String> agent = answered.caller().agentId();
    if (agent.isPresent()) {
      String text =
          answer == AccessRequests.Answer.DENY
              ? "The owner has denied your use of %s (request %s)."
              : "The owner has approved your use of %s (request %s).";
      Sending.message(agent.get(), text.formatted(answered.tool(), answered.id())).send(tx, caller);
    }
    return answered;
  }

  /** {@code sbp access approve}. */
  @Command(
      name = "approve",
      description = "allow what was refused, and let the refused call run now",
      footer = {"", "example:", "  sbp access approve 9f3a61c2d47b08e5 --24h"})
  @Prints(Answered.class)
  @Exit(code = ExitCode.REFUSED, means = "it has an answer, or is too old; or " + PRESENCE)
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such request")
  static final class Approve extends OfOwner<RequestView> {
    @Parameters(paramLabel = "REQUEST", description = "its id, or the beginning of it")
    String request = "";

    @ArgGroup(multiplicity = "1")
    HowLong howLong = new HowLong();

    /** One of them. */
    static final class HowLong {
      @Option(names = "--once", description = "this very call, one time")
      boolean once;

      @Option(names = "--24h", description = "this tool by this door, for 24 hours")
      boolean day;

      @Option(names = "--always", description = "this tool by this door, until you revoke it")
      boolean always;

      AccessRequests.Answer answer() {
        return day
            ? AccessRequests.Answer.DAY
            : always ? AccessRequests.Answer.ALWAYS : AccessRequests.Answer.ONCE;
      }
    }

    @Override
    protected RequestView work(Transaction tx, Caller caller) throws SQLException {
      return RequestView.of(tx, answer(tx, caller, request, howLong.answer()));
    }

    @Override
    protected ExitCode show(Output output, RequestView answered) {
      List<ApprovedCalls.Ran> ran;
      try (Ledger ledger = session().ledger(session().node())) {
        ran = new ApprovedCalls(session(), ledger).runAll();
      }
      output.line(
          "%s may use %s %s"
              .formatted(
                  PeerText.plain(answered.who()),
                  PeerText.plain(answered.tool()),
                  switch (howLong.answer()) {
                    case DAY -> "for 24 hours";
                    case ALWAYS -> "until you revoke it";
                    default -> "for this one call";
                  }));
      ran.forEach(
          one -> output.line("the call of %s ran: %s".formatted(one.request(), one.outcome())));
      if (ran.isEmpty()) {
        output.line("the call itself was not kept: it runs when it is made again within 24 hours");
      }
      output.json(new Answered(answered, ran));
      return ExitCode.DONE;
    }
  }

  /** {@code sbp access deny}. */
  @Command(
      name = "deny",
      description = "leave it refused; whoever asked is told",
      footer = {"", "example:", "  sbp access deny 9f3a61c2d47b08e5"})
  @Prints(Answered.class)
  @Exit(code = ExitCode.REFUSED, means = "it has an answer, or is too old; or " + PRESENCE)
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such request")
  static final class Deny extends OfOwner<RequestView> {
    @Parameters(paramLabel = "REQUEST", description = "its id, or the beginning of it")
    String request = "";

    @Override
    protected RequestView work(Transaction tx, Caller caller) throws SQLException {
      return RequestView.of(tx, answer(tx, caller, request, AccessRequests.Answer.DENY));
    }

    @Override
    protected ExitCode show(Output output, RequestView answered) {
      output.line(
          "%s may not use %s"
              .formatted(PeerText.plain(answered.who()), PeerText.plain(answered.tool())));
      output.json(new Answered(answered, List.of()));
      return ExitCode.DONE;
    }
  }

  /** {@code sbp access grants}. */
  @Command(
      name = "grants",
      description = "what you have allowed beyond the policies, and what used it",
      footer = {
        "",
        "Each use is in the trail:  sbp audit list --grant ID",
        "",
        "example:",
        "  sbp access grants --all"
      })
  @Prints(GrantList.Listed.class)
  @ForOwner
  static final class GrantList extends BareCommand {
    @Option(names = "--all", description = "also those that have ended")
    boolean all;

    /** Those there are. */
    record Listed(List<GrantView> grants) {}

    @Override
    public ExitCode run(Session session) {
      Listed listed = new Listed(found(session));
      Table table = Table.of("GRANT", "WHO", "TOOLS", "BY", "ENDS", "USES", "LAST").whole("GRANT");
      for (GrantView one : listed.grants()) {
        table.row(
            one.id(),
            PeerText.plain(one.who()),
            String.join(" ", one.tools()),
            one.channel().orElse("any"),
            one.endedAs().or(() -> one.expires().map(Timestamp::toString)).orElse("never"),
            Long.toString(one.uses()),
            Wording.age(one.lastUsed(), session.now()));
      }
      session.output().table(table, "no grants");
      session.output().json(listed);
      return ExitCode.DONE;
    }

    private List<GrantView> found(Session session) {
      Optional<Ledger> opened = session.ledgerIfAny(session.node());
      if (opened.isEmpty()) {
        return List.of();
      }
      try (Ledger ledger = opened.get()) {
        return ledger.write(
            tx -> {
              Grants grants = new Grants(tx);
              grants.settle();
              List<GrantView> views = new ArrayList<>();
              for (Grants.Given one : grants.all(all)) {
                views.add(GrantView.of(tx, one));
              }
              return views;
            });
      }
    }
  }

  /** {@code sbp access grant}. */
  @Command(
      name = "grant",
      description = "allow somebody tools beyond the policies, for a time",
      footer = {"", "example:", "  sbp access grant reader --tools mail_send --hours 2"})
  @Prints(GrantView.class)
  @Exit(code = ExitCode.REFUSED, means = PRESENCE)
  static final class Give extends OfOwner<GrantView> {
    private static final int MAX_HOURS = 24 * 366;

    @Parameters(
        paramLabel = "WHO",
        description = "an agent's name, peer:KEY, person:ID, relationship:NAME or tag:NAME")
    String who = "";

    @Option(
        names = "--tools",
        required = true,
        split = ",",
        paramLabel = "TOOLS",
        description = "names, or prefixes that end in *")
    List<String> tools = new ArrayList<>();

    @Option(names = "--channel", paramLabel = "DOOR", description = "by this door only")
    Optional<String> channel = Optional.empty();

    @Option(names = "--hours", paramLabel = "N", description = "for so long (default: 24)")
    int hours = 24;

    @Option(names = "--always", description = "until you revoke it")
    boolean always;

    @Override
    protected GrantView work(Transaction tx, Caller caller) throws SQLException {
      if (hours < 1 || hours > MAX_HOURS) {
        throw CliException.wrong("--hours needs a number from 1 to " + MAX_HOURS);
      }
      Grants.What what = new Grants.What(new Globs(tools), Globs.NONE, Optional.empty(), channel);
      return GrantView.of(
          tx,
          new Grants(tx)
              .give(
                  caller.authority(),
                  to(tx),
                  what,
                  always ? Optional.empty() : Optional.of(Duration.ofHours(hours)),
                  Optional.empty()));
    }

    private Grants.To to(Transaction tx) throws SQLException {
      if (who.startsWith("relationship:")) {
        return new Grants.To(
            Optional.empty(), Optional.of(who.substring(who.indexOf(':') + 1)), Optional.empty());
      }
      if (who.startsWith("tag:")) {
        return new Grants.To(
            Optional.empty(), Optional.empty(), Optional.of(who.substring(who.indexOf(':') + 1)));
      }
      if (who.contains(":")) {
        try {
          return Grants.To.principal(Principal.parse(who));
        } catch (IllegalArgumentException e) {
          throw CliException.wrong(PeerText.quote(who) + ": " + e.getMessage());
        }
      }
      return Grants.To.principal(Agents.named(tx, who).principal());
    }

    @Override
    protected ExitCode show(Output output, GrantView grant) {
      output.line(
          "%s: %s may use %s %s"
              .formatted(
                  grant.id(),
                  PeerText.plain(grant.who()),
                  String.join(" ", grant.tools()),
                  grant.expires().map(end -> "until " + end).orElse("until you revoke it")));
      output.json(grant);
      return ExitCode.DONE;
    }
  }

  /** {@code sbp access revoke}. */
  @Command(
      name = "revoke",
      description = "end a grant at once",
      footer = {"", "example:", "  sbp access revoke 9f3a61c2d47b08e5"})
  @Prints(GrantView.class)
  @Exit(code = ExitCode.REFUSED, means = "it has ended already; or " + PRESENCE)
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such grant")
  static final class Revoke extends OfOwner<GrantView> {
    @Parameters(paramLabel = "GRANT", description = "its id, or the beginning of it")
    String grant = "";

    @Override
    protected GrantView work(Transaction tx, Caller caller) throws SQLException {
      return GrantView.of(tx, new Grants(tx).revoke(caller.authority(), grant));
    }

    @Override
    protected ExitCode show(Output output, GrantView ended) {
      output.line(
          "%s may no longer use %s by it"
              .formatted(PeerText.plain(ended.who()), String.join(" ", ended.tools())));
      output.json(ended);
      return ExitCode.DONE;
    }
  }
}
