package org.sovereignbook.sbp.runtime.health;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;

/**
 * A thing that the node's owner is to know.
 *
 * @param key an id among the notices of its kind, the same as long as the thing lasts
 * @param text one line for people
 * @param remedy the command that answers it
 * @param isGivenBefore whether an earlier version of the program, which kept no record of notices,
 *     has notified the owner
 */
public record Notice(Kind kind, String key, String text, String remedy, boolean isGivenBefore) {
  /** Kind of a notice: when it is due again, and whether one that failed is sent again. */
  public enum Kind {
    /** A problem with the node's health; each alert lists all problems. */
    PROBLEM(Optional.of(Duration.ofDays(1)), Duration.ofHours(1), false),
    /** The digest of a day. */
    DIGEST(Optional.empty(), Duration.ZERO, false),
    /** A call that waits for the owner's approval. */
    REQUEST(Optional.empty(), Duration.ZERO, true),
    /** A draft that waits for the owner's approval. */
    DRAFT(Optional.empty(), Duration.ZERO, true),
    /** A problem with a hook. */
    HOOK(Optional.of(Duration.ofDays(1)), Duration.ZERO, true),
    /** Something of a feature, with a key that begins with the feature's name. */
    FEATURE(Optional.of(Duration.ofDays(1)), Duration.ZERO, true);

    private final Optional<Duration> again;
    private final Duration pause;
    private final boolean isRetried;

    Kind(Optional<Duration> again, Duration pause, boolean isRetried) {
      this.again = again;
      this.pause = pause;
      this.isRetried = isRetried;
    }

    /** Returns how long after a notice the same one is due again; empty for never. */
    Optional<Duration> again() {
      return again;
    }

    /** Returns the least time between two notices of this kind. */
    Duration pause() {
      return pause;
    }

    /** Returns whether a notice is due again when sending it has failed. */
    boolean isRetried() {
      return isRetried;
    }

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Means of notifying the owner. */
  public interface Means {
    /** Returns the means in one word, for the record. */
    String name();

    /** Sends the notices that are due. Returns the error. */
    Optional<String> send(List<Notice> due) throws InterruptedException;
  }

  /** Creates a notice that no earlier version has given. */
  public Notice(Kind kind, String key, String text, String remedy) {
    this(kind, key, text, remedy, false);
  }
}
