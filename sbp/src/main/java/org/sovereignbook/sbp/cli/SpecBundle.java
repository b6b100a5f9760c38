package org.sovereignbook.sbp.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.World;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;

/** Makes {@code spec.bundle} of a git repository (IMPLEMENTATION §6, {@code GET /spec}). */
final class SpecBundle {
  private static final Duration TIME_LIMIT = Duration.ofMinutes(2);

  private final World world;
  private final Node node;

  SpecBundle(World world, Node node) {
    this.world = world;
    this.node = node;
  }

  /**
   * Bundles all branches and puts the bundle in place at once.
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
    Path log = node.home().operational().resolve("spec.bundle.log");
    ProcessBuilder git =
        new ProcessBuilder(
                "git", "-C", repository.toString(), "bundle", "create", fresh.toString(), "--all")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
    git.environment().put("GIT_TERMINAL_PROMPT", "0");
    try {
      Process process = git.start();
      try {
        if (!process.waitFor(TIME_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
          throw failed(repository, "took longer than " + TIME_LIMIT.toSeconds() + " seconds");
        }
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
      if (process.exitValue() != 0) {
        throw failed(repository, PeerText.plain(lastLine(log)));
      }
    } catch (IOException e) {
      throw failed(repository, String.valueOf(e.getMessage()));
    } finally {
      node.disk().delete(log);
    }
  }

  private String lastLine(Path log) {
    return world
        .disk()
        .read(log)
        .flatMap(
            bytes ->
                new String(bytes, StandardCharsets.UTF_8).lines().reduce((first, last) -> last))
        .orElse("no output");
  }

  private static CliException failed(Path repository, String why) {
    return new CliException(
        ExitCode.FAILED,
        "git cannot bundle " + repository + ": " + why,
        "--spec wants a git repository with at least one commit");
  }
}
