package org.sovereignbook.sbp.runtime.scheduler;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.testing.TestNode;

/** A second Java process that ticks, or holds a step's lock, until the test ends it. */
final class OtherProcess implements AutoCloseable {
  private static final long LIMIT_SECONDS = 60;

  private final Process process;
  private final BufferedReader output;

  private OtherProcess(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  static OtherProcess tick(NodeHome home) throws IOException {
    return start("tick", home.root().toString());
  }

  static OtherProcess step(TestNode node) throws IOException {
    return start("step", node.home().root().toString(), node.node().now().toString());
  }

  private static OtherProcess start(String... arguments) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        new ArrayList<>(
            List.of(
                java,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OtherProcess.class.getName()));
    command.addAll(List.of(arguments));
    return new OtherProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  Process process() {
    return process;
  }

  /** What follows this prefix in the first line that has it. */
  String awaitLine(String prefix) throws IOException {
    List<String> seen = new ArrayList<>();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      seen.add(line);
      if (line.startsWith(prefix)) {
        return line.substring(prefix.length());
      }
    }
    throw new AssertionError("no line with " + prefix + " in " + seen);
  }

  /** As a power cut would. */
  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** As a service manager does. */
  void terminate() {
    process.destroy();
    awaitEnd();
  }

  @Override
  public void close() {
    kill();
  }

  private void awaitEnd() {
    process.onExit().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
  }

  /** The other process itself. */
  public static void main(String[] arguments) throws Exception {
    Node node = Node.at(Path.of(arguments[1]));
    if (arguments[0].equals("tick")) {
      new Tick(
              node,
              TestNode.FILES,
              Optional.of("sbp"),
              new ShellCommandRunner(),
              _ -> false,
              event -> {
                if (event instanceof TickEvent.OutputLine(String _, String line)) {
                  System.out.println(line);
                }
              })
          .run();
    } else {
      try (NodeLock lock =
          NodeLock.tryAcquire(
                  NodeLock.step(node.home()), "reader-post", Timestamp.parse(arguments[2]), "t")
              .orElseThrow()) {
        System.out.println("holding");
        System.in.read();
        lock.describeAs("ending", node.now());
      }
    }
  }
}
