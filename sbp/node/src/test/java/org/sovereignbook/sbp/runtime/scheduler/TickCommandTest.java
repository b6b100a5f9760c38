package org.sovereignbook.sbp.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.runtime.scheduler.Ticking.minutes;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.testing.TestNode;

/** CHOICES 16: how a tick calls its commands, and what it tells while it does. */
class TickCommandTest {
  private Ticking ticking;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    ticking = new Ticking(folder).settledThen(minutes(60));
  }

  private CommandRunner.Command deliver(Optional<String> launcher) throws Exception {
    new Tick(
            ticking.node.node(),
            TestNode.FILES,
            launcher,
            ticking.runner,
            _ -> false,
            ticking.events::add)
        .run();
    return ticking.runner.commands.getFirst();
  }

  @Test
  void commandsRunInTheNodeDirectoryWithTheLauncherAndTheHomeInTheirEnvironment() throws Exception {
    CommandRunner.Command command = deliver(Optional.of("/opt/sbp/scripts/sbp"));

    assertThat(command.line()).isEqualTo("./runtime/scripts/delivery");
    assertThat(command.folder()).isEqualTo(ticking.node.home().root());
    assertThat(command.environment())
        .containsEntry("SBP", "/opt/sbp/scripts/sbp")
        .containsEntry("SBP_HOME", ticking.node.home().root().toString());
    assertThat(command.timeLimit()).isEqualTo(minutes(15));
  }

  @Test
  void withoutALauncherInTheEnvironmentTheConfiguredOneIsUsed() throws Exception {
    ticking.node.configure(
        ticking
            .node
            .node()
            .config()
            .json()
            .with("scheduler", JsonObject.builder().put("launcher", "bin/sbp").build()));

    assertThat(deliver(Optional.empty()).environment())
        .containsEntry("SBP", ticking.node.home().root().resolve("bin/sbp").toString());
  }

  @Test
  void withNeitherItIsTheOneOnThePath() throws Exception {
    assertThat(deliver(Optional.empty()).environment()).containsEntry("SBP", "sbp");
  }

  @Test
  void aChildOfTheTickMayTakeTheNodeForItsStep() {
    ticking.runner.on(
        "delivery",
        command -> {
          Optional<String> token =
              Optional.of(command.environment().get(ExclusiveStore.TICK_TOKEN_VARIABLE));
          ExclusiveStore.open(ticking.node.node(), TestNode.FILES, "deliver", token).close();
          return new CommandRunner.CommandResult.Exited(0, "");
        });

    assertThat(ticking.run().failed()).isFalse();
  }

  @Test
  void theLockSaysWhichComponentRuns() {
    ticking.runner.on(
        "delivery",
        command -> {
          assertThat(NodeLock.holder(NodeLock.tick(ticking.node.home())))
              .get()
              .extracting(NodeLock.Holder::what)
              .isEqualTo("tick, running delivery");
          return new CommandRunner.CommandResult.Exited(0, "");
        });

    assertThat(ticking.run().failed()).isFalse();
    assertThat(NodeLock.holder(NodeLock.tick(ticking.node.home()))).isEmpty();
  }

  @Test
  void whatHappensIsReportedAsItHappensAndOutputIsSafeForATerminal() {
    ticking.runner.on(
        "delivery",
        command -> {
          command.output().accept("sent \u001b[2J to 3 peers");
          return new CommandRunner.CommandResult.Exited(0, "");
        });

    ticking.run();

    assertThat(ticking.events)
        .satisfiesExactly(
            started -> assertThat(started).isInstanceOf(TickEvent.Started.class),
            output ->
                assertThat(output)
                    .isEqualTo(new TickEvent.OutputLine("delivery", "sent \\u001b[2J to 3 peers")),
            finished -> assertThat(finished).isInstanceOf(TickEvent.Finished.class));
  }

  @Test
  void theResultSaysWhatRanAndWhyForPeopleAndPrograms() {
    TickResult result = ticking.run();

    assertThat(result.summary()).isEqualTo("delivery: done in 0 s");
    JsonObject run = result.toJson().array("runs").orElseThrow().objects().getFirst();
    assertThat(run.members().keySet())
        .containsExactly(
            "component",
            "trigger",
            "why",
            "outcome",
            "exit_code",
            "started_at",
            "duration_seconds");
    assertThat(run.string("trigger")).contains("interval");
    assertThat(run.string("why"))
        .contains("its interval of an hour is over, last run 2026-03-17T12:05:00Z");
  }
}
