package org.sovereignbook.sbp.cli.up;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sovereignbook.sbp.cli.command.Cleanup;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeFinder;
import org.sovereignbook.sbp.cli.command.Screen;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.World;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.PeerTable;

/** One run of {@code sbp up}: its locks, its children, what is shown of them, and its end. */
final class UpRun {
  private static final Duration DRAW_AGAIN = Duration.ofSeconds(1);

  private final Session session;
  private final List<Node> nodes;
  private final Duration tickEvery;

  /** What programs are told once everything runs. */
  record Running(List<Served> nodes) {}

  /** A node that is kept running. */
  record Served(LocalPath home, String name, Endpoint endpoint) {}

  UpRun(Session session, List<Node> nodes, Duration tickEvery) {
    this.session = session;
    this.nodes = List.copyOf(nodes);
    this.tickEvery = tickEvery;
  }

  /** Until it is told to end; with a failure when a server cannot start. */
  ExitCode run() throws IOException, InterruptedException {
    try (Cleanup cleanup = Cleanup.start()) {
      for (Node node : nodes) {
        cleanup.add(lock(node)::close);
      }
      Optional<Screen> screen =
          session.output().isJson() ? Optional.empty() : Screen.open(session.world());
      UpView view = new UpView(session.output(), screen, nodes.size() > 1);
      cleanup.add(view::close);
      Supervisor supervisor =
          new Supervisor(this::start, session.world().clock(), view::line);
      cleanup.add(supervisor::close);
      return keep(supervisor, view);
    }
  }

  private NodeLock lock(Node node) {
    Path file = NodeLock.up(node.home());
    return NodeLock.tryAcquire(file, "sbp up", node.now(), node.randomId())
        .orElseThrow(
            () ->
                new CliException(
                    ExitCode.BUSY,
                    "this node is kept running already: "
                        + NodeLock.holder(file).map(Object::toString).orElse("another process"),
                    "see it:  sbp status"));
  }

  private ExitCode keep(Supervisor supervisor, UpView view) throws InterruptedException {
    List<CompletableFuture<Void>> served = new ArrayList<>();
    for (Node node : nodes) {
      List<Child> children = Child.of(node, tickEvery);
      CompletableFuture<Void> first = supervisor.keep(children.getFirst());
      served.add(first);
      first.thenRun(() -> children.stream().skip(1).forEach(supervisor::keep));
    }
    CompletableFuture.allOf(served.toArray(CompletableFuture<?>[]::new)).thenRun(this::ready);
    List<String> heads = nodes.stream().map(UpRun::head).toList();
    while (true) {
      try {
        return supervisor.gaveUp().get(DRAW_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        view.show(heads, supervisor.states(), session.world().clock().instant());
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void ready() {
    session
        .output()
        .json(
            new Running(
                nodes.stream()
                    .map(
                        node -> {
                          IdentityDocument identity = node.identityAsWritten();
                          return new Served(
                              new LocalPath(node.home().root()),
                              identity.name(),
                              identity.endpoint());
                        })
                    .toList()));
  }

  private static String head(Node node) {
    IdentityDocument identity = node.identityAsWritten();
    return PeerText.plain(identity.name())
        + "  "
        + identity.endpoint()
        + "  "
        + node.home().root();
  }

  private Process start(Child child) throws IOException {
    World world = session.world();
    List<String> command = new ArrayList<>(program(world));
    command.addAll(child.command());
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(child.node().home().root().toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.putAll(world.environment());
    environment.remove(NodeFinder.HOME_VARIABLE);
    environment.remove(ExclusiveStore.TICK_TOKEN_VARIABLE);
    environment.put(World.PARENT_VARIABLE, Long.toString(ProcessHandle.current().pid()));
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  /** The launcher that started this program, or this program as it is running now. */
  private static List<String> program(World world) {
    Optional<Path> launcher =
        world.launcher().map(Path::of).filter(Path::isAbsolute).filter(Files::isExecutable);
    return launcher.isPresent()
        ? List.of(launcher.get().toString())
        : List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            "org.sovereignbook.sbp.cli.Main");
  }
}
