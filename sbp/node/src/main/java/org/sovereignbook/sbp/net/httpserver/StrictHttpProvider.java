package org.sovereignbook.sbp.net.httpserver;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import com.sun.net.httpserver.spi.HttpServerProvider;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Provider of servers with the JDK's API and another implementation: {@link StrictHttpServer}. It
 * is used as an object, so that no property of the whole process is needed. Immutable.
 */
public final class StrictHttpProvider extends HttpServerProvider {
  private final HttpLimits limits;
  private final InstantSource clock;
  private final FaultHandler faults;
  private final Consumer<Throwable> died;

  /**
   * Creates a provider.
   *
   * @param limits the limits of each server
   * @param clock the clock for the dates of answers
   * @param faults answers malformed requests
   * @param died called on the thread that dies, when the server accepts no more connections: the
   *     process must end, or it would look alive and answer nothing
   */
  public StrictHttpProvider(
      HttpLimits limits, InstantSource clock, FaultHandler faults, Consumer<Throwable> died) {
    this.limits = limits;
    this.clock = clock;
    this.faults = faults;
    this.died = died;
  }

  @Override
  public HttpServer createHttpServer(@Nullable InetSocketAddress address, int backlog)
      throws IOException {
    StrictHttpServer server = new StrictHttpServer(limits, clock, faults, died);
    if (address != null) {
      server.bind(address, backlog);
    }
    return server;
  }

  /** Unsupported, since a proxy ends TLS. */
  @Override
  public HttpsServer createHttpsServer(@Nullable InetSocketAddress address, int backlog)
      throws IOException {
    throw new IOException("this server speaks plain HTTP; let a proxy end TLS");
  }
}
