package org.sovereignbook.sbp.frontend.automation;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Node;

/**
 * A feature that works without a person at it: in each tick, and in processes that {@code sbp up}
 * keeps running.
 */
public interface AutomationFeature extends Feature {
  /**
   * A command that {@code sbp up} keeps running. When it ends with exit code 0, it starts again
   * only if it is still wanted.
   *
   * @param name as shown
   * @param words the command, without its {@code --home}
   */
  record KeptProcess(String name, List<String> words) {
    public KeptProcess {
      words = List.copyOf(words);
    }
  }

  /** The work of one tick. */
  interface TickWork {
    /** Does what is due. A tick calls it before its steps, and once more after them. */
    void run() throws InterruptedException;

    /** Returns what all calls have done, in one line; empty for nothing. */
    Optional<String> done();
  }

  /**
   * Returns whether a tick may have something to do; {@code sbp up} starts no tick that has nothing
   * to do. A quick look, which opens no database.
   */
  boolean isTicked(Node node);

  /** Returns the work of one tick of a node. */
  TickWork tickWork(Session session, Node node);

  /**
   * Returns the processes that are wanted now beside the server of a running node. A quick look,
   * which {@code sbp up} takes every second.
   */
  default List<KeptProcess> processes(Node node) {
    return List.of();
  }

  /**
   * Returns how long its work, in a tick or in a process, may go on after a signal to end it; then
   * it is killed.
   */
  default Duration toFinish(Node node) {
    return Duration.ZERO;
  }

  /**
   * Returns the programs in a node that it would start. In a node that somebody else has made, the
   * owner accepts them before anything runs. Asked while the feature is off, too; opens no database
   * and starts nothing. A file in doubt counts as a program.
   */
  default List<NodeProgram> programs(Node node) {
    return List.of();
  }
}
