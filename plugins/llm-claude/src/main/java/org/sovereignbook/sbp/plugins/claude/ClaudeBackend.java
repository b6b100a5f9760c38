package org.sovereignbook.sbp.plugins.claude;

import java.util.Map;
import org.pf4j.Extension;
import org.sovereignbook.sbp.model.llm.cli.CliBackend;

/** The extension: {@link ClaudeCli} in the harness for coding CLIs. */
@Extension
public final class ClaudeBackend extends CliBackend {

  public ClaudeBackend() {
    this(System.getenv());
  }

  /** Creates a backend that passes on variables from another environment. */
  public ClaudeBackend(Map<String, String> environment) {
    super(new ClaudeCli(), environment);
  }
}
