package org.sovereignbook.sbp.llm.cli;

import java.util.List;
import java.util.Set;
import org.sovereignbook.sbp.llm.LlmException;
import org.sovereignbook.sbp.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;

/**
 * What differs from one coding CLI to the next; {@link CliBackend} does the rest. Implementations
 * hold no state.
 */
public interface CodingCli {

  /** The backend's name, such as {@code claude}; its settings are section {@code llm.NAME}. */
  String name();

  /** One sentence that says plainly what does the judging. */
  String description();

  /** The program that is looked for in {@code PATH} when {@code llm.NAME.program} does not say. */
  String program();

  /** As the other, for one whose settings say it in their own way. */
  default String program(Config settings) {
    return program();
  }

  /** What to tell an operator who has not got the program. */
  String installHint();

  default Set<LlmRequest.Mode> modes() {
    return Set.of(LlmRequest.Mode.ANSWER, LlmRequest.Mode.TOOLS);
  }

  /** As {@link org.sovereignbook.sbp.llm.LlmBackend#reportsCost}. */
  default boolean reportsCost(Config settings) {
    return false;
  }

  /**
   * The environment variables of the operator that the program needs, such as its key's. They are
   * passed on when they are set, beside a short list that every program needs ({@link
   * CliEnvironment}) and the names in {@code llm.NAME.environment}; all others are kept away.
   */
  default Set<String> environment() {
    return Set.of();
  }

  /** As {@link #environment()}, where the settings name some of the variables. */
  default Set<String> environment(Config settings) {
    return environment();
  }

  /**
   * Arguments that make the program tell about itself without a call to a provider, such as {@code
   * --help}; what it printed is {@link CliRun#probe}. Empty: nothing needs to be known.
   */
  default List<String> probe() {
    return List.of();
  }

  /**
   * Text of the prompt with whatever the program would expand made harmless, such as a file named
   * after {@code @}. Applied to everything that goes into the prompt, strangers' texts included.
   */
  default String inert(String text) {
    return text;
  }

  /**
   * How to call the program for this run.
   *
   * @throws LlmException when the settings do not allow it
   */
  CliCall call(CliRun run) throws LlmException;

  /**
   * Reads what the program, which ended by itself and in time, has said. In {@link
   * LlmRequest.Mode#TOOLS} the output is the file, read afterwards by the harness, and {@link
   * CliReply#text} is ignored.
   *
   * @throws LlmException when it failed or answered nothing; with the usage, where known
   */
  CliReply read(CliRun run, CliOutcome outcome) throws LlmException;
}
