package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.World;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.LogTail;
import org.sovereignbook.sbp.testing.TestNode;

class LogCommandTest {
  @TempDir Path folder;

  private TestNode node;
  private CliTest sbp;

  @BeforeEach
  void aNode() {
    node = TestNode.in(folder);
    sbp = CliTest.in(folder);
  }

  private void log(Path file, String text) {
    node.node().disk().append(file, text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theLastLinesAreShownOldestFirst() {
    log(node.home().sessionLog(), "one\ntwo\nthree\n");

    assertThat(sbp.run("log", "-n", "2").lines()).containsExactly("two", "three");
    assertThat(sbp.run("log").lines()).hasSize(3);
    assertThat(sbp.run("log", "-n", "0").lines()).isEmpty();
  }

  @Test
  void theOperationalLogIsAnother() {
    log(node.home().opsLog(), "error\n");

    assertThat(sbp.run("log").lines()).isEmpty();
    assertThat(sbp.run("log", "--ops").lines()).containsExactly("error");
    assertThat(sbp.run("log", "--ops", "--json").json().string("log")).contains("ops");
  }

  @Test
  void whatCouldSteerTheTerminalIsSpelledOut() {
    log(node.home().sessionLog(), "a\u001b[2Jb\n");

    assertThat(sbp.run("log").lines()).containsExactly("a\\u001b[2Jb");
  }

  @Test
  void followingShowsWhatIsAddedUntilInterrupted() throws InterruptedException {
    log(node.home().sessionLog(), "before\n");
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    ByteArrayOutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int from, int length) {
            new String(bytes, from, length, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isEmpty())
                .forEach(seen::add);
          }
        };
    var exit = new LinkedBlockingQueue<ExitCode>();
    Thread following =
        Thread.ofVirtual()
            .start(
                () ->
                    exit.add(
                        new Program(sbp.world(out, new ByteArrayOutputStream())).run("log", "-f")));

    assertThat(seen.take()).isEqualTo("before");
    log(node.home().sessionLog(), "after\n");
    assertThat(seen.take()).isEqualTo("after");
    following.interrupt();

    assertThat(exit.take()).isEqualTo(ExitCode.INTERRUPTED);
  }

  @Test
  void aLineIsShownOnceItIsWhole() {
    LogTail follower = node.store().tail(LogFile.OPS);

    log(node.home().opsLog(), "ha");
    assertThat(follower.added()).isEmpty();
    log(node.home().opsLog(), "lf\nnext\n");
    assertThat(follower.added()).containsExactly("half", "next");
    assertThat(follower.added()).isEmpty();
  }

  @Test
  void aCompactedLogIsNotShownAgain() {
    LogTail follower = node.store().tail(LogFile.OPS);
    log(node.home().opsLog(), "a long first line\na long second line\n");
    follower.added();

    node.node().writeText(node.home().opsLog(), "summary\n");
    assertThat(follower.added()).isEmpty();
    log(node.home().opsLog(), "new\n");
    assertThat(follower.added()).containsExactly("new");
  }

  @Test
  void followingHasNoJsonDocument() {
    assertThat(sbp.run("log", "-f", "--json").exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }

  @Test
  void followingEndsWhenNobodyReadsAnyMore() {
    World world =
        sbp.world(
            new ByteArrayOutputStream() {
              @Override
              public void flush() throws IOException {
                throw new IOException("Broken pipe");
              }
            },
            new ByteArrayOutputStream());
    log(node.home().sessionLog(), "line\n");

    assertThat(new Program(world).run("log", "-f")).isEqualTo(ExitCode.DONE);
  }
}
