package org.sovereignbook.sbp.runtime.scheduler;

/** What a tick reports while it runs. All text is safe for a terminal. */
public sealed interface TickEvent {
  /** For a person. */
  String line();

  record Started(TickPlan.Run run) implements TickEvent {
    @Override
    public String line() {
      return run.component() + ": started, " + run.why();
    }
  }

  /** A component's command printed a line. */
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

  /** Something out of the ordinary, also in ops-log.md. */
  record Note(String text) implements TickEvent {
    @Override
    public String line() {
      return "note: " + text;
    }
  }
}
