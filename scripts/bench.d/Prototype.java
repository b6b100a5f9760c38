import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.EnvelopeValidator;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.InboxId;

/**
 * Reference for {@code sbp serve}: the least that accepts messages durably. It has this program's
 * validator, the JDK's server, and one thread that appends what waits to a journal, forces that
 * once and writes the files. It has no budgets, quotas, trust, limits, log, other documents or
 * recovery.
 */
class Prototype {
  private final PublicKey self;
  private final Path inbox;
  private final FileChannel journal;
  private final Map<ContentHash, String> accepted = new ConcurrentHashMap<>();
  private final BlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();

  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
  private record Waiting(String id, byte[] envelope, CompletableFuture<Boolean> stored) {}

  private Prototype(Node node) throws IOException {
    this.self = node.keys().publicKey();
    this.inbox = Files.createDirectories(node.home().root().resolve("prototype"));
    this.journal =
        FileChannel.open(
            inbox.resolve(".journal"), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Serves until it is killed. Arguments: port and node. */
  public static void main(String[] arguments) throws IOException {
    Prototype prototype = new Prototype(Node.at(Path.of(arguments[1])));
    Thread _ = Thread.ofPlatform().daemon().start(prototype::write);
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
    HttpServer server = HttpServer.create(address, 1_024);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/message", prototype::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    Instant now = Instant.now();
    boolean isValid =
        new EnvelopeValidator(self).structure(body, now)
                instanceof Checked.Valid<Envelope>(Envelope envelope)
            && EnvelopeValidator.signature(envelope) instanceof Checked.Valid<Envelope>(var _)
            && send(exchange, 202, accept(envelope.hash(), body, now));
    if (!isValid) {
      boolean _ = send(exchange, 400, JsonObject.empty());
    }
  }

  private static boolean send(HttpExchange exchange, int status, JsonObject answer)
      throws IOException {
    byte[] bytes = JsonWriter.compact(answer).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
    return true;
  }

  private JsonObject accept(ContentHash hash, byte[] body, Instant now) {
    Supplier<InboxId> names = InboxId.names(now, new java.util.SplittableRandom());
    String id = names.get() + "-" + hash.hex().substring(0, 8);
    String before = accepted.putIfAbsent(hash, id);
    if (before == null) {
      Waiting waiting = new Waiting(id, body, new CompletableFuture<>());
      queue.add(waiting);
      boolean _ = waiting.stored().join();
    }
    return JsonObject.builder()
        .put("status", before == null ? "accepted" : "duplicate")
        .put("id", before == null ? id : before)
        .put("hash", hash.toString())
        .build();
  }

  private void write() {
    List<Waiting> batch = new ArrayList<>();
    while (true) {
      try {
        batch.clear();
        batch.add(queue.take());
        queue.drainTo(batch);
        append(batch);
        for (Waiting one : batch) {
          Files.write(inbox.resolve(one.id() + ".json"), one.envelope());
        }
        batch.forEach(one -> one.stored().complete(true));
      } catch (IOException | InterruptedException e) {
        batch.forEach(one -> one.stored().completeExceptionally(e));
      }
    }
  }

  /**
   * Appends a frame for each (its hash, the lengths, its name, its bytes), and forces them once.
   */
  private void append(List<Waiting> batch) throws IOException {
    int bytes = 0;
    for (Waiting one : batch) {
      bytes += 40 + one.id().length() + one.envelope().length;
    }
    ByteBuffer frames = ByteBuffer.allocate(bytes);
    for (Waiting one : batch) {
      frames.put(java.util.HexFormat.of().parseHex(ContentHash.ofBytes(one.envelope()).hex()));
      frames.putInt(one.id().length()).putInt(one.envelope().length);
      frames.put(one.id().getBytes(StandardCharsets.US_ASCII)).put(one.envelope());
    }
    frames.flip();
    while (frames.hasRemaining()) {
      int _ = journal.write(frames);
    }
    journal.force(false);
  }
}
