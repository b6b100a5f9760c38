package org.sovereignbook.sbp.frontend.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Programs;
import org.sovereignbook.sbp.node.Subprocess;

/**
 * The browser of the person at the terminal. It is given the path of a private file that leads to
 * the address: every user of the machine can read a command line, and the address has a token.
 */
final class Browser {
  private Browser() {}

  /** Opens an address, if a person sits at the terminal; says so when there is no browser. */
  static void open(Session session, Node node, String url) {
    if (!session.output().isScreen()) {
      return;
    }
    Path file = WebPlace.page(node);
    Map<String, String> environment = session.world().environment();
    List<String> words = program();
    Optional<Path> program = Programs.onPath(environment, words.getFirst());
    if (program.isEmpty()) {
      none(session);
      return;
    }
    node.disk().writePrivate(file, leadingTo(url).getBytes(StandardCharsets.UTF_8));
    List<String> command =
        words.size() == 1
            ? List.of(program.get().toString(), file.toString())
            : List.of(program.get().toString(), words.getLast(), file.toString());
    try {
      Process _ =
          new Subprocess(command, environment, node.home().root())
              .withoutSecrets()
              .start(ProcessBuilder.Redirect.DISCARD);
    } catch (IOException e) {
      node.disk().delete(file);
      none(session);
    }
  }

  private static void none(Session session) {
    session.output().note("there is no browser here; open the address above in yours");
  }

  private static List<String> program() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    return system.contains("mac")
        ? List.of("open")
        : system.contains("win")
            ? List.of("rundll32", "url.dll,FileProtocolHandler")
            : List.of("xdg-open");
  }

  private static String leadingTo(String url) {
    return """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="referrer" content="no-referrer">
    <meta http-equiv="refresh" content="0; url=%1$s">
    <title>sbp</title>
    <p><a href="%1$s">the page of your node</a></p>
    </html>
    """
        .formatted(url);
  }
}
