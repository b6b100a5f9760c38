package org.sovereignbook.sbp.testkit.attack;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.model.judgment.AgentRunner;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.peer.step.StepContext;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;
import org.sovereignbook.sbp.runtime.feature.StepWork;
import org.sovereignbook.sbp.runtime.health.ClockRepair;
import org.sovereignbook.sbp.runtime.scheduler.CommandRunner;
import org.sovereignbook.sbp.runtime.scheduler.Steps;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.Stores;

/**
 * Runner of the configured command lines, without a shell and without a process.
 *
 * @param society opens the node's society for a step, if it has one
 * @param contexts prepares the context of each step
 */
public record InProcessRunner(
    Node node,
    Stores stores,
    LlmBackend judge,
    Supplier<Optional<Ledger>> society,
    UnaryOperator<StepContext> contexts)
    implements CommandRunner {
  /** Creates a runner for a node whose society, if it has one, is opened for each step. */
  public InProcessRunner(
      Node node, Stores stores, LlmBackend judge, UnaryOperator<StepContext> contexts) {
    this(node, stores, judge, () -> Ledger.openIfAny(node, new SqliteLedgerProvider()), contexts);
  }

  private static final String AGENT = "\"$SBP\" agent run ";
  private static final String SCRIPTS = "./runtime/scripts/";
  private static final int FAILED = 1;
  private static final int NOTHING_TO_DO = 3;

  @Override
  public CommandResult run(Command command) throws InterruptedException {
    Optional<String> token =
        Optional.ofNullable(command.environment().get(ExclusiveStore.TICK_TOKEN_VARIABLE));
    return new CommandResult.Exited(run(command.line(), token), "");
  }

  /**
   * Runs a line of commands with {@code &&} between them. Returns the code of the last that ran.
   */
  int run(String line, Optional<String> token) throws InterruptedException {
    int code = 0;
    for (String command : line.split(" && ")) {
      code = code == 0 ? one(command.strip(), token) : code;
    }
    return code;
  }

  private int one(String command, Optional<String> token) throws InterruptedException {
    if (command.startsWith(AGENT)) {
      return agent(command.substring(AGENT.length()), token);
    }
    Step step =
        Steps.named(command.replace(SCRIPTS, ""))
            .orElseThrow(() -> new IllegalArgumentException("no step: " + command));
    try (ExclusiveStore held = hold(step.component(), token);
        StepContext context =
            contexts.apply(
                new StepContext(
                    node, held.store(), false, (_, _) -> {}, () -> Optional.of(judge), society))) {
      return code(StepWork.of(step, List.of(ClockRepair::settle)).on(context));
    } catch (InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(command, e);
    }
  }

  private ExclusiveStore hold(Component component, Optional<String> token) {
    return component.is(Component.Trait.SHARED)
        ? ExclusiveStore.openShared(node, stores, component.name(), token)
        : ExclusiveStore.open(node, stores, component.name(), token);
  }

  private int agent(String role, Optional<String> token) throws InterruptedException {
    try (ExclusiveStore held = ExclusiveStore.open(node, stores, role, token)) {
      return code(new AgentRunner(node, held.store(), judge).run(BuiltinJobs.of(role), false));
    } catch (LlmException e) {
      return FAILED;
    }
  }

  private static int code(StepResult result) {
    return result.idle() ? NOTHING_TO_DO : 0;
  }
}
