package org.sovereignbook.sbp.model.chat;

import java.util.ArrayList;
import java.util.List;

/** Cancellation of a turn, from any thread; it happens once and is never undone. */
public final class Cancellation {
  private final List<Runnable> actions = new ArrayList<>();
  private boolean cancelled;

  /** Cancels, and runs the actions in this thread. */
  public void cancel() {
    List<Runnable> due;
    synchronized (this) {
      cancelled = true;
      due = List.copyOf(actions);
      actions.clear();
    }
    due.forEach(Runnable::run);
  }

  public synchronized boolean isCancelled() {
    return cancelled;
  }

  /**
   * Runs an action upon cancellation, at once when that has happened. Actions are quick, do not
   * throw, and may come after the work has ended.
   *
   * @return removes the action, so that nothing of ended work stays referenced
   */
  public OnCancel onCancel(Runnable action) {
    synchronized (this) {
      if (!cancelled) {
        actions.add(action);
        return () -> remove(action);
      }
    }
    action.run();
    return () -> {};
  }

  private synchronized void remove(Runnable action) {
    actions.remove(action);
  }

  /** Registered action; closing removes it. */
  public interface OnCancel extends AutoCloseable {
    @Override
    void close();
  }
}
