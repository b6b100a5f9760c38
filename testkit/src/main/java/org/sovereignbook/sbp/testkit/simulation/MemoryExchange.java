package org.sovereignbook.sbp.testkit.simulation;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;

/** A request to a node's handler, and the answer, without a connection. */
final class MemoryExchange extends HttpExchange {
  private final String method;
  private final URI uri;
  private final InetSocketAddress from;
  private final Headers request = new Headers();
  private final Headers response = new Headers();
  private InputStream body;
  private OutputStream answer = new ByteArrayOutputStream();
  private final ByteArrayOutputStream answered = new ByteArrayOutputStream();
  private int status;

  MemoryExchange(String method, URI uri, byte[] body, InetSocketAddress from) {
    this.method = method;
    this.uri = uri;
    this.from = from;
    this.body = new ByteArrayInputStream(body);
    this.answer = answered;
    if (method.equals("POST")) {
      request.set("Content-Type", "application/json");
      request.set("Content-Length", Integer.toString(body.length));
    }
  }

  int status() {
    return status;
  }

  byte[] answered() {
    return answered.toByteArray();
  }

  @Override
  public Headers getRequestHeaders() {
    return request;
  }

  @Override
  public Headers getResponseHeaders() {
    return response;
  }

  @Override
  public URI getRequestURI() {
    return uri;
  }

  @Override
  public String getRequestMethod() {
    return method;
  }

  @Override
  public HttpContext getHttpContext() {
    throw new UnsupportedOperationException("there is no server");
  }

  @Override
  public void close() {
    // There is no connection.
  }

  @Override
  public InputStream getRequestBody() {
    return body;
  }

  @Override
  public OutputStream getResponseBody() {
    return answer;
  }

  @Override
  public void sendResponseHeaders(int code, long length) {
    status = code;
  }

  @Override
  public InetSocketAddress getRemoteAddress() {
    return from;
  }

  @Override
  public int getResponseCode() {
    return status;
  }

  @Override
  public InetSocketAddress getLocalAddress() {
    return from;
  }

  @Override
  public String getProtocol() {
    return "HTTP/1.1";
  }

  @Override
  public Object getAttribute(String name) {
    throw new UnsupportedOperationException("there are no attributes");
  }

  @Override
  public void setAttribute(String name, Object value) {
    throw new UnsupportedOperationException("there are no attributes");
  }

  @Override
  public void setStreams(InputStream in, OutputStream out) {
    body = in;
    answer = out;
  }

  @Override
  public HttpPrincipal getPrincipal() {
    throw new UnsupportedOperationException("nobody logs in");
  }
}
