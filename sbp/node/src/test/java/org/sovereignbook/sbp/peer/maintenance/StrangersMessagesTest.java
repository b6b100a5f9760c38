package org.sovereignbook.sbp.peer.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Messages;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class StrangersMessagesTest {
  @TempDir Path folder;

  private static Message message(KeyPair peer, Message.Way way, int number) {
    return new Message(
        "m" + number,
        way,
        peer.publicKey(),
        TestNode.ALICE_ENDPOINT,
        Timestamp.parse("2026-03-17T11:%02d:00Z".formatted(number)),
        "text " + number,
        Message.Refs.NONE);
  }

  @Test
  void onlyTheOldestOfStrangersGoAndNoConversation() {
    TestNode node = TestNode.in(folder);
    node.configure(
        JsonObject.builder()
            .put(
                "maintenance_config", JsonObject.builder().put("max_strangers_messages", 2).build())
            .build());
    KeyPair friend = TestKeys.alice();
    KeyPair known = TestKeys.named("known");
    KeyPair stranger = TestKeys.named("stranger");
    node.addPeer("Friend", friend, TestNode.ALICE_ENDPOINT, TrustState.ENDORSED);
    ChangeSet changes = new ChangeSet();
    for (int i = 0; i < 5; i++) {
      changes.add(Messages.put(message(friend, Message.Way.RECEIVED, i)));
      changes.add(Messages.put(message(known, Message.Way.RECEIVED, i)));
      changes.add(Messages.put(message(stranger, Message.Way.RECEIVED, i)));
    }
    changes.add(Messages.put(message(known, Message.Way.SENT, 9)));
    node.store().commit(changes);

    new Maintenance(node.node(), node.store()).run();

    Messages left = node.store().messages();
    assertThat(left.ids(friend.publicKey())).hasSize(5);
    assertThat(left.ids(known.publicKey())).hasSize(6);
    assertThat(left.ids(stranger.publicKey())).containsExactly("m3", "m4");
    assertThat(node.store().lines(LogFile.OPS).toString())
        .contains("removed 3 old messages of strangers");
  }
}
