package org.sovereignbook.sbp.plugins.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Session;

/**
 * The shell without a terminal: runs the lines of standard input. The commands themselves read an
 * empty standard input, because the shell's is the script.
 */
final class ScriptShell {
  private ScriptShell() {}

  static ExitCode run(Session session, boolean stop) throws IOException {
    Interpreter interpreter =
        new Interpreter(session, InputStream.nullInputStream(), () -> false, List::of);
    BufferedReader script =
        new BufferedReader(new InputStreamReader(session.world().in(), StandardCharsets.UTF_8));
    StringBuilder pending = new StringBuilder();
    String line;
    while (!interpreter.isEnded() && (line = script.readLine()) != null) {
      pending.append(line);
      if (ShellWords.isUnfinished(pending.toString())) {
        pending.append('\n');
        continue;
      }
      interpreter.run(pending.toString());
      pending.setLength(0);
      if (stop && interpreter.last().isFailure()) {
        return interpreter.last();
      }
    }
    if (!pending.isEmpty()) {
      interpreter.run(pending.toString());
    }
    return interpreter.last();
  }
}
