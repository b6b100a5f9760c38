package org.sovereignbook.sbp.peer.maintenance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.sovereignbook.sbp.base.crypto.Secrets;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.peer.maintenance.Git.GitException;

/**
 * Node's human-readable state in a local git repository in the node directory (AGENT.md, Markdown +
 * Git pattern). Private keys never enter it: they are ignored by name, and all files that git would
 * include are searched for keys first.
 */
final class GitHistory {
  /**
   * Paths excluded from the history: secrets, strangers' messages that nobody has judged yet,
   * traces of the machine, copies of programs, and a database, which is exported as text.
   */
  static final List<String> IGNORED =
      List.of(
          "/runtime/identity/*keypair*",
          "/runtime/identity/retired/",
          "/runtime/inbox/",
          "/runtime/operational/*.lock",
          "/runtime/operational/*-holder.json",
          "/runtime/operational/intake/",
          "/runtime/operational/journal.json",
          "/runtime/operational/rate-limit-state.json",
          "/runtime/operational/seen-envelopes/",
          "/runtime/society/",
          "/runtime/plugins/",
          "/runtime/lib/",
          "/spec.bundle",
          ".*.tmp",
          ".env");

  /** A git that was killed leaves its lock; no git of ours runs longer than its time limit. */
  private static final Duration STALE_LOCK = Git.TIME_LIMIT.multipliedBy(5);

  private final Node node;
  private final Git git;
  private final Path root;

  GitHistory(Node node, String program) {
    this.node = node;
    this.root = node.home().root();
    this.git = new Git(program, root, node.now());
  }

  /**
   * Commits what has changed.
   *
   * @return the commit's short id; empty when nothing has changed
   */
  Optional<String> commit() throws GitException {
    git.run("version");
    if (!node.disk().exists(root.resolve(".git"))) {
      git.run("init", "--quiet");
    }
    removeStaleLock();
    ignore();
    requireNoKeys();
    git.run("add", "--all", "--", ".");
    if (git.call("diff", "--cached", "--quiet").exitCode() == 0) {
      return Optional.empty();
    }
    git.run(
        "commit", "--quiet", "--no-verify", "--no-gpg-sign", "--message", "State at " + node.now());
    return Optional.of(git.run("rev-parse", "--short", "HEAD").strip());
  }

  private void removeStaleLock() {
    Path lock = root.resolve(".git/index.lock");
    if (node.disk().exists(lock)
        && !TimeJudge.isPausing(
            new Timestamp(FolderWalk.modified(node.disk(), lock)), STALE_LOCK, node.now())) {
      node.disk().delete(lock);
    }
  }

  /** Adds the missing lines to {@code .gitignore}; the operator's own stay. */
  private void ignore() {
    Path file = root.resolve(".gitignore");
    String text = node.readText(file).orElse("");
    List<String> present = text.lines().map(String::strip).toList();
    List<String> missing = IGNORED.stream().filter(line -> !present.contains(line)).toList();
    if (!missing.isEmpty()) {
      String separator = text.isEmpty() || text.endsWith("\n") ? "" : "\n";
      node.writeText(file, text + separator + String.join("\n", missing) + "\n");
    }
  }

  private void requireNoKeys() throws GitException {
    Set<String> included = list("ls-files", "-z", "--cached", "--others", "--exclude-standard");
    Set<String> changed = list("ls-files", "-z", "--modified", "--others", "--exclude-standard");
    Secrets secrets = node.secrets();
    for (String name : included) {
      if (isKeyFile(name) || (changed.contains(name) && holdsAny(root.resolve(name), secrets))) {
        throw new GitException(
            ("git would include %s, which holds a private key; take it out"
                    + " (git rm --cached, or a line in .gitignore) and run this again")
                .formatted(name));
      }
    }
  }

  private Set<String> list(String... arguments) throws GitException {
    Set<String> names = new TreeSet<>(List.of(git.run(arguments).split("\0")));
    names.remove("");
    return names;
  }

  private static boolean isKeyFile(String name) {
    return name.startsWith("runtime/identity/")
        && (name.contains("keypair") || name.startsWith("runtime/identity/retired/"));
  }

  private boolean holdsAny(Path file, Secrets secrets) {
    if (Files.isDirectory(file)) {
      return false; // Another repository, of which git keeps no more than a commit's name.
    }
    return node.disk().read(file).filter(secrets::in).isPresent();
  }
}
