package org.sovereignbook.sbp.plugins.opencode;

import java.util.Map;
import org.pf4j.Extension;
import org.sovereignbook.sbp.model.llm.cli.CliBackend;

/** The extension: {@link OpenCodeCli} in the harness for coding CLIs. */
@Extension
public final class OpenCodeBackend extends CliBackend {

  public OpenCodeBackend() {
    this(System.getenv());
  }

  /** Creates a backend that passes on variables from another environment. */
  public OpenCodeBackend(Map<String, String> environment) {
    super(new OpenCodeCli(), environment);
  }
}
