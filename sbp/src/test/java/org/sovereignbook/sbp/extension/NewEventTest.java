package org.sovereignbook.sbp.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.peer.author.AuthorPostprocess;
import org.sovereignbook.sbp.peer.delivery.Delivery;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection.Streamed;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.ForwardingStore;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Wrapper of a store, which receives the events of the steps with their changes. */
class NewEventTest {
  private static final byte[] NOTHING = {};

  @TempDir Path folder;
  private TestNode node;
  private Peer alice;
  private final List<Event> heard = new ArrayList<>();

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder);
    alice =
        node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN)
            .withSubscriber(true);
    node.put(alice);
    node.node()
        .writeText(
            node.home().authorOutput().resolve("one.json"),
            "{\"title\": \"Rain\", \"body\": \"It rains.\", \"tags\": []}");
  }

  @Test
  void whatIsPublishedAndDeliveredIsHeardWithoutParsingText() throws Exception {
    var published = new AuthorPostprocess(node.node(), listening()).run().published();
    String hash = published.getFirst().hash().toString();

    assertThat(heard).extracting(Event::component).containsOnly("author");
    assertThat(of("published").about()).containsEntry("content", hash);

    new Delivery(node.node(), listening(), new Peers(202)).run(false, Progress.NONE);

    assertThat(of("delivered").component()).isEqualTo("delivery");
    assertThat(of("delivered").isError()).isFalse();
    assertThat(of("delivered").about())
        .containsEntry("peer", alice.publicKey().toString())
        .containsEntry("item", "content/" + hash.replace(':', '-'));
  }

  @Test
  void whatGoesWrongIsHeardAsAnErrorAtItsTime() throws Exception {
    new AuthorPostprocess(node.node(), listening()).run();

    new Delivery(node.node(), listening(), new Peers(403)).run(false, Progress.NONE);

    assertThat(of("failed").isError()).isTrue();
    assertThat(of("failed").at()).isEqualTo(node.node().now());
  }

  @Test
  void eachLineOfTheLogsIsTheRenderingOfAnEvent() throws Exception {
    new AuthorPostprocess(node.node(), listening()).run();
    new Delivery(node.node(), listening(), new Peers(403)).run(false, Progress.NONE);

    for (Streamed log : LogFile.ALL) {
      assertThat(node.store().lines(log))
          .isNotEmpty()
          .isEqualTo(
              heard.stream()
                  .filter(event -> event.logs().contains(log))
                  .map(event -> event.entry().line())
                  .toList());
    }
  }

  private Event of(String kind) {
    return heard.stream().filter(event -> event.kind().equals(kind)).findFirst().orElseThrow();
  }

  private ForwardingStore listening() {
    return new ForwardingStore(node.store()) {
      @Override
      public void commit(ChangeSet changes) {
        super.commit(changes);
        heard.addAll(changes.events());
      }
    };
  }

  /** They answer whatever is posted in the same way. */
  private record Peers(int status) implements PeerClient {
    @Override
    public PeerReply get(Endpoint endpoint, String path) {
      return new PeerReply.Answered(status, NOTHING, Optional.empty());
    }

    @Override
    public PeerReply post(Endpoint endpoint, byte[] envelope) {
      return new PeerReply.Answered(status, NOTHING, Optional.empty());
    }
  }
}
