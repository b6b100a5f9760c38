package org.sovereignbook.sbp.plugins.gemini;

import java.util.Map;
import org.pf4j.Extension;
import org.sovereignbook.sbp.model.llm.cli.CliBackend;

/** The extension: {@link GeminiCli} in the harness for coding CLIs. */
@Extension
public final class GeminiBackend extends CliBackend {

  public GeminiBackend() {
    this(System.getenv());
  }

  /** Creates a backend that passes on variables from another environment. */
  public GeminiBackend(Map<String, String> environment) {
    super(new GeminiCli(), environment);
  }
}
