package org.sovereignbook.sbp.ops.up;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.frontend.command.Cleanup;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.LiveLines;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.frontend.web.PageInside;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Subprocess;
import org.sovereignbook.sbp.store.ExclusiveStore;

/** One run of {@code sbp up}: its locks, its children, their display, and its end. */
public final class UpRun {
  private static final Duration DRAW_AGAIN = Duration.ofSeconds(1);
  static final Duration TICK_EVERY = Duration.ofMinutes(15);

  /** Shorter than usual: with all nodes on this machine a person is watching. */
  private static final Duration LOCAL_TICK_EVERY = Duration.ofMinutes(1);

  /** How long the server of a former {@code sbp up} may take to end with it. */
  private static final Duration FORMER_ENDS = Duration.ofSeconds(10);

  /** How often to look for the first message to a session, and for new items of the outbox. */
  private static final Duration LOOK_FOR_SESSIONS = Duration.ofSeconds(2);

  /** How often to look for what waits for the owner. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  private final Session session;
  private final List<Node> nodes;
  private final Optional<Duration> tickEvery;
  private Instant lookAgain = Instant.MIN;
  private UpWaiting waiting = UpWaiting.NOTHING;
  private Optional<UpKeys> keys = Optional.empty();

  /** Whether this process runs the program that a new process would run. */
  private volatile boolean isSameProgram = true;

  /** Commands that a pair is told to try; they stay on the screen. */
  private List<String> next = List.of();

  /** The output for programs once all children run. */
  record Running(List<Served> nodes) {}

  /** A running node. */
  record Served(LocalPath home, String name, Endpoint endpoint) {
    static Served of(Node node) {
      IdentityDocument identity = node.identityAsWritten();
      return new Served(new LocalPath(node.home().root()), identity.name(), identity.endpoint());
    }
  }

  UpRun(Session session, List<Node> nodes, Optional<Duration> tickEvery) {
    this.session = session;
    this.nodes = List.copyOf(nodes);
    this.tickEvery = tickEvery;
  }

  /** Runs until a signal arrives; fails when a server cannot start. */
  ExitCode run() throws IOException, InterruptedException {
    try (Cleanup cleanup = Cleanup.start()) {
      for (Node node : nodes) {
        cleanup.add(lock(node)::close);
        awaitFormer(node);
      }
      LiveLines live = LiveLines.of(session, "Ctrl-C ends them");
      UpView view = new UpView(live, nodes.size() > 1, session.output().isScreen());
      Supervisor supervisor = new Supervisor(new Start(), session.world().clock(), view::line);
      cleanup.add(() -> live.line("ended"));
      cleanup.add(supervisor::close);
      cleanup.add(() -> live.line("ending; waits for what is in flight"));
      cleanup.add(live::close);
      cleanup.add(supervisor::startNoMore);
      if (live.takeKeys(session)) {
        keys = Optional.of(new UpKeys(words -> live.lend(() -> answer(words))));
      }
      return keep(supervisor, view);
    }
  }

  /** Runs a command at the terminal, which may ask for the owner's proof there. */
  private void answer(List<String> words) {
    List<String> command = new ArrayList<>(session.world().programWords());
    command.addAll(words);
    try {
      int _ = Subprocess.started(new ProcessBuilder(command).inheritIO()).waitFor();
    } catch (IOException e) {
      session.output().note(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lookAgain = Instant.MIN;
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

  /** Waits for the server of a killed {@code sbp up}, which ends by itself in a moment. */
  private static void awaitFormer(Node node) throws InterruptedException {
    Optional<ProcessHandle> server =
        NodeLock.holder(NodeLock.server(node.home()))
            .flatMap(holder -> ProcessHandle.of(holder.pid()));
    try {
      if (server.isPresent()) {
        ProcessHandle _ = server.get().onExit().get(FORMER_ENDS.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (TimeoutException e) {
      // The new server reports that the old one is in the way, and what to do.
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private ExitCode keep(Supervisor supervisor, UpView view) throws InterruptedException {
    CompletableFuture<?>[] served =
        nodes.stream()
            .map(node -> supervisor.keep(children(node).getFirst()))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture<Void> all = CompletableFuture.allOf(served);
    while (!all.isDone()) {
      if (supervisor.gaveUp().isDone()) {
        return supervisor.gaveUp().join();
      }
      if (show(supervisor, view)) {
        return ExitCode.DONE;
      }
    }
    for (Child introduction : Pair.introductions(nodes)) {
      supervisor.once(introduction);
    }
    for (Child child : nodes.stream().flatMap(node -> children(node).stream().skip(1)).toList()) {
      CompletableFuture<Boolean> _ = supervisor.keep(child);
    }
    session.output().json(new Running(nodes.stream().map(Served::of).toList()));
    List<NodeWatch> watches =
        nodes.stream()
            .map(node -> new NodeWatch(session, node, view, () -> isSameProgram = false))
            .toList();
    Instant lookForSessions = Instant.MIN;
    boolean isToldWhatNext = nodes.size() < 2;
    while (!supervisor.gaveUp().isDone()) {
      Instant now = session.world().clock().instant();
      boolean isTime = !now.isBefore(lookForSessions);
      lookForSessions = isTime ? now.plus(LOOK_FOR_SESSIONS) : lookForSessions;
      if (isTime && !isToldWhatNext && Pair.isFollowed(session, nodes)) {
        next = Pair.next(nodes);
        isToldWhatNext = true;
        if (!view.live().isOnScreen()) {
          next.forEach(view.live()::line);
        }
      }
      watches.forEach(watch -> watch.look(supervisor, now, isTime));
      if (show(supervisor, view)) {
        return ExitCode.DONE;
      }
    }
    return supervisor.gaveUp().join();
  }

  private List<Child> children(Node node) {
    boolean local = node.config().get(HttpConfig.ALLOW_PRIVATE_ENDPOINTS);
    return Child.of(node, tickEvery.orElse(local ? LOCAL_TICK_EVERY : TICK_EVERY));
  }

  /** Draws the view, then waits a moment, or for a key. Returns whether a key ends the program. */
  private boolean show(Supervisor supervisor, UpView view) throws InterruptedException {
    UpWaiting now = waiting();
    keys.ifPresent(it -> it.wait(now.questions()));
    if (view.live().isOnScreen()) {
      view.show(
          nodes.stream().map(UpRun::head).toList(),
          supervisor.states(),
          lines(now),
          session.world().clock().instant());
    }
    if (keys.isPresent()) {
      OptionalInt key = view.live().key(DRAW_AGAIN);
      return key.isPresent() && keys.get().typed(key.getAsInt());
    }
    try {
      supervisor.gaveUp().get(DRAW_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // No failure: draw again.
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    return false;
  }

  private List<String> lines(UpWaiting now) {
    List<String> lines = new ArrayList<>(next);
    now.lines().forEach(line -> lines.add(Style.NEW.on(line)));
    if (keys.isPresent()) {
      List<String> asked = keys.get().lines();
      asked.subList(0, asked.size() - 1).forEach(line -> lines.add(Style.NEW.on(line)));
      lines.add(Style.QUIET.on(asked.getLast()));
    } else {
      now.questions().forEach(one -> lines.add(Style.NEW.on(one + ":  sbp access requests")));
    }
    return lines;
  }

  /** Returns what waits for the owner; read every few seconds. */
  private UpWaiting waiting() {
    Instant now = session.world().clock().instant();
    if (now.isBefore(lookAgain) || !session.output().isScreen()) {
      return waiting;
    }
    lookAgain = now.plus(LOOK_AGAIN);
    waiting = UpWaiting.NOTHING;
    for (Node node : nodes) {
      String where = nodes.size() > 1 ? node.home().root().getFileName() + ": " : "";
      waiting = waiting.and(UpWaiting.of(session, node, where));
    }
    return waiting;
  }

  private static String head(Node node) {
    IdentityDocument identity = node.identityAsWritten();
    return PeerText.plain(identity.name()) + "  " + identity.endpoint() + "  " + node.home().root();
  }

  /**
   * Starts children, and the timer only when a tick would do something. The page is served in this
   * process, unless another command has had all started again: then the program may be another.
   */
  private final class Start implements Supervisor.Starter {
    private final Map<Node, IdleTimer> timers =
        nodes.stream()
            .collect(Collectors.toMap(node -> node, node -> new IdleTimer(session, node)));

    @Override
    public Process start(Child child, Map<String, String> mark) throws IOException {
      if (child.isTimer()) {
        timer(child).starts();
      }
      return UpRun.start(session.world(), child, mark);
    }

    @Override
    public boolean isDue(Child child) {
      return !child.isTimer() || timer(child).isDue();
    }

    @Override
    public Optional<Supervisor.Inside> inside(Child child) {
      return child.isPage() && isSameProgram
          ? Optional.of(
              new PageChild(
                  new PageInside(session, child.node(), ofNoNode(session.world().environment()))))
          : Optional.empty();
    }

    private IdleTimer timer(Child child) {
      return Objects.requireNonNull(timers.get(child.node()));
    }
  }

  /** A page as a child of the supervisor. */
  private record PageChild(PageInside page) implements Supervisor.Inside {
    @Override
    public ExitCode run(Consumer<String> lines) throws InterruptedException {
      return page.run(lines);
    }

    @Override
    public void end() {
      page.end();
    }
  }

  /** Returns the environment without what belongs to one node, or to a tick of it. */
  private static Map<String, String> ofNoNode(Map<String, String> environment) {
    Map<String, String> others = new TreeMap<>(environment);
    others.remove(NodeHome.VARIABLE);
    others.remove(ExclusiveStore.TICK_TOKEN_VARIABLE);
    return others;
  }

  /**
   * Starts a command of this program that ends with this process.
   *
   * @param variables added to this process's environment
   */
  public static Process start(World world, Child child, Map<String, String> variables)
      throws IOException {
    List<String> command = new ArrayList<>(world.programWords());
    command.addAll(child.command());
    Map<String, String> environment = new TreeMap<>(ofNoNode(world.environment()));
    environment.put(World.PARENT_VARIABLE, Long.toString(ProcessHandle.current().pid()));
    environment.putAll(variables);
    Process process =
        Subprocess.started(
            new Subprocess(command, environment, child.node().home().root()).builder());
    process.getOutputStream().close();
    return process;
  }
}
