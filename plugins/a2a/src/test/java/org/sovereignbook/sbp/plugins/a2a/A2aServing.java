package org.sovereignbook.sbp.plugins.a2a;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.peer.server.NodeServer;
import org.sovereignbook.sbp.peer.server.RouteContext;
import org.sovereignbook.sbp.peer.server.RouteServer;
import org.sovereignbook.sbp.store.file.FileStore;

/** A process of its own that serves a node's clients of A2A until it is killed. */
public final class A2aServing {
  private A2aServing() {}

  /** Returns the node in a folder, on the machine's clock. */
  static Node node(Path home) {
    return new Node(
        new NodeHome(home), LocalDisk.unsynced(), InstantSource.system(), new SecureRandom());
  }

  /** Opens the society of a node, with the feature's tables. */
  static Ledger ledger(Node node, Function<Node, Database> database) {
    return Ledger.open(node, database.apply(node)).observedByFeatures(List.of());
  }

  /** Starts one by its class with a {@code main}; when it answers, it says a line. */
  static Process start(Class<?> main, Path home, Path log) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), main.getName(), home.toString()));
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  /** Serves a node whose society is in this database. */
  public static void serve(Path home, Function<Node, Database> database)
      throws IOException, InterruptedException {
    Node node = node(home);
    Ledger ledger = ledger(node, database);
    NodeServer server =
        NodeServer.start(node, new FileStore(node), node.config(), System.err::println);
    RouteServer _ =
        RouteServer.start(
            new RouteContext(
                node, () -> Optional.of(ledger), () -> new FileStore(node), System.err::println),
            System.err::println);
    System.out.println(server.endpoint());
    Thread.currentThread().join();
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    serve(Path.of(arguments[0]), new SqliteLedgerProvider()::open);
  }
}
