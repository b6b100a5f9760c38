package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.ledger.SetAsides.ItemList;
import org.sovereignbook.sbp.testing.Poison;

/** Loops over events, slots and runs of hooks, of which the one at one place fails. */
class PoisonedHooksTest {
  private static final String HOOK = "watcher";

  @TempDir Path folder;
  private HookScene scene;

  @BeforeEach
  void open() {
    scene = new HookScene(folder);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private List<String> events() {
    scene.hot(HOOK, HookScene.ON_THINGS, HookScene.hot(_ -> HookScene.FIRE));
    List<String> events = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      events.add(scene.happens("thing"));
    }
    return events;
  }

  private void poison(String change, String condition) {
    Poison.on(scene.ledger(), change + " ON hook_run", condition);
  }

  /** Checks that the runs of all events but one came to a state. */
  private void check(List<String> events, int bad, HookRun.State state) {
    for (int i = 0; i < events.size(); i++) {
      String event = events.get(i);
      assertThat(scene.runs(HOOK))
          .filteredOn(run -> run.event().equals(event) && run.state() == state)
          .as("event %d", i)
          .hasSize(i == bad ? 0 : 1);
    }
  }

  private void checkAside(String by, String id) {
    assertThat(Poison.aside(scene.ledger(), ItemList.HOOK))
        .singleElement()
        .satisfies(
            item -> {
              assertThat(item.by()).isEqualTo(by);
              assertThat(item.id()).isEqualTo(id);
            });
  }

  private String run(String event) {
    return scene.runs(HOOK).stream()
        .filter(run -> run.event().equals(event))
        .map(HookRun::id)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void eventsAreMatched(int bad) {
    List<String> events = events();
    poison("INSERT", "NEW.event_id = '" + events.get(bad) + "'");
    var _ = scene.run();
    check(events, bad, HookRun.State.FIRED);
    checkAside("matching", events.get(bad));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void runsAreClaimed(int bad) {
    List<String> events = events();
    poison("UPDATE", "OLD.event_id = '" + events.get(bad) + "' AND NEW.state = 'started'");
    var _ = scene.run();
    check(events, bad, HookRun.State.FIRED);
    checkAside("claim", run(events.get(bad)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void answersAreCarriedOut(int bad) {
    List<String> events = events();
    poison("UPDATE", "OLD.event_id = '" + events.get(bad) + "' AND NEW.state = 'fired'");
    var _ = scene.run();
    check(events, bad, HookRun.State.FIRED);
    checkAside("answer", run(events.get(bad)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void runsOfDeadProcessesEnd(int bad) {
    List<String> events = events();
    scene.ledger().run(tx -> new Matching(tx, HookScene.ZONE).step());
    scene
        .ledger()
        .run(tx -> tx.update("UPDATE hook_run SET state = 'started', lease_until_ms = 1"));
    poison("UPDATE", "OLD.event_id = '" + events.get(bad) + "' AND NEW.state = 'unknown'");
    scene.ledger().run(tx -> HookRuns.orphans(tx, List.of()));
    check(events, bad, HookRun.State.UNKNOWN);
    checkAside("orphans", run(events.get(bad)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void slotsAreMatched(int bad) {
    List<String> hooks = List.of("first", "middle", "last");
    hooks.forEach(
        hook ->
            scene.hot(hook, "triggers: {cron: '0 * * * *'}", HookScene.hot(_ -> HookScene.FIRE)));
    Poison.on(
        scene.ledger(), "UPDATE OF slots_until_ms ON hook", "OLD.name = '" + hooks.get(bad) + "'");
    scene.society().clock().advance(Duration.ofHours(2));
    var _ = scene.run();
    for (int i = 0; i < hooks.size(); i++) {
      assertThat(scene.states(hooks.get(i)).contains(HookRun.State.FIRED)).isEqualTo(i != bad);
    }
    checkAside("timer", hooks.get(bad));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void anEventThatCannotBeReadHoldsUpNoOther(int bad) {
    List<String> events = events();
    damage("UPDATE event SET principal = 'odd' WHERE id = ?", events.get(bad));
    var _ = scene.run();
    check(events, bad, HookRun.State.FIRED);
    checkAside("matching", events.get(bad));
    assertThat(scene.dispatch().isDue()).as("nothing waits any more").isFalse();
    scene.ledger().run(tx -> new HookAsides(tx).takeBack(events.get(bad)));
    checkAside("matching", events.get(bad));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aHookThatCannotBeReadHoldsUpNoOther(int bad) {
    List<String> hooks = List.of("first", "middle", "last");
    hooks.forEach(hook -> scene.hot(hook, HookScene.ON_THINGS, HookScene.hot(_ -> HookScene.FIRE)));
    damage("UPDATE hook SET declaration = '[' WHERE name = ?", hooks.get(bad));
    String _ = scene.happens("thing");
    var _ = scene.run();
    for (int i = 0; i < hooks.size(); i++) {
      assertThat(scene.states(hooks.get(i)).contains(HookRun.State.FIRED)).isEqualTo(i != bad);
    }
    checkAside("matching", hooks.get(bad));
  }

  private void damage(String change, String id) {
    scene.ledger().run(tx -> assertThat(tx.update(change, id)).isEqualTo(1));
  }
}
