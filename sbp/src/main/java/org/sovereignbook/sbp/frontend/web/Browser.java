package org.sovereignbook.sbp.frontend.web;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.sovereignbook.sbp.frontend.command.Session;

/** The browser of the person at the terminal. */
final class Browser {
  private Browser() {}

  /** Opens an address, if a person sits at the terminal; says so when there is no browser. */
  static void open(Session session, String url) {
    if (!session.output().isScreen()) {
      return;
    }
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    List<String> command =
        system.contains("mac")
            ? List.of("open", url)
            : system.contains("win")
                ? List.of("rundll32", "url.dll,FileProtocolHandler", url)
                : List.of("xdg-open", url);
    try {
      Process _ =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      session.output().note("there is no browser here; open the address above in yours");
    }
  }
}
