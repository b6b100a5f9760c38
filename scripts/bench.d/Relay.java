import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testkit.hostile.LoopbackTarget;

/**
 * Messages that wait at a relay, fetched by their guest in one {@code sbp relay fetch}, beside the
 * rate at which a server of this machine takes as many into its own inbox from 32 clients. Both
 * with files, one after the other in one run.
 */
class Relay {
  private static final String LAUNCHER = System.getenv("SBP_BENCH_LAUNCHER");
  private static final int CLIENTS = 32;

  private Relay() {}

  public static void main(String[] arguments) throws Exception {
    int messages = arguments.length == 0 ? 10_000 : Integer.parseInt(arguments[0]);
    Path folder = Files.createTempDirectory("sbp-bench");
    List<Process> running = new ArrayList<>();
    try {
      double own = ofOwnServer(folder.resolve("own"), messages, running);
      int port = Bench.freePort();
      Path relay = folder.resolve("relay");
      Path guest = folder.resolve("guest");
      Serve.node(relay, port, "--endpoint", "http://127.0.0.1:" + port);
      Serve.node(guest, Bench.freePort());
      sbp("plugin", "on", "relay", "--home", relay.toString());
      sbp("plugin", "on", "relay", "--home", guest.toString());
      sbp(
          "relay",
          "host",
          Node.at(guest).identity().publicKey().toString(),
          "--home",
          relay.toString());
      running.add(started("up", "--home", relay.toString()));
      Bench.awaitOpen(port);
      awaitRoutes(relay);
      sbp("relay", "join", "http://127.0.0.1:" + port, "--home", guest.toString());
      Endpoint address = Node.at(guest).identity().endpoint();
      LoopbackTarget target = new LoopbackTarget(address, Node.at(guest).identity().publicKey());
      Serve.Posts posts = Serve.post(target, Serve.sign(guest, target, messages), CLIENTS);
      System.out.printf(
          "the relay takes %6.0f a second, %4.2f of an own server (%.0f); %d of %d taken%n",
          posts.rate(), posts.rate() / own, own, posts.nanos().length, messages);
      long begin = System.nanoTime();
      sbp("relay", "fetch", "--home", guest.toString());
      double fetched = posts.nanos().length / ((System.nanoTime() - begin) / 1e9);
      System.out.printf(
          "they are fetched at %6.0f a second, %4.2f of an own server, with the start of the"
              + " program%n",
          fetched, fetched / own);
    } finally {
      running.forEach(Process::destroy);
      for (Process process : running) {
        process.waitFor();
      }
      Bench.delete(folder);
    }
  }

  private static double ofOwnServer(Path home, int messages, List<Process> running)
      throws Exception {
    int port = Bench.freePort();
    Serve.node(home, port);
    Process server = started("serve", "--home", home.toString());
    running.add(server);
    Bench.awaitOpen(port);
    LoopbackTarget target = Serve.target(home, port);
    Serve.Posts _ = Serve.post(target, Serve.sign(home, target, messages / 4), CLIENTS);
    double rate = Serve.post(target, Serve.sign(home, target, messages), CLIENTS).rate();
    server.destroy();
    server.waitFor();
    return rate;
  }

  private static void awaitRoutes(Path relay) throws IOException, InterruptedException {
    for (int i = 0; i < 300; i++) {
      boolean isThere =
          Node.at(relay)
              .readIntactJson(Node.at(relay).home().featureRoutes())
              .map(JsonObject.class::cast)
              .isPresent();
      if (isThere) {
        return;
      }
      Thread.sleep(100);
    }
    throw new IOException("the routes of the relay do not answer");
  }

  private static Process started(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of(LAUNCHER));
    command.addAll(List.of(words));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(
            Path.of(System.getProperty("java.io.tmpdir"), "sbp-bench-relay.log").toFile())
        .start();
  }

  private static void sbp(String... words) throws IOException, InterruptedException {
    Process process = started(words);
    if (process.waitFor() != 0) {
      throw new IOException("sbp " + String.join(" ", words) + " failed");
    }
  }
}
