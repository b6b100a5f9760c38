package org.sovereignbook.sbp.plugins.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Store;

/** A node that nobody reaches but by a relay. It runs no server. */
final class GuestNode {
  private final RelayStore store;
  private final Path home;
  private final CliTest cli;
  private final InstantSource clock;

  private GuestNode(Path folder, String name, InstantSource clock, RelayStore store) {
    this.store = store;
    this.home = folder.resolve(name);
    this.clock = clock;
    assertThat(CliTest.in(folder).by(clock).run("init", name, "--local").exit())
        .isEqualTo(ExitCode.DONE);
    this.cli = store.configured(home).by(clock);
    done("plugin", "on", "relay");
  }

  static GuestNode in(Path folder, String name) {
    return new GuestNode(folder, name, InstantSource.system(), RelayStore.files());
  }

  /** Makes one by a clock that a test drives itself. */
  static GuestNode in(Path folder, String name, InstantSource clock) {
    return new GuestNode(folder, name, clock, RelayStore.files());
  }

  static GuestNode in(Path folder, String name, RelayStore store) {
    return new GuestNode(folder, name, InstantSource.system(), store);
  }

  Node node() {
    Node there = Node.at(home);
    return new Node(there.home(), there.disk(), clock, there.random());
  }

  PublicKey key() {
    return node().identity().publicKey();
  }

  Endpoint endpoint() {
    return node().identity().endpoint();
  }

  CliTest cli() {
    return cli;
  }

  CliTest.Ran run(String... words) {
    return cli.run(words);
  }

  CliTest.Ran done(String... words) {
    CliTest.Ran ran = cli.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  JsonObject join(RelayNode relay) {
    return done("relay", "join", relay.endpoint().toString(), "--token", relay.invite(), "--json")
        .json();
  }

  /** Fetches what waits, and returns how many messages have come. */
  long fetch() {
    CliTest.Ran ran = run("relay", "fetch", "--json");
    assertThat(ran.exit()).as(ran.err()).isIn(ExitCode.DONE, ExitCode.NOTHING_TO_DO);
    return ran.json().integer("messages").orElseThrow();
  }

  List<InboxId> inbox() {
    try (Store opened = store.store().apply(node())) {
      return opened.inbox().pending();
    }
  }

  /** Returns what is known of its first relay. */
  JsonObject relay() {
    return done("relay", "list", "--json")
        .json()
        .array("relays")
        .map(JsonArray::objects)
        .orElseThrow()
        .getFirst();
  }
}
