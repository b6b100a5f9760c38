package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.testing.TestNode;

/** Events of memory that reach an agent over its MCP connection, in both eras of the protocol. */
@Timeout(240)
class MemoryNotificationsTest {
  private static final String UPDATED = "notifications/resources/updated";

  private CliTest cli;

  private enum Era {
    HANDSHAKE(
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
            + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/subscribe\",\"params\":{\"uri\":\"sbp://hot\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"resources/subscribe\",\"params\":{\"uri\":\"sbp://mail\"}}"),
    STATELESS(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscriptions/listen\",\"params\":{"
            + "\"notifications\":{\"resourceSubscriptions\":[\"sbp://hot\",\"sbp://mail\"]},"
            + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}");

    private final String lines;

    Era(String... lines) {
      this.lines = String.join("\n", lines) + "\n";
    }
  }

  @BeforeEach
  void makeGroup(@TempDir Path folder) {
    cli = CliTest.in(TestNode.in(folder).home().root());
    for (String name : new String[] {"ada", "bob", "eve"}) {
      done("agent", "register", name, "--subscribe", "memory.written");
    }
    done("group", "create", "team");
    done("group", "add", "team", "ada");
    done("group", "add", "team", "bob");
    done("config", "set", "mcp.look_seconds", "1");
  }

  private void done(String... line) {
    CliTest.Ran ran = cli.run(line);
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
  }

  /** Passes on each line that is written. */
  private static final class Lines extends ByteArrayOutputStream {
    private final BlockingQueue<JsonObject> to;

    Lines(BlockingQueue<JsonObject> to) {
      this.to = to;
    }

    @Override
    public synchronized void flush() {
      String text = toString(StandardCharsets.UTF_8);
      if (text.endsWith("\n")) {
        reset();
        text.lines().forEach(line -> to.add(json(line)));
      }
    }

    private static JsonObject json(String line) {
      try {
        return (JsonObject) JsonReader.file(line.getBytes(StandardCharsets.UTF_8));
      } catch (MalformedJson e) {
        throw new AssertionError(line, e);
      }
    }
  }

  /** A connection of one agent, open until it is closed. */
  private final class Connection implements AutoCloseable {
    private final PipedOutputStream in = new PipedOutputStream();
    private final BlockingQueue<JsonObject> answers = new LinkedBlockingQueue<>();
    private final Thread server;

    Connection(String agent, Era era) throws IOException {
      PipedInputStream input = new PipedInputStream(in, 65_536);
      PrintStream out = new PrintStream(new Lines(answers), true, StandardCharsets.UTF_8);
      World plain = cli.world(new ByteArrayOutputStream(), new ByteArrayOutputStream());
      World world =
          new World(
              plain.environment(),
              plain.workingFolder(),
              input,
              out,
              plain.err(),
              plain.terminal(),
              plain.disk(),
              plain.clock(),
              plain.random(),
              plain.origin());
      server =
          Thread.ofVirtual()
              .start(
                  () -> {
                    ExitCode _ = new Program(world).run("mcp", "--agent", agent);
                  });
      in.write(era.lines.getBytes(StandardCharsets.UTF_8));
      in.flush();
    }

    /** Repeats an action until a change is notified: the first look only finds the position. */
    JsonObject firstChange(Runnable action) throws InterruptedException {
      while (true) {
        action.run();
        for (Optional<JsonObject> next = next(); next.isPresent(); next = next()) {
          if (next.get().string("method").equals(Optional.of(UPDATED))) {
            return next.get().object("params").orElseThrow();
          }
        }
      }
    }

    private Optional<JsonObject> next() throws InterruptedException {
      return Optional.ofNullable(answers.poll(1_500, TimeUnit.MILLISECONDS));
    }

    @Override
    public void close() throws IOException {
      in.close();
      try {
        server.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aMembersConnectionBringsTheEventWithItsPayload(Era era) throws Exception {
    try (Connection bob = new Connection("bob", era)) {
      JsonObject change =
          bob.firstChange(() -> done("memory", "add", "news", "--in", "team", "--as", "ada"));

      assertThat(change.string("uri")).contains("sbp://hot");
      JsonObject event =
          change.object("_meta").flatMap(it -> it.object("org.sovereignbook/event")).orElseThrow();
      assertThat(event.string("event")).contains("memory.written");
      JsonObject payload = event.object("payload").orElseThrow();
      assertThat(payload.members().keySet())
          .containsExactlyInAnyOrder("item_id", "type", "group_id");
      assertThat(payload.string("group_id")).contains("team");
    }
    assertThat(cli.run("event", "poll", "--as", "bob", "--json").json().integer("count"))
        .as("it waits until the agent takes it")
        .isNotEmpty();
  }

  @Test
  void whoIsNoMemberHearsNothingOfIt() throws Exception {
    try (Connection eve = new Connection("eve", Era.HANDSHAKE)) {
      JsonObject change =
          eve.firstChange(
              () -> {
                done("memory", "add", "news", "--in", "team", "--as", "ada");
                done("mail", "send", "eve", "hello", "--as", "ada");
              });

      assertThat(change.string("uri")).contains("sbp://mail");
    }
    assertThat(cli.run("event", "poll", "--as", "eve").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }
}
