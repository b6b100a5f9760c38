package org.sovereignbook.sbp.cli.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.EntityTable;
import org.sovereignbook.sbp.authority.access.Explanation;
import org.sovereignbook.sbp.authority.access.Requester;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Suggestion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp access who}: who may use a tool, with the one reason that decides for each. */
@Command(
    name = "who",
    description = "who may use a tool, and what decides it for each",
    footer = "One caller with all policies:  sbp access check --as WHO --tool TOOL")
@Example({"sbp access who 'memory forget'", "sbp access who mail_send --allowed"})
@Prints(AccessWho.Listed.class)
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such tool")
@ForOwner
final class AccessWho extends NodeCommand {
  private static final List<TrustState> TRUST =
      List.of(TrustState.TRUSTED, TrustState.ENDORSED, TrustState.KNOWN, TrustState.UNKNOWN);

  @Parameters(
      paramLabel = "TOOL",
      description = "the tool, such as mail_send, or the words of a command")
  String tool = "";

  @Option(
      names = "--channel",
      paramLabel = "NAME",
      description = "the channel; by default command for you, mcp for agents, mail for others")
  Optional<String> channel = Optional.empty();

  @Option(names = "--allowed", description = "only those who may")
  boolean allowed;

  @Mixin PageOptions page = PageOptions.whole(200);

  /** The answer for each caller: the owner, agents, people, and peers by their trust. */
  record Listed(String tool, List<Answer> callers, @Shape.Inline Page.End end) {}

  /**
   * The answer for one caller.
   *
   * @param caller as {@code access check --as} takes it
   * @param kind such as {@code agent}; {@code peer} for any peer of a trust
   * @param reason the policy or grant that decides, {@code default-deny}, or the limit of an agent
   * @param place where that policy is written
   * @param why the same as a sentence
   */
  record Answer(
      String caller,
      String name,
      String kind,
      String channel,
      boolean allowed,
      String reason,
      Optional<String> place,
      String why) {}

  /** A caller that is asked about. */
  private record Asked(String caller, String name, Requester who, String channel) {}

  @Override
  public ExitCode run(Session session) {
    String name = known(AccessCommand.policyTools(session));
    try (Ledger ledger = session.ledger(session.node())) {
      Page<Answer> found =
          ledger.read(
              tx ->
                  page.of(
                      asked(tx)
                          .map(one -> answer(tx, one, name))
                          .filter(one -> !allowed || one.allowed()),
                      Answer::caller));
      Listed listed = new Listed(name, found.items(), found.end());
      print(session.output(), listed);
      return session.output().list(listed);
    }
  }

  /** Returns the tool that is meant: the words of a command name it, too. */
  private String known(List<String> tools) {
    String name = SocietyCommand.tool(tool.strip());
    if (!tools.contains(name)) {
      throw CliException.notFound(
          "there is no tool " + PeerText.quote(tool),
          Stream.concat(
                  Suggestion.nearest(name, tools).stream()
                      .map(near -> "did you mean:  sbp access who " + near),
                  Stream.of("all of them:  sbp commands"))
              .toArray(String[]::new));
    }
    return name;
  }

  private Stream<Asked> asked(Transaction tx) {
    List<Asked> all = new ArrayList<>();
    all.add(
        new Asked("owner", "you", Entities.requester(tx, Principal.OWNER), on(ToolCall.COMMAND)));
    Agents.living(tx)
        .forEach(
            agent ->
                all.add(
                    new Asked(
                        agent.name(),
                        agent.name(),
                        Entities.requester(tx, agent.principal()),
                        on("mcp"))));
    new EntityTable(tx)
        .all().stream()
            .filter(entity -> entity.type() == EntityTable.Type.PERSON)
            .map(entity -> Principal.person(entity.id()))
            .forEach(
                person -> {
                  Requester who = Entities.requester(tx, person);
                  all.add(new Asked(person.text(), who.name(), who, on("mail")));
                });
    for (TrustState trust : TRUST) {
      String word = Requester.TRUST + trust;
      all.add(
          new Asked(
              word, "peers that are " + trust, Requester.named(word).orElseThrow(), on("mail")));
    }
    return all.stream();
  }

  private String on(String usual) {
    return channel.orElse(usual);
  }

  private static Answer answer(Transaction tx, Asked asked, String tool) {
    AccessDecision decision = Access.decide(tx, asked.who(), Access.here(tx, asked.channel()));
    AccessView view = AccessView.of(tx, decision, Optional.of(tool));
    Optional<String> place =
        view.policies().stream()
            .filter(step -> step.policy().equals(view.reason()))
            .map(Explanation.PolicyStep::place)
            .findFirst();
    return new Answer(
        asked.caller(),
        asked.name(),
        Words.of(asked.who().kind()),
        asked.channel(),
        view.allowed(),
        view.reason(),
        place,
        why(view, place.isPresent()));
  }

  private static String why(AccessView view, boolean isPolicy) {
    if (view.allowed()) {
      return (isPolicy ? "the policy " : "") + view.reason() + " allows it";
    }
    if (view.reason().equals(AccessDecision.DEFAULT_DENY)) {
      return "no policy allows it";
    }
    return isPolicy ? "the policy " + view.reason() + " denies it" : view.reason();
  }

  private static void print(Output output, Listed listed) {
    Table table = Table.of("", "WHO", "KIND", "OVER", "WHY").whole("WHO").wrapsLast();
    for (Answer one : listed.callers()) {
      table.row(
          one.allowed() ? Style.PASS.on("may") : "may not",
          PeerText.plain(one.name()),
          one.kind(),
          one.channel(),
          PeerText.plain(one.why()));
    }
    output.table(table, "nobody may use " + listed.tool());
    listed.end().print(output);
  }
}
