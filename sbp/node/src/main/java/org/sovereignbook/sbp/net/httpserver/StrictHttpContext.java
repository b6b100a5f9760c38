package org.sovereignbook.sbp.net.httpserver;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Handler and filters at a path. Thread-safe. */
final class StrictHttpContext extends HttpContext {
  private final HttpServer server;
  private final String path;
  private final Map<String, Object> attributes = new ConcurrentHashMap<>();
  private final List<Filter> filters = new CopyOnWriteArrayList<>();
  private volatile HttpHandler handler;

  StrictHttpContext(HttpServer server, String path, HttpHandler handler) {
    this.server = server;
    this.path = path;
    this.handler = handler;
  }

  /** Returns whether this context serves a path. */
  boolean covers(String asked) {
    return asked.startsWith(path)
        && (path.endsWith("/") || asked.length() == path.length() || asked.startsWith(path + "/"));
  }

  @Override
  public HttpHandler getHandler() {
    return handler;
  }

  @Override
  public void setHandler(HttpHandler other) {
    handler = other;
  }

  @Override
  public String getPath() {
    return path;
  }

  @Override
  public HttpServer getServer() {
    return server;
  }

  @Override
  public Map<String, Object> getAttributes() {
    return attributes;
  }

  @Override
  public List<Filter> getFilters() {
    return filters;
  }

  /** Unsupported, since requests are authenticated by their signatures. */
  @Override
  public Authenticator setAuthenticator(@Nullable Authenticator other) {
    throw new UnsupportedOperationException("no authenticators");
  }

  @Override
  public @Nullable Authenticator getAuthenticator() {
    return null;
  }
}
