package org.sovereignbook.sbp.plugins.hooks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Wording;

/**
 * A hook as people and programs see it.
 *
 * @param state {@code enabled}, {@code disabled}, {@code ended}; {@code new} and {@code changed}
 *     before they are accepted; {@code gone} without its script; {@code broken}
 * @param reason the reason of the state
 * @param restsUntil until when its circuit breaker is open
 */
@Shape.Def("hook")
record HookView(
    String name,
    String state,
    Optional<String> reason,
    Optional<String> description,
    Optional<HookTriggers> triggers,
    Optional<List<String>> tools,
    Optional<Timestamp> lastRunAt,
    Optional<Timestamp> lastFiredAt,
    long errorsInRow,
    Optional<Timestamp> restsUntil) {

  /** Returns all hooks: the accepted ones, and those in the folder. */
  static List<HookView> all(Transaction tx) {
    Map<String, HookScript.Found> found = new TreeMap<>(HookScript.all(tx.node()));
    List<HookView> views = new ArrayList<>();
    for (Hook hook : Hook.all(tx)) {
      views.add(of(hook, Optional.ofNullable(found.remove(hook.name())), tx.nowMs()));
    }
    found.forEach((name, each) -> views.add(of(name, each)));
    views.sort((one, other) -> one.name().compareTo(other.name()));
    return views;
  }

  private static HookView of(String name, HookScript.Found found) {
    return switch (found) {
      case HookScript.Found.Good(HookScript script) ->
          of(
              name,
              "new",
              Optional.of("look at it, then: sbp hook accept " + name),
              Optional.of(script.declaration()),
              Optional.empty(),
              0);
      case HookScript.Found.Bad(String problem) ->
          of(name, "broken", Optional.of(problem), Optional.empty(), Optional.empty(), 0);
    };
  }

  static HookView of(Hook hook, Optional<HookScript.Found> found, long nowMs) {
    String state = hook.state().toString();
    Optional<String> reason = hook.reason();
    if (found.isEmpty()) {
      state = "gone";
      reason =
          Optional.of(
              "no script in runtime/hooks; put it back, or: sbp hook remove " + hook.name());
    } else if (found.get() instanceof HookScript.Found.Bad(String problem)) {
      state = "changed";
      reason = Optional.of(problem);
    } else if (found.get() instanceof HookScript.Found.Good(HookScript script)
        && !script.sha256().equals(hook.sha256())) {
      state = "changed";
      reason = Optional.of("look at it, then: sbp hook accept " + hook.name());
    }
    return of(
        hook.name(), state, reason, Optional.of(hook.declaration()), Optional.of(hook), nowMs);
  }

  private static HookView of(
      String name,
      String state,
      Optional<String> reason,
      Optional<HookDeclaration> declaration,
      Optional<Hook> hook,
      long nowMs) {
    return new HookView(
        name,
        state,
        reason,
        declaration.flatMap(HookDeclaration::description),
        declaration.map(HookDeclaration::triggers),
        declaration.flatMap(HookDeclaration::tools),
        hook.flatMap(Hook::lastRunMs).map(HookView::time),
        hook.flatMap(Hook::lastFiredMs).map(HookView::time),
        hook.map(Hook::errorsInRow).orElse(0L),
        hook.filter(it -> it.rests(nowMs))
            .flatMap(Hook::openedMs)
            .map(at -> time(at + Hook.REST.toMillis())));
  }

  static Timestamp time(long ms) {
    return Timestamp.ofMillis(ms);
  }

  /** Returns its triggers in a few words. */
  String when() {
    return triggers
        .map(
            due ->
                due.cron()
                    .map(cron -> "cron " + cron)
                    .or(() -> due.interval().map(every -> "every " + every))
                    .orElseGet(
                        () ->
                            due.event()
                                .flatMap(HookTriggers.KindMatch::types)
                                .map(types -> "on " + words(types))
                                .orElse("on events")))
        .orElse("");
  }

  private static String words(JsonValue oneOrMore) {
    return JsonWriter.compact(oneOrMore).replaceAll("[\\[\\]\"]", "").replace(",", ", ");
  }

  /**
   * A run of a hook.
   *
   * @param tookMs from its start to its end; absent when the end is unknown
   */
  @Shape.Def("hook_run")
  @Shape.Order("id hook event state reason at took_ms calls input_tokens output_tokens answer")
  record RunView(
      @Shape.Inline HookRun run, String state, Optional<Long> tookMs, Optional<String> answer) {
    /** Returns its model calls, such as {@code 1 call, 220 tokens}. */
    String asked() {
      return Wording.counted(run.calls(), "call")
          + ", "
          + (run.inputTokens() + run.outputTokens())
          + " tokens";
    }

    static RunView of(Transaction tx, HookRun run) {
      return new RunView(
          run,
          run.state().toString(),
          run.startedAt()
              .filter(_ -> run.state() != HookRun.State.UNKNOWN)
              .flatMap(from -> run.endedAt().map(to -> Duration.between(from, to).toMillis())),
          run.answerId().isPresent() ? tx.text(run.answerId().get()) : Optional.empty());
    }
  }
}
