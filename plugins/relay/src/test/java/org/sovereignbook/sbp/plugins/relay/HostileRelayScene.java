package org.sovereignbook.sbp.plugins.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestKeys;

/** A guest whose relay does what a test wants. */
@Timeout(300)
abstract class HostileRelayScene {
  static final KeyPair FRIEND = TestKeys.alice();
  static final KeyPair STRANGER = TestKeys.eve();
  static final long LARGEST = 9_007_199_254_740_991L;

  @TempDir Path folder;
  HostileRelay relay;
  GuestNode guest;

  @BeforeEach
  void make() {
    relay = HostileRelay.start();
    guest = GuestNode.in(folder, "laptop");
  }

  @AfterEach
  void close() {
    relay.close();
  }

  void join() {
    guest.done("relay", "join", relay.endpoint().toString());
  }

  static Instant now() {
    return Instant.now();
  }

  byte[] envelope(KeyPair from, String text, Duration ago) {
    return RelayNode.envelope(
        from, guest.key(), Timestamp.ofMillis(now().minus(ago).toEpochMilli()), text);
  }

  byte[] envelope(String text) {
    return envelope(FRIEND, text, Duration.ZERO);
  }

  long counter(String name) {
    return guest.relay().integer(name).orElseThrow();
  }

  String problem() {
    return guest.relay().string("problem").orElse("");
  }

  /** Asserts that everything that shows the relay still works. */
  void isShown() {
    guest.done("relay", "list");
    assertThat(guest.run("status").exit()).isIn(ExitCode.DONE, ExitCode.NOTHING_TO_DO);
  }

  static long waiting(RelayNode relay) {
    return relay
        .ledger()
        .<Long>read(tx -> tx.number("SELECT COUNT(*) FROM relay_post WHERE waits = 1"));
  }
}
