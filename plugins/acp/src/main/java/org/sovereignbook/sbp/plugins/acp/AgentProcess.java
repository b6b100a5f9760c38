package org.sovereignbook.sbp.plugins.acp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.cli.CliBackend;
import org.sovereignbook.sbp.model.llm.cli.CliEnvironment;
import org.sovereignbook.sbp.node.AtExit;
import org.sovereignbook.sbp.node.BoundedProcess;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Subprocess;

/**
 * Running program of an agent, with an environment of named variables only. Closing ends it and all
 * that it has started, and so does the end of this process.
 */
final class AgentProcess implements AutoCloseable {
  /** Time to end by itself once its input is closed. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** Part of its standard error that is kept, the newest. */
  private static final int COMPLAINT_BYTES = 2_000;

  private static final int MARK_BYTES = 16;
  private static final byte[] END = {};

  private final Process process;
  private final BoundedProcess.Descendants descendants;
  private final CliEnvironment hidden;
  private final AtExit atExit;
  private final BlockingQueue<byte[]> lines = new LinkedBlockingQueue<>();

  @SuppressWarnings("JdkObsolete") // Two threads use it.
  private final StringBuffer complaint = new StringBuffer();

  private final Thread writer;
  private final Thread listener;

  private AgentProcess(
      Process process, BoundedProcess.Descendants descendants, CliEnvironment hidden) {
    this.process = process;
    this.descendants = descendants;
    this.hidden = hidden;
    this.atExit = AtExit.run("end of an agent", this::end);
    this.writer = Thread.ofVirtual().name("acp-agent-in").start(this::write);
    this.listener = Thread.ofVirtual().name("acp-agent-err").start(this::listen);
  }

  /**
   * Starts an agent.
   *
   * @param operators the environment of the operator
   * @param named the variables of it that the agent gets beside the usual ones
   */
  static AgentProcess start(
      List<String> command,
      Map<String, String> operators,
      List<String> named,
      AgentFolder folder,
      ChatRequest request)
      throws LlmException {
    byte[] random = new byte[MARK_BYTES];
    request.context().random().nextBytes(random);
    String mark = CliBackend.RUN_VARIABLE + "=" + HexFormat.of().formatHex(random);
    CliEnvironment passed = CliEnvironment.of(operators, named);
    CliEnvironment hidden = passed.andLogin(secrets(request));
    try {
      Process process =
          Subprocess.started(
              new Subprocess(command, passed.forRun(mark, folder.temporary()), folder.work())
                  .builder());
      return new AgentProcess(process, new BoundedProcess.Descendants(mark), hidden);
    } catch (IOException e) {
      throw new LlmException(LlmException.Kind.SETUP, String.valueOf(e.getMessage()), e);
    }
  }

  /** Returns what the tools' server has for itself: the turn's token. */
  private static Set<String> secrets(ChatRequest request) {
    return request.server().stream()
        .flatMap(server -> server.environment().entrySet().stream())
        .filter(variable -> CliEnvironment.isSecret(variable.getKey()))
        .map(Map.Entry::getValue)
        .filter(value -> !value.isEmpty())
        .collect(Collectors.toSet());
  }

  InputStream output() {
    return process.getInputStream();
  }

  /** Sends a message, without waiting until the agent reads it. */
  void send(JsonObject message) {
    lines.add((JsonWriter.compact(message) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private void write() {
    try (OutputStream in = process.getOutputStream()) {
      for (byte[] line = lines.take(); line.length > 0; line = lines.take()) {
        in.write(line);
        in.flush();
      }
    } catch (IOException e) {
      // It has ended, which its output says.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void listen() {
    byte[] part = new byte[COMPLAINT_BYTES];
    try (InputStream errors = process.getErrorStream()) {
      for (int read = errors.read(part); read >= 0; read = errors.read(part)) {
        complaint.append(new String(part, 0, read, StandardCharsets.UTF_8));
        complaint.delete(0, Math.max(0, complaint.length() - COMPLAINT_BYTES));
      }
    } catch (IOException e) {
      // It has ended.
    }
  }

  /** Returns the last of what it has said on its standard error, in one line. */
  String complaint() {
    String said = complaint.toString().strip().replaceAll("\\s+", " ");
    return said.isEmpty() ? "" : ": " + PeerText.plain(Cut.after(withoutSecrets(said), 500));
  }

  /** Replaces secrets of the operator and the turn's token in a text. */
  String withoutSecrets(String text) {
    return hidden.withoutSecrets(text);
  }

  private void end() {
    descendants.end(process.toHandle(), GRACE);
  }

  @Override
  public void close() {
    lines.add(END);
    end();
    atExit.close();
    writer.interrupt();
    listener.interrupt();
  }
}
