package org.sovereignbook.sbp.testkit.simulation;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;

/** Network between nodes: requests take virtual time, and are lost, late, doubled or cut off. */
final class Wire {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration USUAL = Duration.ofMillis(120);
  private static final byte[] NOTHING = {};
  private static final int ACCEPTED = 202;

  private final World world;
  private final Dice dice;
  private final Map<String, Host> hosts = new HashMap<>();
  private final List<Cut> cuts = new ArrayList<>();

  /** A cut between groups of nodes, in one direction. */
  record Cut(Set<Integer> from, Set<Integer> to) {}

  /** A request without a connection. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared or changed.
  record Request(String method, URI uri, byte[] body, InetSocketAddress from) {}

  /** An answer; a status of 0 is none. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared or changed.
  record Response(
      int status, byte[] body, Optional<Duration> retryAfter, boolean isHtml, Instant clock) {
    static Response none() {
      return new Response(0, NOTHING, Optional.empty(), false, Instant.EPOCH);
    }
  }

  /** Somebody who answers at an endpoint. */
  interface Host {
    int index();

    boolean isUp();

    /** Answers in a fiber of the caller, which may wait. */
    Response answer(Request request);
  }

  Wire(World world, Dice dice) {
    this.world = world;
    this.dice = dice;
  }

  void listen(Endpoint endpoint, Host host) {
    hosts.put(endpoint.toString(), host);
  }

  void leave(Endpoint endpoint) {
    hosts.remove(endpoint.toString());
  }

  void cut(Cut cut) {
    cuts.add(cut);
  }

  void mend(Cut cut) {
    cuts.remove(cut);
  }

  private boolean isCut(int from, int to) {
    return cuts.stream().anyMatch(cut -> cut.from().contains(from) && cut.to().contains(to));
  }

  /** Returns the client of a node; its calls wait in the fiber that makes them. */
  PeerClient of(SimNode node) {
    return new Client(node);
  }

  private final class Client implements PeerClient {
    private final SimNode self;

    Client(SimNode self) {
      this.self = self;
    }

    @Override
    public PeerReply get(Endpoint endpoint, String path) {
      return call(self, endpoint, "GET", path, NOTHING);
    }

    @Override
    public PeerReply post(Endpoint endpoint, byte[] envelope) {
      world.judge().posted(self, endpoint.toString(), envelope);
      PeerReply reply = call(self, endpoint, "POST", "/message", envelope);
      if (reply instanceof PeerReply.Answered answered) {
        world.judge().learned(self, envelope, answered.status(), answered.body());
      }
      return reply;
    }

    @Override
    public ExecutorService threads() {
      return new SameThread();
    }
  }

  private PeerReply call(SimNode from, Endpoint endpoint, String method, String path, byte[] body) {
    String what =
        from.index()
            + " "
            + method
            + " "
            + endpoint
            + path
            + " "
            + Trace.of(body, from.place())
            + token(body);
    world.trace(what);
    PeerReply reply =
        reply(from, endpoint, new Request(method, endpoint.resolve(path), body, from.address()));
    world.trace(what + " -> " + said(reply, from));
    return reply;
  }

  /** Returns the name of a message of an operator, so that people find its way in a trace. */
  private static String token(byte[] body) {
    String text = new String(body, StandardCharsets.ISO_8859_1);
    int at = text.indexOf("token-");
    return at < 0 ? "" : " " + text.substring(at, text.indexOf('"', at));
  }

  private static String said(PeerReply reply, SimNode from) {
    return reply instanceof PeerReply.Answered answer
        ? answer.status() + " " + Trace.of(answer.body(), from.place())
        : reply.getClass().getSimpleName();
  }

  private PeerReply reply(SimNode from, Endpoint endpoint, Request request) {
    Fibers fibers = world.fibers();
    Host to = hosts.get(endpoint.toString());
    if (to == null || !to.isUp()) {
      fibers.pause(dice.between(LEAST, USUAL));
      return new PeerReply.Unreachable("connection refused", false);
    }
    if (isCut(from.index(), to.index()) || strikes(from, FaultKind.LOSS, 0.02, endpoint)) {
      fibers.pause(TIMEOUT);
      return new PeerReply.Unreachable("connect timed out", true);
    }
    if (strikes(from, FaultKind.PROXY, 0.06, endpoint)) {
      fibers.pause(dice.between(LEAST, USUAL));
      return page();
    }
    fibers.pause(latency(from, endpoint));
    boolean isDoubled =
        request.method().equals("POST") && strikes(from, FaultKind.DUPLICATE, 0.02, endpoint);
    boolean isLate = isDoubled && dice.happens(0.5);
    if (isDoubled && !isLate) {
      again(from, to, request, dice.between(LEAST, Duration.ofSeconds(10)));
    }
    Response response = to.answer(request);
    if (isLate && response.status() == ACCEPTED) {
      again(from, to, request, dice.between(Duration.ofHours(1), Duration.ofHours(60)));
    }
    fibers.pause(latency(from, endpoint));
    if (response.status() == 0
        || isCut(to.index(), from.index())
        || strikes(from, FaultKind.LOST_ANSWER, 0.02, endpoint)) {
      fibers.pause(TIMEOUT);
      return new PeerReply.Unknown("no answer within 30 seconds");
    }
    return answered(response, from);
  }

  private static PeerReply answered(Response response, SimNode from) {
    Duration ahead =
        Duration.ofSeconds(Duration.between(from.clock(), response.clock()).toSeconds());
    return new PeerReply.Answered(
        response.status(),
        response.body(),
        response.retryAfter(),
        Optional.of(ahead),
        response.isHtml());
  }

  private PeerReply page() {
    byte[] html = "<html>sign in first</html>".getBytes(StandardCharsets.UTF_8);
    int status = dice.oneOf(List.of(200, 403, 403, 404, 404, 502));
    return new PeerReply.Answered(status, html, Optional.empty(), Optional.empty(), true);
  }

  private boolean strikes(SimNode from, FaultKind kind, double probability, Endpoint to) {
    boolean does = world.strikes(kind) && dice.happens(probability);
    if (does) {
      world.fault(kind, from.index() + " to " + to);
    }
    return does;
  }

  private Duration latency(SimNode from, Endpoint to) {
    return strikes(from, FaultKind.DELAY, 0.02, to)
        ? dice.between(Duration.ofSeconds(1), Duration.ofSeconds(40))
        : dice.between(LEAST, USUAL);
  }

  /** Delivers a request once more, and drops the answer. */
  private void again(SimNode from, Host to, Request request, Duration later) {
    world
        .fibers()
        .after(
            later,
            () ->
                world
                    .fibers()
                    .start(
                        () -> true,
                        () -> {
                          if (to.isUp() && !isCut(from.index(), to.index())) {
                            Response _ = to.answer(request);
                          }
                        }));
  }

  /** Runs each task where it is submitted. */
  private static final class SameThread extends AbstractExecutorService {
    private boolean isShutdown;

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void shutdown() {
      isShutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
      isShutdown = true;
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return isShutdown;
    }

    @Override
    public boolean isTerminated() {
      return isShutdown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }
}
