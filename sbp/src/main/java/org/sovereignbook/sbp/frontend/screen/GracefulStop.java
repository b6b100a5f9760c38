package org.sovereignbook.sbp.frontend.screen;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jline.utils.Signals;

/**
 * While this is open, a signal to end (SIGTERM, Ctrl-C, a closed terminal) only asks for it, so
 * that what runs can come to its end first. The same signal once more ends the process at once, as
 * the first one does without this. Thread-safe.
 */
public final class GracefulStop implements AutoCloseable {
  private final Runnable onAsked;
  private final Map<Ending, Object> handlersBefore = new EnumMap<>(Ending.class);
  private final Set<Ending> seen = EnumSet.noneOf(Ending.class);
  private Optional<Ending> first = Optional.empty();
  private boolean isClosed;

  /** The signals that end a process, by their POSIX numbers. */
  private enum Ending {
    HUP(1),
    INT(2),
    TERM(15);

    private final int number;

    Ending(int number) {
      this.number = number;
    }

    /** As the shell counts. */
    int exitCode() {
      return 128 + number;
    }
  }

  private GracefulStop(Runnable onAsked) {
    this.onAsked = onAsked;
  }

  /**
   * Listens from now on.
   *
   * @param onAsked done by a thread of its own when the first signal comes
   */
  public static GracefulStop open(Runnable onAsked) {
    GracefulStop stop = new GracefulStop(onAsked);
    for (Ending ending : Ending.values()) {
      Optional.ofNullable(Signals.register(ending.name(), () -> stop.signalled(ending)))
          .ifPresent(handler -> stop.handlersBefore.put(ending, handler));
    }
    return stop;
  }

  private void signalled(Ending ending) {
    boolean isFirst;
    boolean isAgain;
    synchronized (this) {
      isFirst = first.isEmpty();
      isAgain = !seen.add(ending) || isClosed;
      first = first.or(() -> Optional.of(ending));
    }
    if (isAgain) {
      System.exit(ending.exitCode());
    }
    if (isFirst) {
      onAsked.run();
    }
  }

  /** Whether a signal came. */
  public synchronized boolean isAsked() {
    return first.isPresent();
  }

  /**
   * Ends the process if a signal asked for it, as that would have ended it.
   *
   * @throws InterruptedException for Ctrl-C, which is the command's end and not always the
   *     process's
   */
  public void end() throws InterruptedException {
    Optional<Ending> asked;
    synchronized (this) {
      asked = first;
    }
    if (asked.filter(Ending.INT::equals).isPresent()) {
      throw new InterruptedException("told to stop");
    }
    asked.ifPresent(ending -> System.exit(ending.exitCode()));
  }

  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
    }
    handlersBefore.forEach((ending, handler) -> Signals.unregister(ending.name(), handler));
  }
}
