package org.sovereignbook.sbp.ops.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.Program;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.ops.install.PackedProgram;
import org.sovereignbook.sbp.testing.FreePorts;

/** {@code sbp up}, as real processes and as far as it goes within the test. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Order(0)
class UpCommandTest {
  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void begin() throws IOException {
    folder = folder.toRealPath();
  }

  private ExitCode run(String... words) {
    return new Program(
            new World(
                Map.of(NodeHome.ACCEPT_VARIABLE, "1"),
                folder,
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                () -> false,
                LocalDisk.unsynced(),
                InstantSource.system(),
                new SecureRandom()))
        .run(words);
  }

  @Test
  @Tag("trial")
  void aPairIsMadeServedAndFollowsEachOtherAndEndsWithItsParentHoweverThatEnds() throws Exception {
    Path pair = folder.resolve("pair");
    String port = Integer.toString(FreePorts.of(2));
    Process up = start("up", "--local", "--pair", pair.toString(), "--port", port);
    Node alder = Node.at(pair.resolve("alder"));
    Node birch = Node.at(pair.resolve("birch"));
    try (BufferedReader lines = up.inputReader()) {
      // The timers begin when all is in place.
      await(lines, "timer: ");
      assertThat(birch.readText(birch.home().peers())).hasValueSatisfying(has("| Alder |"));
      assertThat(alder.readText(alder.home().peers())).hasValueSatisfying(has("| Birch |"));
      assertThat(NodeLock.holder(NodeLock.up(alder.home()))).isPresent();
      assertThat(run("up", pair.resolve("alder").toString())).isEqualTo(ExitCode.BUSY);
      assertThat(err.toString(StandardCharsets.UTF_8)).contains("kept running already: sbp up");
      assertThat(run("hook", "new", "h", "--sh", "--home", alder.home().root().toString()))
          .isEqualTo(ExitCode.DONE);
      await(lines, "hooks are served");
      List<ProcessHandle> children = up.descendants().toList();
      assertThat(children).hasSizeGreaterThanOrEqualTo(3);

      up.destroyForcibly().waitFor();
      // Whoever starts it again at once need not wait for the old server's end.
      Process again = start("up", alder.home().root().toString());
      try (BufferedReader its = again.inputReader()) {
        await(its, "server: serving");
      } finally {
        again.destroy();
      }
      int _ = again.waitFor();

      for (ProcessHandle child : children) {
        child.onExit().get(5, TimeUnit.MINUTES);
      }
    }
    assertThat(NodeLock.holder(NodeLock.server(alder.home()))).isEmpty();
    assertThat(NodeLock.holder(NodeLock.server(birch.home()))).isEmpty();
  }

  @Test
  void aTakenPortEndsItWithTheServersOwnWords() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      Process up = start("up", "my-agent", "--local", "--port", port);

      assertThat(new String(up.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("server: sbp: ", "127.0.0.1:" + port, "another program has the port");
      assertThat(up.waitFor()).isEqualTo(ExitCode.REFUSED.number());
    }
    Node node = Node.at(folder.resolve("my-agent"));
    assertThat(NodeLock.holder(NodeLock.up(node.home()))).isEmpty();
  }

  @Test
  void withoutATerminalNoNodeIsMadeAmongOtherFiles() throws IOException {
    Files.writeString(folder.resolve("letter.txt"), "mine");

    assertThat(run("up", "--local")).isEqualTo(ExitCode.NOT_FOUND);

    assertThat(err.toString(StandardCharsets.UTF_8)).contains("make one:  sbp up DIR");
    assertThat(folder.resolve("runtime")).doesNotExist();
  }

  @Test
  void aPairIsForThisMachineOnly() {
    assertThat(run("up", "--pair")).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("add --local");
  }

  private Process start(String... words) throws IOException {
    List<String> command = new java.util.ArrayList<>(List.of(words));
    command.addFirst(PackedProgram.script().toString());
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("SBP", PackedProgram.script().toString());
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  private static void await(BufferedReader lines, String word) throws IOException {
    StringBuilder read = new StringBuilder();
    while (true) {
      Optional<String> line = Optional.ofNullable(lines.readLine());
      assertThat(line).as(read.toString()).isPresent();
      read.append(line.get()).append('\n');
      if (line.get().contains(word)) {
        return;
      }
    }
  }

  private static java.util.function.Consumer<String> has(String part) {
    return text -> assertThat(text).contains(part);
  }
}
