package org.sovereignbook.sbp.cli.rules;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.Circumstances;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.PolicySet;
import org.sovereignbook.sbp.authority.access.RecordedDecision;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.EventLog;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.sessions.Routes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp access explain}: the decision on an event, and the decision that today's policies
 * give.
 */
@Command(name = "explain", description = "explain the decision on an event")
@Example("sbp access explain 1")
@Prints(AccessExplain.Explained.class)
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such event")
@Tool(set = Toolset.ACCESS, shows = Tool.Text.OWN, reads = true)
@Tool.Says(
    "Explains the decision on an event that has happened: who caused it, which policies"
        + " matched, why it was allowed or denied.")
@AgentAccess(data = DataAccess.FULL)
final class AccessExplain extends NodeCommand {
  @Parameters(paramLabel = "EVENT", description = "its number, or its id")
  @ToolArgument.Of(text = "number or id of the event")
  String event = "";

  /**
   * The decisions on an event, recorded and recomputed for the same hour.
   *
   * @param carries the event's stored snapshot
   * @param isSame whether today's decision gives the same snapshot
   * @param recorded the recorded decisions, oldest first; empty when the event is too old for the
   *     audit log
   * @param differences where today's policies differ from the first of them
   * @param routedTo the session to which the event has brought a message
   */
  record Explained(
      String event,
      String kind,
      Authority carries,
      AccessView today,
      boolean isSame,
      List<Recorded> recorded,
      List<String> differences,
      Optional<String> routedTo) {}

  /** One recorded decision; {@code sbp audit show} shows all of it. */
  record Recorded(
      AuditView decision, List<RecordedDecision.Heard> policies, List<String> sentences) {
    static Recorded of(RecordedDecision recorded) {
      return new Recorded(
          AuditView.of(recorded.entry()), recorded.policies(), recorded.sentences());
    }

    void print(Output output, ScreenNames names) {
      output.line(title(names));
      Table table = Table.of("", "POLICY", "WHAT IT DID").wrapsLast();
      for (RecordedDecision.Heard heard : policies) {
        table.row(heard.matched() ? "*" : "", PeerText.plain(heard.policy()), did(heard));
      }
      output.table(table, "there were no policies");
      sentences.forEach(sentence -> output.line(PeerText.plain(names.within(sentence))));
    }

    String title(ScreenNames names) {
      return "decision %d, %s: %s of %s for %s"
          .formatted(
              decision.seq(),
              decision.at(),
              decision.decision(),
              PeerText.plain(decision.said().tool()),
              decision.who(names));
    }

    private static String did(RecordedDecision.Heard heard) {
      String matched = heard.denied() ? "matched, and denies" : "matched";
      return heard.decided() ? "decided" : heard.matched() ? matched : "did not match";
    }
  }

  @Override
  public ExitCode run(Session session) {
    try (Ledger ledger = session.ledger(session.node())) {
      Explained explained = ledger.read(this::explained);
      ScreenNames names = new ScreenNames(session, ledger.read(ScreenNames::agents));
      print(explained, session.output(), names);
      return session.output().done(explained);
    }
  }

  private static void print(Explained explained, Output output, ScreenNames names) {
    String carries = "what it carries: " + PeerText.plain(Access.words(explained.carries()));
    if (explained.recorded().isEmpty()) {
      output.line("the trail has no decision on it (any more); today's policies:");
      explained.today().print(output, names);
      output.line(carries);
      if (!explained.isSame()) {
        output.line("policies, entities or trust are others today than they were then");
      }
      return;
    }
    explained.recorded().getFirst().print(output, names);
    for (Recorded later : explained.recorded().subList(1, explained.recorded().size())) {
      output.line("then " + later.title(names));
    }
    output.line(carries);
    explained.routedTo().ifPresent(label -> output.line(routed(explained.carries(), label)));
    if (explained.differences().isEmpty()) {
      output.line("today's policies decide the same");
      return;
    }
    output.line("today's policies decide otherwise:");
    explained.differences().forEach(one -> output.line("- " + PeerText.plain(names.within(one))));
  }

  private static String routed(Authority carries, String label) {
    String named = Access.session(carries).orElse("");
    String why =
        label.equals(named)
            ? ""
            : Access.isSmart(carries)
                ? " (smart routing: by memory search, what its sender had said there fits it best)"
                : " (reader.sessions)";
    return "it went to the session " + PeerText.plain(label) + why;
  }

  private Explained explained(Transaction tx) {
    StoredEvent found =
        new EventLog(tx)
            .find(event)
            .orElseThrow(
                () ->
                    CliException.notFound(
                        "no event " + PeerText.quote(event), "what there is:  sbp event list"));
    Authority carries = tx.authority(found.authority()).orElseThrow();
    List<RecordedDecision> recorded = RecordedDecision.of(tx, found);
    ZonedDateTime then =
        Instant.ofEpochMilli(found.atMs()).atZone(Access.here(tx, "command").at().getZone());
    Circumstances where =
        recorded.isEmpty()
            ? Circumstances.of(carries.channel(), then)
            : recorded.getFirst().where(then);
    PolicySet policies = Access.policies(tx);
    AccessDecision today = Access.decide(tx, Entities.requester(tx, carries.principal()), where);
    return new Explained(
        found.id(),
        found.kind(),
        carries,
        AccessView.of(policies, today, Optional.empty()),
        today.authority().equals(carries),
        recorded.stream().map(Recorded::of).toList(),
        recorded.isEmpty() ? List.of() : recorded.getFirst().differences(policies, today),
        new Routes(tx).session(found.id()));
  }
}
