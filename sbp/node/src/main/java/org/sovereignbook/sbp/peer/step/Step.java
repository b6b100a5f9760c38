package org.sovereignbook.sbp.peer.step;

import java.util.List;
import java.util.Set;
import org.sovereignbook.sbp.node.StepResult;

/**
 * Deterministic step of a node (IMPLEMENTATION §3), as its package declares it. The only source on
 * steps: for the subcommand, the script in the node, the scheduler's order, and the classes that
 * {@code sbp eject} ships. A step ends with exit code 0, or 3 when its result is {@link
 * StepResult#idle}; another code means that it threw an exception.
 *
 * @param command the subcommand of {@code sbp} that does the step
 * @param script its executable in {@code runtime/scripts/} (IMPLEMENTATION §5)
 * @param description one line for the usage screen
 * @param purpose one line for a reader of the script
 * @param sources the classes of its package that implement it; the first has the name that JBang
 *     gives the script
 * @param result the printed record of a run
 */
public record Step(
    Component component,
    String command,
    String script,
    String description,
    String purpose,
    Set<Trait> traits,
    List<Class<?>> sources,
    Class<? extends StepResult> result,
    Work work) {

  public Step {
    sources = List.copyOf(sources);
    traits = Set.copyOf(traits);
  }

  /** Property that most steps do not have. */
  public enum Trait {
    /** It runs before the agent of its component; other steps run after it. */
    BEFORE_AGENT,
    /** It has the option {@code --now}: to try also items that wait for their next attempt. */
    TAKES_NOW
  }

  public boolean is(Trait trait) {
    return traits.contains(trait);
  }

  /** Work of a step on the node; all other parts of a step are shared. */
  @FunctionalInterface
  public interface Work {
    StepResult on(StepContext step) throws Exception;
  }
}
