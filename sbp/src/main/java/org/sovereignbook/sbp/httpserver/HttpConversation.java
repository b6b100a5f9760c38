package org.sovereignbook.sbp.httpserver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.InstantSource;

/** What is said over one connection: request, answer, request, answer. For one thread. */
final class HttpConversation implements Runnable {
  private static final int LINGER_BYTES = 1 << 20;

  private final Connection connection;
  private final Connections connections;
  private final ByteBudget budget;
  private final HttpLimits limits;
  private final HttpHandler handler;
  private final InstantSource clock;

  HttpConversation(
      Connection connection,
      Connections connections,
      ByteBudget budget,
      HttpLimits limits,
      HttpHandler handler,
      InstantSource clock) {
    this.connection = connection;
    this.connections = connections;
    this.budget = budget;
    this.limits = limits;
    this.handler = handler;
    this.clock = clock;
  }

  @Override
  public void run() {
    try (Socket socket = connection.socket()) {
      socket.setTcpNoDelay(true);
      ConnectionInput input = new ConnectionInput(socket.getInputStream());
      boolean goesOn = input.await();
      while (goesOn) {
        goesOn = serve(input);
        if (goesOn && input.available() == 0) {
          connection.enter(Connection.Phase.IDLE);
          goesOn = input.await();
        }
      }
    } catch (IOException e) {
      // The client has gone, or was cut off: nobody is left to be told.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connections.remove(connection);
    }
  }

  /**
   * Reads one request and answers it.
   *
   * @return whether there may be another
   */
  private boolean serve(ConnectionInput input) throws IOException, InterruptedException {
    try (ByteBudget.Hold hold = budget.open(connection.share(), connection::cutOff)) {
      connections.begin(connection);
      RequestHead head = new HeadReader(input, limits.maxHeadBytes(), hold).read();
      RequestBody body = new RequestBody(input, head);
      HttpAnswer answer = answer(head, body);
      // Who has not sent all of a body yet may never do so, and what comes next could be either.
      boolean goesOn = head.keepsAlive() && body.hasEnded();
      send(answer, new AnswerHead(head.method(), head.isCurrent(), goesOn));
      if (!body.hasEnded()) {
        hearOut();
      }
      connections.end(connection);
      return goesOn;
    } catch (HttpFault fault) {
      HttpFault why = connection.isExpired() ? HttpFault.late() : fault;
      send(handler.refusal(why), AnswerHead.LAST);
      hearOut();
      return false;
    } finally {
      input.shrink();
    }
  }

  private HttpAnswer answer(RequestHead head, RequestBody body)
      throws IOException, InterruptedException {
    HttpRequest request = new HttpRequest(connection, head, body, budget);
    connection.enter(Connection.Phase.WORK);
    try {
      return handler.answer(request);
    } finally {
      request.release();
    }
  }

  private void send(HttpAnswer answer, AnswerHead head) throws IOException {
    connection.enter(Connection.Phase.ANSWER);
    OutputStream out = connection.socket().getOutputStream();
    head.send(answer, clock.instant(), out);
  }

  /**
   * Reads on for a while, since a client that is still sending would miss its answer if the
   * connection were closed under it.
   */
  private void hearOut() throws IOException {
    connection.enter(Connection.Phase.LINGER);
    connection.socket().shutdownOutput();
    InputStream in = connection.socket().getInputStream();
    byte[] ignored = new byte[ConnectionInput.BUFFER_BYTES];
    int left = LINGER_BYTES;
    for (int count = 0; count >= 0 && left > 0; left -= count) {
      count = in.read(ignored);
    }
  }
}
