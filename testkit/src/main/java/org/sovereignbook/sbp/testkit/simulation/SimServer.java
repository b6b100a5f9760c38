package org.sovereignbook.sbp.testkit.simulation;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.NodeService;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * The production server of one machine, from a start of it to its crash: one request, one fiber.
 */
final class SimServer {
  private static final Duration SETTLES_AFTER = Duration.ofSeconds(1);
  private static final Duration BATCH = Duration.ofMillis(5);
  private static final int LARGE_BYTES = 60_000;

  private final World world;
  private final SimNode node;
  private final MemoryDisk disk;
  private final NodeService service;
  private final Set<String> underWay = new HashSet<>();
  private List<Waiting> batch = new ArrayList<>();
  private boolean isToSettle;

  /** An envelope that waits to be stored with others. */
  private static final class Waiting {
    private final Inbox.Offered envelope;
    private final Fibers.Gate stored;
    private ItemResult<Inbox.Receipt> result =
        ItemResult.failed(new IllegalStateException("not stored"));

    Waiting(Inbox.Offered envelope, Fibers.Gate stored) {
      this.envelope = envelope;
      this.stored = stored;
    }
  }

  /** Opens the node, in a fiber of the machine. */
  SimServer(World world, SimNode machine, MemoryDisk disk) {
    this.world = world;
    this.node = machine;
    this.disk = disk;
    Node opened = machine.node();
    this.service =
        NodeService.open(
            opened,
            TestNode.FILES.open(opened),
            opened.config(),
            () -> disk.freeBytes(opened.home().root()),
            _ -> {},
            this::store);
  }

  /** Gives back what a process of the operating system would lose at its end. */
  void free() {
    service.free();
  }

  /** Saves the state of the server, as it does before each tick. */
  void save() {
    service.save(true);
  }

  /** Answers in a fiber of the caller, which may wait. */
  Wire.Response answer(Wire.Request request) {
    String what = Trace.of(request.body(), node.place()) + request.uri();
    while (!underWay.add(what)) {
      // A second one waits for the first in the server, which would stop all fibers.
      world.fibers().pause(BATCH);
      if (!node.isUp()) {
        return Wire.Response.none();
      }
    }
    Fibers.Gate done = world.fibers().new Gate();
    Wire.Response[] response = {Wire.Response.none()};
    node.inProcess(
        () -> response[0] = answerNow(request),
        () -> {
          underWay.remove(what);
          done.open();
        });
    done.await();
    return response[0];
  }

  private Wire.Response answerNow(Wire.Request request) {
    if (!node.isUp()) {
      return Wire.Response.none();
    }
    MemoryExchange exchange =
        new MemoryExchange(request.method(), request.uri(), request.body(), request.from());
    try {
      service.handle(exchange);
    } catch (IOException e) {
      if (disk.isDead()) {
        throw new SimulatedCrash("in a request");
      }
      return Wire.Response.none();
    }
    if (request.method().equals("POST")) {
      world.judge().answered(node, request.body(), exchange.status(), exchange.answered());
      world.count("answers " + exchange.status());
    }
    String type =
        Optional.ofNullable(exchange.getResponseHeaders().getFirst("Content-Type")).orElse("");
    return new Wire.Response(
        exchange.status(),
        exchange.answered(),
        Optional.ofNullable(exchange.getResponseHeaders().getFirst("Retry-After"))
            .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds))),
        type.startsWith("text/html"),
        node.clock());
  }

  /** Stores an envelope together with others that come within some milliseconds. */
  private Inbox.Receipt store(Inbox.Offered envelope) {
    settleSoon();
    if (envelope.bytes().length >= LARGE_BYTES) {
      return service.acceptAll(List.of(envelope)).getFirst().get();
    }
    Waiting one = new Waiting(envelope, world.fibers().new Gate());
    batch.add(one);
    if (batch.size() == 1) {
      node.later(BATCH, () -> node.inProcess(this::storeBatch));
    }
    int mine = node.process();
    one.stored.await();
    if (node.process() != mine) {
      throw new SimulatedCrash("the machine went off");
    }
    return one.result.get();
  }

  private void storeBatch() {
    List<Waiting> all = batch;
    batch = new ArrayList<>();
    try {
      List<ItemResult<Inbox.Receipt>> results =
          service.acceptAll(all.stream().map(one -> one.envelope).toList());
      for (int i = 0; i < all.size(); i++) {
        all.get(i).result = results.get(i);
      }
    } finally {
      all.forEach(one -> one.stored.open());
    }
  }

  private void settleSoon() {
    if (!isToSettle) {
      isToSettle = true;
      node.later(
          SETTLES_AFTER,
          () ->
              node.inProcess(
                  () -> {
                    isToSettle = false;
                    if (!service.settle()) {
                      settleSoon();
                    }
                  }));
    }
  }
}
