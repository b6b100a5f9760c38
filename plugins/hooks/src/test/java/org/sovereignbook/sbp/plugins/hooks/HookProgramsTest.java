package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.ProcessTree;
import org.sovereignbook.sbp.society.hooks.HotHook;

@EnabledOnOs({OS.LINUX, OS.MAC})
class HookProgramsTest {
  @TempDir Path folder;

  @Test
  void aHookThatHangsIsEndedWithItsGrandchildrenAlsoThoseThatLeftIt() throws Exception {
    try (HookScene scene = new HookScene(folder)) {
      scene.society().node().configure(JsonObject.empty());
      Path pids = folder.resolve("pids");
      scene.script(
          "hang",
          "triggers: {event: {types: thing}}",
          "sh -c 'sleep 600 & echo $! >> " + pids + "; wait' &",
          "setsid sh -c 'echo $$ >> " + pids + "; sleep 600' &",
          "nohup sleep 600 > /dev/null & echo $! >> " + pids,
          "wait");
      scene.accept("hang");
      scene.happens("thing.made");
      scene.run();
      assertThat(scene.runs("hang").getFirst().state()).isEqualTo(HookRun.State.TIMEOUT);
      try (Stream<String> all = Files.lines(pids)) {
        assertThat(all.toList())
            .hasSize(3)
            .allSatisfy(
                pid ->
                    assertThat(
                            ProcessHandle.of(Long.parseLong(pid))
                                .filter(ProcessTree::isRunning)
                                .isEmpty())
                        .isTrue());
      }
      assertThat(folder.resolve("runtime/operational/hook-runs").toFile().list()).isEmpty();
    }
  }

  @Test
  void nothingOfAHookThatIsEndedGoesOnToItsNextCommand() throws Exception {
    try (HookScene scene = new HookScene(folder)) {
      scene.society().node().configure(JsonObject.empty());
      Path kept = folder.resolve("kept");
      scene.script(
          "hang",
          "triggers: {event: {types: thing}}",
          "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do",
          "  setsid sh -c 'sleep 300; echo kept >> " + kept + "' &",
          "done",
          "wait; echo kept >> " + kept);
      scene.accept("hang");
      for (int i = 0; i < 3; i++) {
        scene.happens("thing.made");
        scene.run();
      }

      assertThat(scene.states("hang")).containsOnly(HookRun.State.TIMEOUT);
      assertThat(kept).doesNotExist();
    }
  }

  @Test
  void aRunWhoseStarterIsKnownToBeDeadIsUnknownAtOnceAndWhatItHasLeftRunningIsEnded()
      throws Exception {
    try (HookScene scene = new HookScene(folder)) {
      scene.hot("once", "triggers: {event: {types: thing}}", HookScene.hot(_ -> HookScene.FIRE));
      scene.happens("thing.made");
      scene.ledger().run(tx -> new Matching(tx, HookScene.ZONE).step());
      scene.ledger().run(tx -> HookRuns.claim(tx, "once", true));
      String run = scene.runs("once").getFirst().id();
      Path left = folder.resolve("runtime/operational/hook-runs").resolve(run);
      Files.createDirectories(left);
      // Its holder's lock was free when the holder died.
      Files.createFile(left.resolve("starter.lock"));
      Files.writeString(
          left.resolve("starter-holder.json"),
          """
          {"pid": 1, "process_start": "2001-01-01T00:00:00Z", "what": "hook once",
           "since": "2026-01-01T00:00:00Z", "token": "%s"}\
          """
              .formatted(run));
      ProcessBuilder program = new ProcessBuilder("sleep", "600");
      program.environment().put(HookPrograms.RUN_VARIABLE, run);
      Process leftover = program.start();
      scene.happens("thing.made");
      assertThat(scene.run().fired()).isEqualTo(1);
      assertThat(scene.runs("once"))
          .extracting(HookRun::state)
          .containsExactly(HookRun.State.FIRED, HookRun.State.UNKNOWN);
      assertThat(left).doesNotExist();
      assertThat(leftover.waitFor()).as("the exit code of what was killed").isNotZero();
    }
  }

  @Test
  void aRunThatAnotherProcessIsAboutToStartIsNotTakenForOneWhoseStarterDied() throws Exception {
    try (HookScene scene = new HookScene(folder)) {
      scene.hot("once", "triggers: {event: {types: thing}}", HookScene.hot(_ -> HookScene.FIRE));
      scene.happens("thing.made");
      scene.ledger().run(tx -> new Matching(tx, HookScene.ZONE).step());
      scene.ledger().run(tx -> HookRuns.claim(tx, "once", true));
      Path starting =
          folder
              .resolve("runtime/operational/hook-runs")
              .resolve(scene.runs("once").getFirst().id());
      Files.createDirectories(starting);
      // It has made the file of the lock and does not yet hold it.
      Files.createFile(starting.resolve("starter.lock"));
      scene.happens("thing.made");
      assertThat(scene.run().runs()).as("runs, as one of the hook is under way").isZero();
      assertThat(scene.runs("once"))
          .extracting(HookRun::state)
          .containsExactly(HookRun.State.PENDING, HookRun.State.STARTED);
      assertThat(starting.resolve("starter.lock")).exists();
    }
  }

  @Test
  void ctrlCAtTheTerminalIsForWhoeverRunsHooksAndNotForTheirPrograms() {
    try (HookScene scene = new HookScene(folder)) {
      scene.script(
          "calm",
          "triggers: {event: {types: thing}}",
          "kill -INT $$",
          "sh -c 'kill -HUP $$'",
          "printf '{\"fire\": true}'");
      scene.accept("calm");
      scene.happens("thing.made");
      assertThat(scene.run()).isEqualTo(new Dispatch.Done(1, 1, 0));
    }
  }

  @Test
  void whoeverIsToldToStopWaitsForWhatRunsAndBeginsNothingMore() throws Exception {
    try (HookScene scene = new HookScene(folder)) {
      AtomicBoolean isStopping = new AtomicBoolean();
      HotHook stopping =
          HookScene.hot(
              _ -> {
                isStopping.set(true);
                return HookScene.FIRE;
              });
      scene.hot("once", "triggers: {event: {types: thing}}", stopping);
      scene.happens("thing.made");
      scene.happens("thing.made");

      assertThat(scene.dispatch().run(HookScene.LONG, isStopping::get))
          .isEqualTo(new Dispatch.Done(1, 1, 0));
      assertThat(scene.runs("once"))
          .extracting(HookRun::state)
          .containsExactly(HookRun.State.PENDING, HookRun.State.FIRED);
      assertThat(scene.run()).isEqualTo(new Dispatch.Done(1, 1, 0));
    }
  }

  @Test
  void aThousandEventsAndAHundredHooksStartNothingThatDoesNotMatch() {
    try (HookScene scene = new HookScene(folder)) {
      for (int i = 0; i < 100; i++) {
        scene.script(
            "h" + i,
            """
            triggers:
              principal: {type: [peer, webhook]}
              event: {types: [envelope, webhook], metadata: {number: %d}}
            """
                .formatted(i),
            "touch " + folder.resolve("started"));
        scene.accept("h" + i);
      }
      for (int i = 0; i < 1_000; i++) {
        scene.happens("thing.made", "number", Integer.toString(i));
      }
      assertThat(scene.run()).isEqualTo(Dispatch.Done.NOTHING);
      assertThat(scene.count("SELECT COUNT(*) FROM hook_run")).isZero();
      assertThat(folder.resolve("started")).doesNotExist();
    }
  }

  @Test
  void aStrangersEnvelopeIsForTheReaderOnly() {
    try (HookScene scene = new HookScene(folder)) {
      scene.hot("all", "triggers: {event: {types: envelope}}", HookScene.hot(_ -> HookScene.FIRE));
      Principal stranger = Principal.parse("peer:" + "A".repeat(43));
      assertThat(scene.arrives("envelope:1", stranger, "hello")).isTrue();
      assertThat(scene.arrives("envelope:1", stranger, "hello")).isFalse();
      assertThat(scene.run().runs()).isZero();
      assertThat(scene.count("SELECT COUNT(*) FROM audit WHERE tool = 'envelope.received'"))
          .isEqualTo(1);
    }
  }
}
