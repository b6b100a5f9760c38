package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.runtime.health.Notice;
import org.sovereignbook.sbp.runtime.health.Notices;
import org.sovereignbook.sbp.runtime.health.RecordedMeans;

/** What goes wrong with a hook, how often it is tried, and who hears of it. */
class HookFailuresTest {
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

  @Test
  void garbageAndExitCodesAreErrorsOfThatHookAlone() {
    scene.answering("garbage", HookScene.ON_THINGS, "not json");
    scene.answering("unknown", HookScene.ON_THINGS, "{\"fire\": true, \"fier\": 1}");
    scene.script("exits", HookScene.ON_THINGS, "echo went wrong >&2", "exit 1");
    scene.accept("exits");
    scene.script("flood", HookScene.ON_THINGS, "yes");
    scene.accept("flood");
    scene.answering("good", HookScene.ON_THINGS, "{\"fire\": true}");
    scene.answering("silent", HookScene.ON_THINGS, "");
    scene.happens("thing.made");
    assertThat(scene.run()).isEqualTo(new Dispatch.Done(6, 1, 4));
    assertThat(scene.reason("garbage")).contains("no JSON");
    assertThat(scene.reason("unknown")).contains("fier");
    assertThat(scene.reason("exits")).contains("exit code 1").contains("went wrong");
    assertThat(scene.reason("flood")).contains("hooks.max_output_bytes");
    assertThat(scene.runs("good").getFirst().state()).isEqualTo(HookRun.State.FIRED);
    assertThat(scene.runs("silent").getFirst().state()).isEqualTo(HookRun.State.QUIET);
  }

  @Test
  void aHookThatCannotBeStartedFailsAloneWhateverTheReason() throws Exception {
    scene.answering("stuck", HookScene.ON_THINGS, "{\"fire\": true}");
    scene.answering("good", HookScene.ON_THINGS, "{\"fire\": true}");
    Path copies = scene.society().node().node().home().operational().resolve("hooks");
    Files.createDirectories(copies);
    Files.writeString(copies.resolve("stuck"), "in the way");
    scene.hot(
        "silent",
        HookScene.ON_THINGS,
        HookScene.hot(_ -> Optional.<JsonObject>empty().orElse(null)));
    JsonObject much = JsonObject.builder().put("much", "x".repeat(300_000)).build();
    scene.hot("flood", HookScene.ON_THINGS, HookScene.hot(_ -> much));
    scene.happens("thing.made");
    assertThat(scene.run()).isEqualTo(new Dispatch.Done(4, 1, 3));
    assertThat(scene.states("good")).containsExactly(HookRun.State.FIRED);
    assertThat(scene.states("stuck")).containsExactly(HookRun.State.FAILED);
    assertThat(scene.states("silent")).containsExactly(HookRun.State.FAILED);
    assertThat(scene.reason("flood")).contains("hooks.max_output_bytes");
  }

  @Test
  void fiveErrorsInARowOpenTheCircuitAndAfterFiveMinutesItIsTriedOnce() {
    boolean[] isWell = {false};
    scene.hot(
        "shaky",
        HookScene.ON_THINGS,
        HookScene.hot(
            _ -> {
              if (isWell[0]) {
                return HookScene.FIRE;
              }
              throw new IllegalStateException("not now");
            }));
    for (int i = 0; i < 7; i++) {
      scene.happens("thing.made");
    }
    assertThat(scene.run().runs()).isEqualTo(5);
    assertThat(scene.states("shaky").subList(0, 2)).containsOnly(HookRun.State.SKIPPED);
    scene.society().clock().advance(Hook.REST);
    scene.happens("thing.made");
    scene.happens("thing.made");
    assertThat(scene.run()).isEqualTo(new Dispatch.Done(1, 0, 1));
    scene.society().clock().advance(Hook.REST.plusSeconds(1));
    isWell[0] = true;
    scene.happens("thing.made");
    scene.happens("thing.made");
    assertThat(scene.run()).isEqualTo(new Dispatch.Done(2, 2, 0));
    assertThat(scene.hook("shaky").openedMs()).isEmpty();
  }

  @Test
  void whatWasSkippedOrFailedRunsAgainWhenTheOwnerWantsItAndWhatWasDoneDoesNot() {
    boolean[] isWell = {false};
    scene.hot(
        "shaky",
        HookScene.ON_THINGS,
        HookScene.hot(
            _ -> {
              if (isWell[0]) {
                return HookScene.FIRE;
              }
              throw new IllegalStateException("not now");
            }));
    for (int i = 0; i < Hook.MAX_ERRORS + 2; i++) {
      scene.happens("thing.made");
    }
    scene.run();
    isWell[0] = true;
    assertThat(retry("shaky", Optional.empty())).isEqualTo(2);
    assertThat(scene.run()).isEqualTo(new Dispatch.Done(2, 2, 0));
    assertThat(retry("shaky", Optional.empty())).isZero();
    HookRun failed = scene.runs("shaky").getLast();
    assertThat(failed.state()).isEqualTo(HookRun.State.FAILED);
    assertThat(retry("shaky", Optional.of(failed.event()))).isEqualTo(1);
    assertThat(scene.run().fired()).isEqualTo(1);
    assertThat(retry("shaky", Optional.of(failed.event()))).isZero();
    assertThat(scene.runs("shaky")).hasSize(Hook.MAX_ERRORS + 2);
  }

  private int retry(String hook, Optional<String> event) {
    return scene
        .ledger()
        .<Integer>write(tx -> Acceptance.retry(tx, Caller.owner("command"), hook, event));
  }

  @Test
  void theOwnerIsNotifiedOfAHookWithAProblemOnceADay() throws InterruptedException {
    assertThat(troubles()).isEmpty();
    scene.hot("good", HookScene.ON_THINGS, HookScene.hot(_ -> HookScene.FIRE));
    scene.answering("garbage", HookScene.ON_THINGS, "not json");
    scene.hot("dies", HookScene.ON_THINGS, HookScene.hot(_ -> HookScene.FIRE));
    scene.happens("thing.made");
    scene.ledger().run(tx -> new Matching(tx, HookScene.ZONE).step());
    scene.ledger().run(tx -> HookRuns.claim(tx, "dies", true));
    scene.society().clock().advance(Duration.ofMinutes(2));
    scene.run();
    scene.script("good", HookScene.ON_THINGS, "true");
    assertThat(troubles())
        .hasSize(3)
        .anySatisfy(one -> assertThat(one).contains("dies", "unknown", "sbp hook log dies"))
        .anySatisfy(one -> assertThat(one).contains("garbage failed 1 time in a row (it printed"))
        .anySatisfy(one -> assertThat(one).contains("good cannot be read", "sbp hook list"));
    assertThat(notified()).hasSize(3);
    assertThat(notified()).isEmpty();
    for (int i = 0; i < 4; i++) {
      scene.happens("thing.made");
    }
    scene.run();
    assertThat(notified()).anySatisfy(one -> assertThat(one).endsWith(" resting"));
    scene.society().clock().advance(Duration.ofHours(25));
    assertThat(notified())
        .as("what nobody knows is spoken of for a day")
        .extracting(key -> key.substring(key.indexOf(' ') + 1))
        .containsExactlyInAnyOrder("resting", "broken", "failing");
  }

  /** Notifies the owner of what is due, and returns the keys of the notices. */
  private List<String> notified() throws InterruptedException {
    RecordedMeans means = new RecordedMeans();
    try (Notices notices = Notices.open(scene.ledger().node()).orElseThrow()) {
      List<Notice> open = scene.ledger().read(HookTrouble::notices);
      assertThat(notices.give(Notice.Kind.HOOK, open, means)).isEmpty();
    }
    return means.keys();
  }

  private List<String> troubles() {
    return scene.ledger().read(HookTrouble::all).stream()
        .map(one -> one.text() + ": " + one.remedy())
        .toList();
  }
}
