package org.sovereignbook.sbp.plugins.relay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.NodeServer;
import org.sovereignbook.sbp.peer.server.RouteContext;
import org.sovereignbook.sbp.peer.server.RouteServer;
import org.sovereignbook.sbp.plugins.relay.guest.GuestWork;
import org.sovereignbook.sbp.store.file.FileStore;

/** A process of its own that is a relay, or a guest, until it is killed. */
public final class RelayServing {
  private static final String RELAY = "relay";
  private static final String GUEST = "guest";

  private RelayServing() {}

  /** Starts a relay; when it answers, it says a line. */
  static Process relay(Path home, Path log) throws IOException {
    return start(RELAY, home, log);
  }

  /** Starts a guest that fetches; when it begins, it says a line. */
  static Process guest(Path home, Path log) throws IOException {
    return start(GUEST, home, log);
  }

  private static Process start(String role, Path home, Path log) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(RelayServing.class.getName(), role, home.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    if (process.inputReader().readLine() == null) {
      throw new IOException("it did not start; " + log + " says why");
    }
    return process;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Node node = Node.at(Path.of(arguments[1]));
    Ledger ledger =
        Ledger.open(node, new SqliteLedgerProvider().open(node)).observedByFeatures(List.of());
    if (arguments[0].equals(RELAY)) {
      NodeServer server =
          NodeServer.start(node, new FileStore(node), node.config(), System.err::println);
      RouteServer _ =
          RouteServer.start(
              new RouteContext(
                  node, () -> Optional.of(ledger), () -> new FileStore(node), System.err::println),
              System.err::println);
      System.out.println(server.endpoint());
    } else {
      System.out.println("fetches");
      GuestWork.run(ledger, () -> new FileStore(node), System.err::println, () -> {});
    }
    Thread.currentThread().join();
  }
}
