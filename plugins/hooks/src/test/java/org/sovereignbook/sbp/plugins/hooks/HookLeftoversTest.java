package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmAnswer;

/** What a run leaves behind: one whose starter died, one that is old, one of a removed hook. */
class HookLeftoversTest {
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
  void aRunWhoseStarterDiedIsUnknownAndNotRepeated() {
    scene.hot("once", HookScene.ON_THINGS, HookScene.hot(_ -> HookScene.FIRE));
    scene.happens("thing.made");
    scene.ledger().run(tx -> new Matching(tx, HookScene.ZONE).step());
    scene.ledger().run(tx -> HookRuns.claim(tx, "once", true));
    assertThat(scene.run().runs()).isZero();
    scene.society().clock().advance(Duration.ofMinutes(2));
    assertThat(scene.run().runs()).isZero();
    assertThat(scene.states("once")).containsExactly(HookRun.State.UNKNOWN);
    assertThat(scene.count("SELECT COUNT(*) FROM event WHERE kind = 'hook.unknown'")).isEqualTo(1);
  }

  @Test
  void aModelCallThatAHookDiedInCountsAndIsNeverRepeated() throws Exception {
    JsonObject one = JsonObject.builder().put("daily_model_calls", 1).build();
    scene.society().node().configure(JsonObject.builder().put("hooks", one).build());
    scene.hot("asks", "model: true\n" + HookScene.ON_THINGS, HookScene.hot(_ -> HookScene.FIRE));
    Path calls = scene.ledger().node().home().llmLedger();
    byte[][] atItsDeath = new byte[1][];
    assertThat(
            startsAndAsks(
                new FakeBackend(
                    _ -> {
                      try {
                        atItsDeath[0] = Files.readAllBytes(calls);
                      } catch (IOException e) {
                        throw new UncheckedIOException(e);
                      }
                      return new LlmAnswer("yes", "said so");
                    })))
        .isEqualTo("yes");
    Files.write(calls, atItsDeath[0]);

    scene.society().clock().advance(Duration.ofMinutes(2));
    assertThat(scene.run().runs()).isZero();
    assertThat(scene.states("asks")).containsExactly(HookRun.State.UNKNOWN);
    assertThatThrownBy(() -> startsAndAsks(FakeBackend.saying("again")))
        .hasMessageContaining("hooks.daily_model_calls");
  }

  /** What a run is answered that then dies. */
  private String startsAndAsks(FakeBackend backend) throws Exception {
    scene.happens("thing.made");
    scene.ledger().run(tx -> new Matching(tx, HookScene.ZONE).step());
    scene.ledger().run(tx -> HookRuns.claim(tx, "asks", true));
    return new ModelQuestion("Well?", Optional.empty())
        .ask(
            scene.ledger(),
            backend,
            scene.runs("asks").getFirst().id(),
            scene.hook("asks").agent());
  }

  @Test
  void whatARunHasLeftBehindWhoseStarterDiedIsClearedAway() throws Exception {
    Path left = folder.resolve("runtime/operational/hook-runs/0123456789abcdef");
    Files.createDirectories(left);
    Files.writeString(left.resolve("ledger.db"), "a copy");
    scene.hot("once", HookScene.ON_THINGS, HookScene.hot(_ -> HookScene.FIRE));
    scene.happens("thing.made");
    scene.run();
    assertThat(left).doesNotExist();
  }

  @Test
  void runsAndWhatTheyPrintedAreForgottenInTime() {
    scene.answering(
        "h", HookScene.ON_THINGS, "{\"fire\": true, \"context\": {\"prompt\": \"secretly\"}}");
    scene.happens("thing.made");
    scene.run();
    String texts = "SELECT COUNT(*) FROM content WHERE field = 'answer'";
    assertThat(HookUpkeep.forget(scene.ledger())).isZero();
    assertThat(scene.count(texts)).isEqualTo(1);
    scene.society().clock().advance(Duration.ofDays(91));
    assertThat(HookUpkeep.forget(scene.ledger())).isEqualTo(2);
    assertThat(scene.runs("h")).isEmpty();
    assertThat(scene.count(texts)).isZero();
    assertThat(scene.run().runs()).isZero();
  }

  @Test
  void aRemovedHookIsGoneWithItsAgentAndItsNameIsFree() {
    scene.hot("h", HookScene.ON_THINGS, HookScene.hot(_ -> HookScene.FIRE));
    scene.happens("thing.made");
    scene.ledger().run(tx -> new Matching(tx, HookScene.ZONE).step());
    scene.ledger().run(tx -> Acceptance.remove(tx, Caller.owner("command"), "h"));
    assertThat(scene.run().runs()).isZero();
    assertThat(scene.dispatch().isDue()).isFalse();
    assertThat(scene.reason("h")).contains("removed");
    assertThat(scene.accept("h").isEnabled()).isTrue();
  }
}
