package org.sovereignbook.sbp.plugins.evolution;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.demo.script.ScriptedDemo;
import org.sovereignbook.sbp.plugins.team.Incarnation;
import org.sovereignbook.sbp.plugins.team.TeamFiles;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.ReviewGate;
import org.sovereignbook.sbp.society.board.Worker;
import picocli.CommandLine.Command;

/**
 * {@code sbp demo reputation}: a writer without sources is found by its reviews, and gets another
 * prompt after that was better on past tasks; with scripts in the place of models.
 */
@Command(name = "reputation", description = "watch a bad agent get better, measured")
@Prints(ScriptedDemo.Shown.class)
@Exit(code = ExitCode.FAILED, means = "a command did not do what the demo shows")
@Exit(code = ExitCode.REFUSED, means = "evolution is off in the node here")
final class ReputationDemo extends ScriptedDemo {
  private static final String ELDER = "elder";
  private static final String JUDGE = "judge";
  private static final int PAST_TASKS = 48;

  ReputationDemo() {
    super("reputation");
  }

  @Override
  protected void prepare(Node node) {
    TeamFiles files = new TeamFiles(new LocalDisk(), node.home().root().resolve(TeamFiles.NAME));
    try (Ledger ledger = Ledger.open(node, new SqliteLedgerProvider().open(node))) {
      ledger.run(
          tx -> {
            Incarnation.enrol(tx, files.read());
            Registration.usual(ELDER, AgentType.CUSTOM).register(tx, Caller.owner("command"));
          });
      ledger.run(ReputationDemo::past);
    }
  }

  /** Adds tasks that another agent has done before. */
  private static void past(Transaction tx) {
    Worker elder = Worker.of(Agents.caller(tx, Optional.of(ELDER), Optional.empty()));
    Worker judge = Worker.of(Agents.caller(tx, Optional.of(JUDGE), Optional.empty()));
    Board board = Board.in(tx);
    for (int i = 1; i <= PAST_TASKS; i++) {
      Plan plan = Plan.read("[{title: 'the tides at pier %d', reviewers: [judge]}]".formatted(i));
      String id = board.add(plan, Worker.of(Caller.owner("command")), Optional.empty()).getFirst();
      Claim claim = board.claim(id, elder);
      boolean _ = board.submit(id, claim.fence(), "High at six. Source: tables.", List.of(), elder);
      ReviewGate.Verdict _ = board.review(id, 85, "it has a source", judge);
    }
  }
}
