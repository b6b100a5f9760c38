import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.node.Node;

/**
 * Senders that post to the servers of one node, in turn, and post again what was not accepted,
 * until a file is there. One line a post to standard output: the time in milliseconds, the status
 * (0: no answer), and of one that was accepted the hash of its envelope and the id that the server
 * gave.
 *
 * <p>Arguments: the node's directory, the file that ends it, the servers' URLs.
 */
class Posting {
  private static final int SENDERS = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofMillis(40);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(250);

  private final Node node;
  private final Path end;
  private final List<String> servers;
  private final PrintStream out;
  private final AtomicInteger number = new AtomicInteger();

  private Posting(Node node, Path end, List<String> servers, PrintStream out) {
    this.node = node;
    this.end = end;
    this.servers = servers;
    this.out = out;
  }

  public static void main(String[] arguments) throws Exception {
    List<String> words = List.of(arguments);
    Posting posting =
        new Posting(
            Node.at(Path.of(words.get(0))),
            Path.of(words.get(1)),
            words.subList(2, words.size()),
            System.out);
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < SENDERS; i++) {
      senders.add(Thread.ofPlatform().start(posting::send));
    }
    for (Thread sender : senders) {
      sender.join();
    }
  }

  private void send() {
    KeyPair keys = KeyPair.generate(new SecureRandom());
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      while (!Files.exists(end)) {
        JsonObject envelope = envelope(keys);
        int at = number.incrementAndGet();
        while (!isAccepted(client, envelope, servers.get(at % servers.size()))
            && !Files.exists(end)) {
          at++;
          Thread.sleep(PAUSE_AFTER_FAILURE);
        }
        Thread.sleep(PAUSE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private JsonObject envelope(KeyPair keys) {
    return Envelope.sign(
        Envelope.build(
            MessageType.DIRECT,
            JsonObject.builder().put("body", "post " + number.incrementAndGet()).build(),
            keys.publicKey(),
            Endpoint.parse("https://sender.example.com"),
            node.identity().publicKey(),
            node.now()),
        keys);
  }

  private boolean isAccepted(HttpClient client, JsonObject envelope, String server)
      throws InterruptedException {
    try {
      HttpResponse<byte[]> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(server + "/message"))
                  .timeout(PATIENCE)
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofString(JsonWriter.compact(envelope)))
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray());
      boolean accepted = answer.statusCode() == 202;
      note(
          answer.statusCode()
              + (accepted
                  ? " " + ContentHash.of(envelope) + " " + id(answer.body())
                  : " " + answer.headers().firstValue("Retry-After").orElse("-")));
      return accepted;
    } catch (IOException | MalformedJson e) {
      note("0");
      return false;
    }
  }

  private static String id(byte[] body) throws MalformedJson {
    return JsonReader.wireObject(body).string("id").orElse("-");
  }

  private void note(String what) {
    out.println(System.currentTimeMillis() + " " + what);
    out.flush();
  }
}
