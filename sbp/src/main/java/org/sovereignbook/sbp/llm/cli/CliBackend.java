package org.sovereignbook.sbp.llm.cli;

import java.util.Map;
import java.util.Set;
import org.sovereignbook.sbp.llm.LlmAnswer;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.llm.LlmException;
import org.sovereignbook.sbp.llm.LlmMode;
import org.sovereignbook.sbp.llm.LlmRequest;
import org.sovereignbook.sbp.node.ConfigSection;

/**
 * A coding CLI as a backend (IMPLEMENTATION §2; THREATS, prompt injection). Each call runs the
 * program in a fresh scratch directory, with a scrubbed environment and within the time limit; a
 * program that changes anything there but the one output has failed. When a call ends, however it
 * ends, all its processes are gone and its folders deleted.
 *
 * <p>A plugin's class implements {@link LlmBackend} and hands everything on to one of these.
 */
public final class CliBackend implements LlmBackend {
  private final CodingCli cli;
  private final Map<String, String> environment;

  /** With the environment of this process as the operator's. */
  public CliBackend(CodingCli cli) {
    this(cli, System.getenv());
  }

  /**
   * With another environment to pass variables on from.
   *
   * @param environment the operator's
   */
  public CliBackend(CodingCli cli, Map<String, String> environment) {
    this.cli = cli;
    this.environment = Map.copyOf(environment);
  }

  @Override
  public String name() {
    return cli.name();
  }

  @Override
  public String description() {
    return cli.description();
  }

  @Override
  public Set<LlmMode> modes() {
    return cli.modes();
  }

  @Override
  public boolean reportsCost(ConfigSection settings) {
    return cli.reportsCost(settings);
  }

  @Override
  public LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException {
    CliSettings settings = CliSettings.from(request.settings(), cli.program());
    throw LlmException.setup(
        "cannot run "
            + settings.program()
            + " with "
            + CliEnvironment.of(environment, settings.environment()).size()
            + " variables yet");
  }
}
