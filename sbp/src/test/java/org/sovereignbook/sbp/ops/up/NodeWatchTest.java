package org.sovereignbook.sbp.ops.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.automation.AutomationFeature;
import org.sovereignbook.sbp.frontend.automation.FeatureTicks;
import org.sovereignbook.sbp.frontend.command.CommandTable;
import org.sovereignbook.sbp.frontend.command.LiveLines;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testing.Eventually;

/** The processes and the work in ticks that features have in a running node. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class NodeWatchTest {
  private static final AutomationFeature.KeptProcess TIDES =
      new AutomationFeature.KeptProcess("tides", List.of("tides", "serve"));

  @TempDir private Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final BlockingQueue<Process> started = new LinkedBlockingQueue<>();
  private boolean isWanted = true;
  private Session session;
  private Node node;

  /** A feature whose process is wanted or not, and which counts its calls. */
  private final class Tides implements AutomationFeature {
    private int calls;

    @Override
    public String name() {
      return "tides";
    }

    @Override
    public String title() {
      return "when the water comes";
    }

    @Override
    public boolean isTicked(Node at) {
      return true;
    }

    @Override
    public TickWork tickWork(Session on, Node at) {
      return new TickWork() {
        @Override
        public void run() {
          calls++;
        }

        @Override
        public Optional<String> done() {
          return Optional.of("tides: " + calls);
        }
      };
    }

    @Override
    public List<KeptProcess> processes(Node at) {
      return isWanted ? List.of(TIDES) : List.of();
    }
  }

  /** A feature that fails, whatever it is asked. */
  private record Broken(String name) implements AutomationFeature {
    @Override
    public String title() {
      return name;
    }

    @Override
    public boolean isTicked(Node at) {
      return true;
    }

    @Override
    public TickWork tickWork(Session on, Node at) {
      return new TickWork() {
        @Override
        public void run() {
          throw new IllegalStateException("no water");
        }

        @Override
        public Optional<String> done() {
          return Optional.empty();
        }
      };
    }

    @Override
    public List<KeptProcess> processes(Node at) {
      throw new IllegalStateException("no water");
    }
  }

  @BeforeEach
  void makeNode() {
    CliTest cli = CliTest.in(folder);
    assertThat(cli.run("init", "node", "--local").exit().isFailure()).isFalse();
    World world = cli.workingIn(folder.resolve("node")).world(out, err);
    session = Session.of(world, new Output(world, false), CommandTable.NONE);
    Node made = session.node();
    node = new Node(made.home(), made.disk(), made.clock(), made.random());
    Features _ =
        node.kept()
            .of(Features.class, () -> new Features(List.of(new Broken("dunes"), new Tides())));
  }

  private Process start(Child child, Map<String, String> mark) throws IOException {
    assertThat(child.words()).isEqualTo(TIDES.words());
    Process process = new ProcessBuilder("sh", "-c", "echo up; read word").start();
    started.add(process);
    return process;
  }

  @Test
  void aProcessOfAFeatureIsStartedOnceAndAgainAfterItsEndWhileItIsWanted() throws Exception {
    UpView view = new UpView(LiveLines.of(session, ""), false, false);
    NodeWatch watch = new NodeWatch(session, node, view, () -> {});
    try (Supervisor supervisor =
        new Supervisor(this::start, session.world().clock(), (_, _) -> {})) {
      watch.look(supervisor, session.world().clock().instant(), false);
      Process first = next();
      watch.look(supervisor, session.world().clock().instant(), false);
      Child child = supervisor.states().getFirst().child();
      end(first, supervisor, child);
      assertThat(started).as("another look starts no other").isEmpty();

      watch.look(supervisor, session.world().clock().instant(), false);
      Process second = next();
      isWanted = false;
      end(second, supervisor, child);
      watch.look(supervisor, session.world().clock().instant(), false);

      assertThat(supervisor.hasEnded(child)).isTrue();
      assertThat(out.toString(StandardCharsets.UTF_8).split("dunes failed", -1))
          .as("what fails is told once")
          .hasSize(2);
      assertThat(started).isEmpty();
    }
  }

  private Process next() throws InterruptedException {
    return Objects.requireNonNull(started.poll(5, TimeUnit.MINUTES), "it was not started");
  }

  /** Lets a process end by itself. */
  private static void end(Process process, Supervisor supervisor, Child child) throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().close();
    Eventually.holds("it has ended", () -> supervisor.hasEnded(child));
  }

  @Test
  void inATickAFeatureThatFailsCostsItsOwnPartOnly() throws Exception {
    FeatureTicks ticks = new FeatureTicks(session, node);

    ticks.run();
    ticks.run();

    assertThat(ticks.done()).containsExactly("tides: 2");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("the feature dunes failed", "no water");
  }
}
