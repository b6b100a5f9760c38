package org.sovereignbook.sbp.peer.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Messages of one sender keep the order in which they were sent, also within one second. */
class MessageOrderTest {
  private static final int MANY = 12;
  private static final Duration SOON_AFTER = Duration.ofMillis(3);

  @TempDir private Path folder;

  private static List<String> numbers() {
    List<String> numbers = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      numbers.add("number " + i);
    }
    return numbers;
  }

  @Test
  void thoseThatArriveWithinASecondAreShownAsTheyCame() {
    TestNode node = TestNode.in(folder);
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    for (String text : numbers()) {
      byte[] envelope =
          node.envelope(
              TestKeys.alice(),
              TestNode.ALICE_ENDPOINT,
              MessageType.DIRECT,
              Payloads.direct(text, Optional.empty(), Optional.empty()));
      node.store().inbox().accept(envelope, node.clock().instant());
      node.clock().advance(SOON_AFTER);
    }

    List<String> shown =
        new Conversations(node.store())
            .with(TestKeys.alice().publicKey()).messages().stream()
                .map(entry -> entry.message().body())
                .toList();

    assertThat(shown).isEqualTo(numbers());
  }

  @Test
  void thoseThatAreWrittenWithinASecondWaitForDeliveryInThatOrder() {
    TestNode node = TestNode.in(folder);
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    CliTest cli = CliTest.in(folder);
    for (String text : numbers()) {
      cli.run("send", "Alice", text);
      cli.clock().advance(SOON_AFTER);
    }

    List<String> waiting = new ArrayList<>();
    for (OutboxId id : node.store().outbox().pending()) {
      waiting.add(
          node.store()
              .outbox()
              .read(id)
              .flatMap(item -> item.object("payload"))
              .flatMap(payload -> payload.string("body"))
              .orElseThrow());
    }

    assertThat(waiting).isEqualTo(numbers());
  }
}
