package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Watcher that ends the processes of one run when this process dies before it has ended them
 * itself, killed by SIGKILL also: a shell that waits for the end of a pipe whose other end only
 * this process has. Without {@code /bin/sh} there is none.
 */
final class Watchdog implements AutoCloseable {
  private static final Path SHELL = Path.of("/bin/sh");

  /**
   * Reads the run's first process, then waits for a word; without one, kills the processes that
   * carry the run's mark where {@code /proc} shows it, elsewhere those below the first. All are
   * stopped before one is killed. Several times, since some are born while others die.
   */
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      read -r root && read -r over && exit
      marked() { grep -lsF -e "$1" /proc/[0-9]*/environ | tr -dc '[:digit:]\\n'; }
      below() {
        ps -A -o pid= -o ppid= | awk -v root="$1" '
          { parent[$1] = $2 }
          END { for (p in parent) {
            for (q = p; q > 1 && q != root; q = parent[q]);
            if (q == root) print p } }'
      }
      found() {
        if [ -r /proc/self/environ ]; then marked "$1"; else below "$root"; fi
      }
      for round in 1 2 3; do
        left=
        more=$(found "$1")
        for again in 1 2 3 4 5; do
          [ "$more" != "$left" ] || break
          left=$more
          kill -STOP $left
          more=$(found "$1")
        done
        [ -z "$left" ] || kill -KILL $left
        sleep 1
      done
      """;

  private final Optional<Process> shell;

  private Watchdog(Optional<Process> shell) {
    this.shell = shell;
  }

  /**
   * Watches from now on.
   *
   * @param mark what no process has in its environment but those of the run
   */
  static Watchdog start(String mark, Map<String, String> environment) throws IOException {
    if (!Files.isExecutable(SHELL)) {
      return new Watchdog(Optional.empty());
    }
    List<String> command = List.of(SHELL.toString(), "-c", SCRIPT, "sbp-watchdog", mark);
    Map<String, String> path = Map.of("PATH", environment.getOrDefault("PATH", "/usr/bin:/bin"));
    return new Watchdog(
        Optional.of(
            Subprocess.started(
                new Subprocess(command, path, Path.of("/"))
                    .builder()
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD))));
  }

  /** Sends it the first process of the run. */
  void watch(ProcessHandle root) {
    say(Long.toString(root.pid()));
  }

  /** Ends the watch after the run, when all its processes are ended. */
  @Override
  public void close() {
    say("over");
  }

  private void say(String word) {
    if (shell.isPresent()) {
      try {
        Writer writer = shell.get().outputWriter(StandardCharsets.UTF_8);
        writer.write(word + "\n");
        writer.flush();
      } catch (IOException e) {
        // The watcher was ended; this process still ends the watched processes itself.
      }
    }
  }
}
