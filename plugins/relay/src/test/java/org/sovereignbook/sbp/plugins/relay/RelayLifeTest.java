package org.sovereignbook.sbp.plugins.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.plugins.relay.guest.GuestWork;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;

/** Days of a guest and its relays: sleep, silence, changes of keys and of relays. */
@Timeout(240)
class RelayLifeTest {
  private static final KeyPair FRIEND = TestKeys.alice();

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private RelayNode relay;
  private GuestNode guest;

  @BeforeEach
  void make() {
    clock.set(Instant.parse("2026-11-30T08:00:00Z"));
    relay = RelayNode.in(folder, "relay", clock);
    guest = GuestNode.in(folder, "laptop", clock);
  }

  @AfterEach
  void close() {
    relay.close();
  }

  private HttpResponse<String> write(RelayNode to, String text) {
    byte[] letter = RelayNode.envelope(FRIEND, guest.key(), to.node().now(), text);
    return to.message(guest.endpoint(), letter);
  }

  private void isAccepted(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
  }

  /** Returns how many messages of the friend the guest has read. */
  private long inRead() {
    return guest
        .done("messages", "--json")
        .json()
        .array("conversations")
        .map(JsonArray::objects)
        .orElseThrow()
        .getFirst()
        .integer("messages")
        .orElseThrow();
  }

  @Test
  void aLaptopThatWasAsleepForThreeDaysReadsWhatCameMeanwhile() {
    guest.join(relay);
    clock.advance(Duration.ofMinutes(1));
    isAccepted(write(relay, "first hour"));
    clock.advance(Duration.ofHours(30));
    isAccepted(write(relay, "second day"));
    clock.advance(Duration.ofHours(41));
    isAccepted(write(relay, "third day"));
    clock.advance(Duration.ofMinutes(10));

    assertThat(guest.fetch()).isEqualTo(3);
    assertThat(guest.fetch()).isZero();
    guest.done("reader-pre");
    guest.done("agent", "run", "reader");
    guest.done("reader-post");
    assertThat(inRead()).isEqualTo(3);
    assertThat(guest.relay().integer("refused")).hasValue(0);
    assertThat(guest.relay().integer("missing")).hasValue(0);
  }

  @Test
  void whoIsSilentForLongerThanAgreedIsAwayAndThenGone() {
    String token = relay.invite("--days", "2");
    guest.done("relay", "join", relay.endpoint().toString(), "--token", token);
    isAccepted(write(relay, "while it is here"));
    Endpoint address = guest.endpoint();
    clock.advance(Duration.ofDays(2).plusMinutes(1));
    HttpResponse<String> away = write(relay, "while it is away");
    assertThat(away.statusCode()).isEqualTo(503);
    assertThat(away.headers().firstValue("retry-after")).isPresent();
    assertThat(relay.get(address, "/identity").statusCode()).isEqualTo(200);

    assertThat(guest.fetch()).isEqualTo(1);
    isAccepted(write(relay, "it is back"));
    clock.advance(Duration.ofDays(4).plusMinutes(1));
    assertThat(write(relay, "too late").statusCode()).isEqualTo(404);
    assertThat(relay.get(address, "/identity").statusCode()).isEqualTo(404);
    relay.done("maintain");
    String _ = relay.invite();
    assertThat(relay.done("relay", "list", "--json").json().array("guests").orElseThrow().values())
        .isEmpty();
    assertThat(guest.run("relay", "fetch").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(guest.relay().string("state")).contains("ended");
  }

  @Test
  void anAddressEndsWhenItWasAgreedTo() {
    String token = relay.invite("--until", "2026-12-02T00:00:00Z");
    guest.done("relay", "join", relay.endpoint().toString(), "--token", token);
    isAccepted(write(relay, "before"));
    assertThat(guest.fetch()).isEqualTo(1);
    assertThat(guest.done("status").out()).contains(relay.endpoint().toString());
    clock.set(Instant.parse("2026-12-02T00:00:01Z"));
    assertThat(write(relay, "after").statusCode()).isEqualTo(404);
  }

  @Test
  void theOtherRelayGetsTheEndpointWhenTheFirstIsSilent() {
    guest.join(relay);
    Endpoint first = guest.endpoint();
    try (RelayNode second = RelayNode.in(folder, "second", clock)) {
      String token = second.invite();
      guest.done(
          "relay", "join", second.endpoint().toString(), "--token", token, "--spare", "--json");
      assertThat(guest.endpoint()).isEqualTo(first);
      assertThat(second.get(addressAt(second), "/identity").statusCode()).isEqualTo(200);

      relay.stopServing();
      assertThat(guest.fetch()).isZero();
      clock.advance(Duration.ofMinutes(61));
      assertThat(guest.fetch()).isZero();
      assertThat(guest.endpoint()).isEqualTo(addressAt(second));
      isAccepted(write(second, "by the other way"));
      assertThat(guest.fetch()).isEqualTo(1);
      assertThat(RelayNode.json(second.get(guest.endpoint(), "/identity")))
          .isEqualTo(guest.node().identity().json());
      assertThat(guest.done("relay", "list").out()).contains("silent", "holding");
    }
  }

  private Endpoint addressAt(RelayNode other) {
    return Endpoint.parse(other.endpoint() + guest.endpoint().uri().getPath());
  }

  @Test
  void bothMayChangeTheirKeys() {
    guest.join(relay);
    isAccepted(write(relay, "for the old key"));
    guest.done("keygen", "--rotate");
    clock.advance(Duration.ofMinutes(1));
    assertThat(guest.fetch()).isEqualTo(1);
    isAccepted(write(relay, "for the new key"));
    assertThat(guest.fetch()).isEqualTo(1);
    assertThat(RelayNode.json(relay.get(guest.endpoint(), "/identity")))
        .isEqualTo(guest.node().identity().json());

    relay.done("keygen", "--rotate");
    clock.advance(Duration.ofMinutes(1));
    isAccepted(write(relay, "by the relay's new key"));
    assertThat(guest.fetch()).isEqualTo(1);
  }

  @Test
  void whatTheGuestPublishesIsServedByItsRelay() throws IOException {
    guest.join(relay);
    Files.writeString(folder.resolve("laptop/boats.md"), "# Boats\n\nA piece about boats.\n");
    guest.done("post", "boats.md");
    assertThat(guest.fetch()).isZero();
    String hash =
        guest
            .done("feed", "--json")
            .json()
            .array("pieces")
            .map(JsonArray::objects)
            .orElseThrow()
            .getFirst()
            .string("hash")
            .orElseThrow();
    HttpResponse<String> piece = relay.get(guest.endpoint(), "/content/" + hash);
    assertThat(RelayNode.json(piece).string("title")).contains("Boats");
    assertThat(relay.get(guest.endpoint(), "/endorsements").body()).isEqualTo("[]");
  }

  @Test
  void underUpMessagesComeByThemselves() throws InterruptedException {
    guest.join(relay);
    List<String> log = new CopyOnWriteArrayList<>();
    try (Ledger ledger =
        Ledger.open(guest.node(), new SqliteLedgerProvider().open(guest.node()))
            .observedByFeatures(List.of())) {
      Thread work = Thread.ofVirtual().unstarted(() -> keepOn(ledger, log));
      work.start();
      isAccepted(write(relay, "now"));
      Eventually.holds("it comes", () -> guest.inbox().size() == 1);
      assertThat(guest.run("relay", "fetch").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
      isAccepted(write(relay, "and again"));
      Eventually.holds("it comes", () -> guest.inbox().size() == 2);
      work.interrupt();
      work.join();
      assertThat(log).isEmpty();
    }
  }

  private void keepOn(Ledger ledger, List<String> log) {
    try {
      GuestWork.run(ledger, () -> new FileStore(guest.node()), log::add, () -> {});
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
