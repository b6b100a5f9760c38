package org.sovereignbook.sbp.testkit.attack;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testkit.hostile.LoopbackTarget;

/**
 * {@code sbp serve} of a node as a process of its own, with such options of the JVM as a test
 * wants.
 */
final class ServedProcess implements AutoCloseable {
  private static final String SERVES = "listening on 127.0.0.1:";

  private final Process process;
  private final LoopbackTarget target;

  private ServedProcess(Process process, LoopbackTarget target) {
    this.process = process;
    this.target = target;
  }

  /** Starts it and waits until it listens. */
  static ServedProcess start(Node node, String... options) throws IOException {
    List<String> words = new ArrayList<>(World.asItRuns());
    words.add(1, "-XX:+ExitOnOutOfMemoryError");
    words.addAll(1, List.of(options));
    words.addAll(List.of("serve", "--home", node.home().root().toString()));
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .directory(node.home().root().toFile())
            .start();
    BufferedReader said = process.inputReader();
    String line = said.readLine();
    while (line != null && !line.contains(SERVES)) {
      line = said.readLine();
    }
    if (line == null) {
      throw new IOException("sbp serve did not come up");
    }
    Thread.ofVirtual().start(() -> drain(said));
    String port = line.substring(line.indexOf(SERVES) + SERVES.length()).replaceAll("\\D.*", "");
    return new ServedProcess(
        process,
        new LoopbackTarget(
            Endpoint.parse("http://127.0.0.1:" + port), node.identity().publicKey()));
  }

  /** What it says from now on is thrown away, or it would wait for a reader. */
  private static void drain(BufferedReader said) {
    try {
      said.transferTo(Writer.nullWriter());
    } catch (IOException e) {
      // It has ended.
    }
  }

  LoopbackTarget target() {
    return target;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** The most memory that it ever held, as Linux tells it. */
  long peakBytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1_024)
        .findFirst()
        .orElse(0);
  }

  /** As a power cut does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
