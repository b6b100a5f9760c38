package org.sovereignbook.sbp.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerCells;
import org.sovereignbook.sbp.store.PeerEviction;
import org.sovereignbook.sbp.store.PeerIdentities;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.PeersDocument;

/** The peer table, its file, and the documents of peers. */
interface PeersContract extends StoreUnderTest {

  @Test
  default void aNewStoreKnowsNobody() {
    assertThat(store().peers().peers()).isEmpty();
    assertThat(store().peers().problems()).isEmpty();
    assertThat(PeersDocument.parse(store().peersText()).table().peers()).isEmpty();
  }

  @Test
  default void peersComeBackAsTheyWereInTheirOrder() {
    Peer zoe = bench().peer("zoe").withSubscriber(true).withNotes("a | b\nc");
    Peer amy = bench().peer("amy").withTrust(TrustState.TRUSTED).contactedAt(bench().now());
    bench().meet(zoe, amy);

    assertThat(bench().reopened().peers().peers()).containsExactly(zoe, amy);
    assertThat(PeersDocument.parse(store().peersText()).table().peers()).containsExactly(zoe, amy);
  }

  @Test
  default void cellsThatAChangeDoesNotNameKeepWhatTheyHold() {
    Peer zoe = bench().peer("zoe");
    bench().meet(zoe);
    bench().commit(new Change.SetPeer(zoe.publicKey(), Map.of(PeerCells.TRUST, "endorsed")));
    bench().commit(new Change.SetPeer(zoe.publicKey(), Map.of(PeerCells.NOTES, "kind")));

    assertThat(store().peers().peers())
        .containsExactly(zoe.withTrust(TrustState.ENDORSED).withNotes("kind"));
  }

  @Test
  default void whoGivesItsRowToANewcomerLeavesNoDocumentBehind() {
    IdentityDocument document = bench().identity("zoe", "a stranger");
    Peer zoe = bench().peer("zoe").withPublicKey(document.publicKey());
    bench().commit(PeerIdentities.put(document));
    bench().meet(zoe.withTrust(TrustState.KNOWN));
    PeerTable before = store().peers();
    Peer amy = bench().peer("amy").withTrust(TrustState.KNOWN).contactedAt(bench().now());

    PeerEviction eviction = PeerEviction.of(store(), before.with(amy), 1);
    store().commit(new ChangeSet().addAll(eviction.changes(before)));

    assertThat(eviction.evicted()).extracting(Peer::publicKey).containsExactly(zoe.publicKey());
    assertThat(bench().reopened().peers().peers()).containsExactly(amy);
    assertThat(store().peerIdentity(zoe.publicKey())).isEmpty();
  }

  @Test
  default void someCellsOfARowThatIsGoneDoNotBringItBack() {
    Peer zoe = bench().peer("zoe");
    bench().meet(zoe);
    bench().commit(new Change.RemovePeer(zoe.publicKey()));
    bench().commit(new Change.SetPeer(zoe.publicKey(), Map.of(PeerCells.TRUST, "endorsed")));

    assertThat(store().peers().peers()).isEmpty();
  }

  @Test
  default void theFileStandsAfterARefreshAndAfterACommit() {
    Peer zoe = bench().peer("zoe");
    Peer amy = bench().peer("amy");
    bench().meet(zoe);
    store().refresh();
    assertThat(table(bench().file(peersFile())).peers()).containsExactly(zoe);

    bench().meet(amy);
    store().refresh();
    assertThat(table(bench().file(peersFile())).peers()).containsExactly(zoe, amy);
  }

  @Test
  default void whatAPersonWritesIntoTheFileIsReadAndKept() {
    Peer zoe = bench().peer("zoe");
    Peer amy = bench().peer("amy");
    bench().meet(zoe, amy);
    store().refresh();
    edit(text -> text.replace("| zoe |", "| Zoe of the hill |"));

    assertThat(store().peers().find(zoe.publicKey()).map(Peer::name)).contains("Zoe of the hill");
    bench().commit(new Change.SetPeer(zoe.publicKey(), Map.of(PeerCells.TRUST, "trusted")));
    bench().commit(new Change.RemovePeer(amy.publicKey()));
    store().refresh();

    assertThat(table(bench().file(peersFile())).peers())
        .containsExactly(zoe.withName("Zoe of the hill").withTrust(TrustState.TRUSTED));
    assertThat(bench().reopened().peers().peers()).hasSize(1);
  }

  @Test
  default void aRowThatAPersonDeletesOrAddsIsGoneOrThere() {
    Peer zoe = bench().peer("zoe");
    Peer amy = bench().peer("amy");
    bench().meet(zoe);
    store().refresh();
    PeerTable before = store().peers();
    edit(
        text ->
            PeersDocument.parse(text)
                .apply(before.without(zoe.publicKey()).with(amy).changes(before))
                .render());

    assertThat(store().peers().peers()).containsExactly(amy);
    store().refresh();
    assertThat(bench().another().peers().peers()).containsExactly(amy);
  }

  @Test
  default void rowsThatCannotBeReadTextAndColumnsOfAPersonAreKept() {
    Peer zoe = bench().peer("zoe");
    bench().meet(zoe);
    store().refresh();
    String broken = "| who? | no key | | | | | | | | |";
    edit(text -> "# Friends\n\n" + text + broken + "\n\nThe end.\n");

    assertThat(store().peers().problems()).hasSize(1);
    assertThat(store().peersText()).contains(broken);
    bench().commit(new Change.SetPeer(zoe.publicKey(), Map.of(PeerCells.NOTES, "kind")));
    store().refresh();

    assertThat(bench().file(peersFile()))
        .startsWith("# Friends\n\n")
        .contains(broken)
        .contains("kind")
        .endsWith("\n\nThe end.\n");
  }

  @Test
  default void theLastDocumentOfAPeerIsHeld() {
    IdentityDocument first = bench().identity("zoe", "first");
    IdentityDocument second = bench().identity("zoe", "second");
    IdentityDocument other = bench().identity("amy", "other");
    bench().commit(PeerIdentities.put(first));
    bench().commit(PeerIdentities.put(second), PeerIdentities.put(other));

    assertThat(bench().reopened().peerIdentity(first.publicKey()).map(IdentityDocument::json))
        .contains(second.json());
    assertThat(store().peerIdentity(Bench.keys("nobody").publicKey())).isEmpty();
    assertThat(store().keys(PeerIdentities.DOCUMENTS))
        .containsExactlyInAnyOrder(first.publicKey().toString(), other.publicKey().toString())
        .isSorted()
        .allMatch(key -> store().peerIdentity(PublicKey.parse(key)).isPresent());
  }

  private Path peersFile() {
    return bench().node().home().peers();
  }

  private void edit(UnaryOperator<String> change) {
    bench().node().writeText(peersFile(), change.apply(bench().file(peersFile())));
  }

  private static PeerTable table(String text) {
    return PeersDocument.parse(text).table();
  }
}
