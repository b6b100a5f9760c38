package org.sovereignbook.sbp.plugins.a2a.client;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NamedValue;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.reputation.Reputation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp a2a show}: an agent of somebody else, with the newest of its tasks. */
@Command(name = "show", description = "an agent of others with its newest tasks")
@Example("sbp a2a show translator")
@Prints(A2aShow.Shown.class)
@Exit(code = ExitCode.NOT_FOUND, means = "no agent of others is called that")
@ForOwner
public final class A2aShow extends SocietyCommand<A2aShow.Shown> {
  private static final int MOST = 20;

  @NamedValue(KnownAgents.NAME)
  @Parameters(paramLabel = "NAME", description = "the agent")
  String name = "";

  /**
   * An agent of others.
   *
   * @param strangeKey the key that its card has now; none for no signature
   * @param token where its token is
   * @param reputation from the work that it did for this node, of 100
   */
  record Shown(
      @Shape.Inline A2aAgents.KnownView agent,
      String card,
      Optional<String> key,
      Optional<String> strangeKey,
      Optional<String> token,
      int dailySends,
      double reputation,
      List<RemoteView> tasks) {}

  @Override
  protected Shown work(Transaction tx, Caller caller) {
    KnownAgent agent = new KnownAgents(tx).named(name);
    return new Shown(
        A2aAgents.KnownView.of(tx, agent),
        agent.card(),
        agent.publicKey(),
        agent.strangeKey(),
        agent.tokenFrom(),
        agent.dailySends(),
        Reputation.in(tx).standing(agent.worker()).scores().composite(),
        new RemoteTasks(tx)
            .of(agent.name(), MOST).stream().map(task -> RemoteView.of(tx, task)).toList());
  }

  @Override
  protected ExitCode show(Output output, Shown shown) {
    output.line("name:       " + shown.agent().name());
    output.line("url:        " + shown.agent().url());
    output.line("card:       " + shown.card());
    output.line("key:        " + shown.key().orElse("-"));
    shown.token().ifPresent(place -> output.line("token:      " + place));
    output.line("signature:  " + shown.agent().signature());
    shown.strangeKey().ifPresent(key -> output.line("now:        " + key));
    output.line(
        "sends:      %d of %d left today".formatted(shown.agent().sendsLeft(), shown.dailySends()));
    output.line("reputation: %.1f of 100".formatted(shown.reputation()));
    output.prose("says:       ", shown.agent().says());
    Table table = Table.of("TASK", "STATE", "SAYS").whole("TASK");
    shown
        .tasks()
        .forEach(
            task ->
                table.row(
                    task.task(),
                    task.state().toString(),
                    PeerText.harmless(task.says().orElse("").replace('\n', ' '))));
    output.table(table, "it was given no task; give it one:  sbp a2a send NAME TEXT");
    return output.done(shown);
  }
}
