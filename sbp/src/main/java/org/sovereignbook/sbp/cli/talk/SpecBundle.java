package org.sovereignbook.sbp.cli.talk;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Subprocess;

/** The file {@code spec.bundle} of a git repository (IMPLEMENTATION §6, {@code GET /spec}). */
record SpecBundle(Node node) {
  private static final Duration TIME_LIMIT = Duration.ofMinutes(2);

  /**
   * Bundles all branches and replaces the file atomically.
   *
   * @throws CliException when git is missing, fails, or takes longer than two minutes
   */
  Path make(Path repository) throws InterruptedException {
    Path fresh = node.home().operational().resolve("spec.bundle.new");
    node.disk().createFolders(node.home().operational());
    try {
      bundle(repository, fresh);
      node.disk().move(fresh, node.home().specBundle());
    } finally {
      node.disk().delete(fresh);
    }
    return node.home().specBundle();
  }

  private void bundle(Path repository, Path fresh) throws InterruptedException {
    Map<String, String> environment = new TreeMap<>(System.getenv());
    environment.put("GIT_TERMINAL_PROMPT", "0");
    Subprocess git =
        new Subprocess(
                List.of(
                    "git",
                    "-C",
                    repository.toString(),
                    "bundle",
                    "create",
                    fresh.toString(),
                    "--all"),
                environment,
                node.home().root())
            .withoutSecrets();
    try {
      Subprocess.Ended ended = git.run("", TIME_LIMIT);
      if (!ended.isDone()) {
        String said = ended.said();
        throw failed(
            repository,
            said.isEmpty() ? "no output" : PeerText.plain(said.lines().toList().getLast()));
      }
    } catch (TimeoutException e) {
      throw failed(repository, "took longer than " + TIME_LIMIT.toSeconds() + " seconds");
    } catch (IOException e) {
      throw failed(repository, String.valueOf(e.getMessage()));
    }
  }

  private static CliException failed(Path repository, String why) {
    return new CliException(
        ExitCode.FAILED,
        "git cannot bundle " + repository + ": " + why,
        "--spec wants a git repository with at least one commit");
  }
}
