package org.sovereignbook.sbp.plugins.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.demo.Profiles.Profile;
import org.sovereignbook.sbp.plugins.demo.script.Children;
import org.sovereignbook.sbp.plugins.demo.script.NodeProcess;

/**
 * Start of a run: makes the nodes with {@code sbp init}, serves them, and gives each one its seed.
 */
record NodeStarter(Path folder, Children children, PeerClient client, DemoView view) {
  private static final Duration SERVE_LIMIT = Duration.ofSeconds(60);
  private static final long LOOK_AGAIN_MILLISECONDS = 50;
  private static final int PORT_ATTEMPTS = 5;

  /** Returns the nodes, served and ready to meet; node i knows the address of node i + 1. */
  List<DemoNode> start(List<Profile> profiles) throws IOException, InterruptedException {
    List<DemoNode> nodes = new ArrayList<>();
    for (Profile profile : profiles) {
      view.phase(
          "makes %s and starts its server, node %d of %d"
              .formatted(profile.name(), nodes.size() + 1, profiles.size()));
      nodes.add(makeAndServe(profile));
    }
    for (int i = 0; i < nodes.size(); i++) {
      DemoNode seed = nodes.get((i + 1) % nodes.size());
      view.phase("gives %s the address of %s".formatted(nodes.get(i).name(), seed.name()));
      succeed(
          nodes
              .get(i)
              .commands()
              .run(
                  "bootstrap",
                  "--home",
                  nodes.get(i).home(),
                  "--seed",
                  seed.endpoint().toString()));
    }
    return List.copyOf(nodes);
  }

  /** Makes and serves a node. Tries another port if another program takes the free port first. */
  private DemoNode makeAndServe(Profile profile) throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      Path home = folder.resolve(attempt == 1 ? profile.key() : profile.key() + "-" + attempt);
      DemoNode node = make(profile, home);
      Children.Started server = children.start("serve", "--home", node.home());
      if (answers(node, server.process())) {
        return node;
      }
      if (attempt == PORT_ATTEMPTS) {
        throw new CliException(
            ExitCode.FAILED, node.name() + " could not be served: " + server.text().strip());
      }
    }
  }

  private DemoNode make(Profile profile, Path home) throws IOException, InterruptedException {
    int port = freePort();
    Endpoint endpoint = Endpoint.parse("http://127.0.0.1:" + port);
    NodeProcess process = children.node();
    succeed(
        process.run(
            "init",
            home.toString(),
            "--local",
            "--name",
            profile.name(),
            "--endpoint",
            endpoint.toString(),
            "--port",
            Integer.toString(port)));
    Node node = Node.at(home);
    node.writeText(node.home().ethos(), profile.ethos());
    DemoConfig.prepare(node);
    return new DemoNode(profile, node, node.identity().publicKey(), endpoint, process::run);
  }

  private boolean answers(DemoNode node, Process server) throws InterruptedException {
    long deadline = System.nanoTime() + SERVE_LIMIT.toNanos();
    while (System.nanoTime() < deadline) {
      if (client.get(node.endpoint(), "/health") instanceof PeerReply.Answered answer
          && answer.isSuccess()) {
        return server.isAlive();
      }
      if (server.waitFor(LOOK_AGAIN_MILLISECONDS, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return false;
  }

  private static void succeed(Children.Ended ended) {
    if (ended.exitCode() != ExitCode.DONE.number()) {
      throw new CliException(
          ExitCode.FAILED,
          ended.command() + " ended with " + ended.exitCode() + ": " + ended.output().strip());
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
