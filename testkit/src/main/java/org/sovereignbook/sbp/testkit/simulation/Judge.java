package org.sovereignbook.sbp.testkit.simulation;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Hears everything that is seen of the nodes from outside: bytes, answers, files, ends of steps.
 */
interface Judge {

  /** A machine that runs the program under judgment. */
  interface Machine {
    int index();

    /** Returns the files below a folder as they are now, by name within the node. */
    Map<String, byte[]> below(String folder);

    Optional<byte[]> file(String name);

    /** Returns rows of the database of its society; none if it has no society. */
    List<Map<String, String>> rows(String query);

    /** Returns the files of its databases as they are now. */
    List<byte[]> databases();

    /** Returns what its clock says. */
    Instant clock();

    /** Returns whether all promises that need a whole disk are off, after an old backup. */
    boolean isRestored();

    boolean isFaulty();
  }

  /** A node began to send an envelope. */
  void posted(Machine from, String endpoint, byte[] envelope);

  /** A sender got an answer to an envelope. */
  void learned(Machine from, byte[] envelope, int status, byte[] answer);

  /** A node's server answered an envelope; the answer may be lost. */
  void answered(Machine by, byte[] envelope, int status, byte[] answer);

  /** A run of a component ended. */
  void stepEnded(Machine node, String component, int exit);

  /** A component ended with an exception. */
  void stepFailed(Machine node, String component, RuntimeException why);

  /**
   * A tick has ended.
   *
   * @param saysAllIsWell what the node says of itself now; asked only if something is wrong
   */
  void ticked(Machine node, BooleanSupplier saysAllIsWell);

  void crashed(Machine node);

  void restored(Machine node);

  /** An operator sent a message with a text that is nowhere else. */
  void wrote(Machine from, int to, String token);

  void blocked(Machine node, String key, boolean isBlocked);

  void rotated(Machine node, String from, String to);

  /** A node answers at another endpoint from now on. */
  void moved(Machine node);
}
