package org.sovereignbook.sbp.cli.rules;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.Grants;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.automation.ApprovedCalls;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.screen.RequestText;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.store.Approval;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands of {@code sbp access} by which the owner answers requests. */
final class RequestCommand {
  private RequestCommand() {}

  /**
   * The result of an answer; for a draft only its own members are set.
   *
   * @param denied the parts of the new grant that policies still deny
   */
  record Answered(
      Optional<RequestView> request,
      List<ApprovedCalls.Ran> ran,
      Optional<Approval> draft,
      Optional<List<GrantEffect.Denied>> denied) {
    static Answered of(RequestView request, List<ApprovedCalls.Ran> ran) {
      return new Answered(Optional.of(request), ran, Optional.empty(), Optional.empty());
    }

    static Answered of(Approval draft) {
      return new Answered(Optional.empty(), List.of(), Optional.of(draft), Optional.empty());
    }

    private Answered with(List<GrantEffect.Denied> denials) {
      return new Answered(request, ran, draft, Optional.of(denials));
    }
  }

  private static RequestView answer(
      Session session, Transaction tx, Caller caller, String id, AccessRequests.Answer answer) {
    RequestView asked = RequestView.of(tx, new AccessRequests(tx).named(id));
    AccessRequest answered =
        ApprovedCalls.settled(
            session, tx, new AccessRequests(tx).answer(caller.authority(), id, answer));
    Optional<String> agent = answered.caller().agentId();
    if (agent.isPresent()) {
      try {
        Mail _ = Sending.message(agent.get(), news(answered)).send(tx, caller);
      } catch (SocietyException e) {
        // The answer is recorded even if its receiver is gone or does not read mail.
        return asked.with(answered);
      }
    }
    return asked.with(answered);
  }

  private static boolean isOfOneCall(AccessRequest answered) {
    return answered.answer().equals(Optional.of(AccessRequests.Answer.ONCE.toString()));
  }

  /** Returns the words on who makes the call that was asked about. */
  private static String whoMakes(AccessRequest answered) {
    if (answered.callId().isPresent()) {
      return " This node makes the call now, once: do not repeat it.";
    }
    return answered.turn().isPresent() && isOfOneCall(answered)
        ? " Repeat it in the turn that asked."
        : " Repeat the call.";
  }

  /** Returns the words for the agent that made the call. */
  private static String news(AccessRequest answered) {
    String text =
        switch (answered.status()) {
          case "denied" -> "The owner has denied your use of %s (request %s).";
          case "withdrawn" ->
              "The owner has answered your request for %s (request %s) too late, so that the"
                  + " approval is void: %s. Repeat the call to ask again.";
          default ->
              (isOfOneCall(answered)
                      ? "The owner has approved this one call of %s (request %s)."
                      : "The owner has approved your use of %s (request %s).")
                  + whoMakes(answered);
        };
    return text.formatted(
        answered.tool(), answered.id(), answered.outcome().orElse("nobody can make the call"));
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

    private boolean isShown;

    /** Shows what is about to be approved, before the passphrase is typed. */
    @Override
    protected void asks(Session session, Ledger ledger) {
      List<AccessRequest> asked =
          ledger.<List<AccessRequest>>read(tx -> new AccessRequests(tx).pending()).stream()
              .filter(one -> one.id().startsWith(request))
              .toList();
      if (asked.size() == 1) {
        ScreenNames names = new ScreenNames(session, ledger.read(ScreenNames::agents));
        RequestText text = ledger.read(tx -> RequestText.of(tx, asked.getFirst()));
        session.output().line(text.asks(names));
        session.output().lines(text.lines(names));
        ledger.run(tx -> new AccessRequests(tx).requireShown(asked.getFirst()));
        isShown = true;
      }
    }

    /** The duration of an approval. */
    static final class HowLong {
      @Option(names = "--once", description = "this very call, one time")
      boolean once;

      @Option(names = "--24h", description = "this tool by this channel, for 24 hours")
      boolean day;

      @Option(names = "--always", description = "this tool by this channel, until you revoke it")
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

    /** Text that replaces the draft. */
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
    protected RequestView work(Transaction tx, Caller caller) {
      return answer(session(), tx, caller, request, howLong.answer());
    }

    @Override
    protected ExitCode show(Output output, RequestView answered) {
      List<ApprovedCalls.Ran> ran;
      List<GrantEffect.Denied> denied;
      RequestView now;
      try (Ledger ledger = session().ledger(session().node())) {
        ran = new ApprovedCalls(session(), ledger).runAll();
        now = ledger.write(tx -> now(tx, answered));
        denied = ledger.read(tx -> denied(tx, answered));
      }
      Optional<String> isVoid = now.whyWithdrawn();
      if (isVoid.isPresent()) {
        output.line("the approval is void: " + PeerText.plain(isVoid.get()));
        output.line("for its later calls:  sbp access grant WHO --tools=TOOL");
        return output.done(Answered.of(now, ran).with(denied));
      }
      output.line(
          "%s %s %s %s"
              .formatted(
                  PeerText.plain(new ScreenNames(session()).of(answered.who())),
                  denied.isEmpty() ? "may use" : "is granted",
                  PeerText.plain(answered.request().tool()),
                  switch (howLong.answer()) {
                    case DAY -> "for 24 hours";
                    case ALWAYS -> "until you revoke it";
                    default -> "for this one call";
                  }));
      ScreenNames names =
          new ScreenNames(session(), Map.of(answered.request().to().text(), answered.who()));
      if (howLong.answer() == AccessRequests.Answer.ONCE) {
        output.lines(isShown ? List.of() : answered.text().lines(names));
      } else {
        output.line("that is:  " + answered.text().covers(names));
      }
      GrantEffect.print(output, denied);
      ran.forEach(
          one ->
              output.line(
                  "the call of %s%s: %s"
                      .formatted(one.request(), one.isDone() ? " ran" : " failed", one.outcome())));
      if (ran.isEmpty()) {
        output.line(
            answered.isOfPeer()
                ? "what it sent waits in the inbox, and is taken in with the next tick"
                : "the call itself was not kept: it runs when it is made again within 24 hours");
      }
      return output.done(Answered.of(answered, ran).with(denied));
    }

    /** Returns the request after what could be run has run, and what nobody can make is void. */
    private static RequestView now(Transaction tx, RequestView answered) {
      AccessRequests requests = new AccessRequests(tx);
      requests.settle();
      return RequestView.of(tx, requests.named(answered.request().id()));
    }

    private List<GrantEffect.Denied> denied(Transaction tx, RequestView answered) {
      Optional<Grants.Given> grant = answered.request().grant().flatMap(new Grants(tx)::find);
      return grant.isPresent()
          ? new GrantEffect(session(), tx, answered.who(), grant.get())
              .denied(answered.request().channel())
          : List.of();
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
    public boolean widens(Transaction tx) {
      return false;
    }

    @Override
    protected Optional<ExitCode> beside(Session session) throws Exception {
      DraftAnswer draft = new DraftAnswer(session, request);
      return draft.isMeant() ? Optional.of(draft.deny()) : Optional.empty();
    }

    @Override
    protected RequestView work(Transaction tx, Caller caller) {
      return answer(session(), tx, caller, request, AccessRequests.Answer.DENY);
    }

    @Override
    protected ExitCode show(Output output, RequestView answered) {
      output.line(
          "%s may not use %s%s"
              .formatted(
                  PeerText.plain(new ScreenNames(session()).of(answered.who())),
                  PeerText.plain(answered.request().tool()),
                  answered.isOfPeer() ? "; what it sent goes to the reader" : ""));
      return output.done(Answered.of(answered, List.of()));
    }
  }
}
