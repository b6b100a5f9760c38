package org.sovereignbook.sbp.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.cli.Program;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.LogTail;
import org.sovereignbook.sbp.testing.TestKeys;
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
  void peopleReadSentencesAndProgramsBothThatAndTheLine() throws Exception {
    String line =
        "[reader] 2026-03-17T11:59:00Z endorse_content item=2026-03-17T115800Z-0a1b peer="
            + TestKeys.alice().publicKey()
            + " name=\"Isobar\" target=sha256:"
            + "0".repeat(64)
            + " sent=true title=\"Three kinds of fog\" log=\"near\"";
    log(node.home().sessionLog(), line + "\n");

    String sentence = "Bob endorsed \"Three kinds of fog\" by Isobar: near";
    assertThat(sbp.run("log").lines()).containsExactly("2026-03-17 11:59 reader      " + sentence);
    assertThat(sbp.run("log", "--raw").lines()).containsExactly(line);
    JsonObject shown = sbp.run("log", "--json").json();
    assertThat(shown.array("lines").orElseThrow().strings()).contains(List.of(line));
    assertThat(shown.array("entries").orElseThrow().objects().getFirst().string("sentence"))
        .contains(sentence);
  }

  @Test
  void anAttemptToDeliverNamesThePeerThatAloneHasTheName() {
    node.addPeer("Isobar", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    for (String who : List.of("one", "two")) {
      node.addPeer(
          "Loam",
          TestKeys.named(who),
          Endpoint.parse("http://127.0.0.1:9/" + who),
          TrustState.KNOWN);
    }
    String begin = "[delivery] 2026-03-17T11:59:00Z ";
    log(
        node.home().opsLog(),
        begin
            + "delivered content/sha256-1 to \"Isobar\" at http://127.0.0.1:8\n"
            + begin
            + "error: failed replies/r1 to \"Isobar\": 400 about \"Loam\"\n"
            + begin
            + "delivered content/sha256-1 to \"Loam\"\n");

    List<JsonObject> lines =
        sbp.run("log", "--ops", "--json").json().array("entries").orElseThrow().objects();
    assertThat(lines)
        .extracting(
            line ->
                line.object("delivery")
                    .map(
                        it -> it.string("outcome").orElse("") + " " + it.string("peer").orElse("")))
        .containsExactly(
            Optional.of("delivered " + TestKeys.alice().publicKey()),
            Optional.of("failed " + TestKeys.alice().publicKey()),
            Optional.empty());
  }

  @Test
  void whatDidNotHappenIsNotTold() {
    log(
        node.home().opsLog(),
        """
        [network] 2026-03-17T11:59:00Z asked 1 peer (0 fetches failed), added 0, promoted 10
        [reader] 2026-03-17T11:59:01Z post: items=1 executed=1 refused=0 ignore=1
        [delivery] 2026-03-17T11:59:02Z error: failed replies/x to "Bob" at http://b: refused
        """);

    assertThat(sbp.run("log", "--ops").lines())
        .containsExactly(
            "2026-03-17 11:59 network     asked 1 peer, promoted 10",
            "2026-03-17 11:59 reader      1 message judged: 1 ignore",
            "2026-03-17 11:59 delivery    failed: a message to Bob: refused");
  }

  @Test
  void followingAsJsonIsOneObjectALine() {
    ByteArrayOutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public void flush() throws IOException {
            throw new IOException("nobody reads on");
          }
        };
    log(node.home().sessionLog(), "one\ntwo\n");

    new Program(sbp.world(out, new ByteArrayOutputStream())).run("log", "-f", "--json");

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .first(InstanceOfAssertFactories.STRING)
        .startsWith("{")
        .contains("\"sentence\":\"one\"")
        .endsWith("}");
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
