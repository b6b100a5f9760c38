package org.sovereignbook.sbp.plugins.exec;

import java.util.Map;
import org.pf4j.Extension;
import org.sovereignbook.sbp.model.llm.cli.CliBackend;

/** The extension: {@link ExecCli} in the harness for coding CLIs. */
@Extension
public final class ExecBackend extends CliBackend {

  public ExecBackend() {
    this(System.getenv());
  }

  /** Creates a backend that passes on variables from another environment. */
  public ExecBackend(Map<String, String> environment) {
    super(new ExecCli(), environment);
  }
}
