package org.sovereignbook.sbp.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.sql.Database;

/** Dies at every commit between an event and what hooks make of it, and goes on. */
class HookCrashTest {
  private static final String DECLARED =
      """
      tools: [task_add, post]
      triggers: {event: {types: thing}}
      """;

  private static final String ANSWER =
      """
      {"fire": true, "actions": [{"task": {"title": "A"}}, {"publish": {"title": "T", "text": "x"}}]}\
      """;

  @TempDir Path folder;

  /** The process is gone. */
  private static final class Death extends Error {
    private static final long serialVersionUID = 1;
  }

  /** Dies before the commit at an even moment, after it at an odd one. */
  private record Mortal(Database database, AtomicInteger moments) implements Database {
    @Override
    public String location() {
      return database.location();
    }

    @Override
    public <T> T read(Work<T> work) {
      return database.read(work);
    }

    @Override
    public <T> T snapshot(Work<T> work) {
      return database.snapshot(work);
    }

    @Override
    public <T> T write(Work<T> work) {
      T result =
          database.write(
              sql -> {
                T made = work.run(sql);
                die();
                return made;
              });
      die();
      return result;
    }

    private void die() {
      if (moments.getAndDecrement() == 0) {
        throw new Death();
      }
    }

    @Override
    public void close() {
      database.close();
    }
  }

  @Test
  void whatAHookDoesHereHappensOnceAndItsProgramIsNeverStartedTwice() throws Exception {
    int at = 0;
    while (dies(at)) {
      at++;
    }
    assertThat(at).isGreaterThan(8);
  }

  private boolean dies(int at) throws InterruptedException {
    AtomicInteger started = new AtomicInteger();
    boolean died = false;
    try (HookScene scene = new HookScene(folder.resolve(Integer.toString(at)))) {
      scene.hot(
          "h",
          DECLARED,
          HookRunsTest.hot(
              _ -> {
                started.incrementAndGet();
                return Hook.json(ANSWER);
              }));
      scene.happens("thing.made");
      try (Ledger mortal =
          Ledger.open(
              scene.ledger().node(),
              new Mortal(
                  new SqliteLedgerProvider().open(scene.ledger().node()), new AtomicInteger(at)))) {
        scene.dispatch(mortal).run(HookScene.LONG);
      } catch (Death | IllegalStateException e) {
        died = true;
      }
      scene.run();
      scene.society().clock().advance(Duration.ofMinutes(5));
      scene.run();
      boolean isUnknown = scene.runs("h").getFirst().state() == HookRun.State.UNKNOWN;
      assertThat(started.get()).isLessThanOrEqualTo(1);
      assertThat(scene.runs("h")).hasSize(1);
      assertThat(scene.count("SELECT COUNT(*) FROM task")).isEqualTo(isUnknown ? 0 : 1);
      assertThat(scene.count("SELECT COUNT(*) FROM outbox WHERE kind = 'approval'"))
          .isEqualTo(isUnknown ? 0 : 1);
      assertThat(started.get()).isEqualTo(isUnknown ? started.get() : 1);
    }
    return died;
  }
}
