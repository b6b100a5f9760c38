package org.sovereignbook.sbp.testkit.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.testkit.hostile.Flood;
import org.sovereignbook.sbp.testkit.hostile.FloodSender;
import org.sovereignbook.sbp.testkit.hostile.HostilePeer;
import org.sovereignbook.sbp.testkit.hostile.HttpOddity;
import org.sovereignbook.sbp.testkit.hostile.Lies;
import org.sovereignbook.sbp.testkit.hostile.LoopbackConnection;
import org.sovereignbook.sbp.testkit.hostile.LoopbackTarget;
import org.sovereignbook.sbp.testkit.hostile.SilentConnections;

/** Attacks 4, 8 and 14: connections that say nothing, bodies that stall, HTTP that is none. */
class ConnectionAttackTest extends AttackScene {
  private static final Duration PATIENCE = Duration.ofSeconds(8);
  private static final int MAX_CONNECTIONS = 2_048;
  private static final int MAX_ADDRESS_CONNECTIONS = 64;
  private static final byte[] NOTHING = {};

  @Test
  void silentConnectionsOfOneAddressHoldNoMoreThanItsShareAndLockNobodyOut() {
    assumeTrue(hasAllOfLoopback(), "127.0.0.2 is an address of this machine");
    meetFriend(TrustState.TRUSTED);
    try (SilentConnections silent =
        SilentConnections.open(node.target(), 2_048, LoopbackTarget.addresses(0, 1), NOTHING)) {
      assertThat(fromElsewhere().post(fromFriend("am I locked out"))).isEqualTo(202);
      assertThat(silent.stillOpen()).isLessThanOrEqualTo(MAX_ADDRESS_CONNECTIONS);
    }
  }

  @Test
  void connectionsThatBeginARequestAndStopLockNobodyOut() {
    assumeTrue(hasAllOfLoopback(), "127.0.0.2 is an address of this machine");
    meetFriend(TrustState.TRUSTED);
    byte[] begun = "POST /message HTTP/1.1\r\nHost: ".getBytes(StandardCharsets.US_ASCII);
    try (SilentConnections silent =
        SilentConnections.open(node.target(), 2_048, LoopbackTarget.addresses(0, 1), begun)) {
      assertThat(fromElsewhere().post(fromFriend("am I locked out"))).isEqualTo(202);
      assertThat(silent.stillOpen()).isLessThanOrEqualTo(MAX_ADDRESS_CONNECTIONS);
    }
  }

  @Test
  void silentConnectionsThatComeThroughAProxyLockNobodyOut() {
    meetFriend(TrustState.TRUSTED);
    try (SilentConnections silent =
        SilentConnections.open(node.target(), 3_000, List.of(), NOTHING)) {
      assertThat(node.sender().waiting(PATIENCE).post(fromFriend("am I locked out")))
          .isEqualTo(202);
      assertThat(silent.stillOpen()).isLessThanOrEqualTo(MAX_CONNECTIONS);
    }
  }

  @Test
  void stalledBodiesHoldNoMoreThanTheirBudgetAndAFriendsIsTaken() {
    meetFriend(TrustState.TRUSTED);
    node.configured("server.max_body_bytes_at_once", 4L << 20);
    byte[] stalled =
        ("POST /message HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                + "Content-Length: 262000\r\n\r\n{\"a\":\""
                + "x".repeat(200_000))
            .getBytes(StandardCharsets.US_ASCII);
    try (SilentConnections silent =
        SilentConnections.open(node.target(), 100, LoopbackTarget.addresses(0, 5), stalled)) {
      assertThat(fromElsewhere().post(fromFriend("is there room"))).isEqualTo(202);
      assertThat(silent.count()).isEqualTo(100);
    }
  }

  @Test
  void whatIsTooLargeIsRefusedBeforeItIsRead() throws IOException {
    try (LoopbackConnection connection =
        LoopbackConnection.open(node.target(), Optional.empty(), PATIENCE)) {
      connection.send(
          "POST /message HTTP/1.1\r\nContent-Type: application/json\r\nHost: h\r\nContent-Length: 9999999\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));
      assertThat(connection.answer().status()).isEqualTo(413);
    }
  }

  @TestFactory
  Stream<DynamicTest> oddHttpIsAnswered() {
    return HttpOddity.all().stream()
        .map(odd -> DynamicTest.dynamicTest(odd.name(), () -> isAnswered(odd)));
  }

  private void isAnswered(HttpOddity odd) throws IOException {
    try (LoopbackConnection connection =
        LoopbackConnection.open(node.target(), Optional.empty(), PATIENCE)) {
      connection.send(odd.bytes());
      assertThat(odd.answers()).contains(connection.answer().status());
    }
  }

  @TestFactory
  Stream<DynamicTest> liesAreRefusedWithTheirCode() {
    HostilePeer liar = strangers(1).getFirst();
    return new Lies(liar, node.target().key(), node.now())
        .all(friend).stream().map(lie -> DynamicTest.dynamicTest(lie.name(), () -> isRefused(lie)));
  }

  private void isRefused(Lies.Lie lie) throws IOException {
    try (LoopbackConnection connection =
        LoopbackConnection.open(node.target(), Optional.empty(), PATIENCE)) {
      assertThat(connection.post(HostilePeer.bytes(lie.envelope())).body())
          .contains("\"" + lie.code() + "\"");
    }
  }

  @Test
  void aReplayIsTakenOnceWhoeverSendsIt() {
    byte[] message = fromFriend("once");
    node.sender().send(Flood.of(List.of(message, message, message)));
    node.restarted();
    node.sender().post(message);
    try (var store = node.store()) {
      assertThat(store.inbox().pending()).hasSize(1);
    }
  }

  private byte[] fromFriend(String words) {
    return HostilePeer.bytes(friend.direct(words, node.target().key(), node.now()));
  }

  private FloodSender fromElsewhere() {
    return node.sender().from(LoopbackTarget.addresses(9, 1)).waiting(PATIENCE);
  }

  private static boolean hasAllOfLoopback() {
    return System.getProperty("os.name").startsWith("Linux");
  }
}
