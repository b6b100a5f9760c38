package org.sovereignbook.sbp.plugins.demo.script;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.sovereignbook.sbp.frontend.command.Cleanup;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.ProcessTree;
import org.sovereignbook.sbp.node.Subprocess;
import org.sovereignbook.sbp.store.ExclusiveStore;

/**
 * The processes of the demo. Each has its own output file in {@code outputs}. Closing kills those
 * that still run, with their child processes, and no others. Thread-safe.
 */
public final class Children implements AutoCloseable {
  private static final String STEPS_INSIDE = "SBP_STEPS_INSIDE";

  /** The time limit of one command, generous for slow machines. */
  static final Duration TIME_LIMIT = Duration.ofMinutes(10);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  private final DemoLauncher launcher;
  private final Map<String, String> environment;
  private final Path outputs;
  private final Set<Process> running = ConcurrentHashMap.newKeySet();
  private final AtomicInteger started = new AtomicInteger();
  private boolean closed;

  public Children(DemoLauncher launcher, Map<String, String> environment, Path outputs) {
    this.launcher = launcher;
    this.environment = Map.copyOf(environment);
    this.outputs = outputs;
  }

  /** A demo in its folder; returns how it ends. */
  @FunctionalInterface
  public interface Body {
    ExitCode run(Session session, Children children, Path home)
        throws IOException, InterruptedException;
  }

  /** Runs a demo in a folder of its own, which is deleted afterwards unless it is kept. */
  public static ExitCode within(Session session, String name, boolean keep, Body body)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("sbp-demo-" + name + "-").toRealPath();
    Map<String, String> environment = session.world().environment();
    try (Cleanup cleanup = Cleanup.start()) {
      if (!keep) {
        cleanup.add(() -> OwnerOnly.deleteTree(folder));
      }
      DemoLauncher launcher = DemoLauncher.find(environment, folder);
      Path outputs = Files.createDirectories(folder.resolve("outputs"));
      try (Children children = new Children(launcher, environment, outputs)) {
        cleanup.add(children::close);
        return body.run(session, children, folder.resolve("node"));
      }
    }
  }

  public record Ended(String command, int exitCode, String output) {}

  /** A running command. */
  public record Started(Process process, Path output) {
    public String text() {
      return read(output);
    }
  }

  /** Runs one {@code sbp} command until it ends, or until its time limit. */
  public Ended run(String... words) throws IOException, InterruptedException {
    return run(_ -> {}, words);
  }

  /** Runs a command as above, and shows again and again the last line that it has printed. */
  public Ended run(Consumer<String> live, String... words)
      throws IOException, InterruptedException {
    Started child = start(words);
    try {
      long looks = TIME_LIMIT.dividedBy(BETWEEN_LOOKS);
      while (!child.process().waitFor(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)
          && --looks > 0) {
        child.text().lines().reduce((_, later) -> later).ifPresent(live);
      }
      if (looks == 0) {
        throw new IOException(
            "sbp " + words[0] + " did not end within " + TIME_LIMIT.toMinutes() + " minutes");
      }
      return new Ended("sbp " + String.join(" ", words), child.process().exitValue(), child.text());
    } finally {
      end(child.process());
    }
  }

  /** Starts the process of a node, which runs all of its commands. */
  public synchronized NodeProcess node() throws IOException {
    Subprocess node = subprocess(DemoNodeCommand.NAME);
    ProcessBuilder builder =
        new ProcessBuilder(node.command())
            .directory(node.folder().toFile())
            .redirectError(ProcessBuilder.Redirect.to(output(DemoNodeCommand.NAME).toFile()));
    builder.environment().clear();
    builder.environment().putAll(node.environment());
    builder.environment().put(STEPS_INSIDE, "1");
    Process process = Subprocess.started(builder);
    running.add(process);
    return new NodeProcess(this, process);
  }

  /**
   * Starts a program with a file, which runs until the demo ends; its input ends then, too, also
   * when the demo is killed. Returns the first line that it prints.
   */
  synchronized String beside(String program, Path file) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(program, file.toString())
            .redirectError(ProcessBuilder.Redirect.to(output(program).toFile()));
    boolean _ = builder.environment().keySet().retainAll(Set.of("PATH"));
    try {
      Process process = Subprocess.started(builder);
      running.add(process);
      return Optional.ofNullable(process.inputReader(StandardCharsets.UTF_8).readLine())
          .orElseThrow(() -> new IOException("it ended at once"));
    } catch (IOException e) {
      throw CliException.refused(
          "this demo needs " + program + ", which does not run: " + e.getMessage(),
          "install it, and run the demo again");
    }
  }

  /**
   * Makes another node of this machine and keeps it running until the demo ends. Returns its
   * endpoint, where it answers.
   */
  String kept(Path home, String name) throws IOException, InterruptedException {
    String port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = Integer.toString(free.getLocalPort());
    }
    String endpoint = "http://127.0.0.1:" + port;
    Ended made =
        run(
            "init",
            home.toString(),
            "--local",
            "--name",
            name,
            "--llm",
            "builtin",
            "--endpoint",
            endpoint,
            "--port",
            port);
    if (made.exitCode() != 0) {
      throw new IOException("the node " + name + " could not be made: " + made.output().strip());
    }
    Started up = start("up", "--home", home.toString());
    long looks = TIME_LIMIT.dividedBy(BETWEEN_LOOKS);
    while (!up.text().contains("serving ") && --looks > 0) {
      if (up.process().waitFor(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("the node " + name + " does not run: " + up.text().strip());
      }
    }
    return endpoint;
  }

  /** Returns a new file for the output of a command. */
  Path output(String command) {
    return outputs.resolve("%03d-%s.txt".formatted(started.incrementAndGet(), command));
  }

  /** Starts one {@code sbp} command. */
  public synchronized Started start(String... words) throws IOException {
    Path output = output(words[0]);
    Process process = subprocess(words).start(ProcessBuilder.Redirect.to(output.toFile()));
    running.add(process);
    return new Started(process, output);
  }

  private Subprocess subprocess(String... words) throws IOException {
    if (closed) {
      throw new IOException("the demo is ending; sbp " + words[0] + " is not started any more");
    }
    List<String> command = new ArrayList<>(List.of(launcher.script().toString()));
    command.addAll(List.of(words));
    Map<String, String> all = new TreeMap<>(environment);
    all.put(NodeHome.ACCEPT_VARIABLE, "1");
    all.put(World.LAUNCHER_VARIABLE, launcher.script().toString());
    all.keySet().removeAll(Set.of(NodeHome.VARIABLE, ExclusiveStore.TICK_TOKEN_VARIABLE));
    return new Subprocess(command, all, Path.of("").toAbsolutePath());
  }

  /** Ends all running processes, first politely, then by force. No process starts afterwards. */
  @Override
  public synchronized void close() {
    closed = true;
    ProcessTree.end(running.stream().map(Process::toHandle).toList(), ProcessTree.GRACE);
    running.clear();
  }

  private void end(Process process) {
    ProcessTree.end(process.toHandle(), ProcessTree.GRACE);
    running.remove(process);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
