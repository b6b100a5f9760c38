package org.sovereignbook.sbp.frontend.automation;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jline.utils.Signals;

/**
 * A handler of termination signals (SIGTERM, Ctrl-C, a closed terminal), active while it is open:
 * the first signal only requests the end, so that running work can finish. A second signal of the
 * same kind ends the process at once, as the first one does without this. Thread-safe.
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

    /** Returns the exit code by the shell's convention. */
    int exitCode() {
      return 128 + number;
    }
  }

  private GracefulStop(Runnable onAsked) {
    this.onAsked = onAsked;
  }

  /**
   * Starts to listen.
   *
   * @param onAsked run by a thread of its own at the first signal
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

  /** Returns whether a signal has arrived. */
  public synchronized boolean isAsked() {
    return first.isPresent();
  }

  /**
   * Ends the process if a signal requested it, as that signal would have ended it.
   *
   * @throws InterruptedException for Ctrl-C, which ends the command and not always the process
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
