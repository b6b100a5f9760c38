package org.sovereignbook.sbp.testkit.memory;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.cli.Program;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.testkit.InProcessProgram;

/**
 * Connection of one caller to {@code sbp mcp} in this process, over standard input and output: what
 * a coding CLI has. For one thread.
 */
public final class McpSeat implements AutoCloseable {
  /** The two generations of the protocol. */
  public enum Era {
    /** The client introduces itself once. */
    HANDSHAKE("2025-11-25"),
    /** Each request says by itself which revision it is. */
    STATELESS("2026-07-28");

    private final String revision;

    Era(String revision) {
      this.revision = revision;
    }
  }

  private static final long PATIENCE_SECONDS = 60;

  private final Era era;
  private final Lines input = new Lines();
  private final Answers output = new Answers();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private final Thread server;
  private int asked;

  /**
   * Result of a call of a tool.
   *
   * @param document the structured content
   */
  public record Answer(boolean isError, JsonObject document, String text) {
    /** Returns the error's word; empty if there is none. */
    public String code() {
      return document
          .object("error")
          .flatMap(error -> error.string("code"))
          .or(() -> document.string("error"))
          .orElse("");
    }
  }

  private McpSeat(InProcessProgram program, Optional<String> agent, Era era) {
    this.era = era;
    List<String> words = new ArrayList<>(List.of("mcp"));
    agent.ifPresent(name -> words.addAll(List.of("--agent", name)));
    Map<String, String> environment = new TreeMap<>(program.environment());
    environment.put(NodeHome.ACCEPT_VARIABLE, "1");
    World world =
        new World(
            environment,
            program.home(),
            input,
            new PrintStream(output, true, StandardCharsets.UTF_8),
            new PrintStream(errors, true, StandardCharsets.UTF_8),
            () -> false,
            LocalDisk.unsynced(),
            program.clock(),
            new SecureRandom());
    this.server =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  boolean _ = new Program(world).run(words.toArray(String[]::new)).isFailure();
                  output.lines.add("");
                });
  }

  /**
   * Connects.
   *
   * @param program at home in the node
   * @param agent who it is; empty for the owner
   */
  public static McpSeat open(InProcessProgram program, Optional<String> agent, Era era) {
    McpSeat seat = new McpSeat(program, agent, era);
    if (era == Era.HANDSHAKE) {
      JsonObject _ =
          seat.ask(
              "initialize",
              JsonObject.builder()
                  .put("protocolVersion", era.revision)
                  .put("capabilities", JsonObject.empty())
                  .put(
                      "clientInfo",
                      JsonObject.builder().put("name", "test").put("version", "1").build())
                  .build());
      seat.send(
          JsonObject.builder()
              .put("jsonrpc", "2.0")
              .put("method", "notifications/initialized")
              .build());
    }
    return seat;
  }

  private void send(JsonObject message) {
    input.lines.add((JsonWriter.compact(message) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Sends a request and returns its result; one that is no result fails. */
  public JsonObject ask(String method, JsonObject params) {
    long id = ++asked;
    JsonObject all =
        era == Era.HANDSHAKE
            ? params
            : params.with(
                "_meta",
                JsonObject.builder()
                    .put("io.modelcontextprotocol/protocolVersion", era.revision)
                    .put("io.modelcontextprotocol/clientCapabilities", JsonObject.empty())
                    .build());
    send(
        JsonObject.builder()
            .put("jsonrpc", "2.0")
            .put("id", id)
            .put("method", method)
            .put("params", all)
            .build());
    while (true) {
      JsonObject message =
          output
              .next()
              .orElseThrow(
                  () ->
                      new AssertionError(method + ": " + errors.toString(StandardCharsets.UTF_8)));
      if (message.integer("id").orElse(-1) == id) {
        return message
            .object("result")
            .orElseThrow(() -> new AssertionError(method + ": " + message));
      }
    }
  }

  /** Calls a tool. */
  public Answer call(String tool, JsonObject arguments) {
    JsonObject result =
        ask(
            "tools/call",
            JsonObject.builder().put("name", tool).put("arguments", arguments).build());
    return new Answer(
        result.bool("isError").orElse(false),
        result.object("structuredContent").orElse(JsonObject.empty()),
        result
            .array("content")
            .map(JsonArray::objects)
            .flatMap(all -> all.stream().findFirst())
            .flatMap(first -> first.string("text"))
            .orElse(""));
  }

  @Override
  public void close() {
    input.lines.add(new byte[0]);
    try {
      server.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Standard input: lines as they are given; an empty one is its end. */
  private static final class Lines extends InputStream {
    private final BlockingQueue<byte[]> lines = new LinkedBlockingQueue<>();
    private byte[] line = new byte[0];
    private int at;
    private boolean ended;

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      if (at == line.length && !ended) {
        try {
          line = lines.take();
          at = 0;
          ended = line.length == 0;
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          ended = true;
        }
      }
      if (ended) {
        return -1;
      }
      int count = Math.min(length, line.length - at);
      System.arraycopy(line, at, into, offset, count);
      at += count;
      return count;
    }
  }

  /** Standard output: a message a line. */
  private static final class Answers extends OutputStream {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final StringBuilder text = new StringBuilder();

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      // A part of a character would be broken: messages of these tests are ASCII.
      text.append(new String(bytes, offset, length, StandardCharsets.UTF_8));
      for (int end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
        lines.add(text.substring(0, end));
        text.delete(0, end + 1);
      }
    }

    /** Returns the next message; nothing when the server has ended or is silent for too long. */
    private Optional<JsonObject> next() {
      try {
        String line =
            Optional.ofNullable(lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).orElse("");
        return line.isEmpty()
            ? Optional.empty()
            : Optional.of((JsonObject) JsonReader.file(line.getBytes(StandardCharsets.UTF_8)));
      } catch (InterruptedException | MalformedJson e) {
        throw new AssertionError("no answer came", e);
      }
    }
  }
}
