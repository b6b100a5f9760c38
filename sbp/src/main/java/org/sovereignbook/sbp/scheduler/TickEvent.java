package org.sovereignbook.sbp.scheduler;

/** What a tick reports while it runs. All text is safe for a terminal. */
public sealed interface TickEvent {

  record Started(TickPlan.Run run) implements TickEvent {}

  /** A component's command printed a line. */
  record Output(String component, String line) implements TickEvent {}

  /** A component's command ended. */
  record Finished(ComponentRun run) implements TickEvent {}

  /** Something out of the ordinary, also in ops-log.md. */
  record Note(String text) implements TickEvent {}
}
