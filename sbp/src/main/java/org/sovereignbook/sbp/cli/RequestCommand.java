package org.sovereignbook.sbp.cli;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.access.AccessRequests;
import org.sovereignbook.sbp.access.Approvals;
import org.sovereignbook.sbp.access.Entities;
import org.sovereignbook.sbp.agents.Caller;
import org.sovereignbook.sbp.cli.command.BareCommand;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.Example;
import org.sovereignbook.sbp.cli.command.Exit;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.ForOwner;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Table;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.ledger.SocietyException;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.mail.Mail;
import org.sovereignbook.sbp.mail.Sending;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The part of {@code sbp access} by which the owner is asked, and answers. */
final class RequestCommand {
  private RequestCommand() {}

  /**
   * A tool that was refused, as programs see it.
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
          Timestamp.ofMillis(request.createdMs()),
          Timestamp.ofMillis(request.expiresMs()),
          request.answer(),
          request.grant(),
          request.rerunMs().map(Timestamp::ofMillis),
          request.rerunOutcome());
    }

    /** Whether a peer has sent what was refused: it was not called, and waits in the inbox. */
    boolean isOfPeer() {
      return to.peerKey().isPresent() && caller.equals(to);
    }
  }

  /** A principal, by its name where it is an agent or a person. */
  static String name(Transaction tx, Principal principal) throws SQLException {
    boolean isNamed = principal.agentId().isPresent() || principal.text().startsWith("person:");
    return isNamed ? Entities.requester(tx, principal).name() : principal.text();
  }

  /** {@code sbp access requests}. */
  @Command(name = "requests", description = "what waits for your answer")
  @Example("sbp access requests --all")
  @Prints(Requests.Waiting.class)
  @ForOwner
  static final class Requests extends BareCommand {
    @Parameters(
        arity = "0..1",
        paramLabel = "DRAFT",
        description = "a draft's id, or the beginning of it: what it says, whole")
    Optional<String> draft = Optional.empty();

    @Option(names = "--all", description = "also those that are answered, or were too late")
    boolean all;

    /** What waits. */
    record Waiting(List<RequestView> requests, List<Approval> drafts) {}

    @Override
    public ExitCode run(Session session) {
      Node node = session.node();
      Waiting waiting = new Waiting(found(session, node), drafts(session, node));
      Output output = session.output();
      if (draft.isPresent()) {
        output.text(waiting.drafts().getFirst().text());
        return output.done(waiting);
      }
      if (waiting.requests().isEmpty() && waiting.drafts().isEmpty()) {
        output.line("nothing waits for you");
      }
      print(output, session, waiting, session.peers(node));
      return output.done(waiting);
    }

    private static void print(Output output, Session session, Waiting waiting, PeerTable peers) {
      Timestamp now = session.now();
      ScreenNames names = new ScreenNames(session);
      Table table =
          Table.of("REQUEST", "AGE", "WHO", "TOOL", "BY", "STATUS", "CALL").whole("REQUEST");
      for (RequestView one : waiting.requests()) {
        table.row(
            one.id(),
            Wording.age(Optional.of(one.at()), now),
            PeerText.plain(names.of(one.who())),
            PeerText.plain(one.tool()),
            one.channel(),
            one.answer().filter(_ -> one.status().equals("approved")).orElse(one.status()),
            one.call()
                .map(words -> PeerText.plain("sbp " + String.join(" ", words)))
                .orElse(Wording.NEVER));
      }
      if (!waiting.requests().isEmpty()) {
        output.table(table, "");
      }
      if (waiting.requests().stream().anyMatch(one -> one.status().equals("pending"))) {
        output.line("answer:  sbp access approve REQUEST --once | --24h | --always");
        output.line("         sbp access deny REQUEST");
      }
      Table drafts = Table.of("DRAFT", "AGE", "KIND", "BY", "FOR", "STATUS", "TEXT").whole("DRAFT");
      for (Approval one : waiting.drafts()) {
        drafts.row(
            one.id(),
            Wording.age(Optional.of(one.at()), now),
            one.kind().toString(),
            PeerText.plain(one.by()),
            one.to()
                .map(key -> peers.find(key).map(Peer::name).orElseGet(key::toString))
                .or(one::title)
                .map(PeerText::plain)
                .orElse(""),
            one.isOpen(now) ? "until " + one.expires() : one.state().toString(),
            PeerText.quote(one.text(), 200));
      }
      if (!waiting.drafts().isEmpty()) {
        output.table(drafts, "");
      }
      if (waiting.drafts().stream().anyMatch(one -> one.isOpen(now))) {
        output.line("read:    sbp access requests DRAFT");
        output.line("answer:  sbp access approve DRAFT, or with --edit, or --text 'other words'");
        output.line("         sbp access deny DRAFT");
      }
    }

    private List<Approval> drafts(Session session, Node node) {
      try (Store store = session.store(node)) {
        Approvals approvals = new Approvals(node, store);
        if (draft.isPresent()) {
          return List.of(
              approvals
                  .find(draft.get())
                  .orElseThrow(
                      () ->
                          CliException.notFound(
                              "no draft has the id " + PeerText.quote(draft.get()),
                              "those that wait:  sbp access requests")));
        }
        return all ? approvals.all() : approvals.pending();
      }
    }

    private List<RequestView> found(Session session, Node node) {
      Optional<Ledger> opened = draft.isPresent() ? Optional.empty() : session.ledgerIfAny(node);
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

  /** What came of an answer; of a draft the other two are left out. */
  record Answered(
      Optional<RequestView> request, List<ApprovedCalls.Ran> ran, Optional<Approval> draft) {
    static Answered of(RequestView request, List<ApprovedCalls.Ran> ran) {
      return new Answered(Optional.of(request), ran, Optional.empty());
    }
  }

  private static RequestView answer(
      Transaction tx, Caller caller, String id, AccessRequests.Answer answer) throws SQLException {
    AccessRequests.Request answered = new AccessRequests(tx).answer(caller.authority(), id, answer);
    Optional<String> agent = answered.caller().agentId();
    if (agent.isPresent()) {
      String text =
          answer == AccessRequests.Answer.DENY
              ? "The owner has denied your use of %s (request %s)."
              : "The owner has approved your use of %s (request %s).";
      try {
        Mail _ =
            Sending.message(agent.get(), text.formatted(answered.tool(), answered.id()))
                .send(tx, caller);
      } catch (SocietyException e) {
        // Whoever is gone, or reads nothing, is answered all the same.
        return RequestView.of(tx, answered);
      }
    }
    return RequestView.of(tx, answered);
  }

  /** {@code sbp access approve}. */
  @Command(name = "approve", description = "allow what was refused, or send what was drafted")
  @Example({
    "sbp access approve 9f3a61c2d47b08e5 --24h",
    "sbp access approve 41c09be2aa017d33 --edit"
  })
  @Prints(Answered.class)
  @Exit(
      code = ExitCode.REFUSED,
      means = "it has an answer, or is too old; or " + OwnerCommand.PRESENCE)
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such request")
  static final class Approve extends OwnerCommand<RequestView> {
    @Parameters(paramLabel = "REQUEST", description = "its id, or the beginning of it")
    String request = "";

    @ArgGroup(multiplicity = "0..1")
    HowLong howLong = new HowLong();

    @ArgGroup(multiplicity = "0..1")
    Otherwise otherwise = new Otherwise();

    /** One of them, of a tool that was refused. */
    static final class HowLong {
      @Option(names = "--once", description = "this very call, one time")
      boolean once;

      @Option(names = "--24h", description = "this tool by this door, for 24 hours")
      boolean day;

      @Option(names = "--always", description = "this tool by this door, until you revoke it")
      boolean always;

      AccessRequests.Answer answer() {
        if (!once && !day && !always) {
          throw CliException.wrong("for how long? --once, --24h or --always");
        }
        return day
            ? AccessRequests.Answer.DAY
            : always ? AccessRequests.Answer.ALWAYS : AccessRequests.Answer.ONCE;
      }
    }

    /** What to send instead of what was drafted. */
    static final class Otherwise {
      @Option(names = "--edit", description = "a draft: change it in your editor ($EDITOR) first")
      boolean edit;

      @Option(
          names = "--text",
          paramLabel = "TEXT",
          description = "a draft: send this instead; - reads standard input")
      Optional<String> text = Optional.empty();
    }

    @Override
    protected Optional<ExitCode> beside(Session session) throws Exception {
      DraftAnswer draft = new DraftAnswer(session, request);
      if (draft.isMeant()) {
        if (howLong.day || howLong.always) {
          throw CliException.wrong("a draft is sent once: without --24h and --always");
        }
        return Optional.of(draft.approve(otherwise.text, otherwise.edit));
      }
      if (otherwise.edit || otherwise.text.isPresent()) {
        throw CliException.wrong("only a draft can be changed: that is none");
      }
      AccessRequests.Answer _ = howLong.answer();
      return Optional.empty();
    }

    @Override
    protected RequestView work(Transaction tx, Caller caller) throws SQLException {
      return answer(tx, caller, request, howLong.answer());
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
                  PeerText.plain(new ScreenNames(session()).of(answered.who())),
                  PeerText.plain(answered.tool()),
                  switch (howLong.answer()) {
                    case DAY -> "for 24 hours";
                    case ALWAYS -> "until you revoke it";
                    default -> "for this one call";
                  }));
      ran.forEach(
          one ->
              output.line(
                  "the call of %s%s: %s"
                      .formatted(one.request(), one.isDone() ? " ran" : "", one.outcome())));
      if (ran.isEmpty()) {
        output.line(
            answered.isOfPeer()
                ? "what it sent waits in the inbox, and is taken in with the next tick"
                : "the call itself was not kept: it runs when it is made again within 24 hours");
      }
      return output.done(Answered.of(answered, ran));
    }
  }

  /** {@code sbp access deny}. */
  @Command(name = "deny", description = "leave it refused, or unsent")
  @Example("sbp access deny 9f3a61c2d47b08e5")
  @Prints(Answered.class)
  @Exit(
      code = ExitCode.REFUSED,
      means = "it has an answer, or is too old; or " + OwnerCommand.PRESENCE)
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such request")
  static final class Deny extends OwnerCommand<RequestView> {
    @Parameters(paramLabel = "REQUEST", description = "its id, or the beginning of it")
    String request = "";

    @Override
    protected Optional<ExitCode> beside(Session session) throws Exception {
      DraftAnswer draft = new DraftAnswer(session, request);
      return draft.isMeant() ? Optional.of(draft.deny()) : Optional.empty();
    }

    @Override
    protected RequestView work(Transaction tx, Caller caller) throws SQLException {
      return answer(tx, caller, request, AccessRequests.Answer.DENY);
    }

    @Override
    protected ExitCode show(Output output, RequestView answered) {
      output.line(
          "%s may not use %s%s"
              .formatted(
                  PeerText.plain(new ScreenNames(session()).of(answered.who())),
                  PeerText.plain(answered.tool()),
                  answered.isOfPeer() ? "; what it sent goes to the reader" : ""));
      return output.done(Answered.of(answered, List.of()));
    }
  }
}
