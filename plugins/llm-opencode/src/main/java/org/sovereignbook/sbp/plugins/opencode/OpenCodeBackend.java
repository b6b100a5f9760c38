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

  /** With another environment to pass variables on from. */
  public OpenCodeBackend(Map<String, String> environment) {
    super(new OpenCodeCli(), environment);
  }
}
