package org.sovereignbook.sbp.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.testing.ForwardingDisk;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** An agent with its steps in one process does what the scheduler's usual command does. */
class WholeRunTest {
  /** More than three digests of the built-in rules. */
  private static final int MESSAGES = 160;

  @TempDir Path folder;

  @Test
  void theReaderEmptiesTheInboxAndDoesWhatItsChainDoes() throws IOException {
    TestNode chained = withMessages("chained");
    CliTest chain = CliTest.in(chained.home().root());
    int passes = 0;
    while (chain.run("reader-pre").exit() == ExitCode.DONE) {
      assertThat(chain.run("agent", "run", "reader").exit()).isEqualTo(ExitCode.DONE);
      assertThat(chain.run("reader-post").exit()).isEqualTo(ExitCode.DONE);
      passes++;
    }
    TestNode whole = withMessages("whole");

    CliTest.Ran ran =
        CliTest.in(whole.home().root()).run("agent", "run", "reader", "--steps", "--json");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.json().integer("items")).isPresent();
    assertThat(whole.store().inbox().pending()).isEmpty();
    assertThat(passes).isGreaterThan(3);
    // What there is for the first time is noted when the next step begins.
    assertThat(CliTest.in(whole.home().root()).run("reader-pre").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(state(whole)).isEqualTo(state(chained));
  }

  @Test
  void aRunEndsAtTheFirstStepWithNothingToDo() {
    TestNode node = TestNode.in(folder);
    CliTest cli = CliTest.in(node.home().root());

    assertThat(cli.run("agent", "run", "reader", "--steps").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(cli.run("agent", "run", "author", "--steps").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(cli.run("agent", "run", "compactor", "--steps").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @Test
  void whatNeedsNoBackendIsDoneEvenWhereThereIsNone() {
    TestNode node = TestNode.in(folder);
    node.node().writeText(node.home().inbox().resolve("junk.json"), "junk");

    CliTest.Ran ran =
        CliTest.in(node.home().root()).run("agent", "run", "reader", "--steps", "--llm", "oracle");

    assertThat(ran.exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(node.store().inbox().pending()).isEmpty();
  }

  @Test
  void whileNothingIsToBeDeliveredItReadsOnAndLetsTheOwnerWorkBetween() {
    TestNode node = withGreetings();
    PassClock clock = new PassClock(Duration.ofSeconds(4));

    assertThat(read(node, clock)).isEqualTo(ExitCode.DONE);

    assertThat(node.store().inbox().pending()).isEmpty();
    assertThat(node.store().outbox().pending()).isEmpty();
    assertThat(clock.passes).isEqualTo(5);
    assertThat(clock.pauses).isEqualTo(2);
  }

  @Test
  void itEndsAfterHalfAMinute() {
    TestNode node = withGreetings();
    PassClock clock = new PassClock(Duration.ofSeconds(16));

    assertThat(read(node, clock)).isEqualTo(ExitCode.DONE);

    assertThat(clock.passes).isEqualTo(2);
    assertThat(node.store().inbox().pending()).isNotEmpty();
  }

  @Test
  void itEndsSoonWhereSomethingNewIsToBeDelivered() {
    TestNode node = withMessages("busy");
    PassClock clock = new PassClock(Duration.ofSeconds(6));

    assertThat(read(node, clock)).isEqualTo(ExitCode.DONE);

    assertThat(clock.passes).isEqualTo(1);
    assertThat(node.store().outbox().pending()).isNotEmpty();
    assertThat(node.store().inbox().pending()).isNotEmpty();
  }

  /** A clock that stands still during a pass and pauses without waiting. */
  private static final class PassClock implements InstantSource, Polling.Pauses {
    private final Duration pass;
    private Instant now = TestClock.NOON;
    private int passes;
    private int pauses;

    PassClock(Duration pass) {
      this.pass = pass;
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public void pause(Duration time) {
      pauses++;
    }

    void passed() {
      now = now.plus(pass);
      passes++;
    }
  }

  /** The node's disk, where a pass ends when it deletes the decisions. */
  private record PassDisk(Disk disk, Path decisions, PassClock clock) implements ForwardingDisk {
    @Override
    public void delete(Path file) {
      disk.delete(file);
      if (file.equals(decisions)) {
        clock.passed();
      }
    }
  }

  private static ExitCode read(TestNode node, PassClock clock) {
    return CliTest.in(node.home().root())
        .by(clock)
        .on(new PassDisk(LocalDisk.unsynced(), node.home().readerDecisions(), clock))
        .run("agent", "run", "reader", "--steps")
        .exit();
  }

  private TestNode withGreetings() {
    TestNode node = TestNode.in(folder.resolve("greeted"));
    KeyPair keys = TestKeys.named("sender");
    node.addPeer("sender", keys, endpoint(0), TrustState.KNOWN);
    for (int i = 0; i < MESSAGES; i++) {
      JsonObject direct = Payloads.direct("Hello " + i, Optional.empty(), Optional.empty());
      byte[] envelope = node.envelope(keys, endpoint(0), MessageType.DIRECT, direct);
      node.node().disk().write(node.home().inbox().resolve("m%04d.json".formatted(i)), envelope);
    }
    return node;
  }

  private TestNode withMessages(String name) {
    TestNode node = TestNode.in(folder.resolve(name));
    List<KeyPair> senders = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      KeyPair keys = TestKeys.named("sender" + i);
      node.addPeer("sender" + i, keys, endpoint(i), TrustState.ENDORSED);
      senders.add(keys);
    }
    for (int i = 0; i < MESSAGES; i++) {
      int sender = i % senders.size();
      KeyPair keys = senders.get(sender);
      JsonObject share = node.content(keys, "Title " + i, "Trust and networks, " + i, "trust");
      JsonObject direct = Payloads.direct("Hello " + i, Optional.empty(), Optional.empty());
      byte[] envelope =
          i < 8
              ? node.envelope(keys, endpoint(sender), MessageType.SUBSCRIBE, JsonObject.empty())
              : i % 2 == 0
                  ? node.envelope(keys, endpoint(sender), MessageType.SHARE, share)
                  : node.envelope(keys, endpoint(sender), MessageType.DIRECT, direct);
      node.node().disk().write(node.home().inbox().resolve("m%04d.json".formatted(i)), envelope);
    }
    return node;
  }

  private static Endpoint endpoint(int number) {
    return Endpoint.parse("https://sender" + number + ".example.com");
  }

  /** The texts in each folder of the node, whatever their files are called. */
  private static TreeMap<String, List<String>> state(TestNode node) throws IOException {
    TreeMap<String, List<String>> state = new TreeMap<>();
    Path runtime = node.home().runtime();
    try (Stream<Path> files = Files.walk(runtime)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        state
            .computeIfAbsent(
                runtime.relativize(file.getParent()).toString(), _ -> new ArrayList<>())
            .add(Files.readString(file, StandardCharsets.UTF_8));
      }
    }
    state.values().forEach(texts -> texts.sort(null));
    return state;
  }
}
