package org.sovereignbook.sbp.plugins.exec;

import java.util.Map;
import java.util.Set;
import org.pf4j.Extension;
import org.sovereignbook.sbp.llm.LlmAnswer;
import org.sovereignbook.sbp.llm.LlmBackend;
import org.sovereignbook.sbp.llm.LlmException;
import org.sovereignbook.sbp.llm.LlmMode;
import org.sovereignbook.sbp.llm.LlmRequest;
import org.sovereignbook.sbp.llm.cli.CliBackend;

/** The extension: {@link ExecCli} in the harness for coding CLIs. */
@Extension
public final class ExecBackend implements LlmBackend {
  private final CliBackend backend;

  public ExecBackend() {
    this(System.getenv());
  }

  /** With another environment to pass variables on from. */
  public ExecBackend(Map<String, String> environment) {
    backend = new CliBackend(new ExecCli(), environment);
  }

  @Override
  public String name() {
    return backend.name();
  }

  @Override
  public String description() {
    return backend.description();
  }

  @Override
  public Set<LlmMode> modes() {
    return backend.modes();
  }

  @Override
  public long overheadTokens() {
    return backend.overheadTokens();
  }

  @Override
  public LlmAnswer answer(LlmRequest request) throws LlmException, InterruptedException {
    return backend.answer(request);
  }
}
