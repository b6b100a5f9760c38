package org.sovereignbook.sbp.net.httpserver;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.InstantSource;

/** Sequence of requests and answers on one connection. For one thread. */
record HttpConversation(
    StrictHttpServer server,
    Connection connection,
    Connections connections,
    ByteBudget budget,
    HttpLimits limits,
    InstantSource clock)
    implements Runnable {
  private static final int LINGER_BYTES = 1 << 20;

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // Only the order of service depends on it.
  public void run() {
    try (Socket socket = connection.socket()) {
      socket.setTcpNoDelay(true);
      ConnectionInput input = new ConnectionInput(socket.getInputStream());
      boolean keepsAlive = input.await();
      while (keepsAlive && !server.isStopped()) {
        // Comes before everything that waits for others: the connection is silent no more.
        connection.enter(Connection.Phase.HEAD);
        keepsAlive = serve(input);
        if (input.available() > 0) {
          // A client with several pipelined requests lets other clients go first.
          Thread.yield();
        } else if (keepsAlive) {
          connection.enter(Connection.Phase.IDLE);
          keepsAlive = input.await();
        }
      }
    } catch (IOException e) {
      // The client has gone, or was cut off: no answer can be sent.
    } finally {
      connections.remove(connection);
    }
  }

  /**
   * Reads one request and has it answered.
   *
   * @return whether there may be another
   */
  private boolean serve(ConnectionInput input) throws IOException {
    try (ByteBudget.Reservation hold = budget.open(connection.share(), connection::cutOff)) {
      connections.begin(connection);
      RequestHead head = new HeadReader(input, limits.sizes().maxHeadBytes(), hold).read();
      connection.enter(Connection.Phase.WORK);
      return answer(exchange(input, head));
    } catch (HttpFault fault) {
      return refuse(fault, exchange(input, RequestHead.unread()));
    } finally {
      input.shrink();
    }
  }

  private boolean answer(StrictHttpExchange exchange) throws IOException {
    try {
      server.handle(exchange);
    } catch (HttpFault fault) {
      exchange.release(); // Comes before the rest of the client's input is read, which takes time.
      return refuse(fault, exchange);
    } catch (IOException | RuntimeException | Error e) {
      exchange.abort(); // Comes before the answer is closed, which would make it look whole.
      throw e;
    } finally {
      exchange.release();
      exchange.close();
    }
    if (exchange.isUnread()) {
      drain();
    }
    connections.end(connection);
    return exchange.keepsAlive();
  }

  private boolean refuse(HttpFault fault, StrictHttpExchange exchange) throws IOException {
    if (exchange.hasBegun()) {
      exchange.abort();
      throw fault;
    }
    exchange.makeLast();
    server.refuse(connection.isExpired() ? HttpFault.late() : fault, exchange);
    exchange.close();
    drain();
    return false;
  }

  private StrictHttpExchange exchange(ConnectionInput input, RequestHead head) throws IOException {
    RequestBody body = new RequestBody(input, head, connection::bodyArrived);
    return new StrictHttpExchange(connection, head, body, limits, budget, clock);
  }

  /**
   * Reads further input for a while, since a client that is still sending would miss its answer if
   * the connection were closed.
   */
  private void drain() throws IOException {
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
