package org.sovereignbook.sbp.plugins.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestKeys;

/** A node without a door of its own is reached by way of another one. */
@Timeout(240)
public abstract class RelayContract {
  private static final KeyPair FRIEND = TestKeys.alice();

  @TempDir private Path folder;
  private RelayNode relay;
  private GuestNode guest;

  /** Returns where the nodes keep everything. */
  protected abstract RelayStore store();

  @BeforeEach
  void make() {
    RelayStore store = store();
    relay = RelayNode.in(folder, store);
    guest = GuestNode.in(folder, "laptop", store);
  }

  @AfterEach
  void close() {
    relay.close();
  }

  private byte[] letter(String text) {
    return RelayNode.envelope(FRIEND, guest.key(), relay.node().now(), text);
  }

  @Test
  void anInvitedNodeHasAnAddressAndItsDocumentIsServedThere() {
    assertThat(guest.join(relay).object("relay").orElseThrow().string("state")).contains("holding");
    Endpoint address = guest.endpoint();
    assertThat(address.toString()).startsWith(relay.endpoint() + "/x/relay/");
    HttpResponse<String> identity = relay.get(address, "/identity");
    assertThat(RelayNode.json(identity)).isEqualTo(guest.node().identity().json());
    assertThat(relay.get(address, "/health").statusCode()).isEqualTo(200);
    assertThat(relay.get(address, "/spec").statusCode()).isEqualTo(404);
    assertThat(relay.post(address, "/identity", new byte[0]).statusCode()).isEqualTo(405);
    assertThat(relay.get(address, "/message").headers().firstValue("allow")).contains("POST");
  }

  @Test
  void aMessageWaitsThereAndIsFetchedOnce() {
    guest.join(relay);
    byte[] letter = letter("hello");
    HttpResponse<String> accepted = relay.message(guest.endpoint(), letter);
    assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
    assertThat(RelayNode.json(accepted).string("status")).contains("accepted");
    assertThat(RelayNode.json(relay.message(guest.endpoint(), letter)).string("status"))
        .contains("duplicate");
    assertThat(guest.inbox()).isEmpty();

    assertThat(guest.fetch()).isEqualTo(1);
    assertThat(guest.inbox()).hasSize(1);
    assertThat(guest.fetch()).isZero();
    assertThat(RelayNode.json(relay.message(guest.endpoint(), letter)).string("status"))
        .contains("duplicate");
    assertThat(guest.fetch()).isZero();
    assertThat(guest.relay().integer("stored")).hasValue(1);
    assertThat(guest.relay().integer("repeated")).hasValue(0);
  }

  @Test
  void nobodyComesWithoutAnInvitationWhichIsGoodOnce() {
    assertThat(guest.run("relay", "join", relay.endpoint().toString()).exit())
        .isEqualTo(ExitCode.FAILED);
    String token = relay.invite();
    guest.done("relay", "join", relay.endpoint().toString(), "--token", token);
    GuestNode other = GuestNode.in(folder, "other", store());
    assertThat(other.run("relay", "join", relay.endpoint().toString(), "--token", token).exit())
        .isEqualTo(ExitCode.FAILED);
    relay.done("relay", "host", other.key().toString());
    other.done("relay", "join", relay.endpoint().toString());
  }

  @Test
  void whoeverCannotJoinIsToldTheWay() {
    String silent = "http://127.0.0.1:1";
    assertThat(guest.run("relay", "join", silent).err()).contains("curl " + silent + "/identity");

    guest.done("config", "set", "network_config.allow_private_endpoints", "false");
    assertThat(guest.run("relay", "join", relay.endpoint().toString()).err())
        .contains("not asked", "sbp config set network_config.allow_private_endpoints true");
  }

  @Test
  void leavingGivesTheEndpointBackAndSendersComeAgainUntilTheyKnow() {
    Endpoint before = guest.endpoint();
    guest.join(relay);
    Endpoint address = guest.endpoint();
    relay.message(address, letter("one"));
    guest.done("relay", "leave", relay.endpoint().toString());
    assertThat(guest.inbox()).hasSize(1);
    assertThat(guest.endpoint()).isEqualTo(before);
    assertThat(RelayNode.json(relay.get(address, "/identity")))
        .isEqualTo(guest.node().identity().json());
    HttpResponse<String> later = relay.message(address, letter("two"));
    assertThat(later.statusCode()).isEqualTo(503);
    assertThat(later.headers().firstValue("retry-after")).isPresent();
  }

  @Test
  void whatIsPublishedIsServedAndOldThingsAreForgotten() throws IOException {
    Path piece = Files.writeString(folder.resolve("boats.md"), "# Boats\n\nSeven boats.\n");
    guest.done("post", piece.toString());
    guest.join(relay);
    relay.message(guest.endpoint(), letter("one"));
    guest.fetch();
    assertThat(objects()).isEqualTo(1);
    relay.ledger().run(tx -> tx.update("UPDATE relay_post SET received_ms = 1"));
    relay.ledger().run(tx -> tx.update("UPDATE relay_nonce SET at_ms = 1"));
    new RelayFeature().retention().forEach(one -> one.forget(relay.ledger()));
    for (String table : new String[] {"relay_post", "relay_nonce"}) {
      assertThat(relay.ledger().<Long>read(tx -> tx.number("SELECT COUNT(*) FROM " + table)))
          .isZero();
    }
    relay.done("relay", "list");
    assertThat(relay.invite()).startsWith("sbp-relay-");
    relay.done("relay", "end", guest.key().toString());
    assertThat(objects()).isZero();
    assertThat(guest.fetch()).isZero();
    assertThat(guest.relay().string("state")).contains("ended");
  }

  private long objects() {
    return relay.ledger().<Long>read(tx -> tx.number("SELECT COUNT(*) FROM relay_object"));
  }
}
