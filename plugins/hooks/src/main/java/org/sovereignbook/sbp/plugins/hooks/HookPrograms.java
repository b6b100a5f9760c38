package org.sovereignbook.sbp.plugins.hooks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.BoundedProcess;
import org.sovereignbook.sbp.node.FileWords;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.NotStartedException;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.hooks.HotHook;

/**
 * The processes of hooks. Each run executes a copy of the accepted bytes in an empty folder, with
 * an environment of its own, and ends with all its child processes.
 *
 * @param sbp the command that starts this program
 * @param jbang the path of JBang, if it is installed
 * @param environment of this process; few of its variables are passed on
 * @param hot finds a hot hook by its name
 */
public record HookPrograms(
    Node node,
    List<String> sbp,
    Optional<Path> jbang,
    Map<String, String> environment,
    Function<String, HotHook> hot) {
  /** The variable with the run's id, by which the processes of a run are found. */
  public static final String RUN_VARIABLE = "SBP_HOOK_RUN";

  /** The outcome of a run's program. */
  public sealed interface ProgramEnd {
    /** The program ended with exit code 0. */
    @SuppressWarnings("ArrayRecordComponent") // Passed on, never compared or changed.
    record Printed(byte[] output) implements ProgramEnd {}

    /** The program failed. */
    record Failed(HookRun.State as, String why) implements ProgramEnd {}
  }

  /**
   * Runs a hook until it ends, or until its time limit.
   *
   * @param token with which the program authenticates
   * @param credentials the names of further variables of this process that it gets
   */
  ProgramEnd run(
      HookScript script,
      String run,
      String token,
      List<String> credentials,
      JsonObject input,
      Duration limit,
      long maxBytes)
      throws InterruptedException {
    Path scratch = folders().of(run);
    boolean isCutOff = false;
    try {
      NodeLock lock = folders().lock(script, run);
      try {
        if (script.declaration().plugin().isPresent()) {
          return new HotHooks(hot).run(script.declaration().plugin().get(), input, limit, maxBytes);
        }
        HookExecutables executables = executables();
        Map<String, String> variables =
            passedOn().of(executables.launcher(), run, token, credentials);
        return new HookProcess(executables.command(script), variables, scratch, run)
            .run(input, limit, maxBytes);
      } catch (InterruptedException e) {
        // The lock file stays, and shows the next process that the run was cut off.
        isCutOff = true;
        throw e;
      } finally {
        if (!isCutOff) {
          // The folder goes before the lock: otherwise the run would look abandoned.
          OwnerOnly.deleteTree(scratch);
          lock.close();
        }
      }
    } catch (IOException e) {
      return new ProgramEnd.Failed(
          HookRun.State.FAILED,
          PeerText.plain(
              e instanceof NotStartedException
                  ? String.valueOf(e.getMessage())
                  : "it cannot be started: " + FileWords.of(e)));
    }
  }

  /** Returns the processes of a run. */
  static BoundedProcess.Descendants processes(String run) {
    return new BoundedProcess.Descendants(RUN_VARIABLE + "=" + run);
  }

  /** Returns the folders of all runs of this node. */
  HookRunFolders folders() {
    return new HookRunFolders(node);
  }

  /** Returns the files that hooks are executed from. */
  HookExecutables executables() {
    return new HookExecutables(node, sbp, jbang);
  }

  private HookEnvironment passedOn() {
    return new HookEnvironment(node, environment);
  }

  /** Returns whether the node has a hook or has ever run one. Opens no file. */
  public static boolean isAny(Node node) {
    return HookExecutables.isAny(node);
  }

  /**
   * Compiles a Java hook, so that compilation does not use up the time of its first run.
   *
   * @return the error, if there is one
   */
  public Optional<String> compile(HookScript script) throws InterruptedException {
    return executables().compile(script, passedOn().passedOn());
  }
}
