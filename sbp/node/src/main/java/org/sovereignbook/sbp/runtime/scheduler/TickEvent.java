package org.sovereignbook.sbp.runtime.scheduler;

/** A report of a running tick. All text is safe for a terminal. */
public sealed interface TickEvent {
  /** Returns the line for a person. */
  String line();

  record Started(TickPlan.Run run) implements TickEvent {
    @Override
    public String line() {
      return run.component() + ": started, " + run.why();
    }
  }

  /** A line of output of a component's command. */
  record OutputLine(String component, String text) implements TickEvent {
    @Override
    public String line() {
      return component + ": " + text;
    }
  }

  /** A component's command ended. */
  record Finished(ComponentRun run) implements TickEvent {
    @Override
    public String line() {
      return run.toString();
    }
  }

  /** An exceptional event, also in ops-log.md. */
  record Note(String text) implements TickEvent {
    @Override
    public String line() {
      return "note: " + text;
    }
  }
}
