package org.sovereignbook.sbp.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A model for a training run: a server on loopback that answers each request with a short stream as
 * OpenAI's interface has it.
 */
final class LoopbackModel implements AutoCloseable {
  private static final String LENGTH = "content-length:";
  private static final String ANSWER =
      """
      HTTP/1.1 200 OK\r
      Content-Type: text/event-stream\r
      Connection: close\r
      \r
      data: {"model": "warm", "choices": [{"index": 0, "delta": {"content": "It is "}}]}

      data: {"model": "warm", "choices": [{"index": 0, "delta": {"content": "warm."}, "finish_reason": "stop"}]}

      data: {"choices": [], "usage": {"prompt_tokens": 120, "completion_tokens": 8}}

      data: [DONE]

      """;

  private final ServerSocket listening;

  private LoopbackModel(ServerSocket listening) {
    this.listening = listening;
  }

  /** Starts it on a free port. */
  static LoopbackModel start() throws IOException {
    LoopbackModel model =
        new LoopbackModel(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    Thread.ofPlatform().daemon().name("model").start(model::serve);
    return model;
  }

  /** Returns the address up to the version of the interface. */
  String address() {
    return "http://127.0.0.1:" + listening.getLocalPort() + "/v1";
  }

  private void serve() {
    while (!listening.isClosed()) {
      try (Socket client = listening.accept()) {
        read(
            new BufferedReader(
                new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1)));
        client.getOutputStream().write(ANSWER.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // Closed, or a client that went away.
      }
    }
  }

  /** Reads a request to its end. */
  private static void read(BufferedReader request) throws IOException {
    long length = 0;
    for (String line = request.readLine();
        line != null && !line.isEmpty();
        line = request.readLine()) {
      if (line.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
        length = Long.parseLong(line.substring(LENGTH.length()).strip());
      }
    }
    while (length > 0 && request.read() >= 0) {
      length--;
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
