package org.sovereignbook.sbp.peer.maintenance;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.OperatingSystem;
import org.sovereignbook.sbp.node.Subprocess;

/**
 * The git command on one repository, cut off from the user's and the machine's git settings: own
 * author, no hooks, no signing, no questions, a time limit.
 */
record Git(String program, Path root, Timestamp now) {
  static final Duration TIME_LIMIT = Duration.ofMinutes(2);

  private static final String NOWHERE = OperatingSystem.isWindows() ? "NUL" : "/dev/null";
  private static final String AUTHOR = "sbp maintenance";
  private static final String EMAIL = "maintenance@sbp.invalid";
  private static final List<String> SETTINGS =
      List.of(
          "core.hooksPath=" + NOWHERE,
          "core.excludesFile=" + NOWHERE,
          "core.attributesFile=" + NOWHERE,
          "core.autocrlf=false",
          "core.safecrlf=false",
          "core.fsmonitor=false",
          "core.quotePath=false",
          // Protects the history from other users' writes, whatever the umask is.
          "core.sharedRepository=0640",
          "commit.gpgSign=false",
          "init.defaultBranch=main");

  /** Failure of a command; the message has the reason and the operator's remedy. */
  static final class GitException extends Exception {
    private static final long serialVersionUID = 1;

    GitException(String message) {
      super(message);
    }
  }

  /** Calls git and demands success. */
  String run(String... arguments) throws GitException {
    Subprocess.Ended answer = call(arguments);
    if (answer.exitCode() != 0) {
      throw new GitException(
          "git %s ended with %d: %s"
              .formatted(arguments[0], answer.exitCode(), answer.errors().strip()));
    }
    return answer.output();
  }

  Subprocess.Ended call(String... arguments) throws GitException {
    try {
      return new Subprocess(command(arguments), environment(), root)
          .withoutSecrets()
          .run("", TIME_LIMIT);
    } catch (TimeoutException e) {
      throw new GitException(
          "git %s took more than %d s and was ended"
              .formatted(arguments[0], TIME_LIMIT.toSeconds()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GitException("git " + arguments[0] + " was interrupted");
    } catch (IOException e) {
      throw new GitException(
          "the git command cannot be run; install git, or set \"history\" to \"none\"");
    }
  }

  private List<String> command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(program);
    command.add("--git-dir=" + root.resolve(".git"));
    command.add("--work-tree=" + root);
    for (String setting : SETTINGS) {
      command.add("-c");
      command.add(setting);
    }
    command.addAll(List.of(arguments));
    return command;
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>(System.getenv());
    environment.keySet().removeIf(name -> name.startsWith("GIT_"));
    environment.putAll(
        Map.of(
            "GIT_CONFIG_NOSYSTEM",
            "1",
            "GIT_CONFIG_GLOBAL",
            NOWHERE,
            "GIT_TERMINAL_PROMPT",
            "0",
            "GIT_AUTHOR_NAME",
            AUTHOR,
            "GIT_AUTHOR_EMAIL",
            EMAIL,
            "GIT_AUTHOR_DATE",
            now.toString(),
            "GIT_COMMITTER_NAME",
            AUTHOR,
            "GIT_COMMITTER_EMAIL",
            EMAIL,
            "GIT_COMMITTER_DATE",
            now.toString(),
            "LC_ALL",
            "C"));
    return environment;
  }
}
