package org.sovereignbook.sbp.ops.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.CommandTable;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.runtime.scheduler.CommandRunner.CommandResult;
import org.sovereignbook.sbp.runtime.scheduler.Tick;
import org.sovereignbook.sbp.runtime.scheduler.TickResult;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testing.TestClock;

/** A tick is started for what it would do, and otherwise no more often than usual. */
class IdleTimerTest {
  @TempDir private Path folder;
  private TestClock clock;
  private Node node;
  private Session session;
  private IdleTimer timer;

  @BeforeEach
  void makeNode() throws Exception {
    CliTest cli = CliTest.in(folder);
    clock = cli.clock();
    assertThat(cli.run("init", "node", "--local").exit().isFailure()).isFalse();
    World world =
        cli.workingIn(folder.resolve("node"))
            .world(new ByteArrayOutputStream(), new ByteArrayOutputStream());
    session = Session.of(world, new Output(world, false), CommandTable.NONE);
    node = session.node();
    timer = new IdleTimer(session, node);
    TickResult _ =
        new Tick(
                node,
                session.stores(),
                Optional.empty(),
                _ -> new CommandResult.Exited(0, ""),
                _ -> false,
                _ -> {})
            .run();
  }

  @Test
  void whatHasNeverTickedDoes() {
    assertThat(timer.isDue()).isTrue();
  }

  @Test
  void afterATickNothingIsDueUntilTheUsualIntervalIsOver() {
    timer.starts();
    clock.advance(Duration.ofMinutes(1));

    assertThat(timer.isDue()).isFalse();
    clock.advance(UpRun.TICK_EVERY);
    assertThat(timer.isDue()).isTrue();
  }

  @Test
  void whatCameInIsDueAtOnce() {
    timer.starts();
    assertThat(timer.isDue()).isFalse();

    try (Store store = session.store(node)) {
      store.inbox().accept("{}".getBytes(StandardCharsets.UTF_8), clock.instant());
    }

    assertThat(timer.isDue()).isTrue();
  }

  @Test
  void whatCannotBeReadIsLeftToATick() {
    timer.starts();
    node.writeText(node.home().schedulerConfig(), "{");

    assertThat(timer.isDue()).isTrue();
  }
}
