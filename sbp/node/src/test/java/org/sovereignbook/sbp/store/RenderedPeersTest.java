package org.sovereignbook.sbp.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testing.CrashingDisk;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** What a person writes into {@code peers.md} gets into a store that keeps it elsewhere. */
class RenderedPeersTest {
  private static final Timestamp NOW = new Timestamp(TestClock.NOON);

  private TestNode made;
  private Node node;
  private RenderedPeers rendered;
  private PeersDocument stored;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    made = TestNode.in(folder);
    node = made.node();
    rendered = new RenderedPeers(node);
    stored =
        PeersDocument.parse(PeersDocument.header())
            .apply(rows(peer("alice", TestKeys.alice()), peer("eve", TestKeys.eve())));
    refresh();
  }

  @Test
  void theFileIsTheDocument() {
    assertThat(file()).isEqualTo(stored.render());
    assertThat(rendered.takeIn(stored)).isSameAs(stored);
  }

  @Test
  void anEditOfACellIsTakenIn() {
    edit(text -> text.replace("| alice |", "| Alice of old |"));

    assertThat(taken().find(TestKeys.alice().publicKey()).orElseThrow().name())
        .isEqualTo("Alice of old");
  }

  @Test
  void anEditMadeWhileAStepRunsAndTheStepsOwnChangesBothHold() {
    edit(text -> text.replace("| eve |", "| Eve, watch her |"));
    PeerTable before = stored.table();
    stored =
        stored.apply(
            before
                .update(TestKeys.eve().publicKey(), peer -> peer.withSubscriber(true))
                .with(peer("bob", TestKeys.bob()))
                .changes(before));

    PeerTable table = taken();

    assertThat(table.find(TestKeys.eve().publicKey()).orElseThrow().name())
        .isEqualTo("Eve, watch her");
    assertThat(table.find(TestKeys.eve().publicKey()).orElseThrow().subscriber()).isTrue();
    assertThat(table.find(TestKeys.bob().publicKey())).isPresent();
  }

  @Test
  void ofTwoWordsForTheSameCellThePersonsHolds() {
    edit(
        text ->
            text.replace("| eve | ", "| eve | ")
                .replaceFirst("(eve.*?)\\| known \\|", "$1| blocked |"));
    PeerTable before = stored.table();
    stored =
        stored.apply(
            before
                .update(TestKeys.eve().publicKey(), peer -> peer.withTrust(TrustState.ENDORSED))
                .changes(before));

    assertThat(taken().trust(TestKeys.eve().publicKey())).isEqualTo(TrustState.BLOCKED);
  }

  @Test
  void aRowThatAPersonDeletedStaysDeletedThoughAStepChangedIt() {
    edit(text -> withoutLine(text, "| eve |"));
    PeerTable before = stored.table();
    stored =
        stored.apply(
            before
                .update(TestKeys.eve().publicKey(), peer -> peer.withNotes("seen"))
                .changes(before));

    assertThat(taken().find(TestKeys.eve().publicKey())).isEmpty();
  }

  @Test
  void aRowThatAStepRemovedWhileAPersonEditedItIsKept() {
    edit(text -> text.replace("| eve |", "| Eve, do not lose her |"));
    PeerTable before = stored.table();
    stored = stored.apply(before.without(TestKeys.eve().publicKey()).changes(before));

    assertThat(taken().find(TestKeys.eve().publicKey()).orElseThrow().name())
        .isEqualTo("Eve, do not lose her");
  }

  @Test
  void aRowThatAPersonAddedIsTakenIn() {
    Peer bob = peer("bob", TestKeys.bob());
    edit(text -> PeersDocument.parse(text).apply(rows(bob)).render());

    assertThat(taken().find(bob.publicKey())).contains(bob);
  }

  @Test
  void brokenRowsProseAndColumnsOfAPersonAreKeptWhateverAStepChanges() {
    String broken = "| ? | not a key | nowhere | friend | | | | | | |";
    edit(
        text ->
            "# My peers\n\n" + withColumn(text, "met at", "a fair") + broken + "\n\nBe kind.\n");
    PeerTable before = stored.table();
    stored = stored.apply(before.with(peer("bob", TestKeys.bob())).changes(before));

    PeersDocument taken = rendered.takeIn(stored);

    assertThat(taken.render())
        .startsWith("# My peers\n\n")
        .endsWith("\n\nBe kind.\n")
        .contains(broken)
        .contains("| met at |")
        .contains("| a fair |");
    assertThat(taken.table().problems()).hasSize(1);
    assertThat(taken.table().find(TestKeys.bob().publicKey())).isPresent();
  }

  @Test
  void aRowThatAPersonBrokeIsKeptAndNoPeer() {
    edit(text -> text.replaceFirst("\\| known \\|", "| knwon |"));

    PeersDocument taken = rendered.takeIn(stored);

    assertThat(taken.render()).contains("| knwon |");
    assertThat(taken.table().problems()).hasSize(1);
    assertThat(taken.table().peers()).hasSize(1);
  }

  @Test
  void takingInTwiceChangesNothingMore() {
    edit(text -> text.replace("| alice |", "| Alicia |"));

    PeersDocument once = rendered.takeIn(stored);

    assertThat(rendered.takeIn(once).render()).isEqualTo(once.render());
    assertThat(rendered.takeIn(rendered.takeIn(once)).render()).isEqualTo(once.render());
  }

  @Test
  void aMissingFileWasNotEdited() {
    node.disk().delete(node.home().peers());

    assertThat(rendered.takeIn(stored)).isSameAs(stored);
    refresh();
    assertThat(file()).isEqualTo(stored.render());
  }

  @Test
  void anEditBetweenTakingInAndRenderingIsNotOverwritten() {
    PeersDocument taken = rendered.takeIn(stored);
    edit(text -> text.replace("| alice |", "| in between |"));

    rendered.render(taken);

    assertThat(file()).contains("| in between |");
    assertThat(taken().find(TestKeys.alice().publicKey()).orElseThrow().name())
        .isEqualTo("in between");
  }

  @Test
  void aFileThatWasNeverRenderedIsSetAside(@TempDir Path other) {
    TestNode fresh = TestNode.in(other);
    fresh.node().writeText(fresh.home().peers(), "# notes of somebody\n");
    RenderedPeers first = new RenderedPeers(fresh.node());

    first.render(first.takeIn(stored));

    assertThat(fresh.node().readText(fresh.home().peers())).contains(stored.render());
    assertThat(
            fresh.node().disk().files(fresh.home().runtime()).stream()
                .filter(file -> file.getFileName().toString().startsWith("peers-set-aside-"))
                .flatMap(file -> fresh.node().readText(file).stream()))
        .containsExactly("# notes of somebody\n");
  }

  @Test
  void aCrashWhileRenderingIsTakenForNobodysEdit() {
    PeerTable before = stored.table();
    PeersDocument next =
        stored.apply(
            before
                .update(TestKeys.eve().publicKey(), peer -> peer.withSubscriber(true))
                .changes(before));
    String base = file();
    int crashes = 0;
    for (CrashingDisk.Moment moment : CrashingDisk.Moment.values()) {
      for (int at = 0; crash(next, at, moment); at++) {
        crashes++;
        RenderedPeers after = new RenderedPeers(node);
        assertThat(after.takeIn(next).render()).as(moment + " " + at).isEqualTo(next.render());
        after.render(next);
        assertThat(file()).isEqualTo(next.render());
        RenderedPeers back = new RenderedPeers(node);
        back.takeIn(stored);
        back.render(stored);
        assertThat(file()).isEqualTo(base);
      }
      new RenderedPeers(node).takeIn(stored);
      RenderedPeers back = new RenderedPeers(node);
      back.takeIn(stored);
      back.render(stored);
    }
    assertThat(crashes).isPositive();
  }

  private boolean crash(PeersDocument next, int at, CrashingDisk.Moment moment) {
    RenderedPeers crashing =
        new RenderedPeers(made.nodeOn(new CrashingDisk(node.disk(), at, moment)));
    try {
      crashing.takeIn(next);
      crashing.render(next);
      return false;
    } catch (SimulatedCrash e) {
      return true;
    }
  }

  private static Peer peer(String name, KeyPair keys) {
    return Peer.met(
        name,
        keys.publicKey(),
        Endpoint.parse("https://" + name + ".example"),
        TrustState.KNOWN,
        NOW);
  }

  private static List<Change.OfPeers> rows(Peer... peers) {
    return PeerTable.of(List.of(peers)).changes(PeerTable.of(List.of()));
  }

  private static String withoutLine(String text, String part) {
    return String.join("\n", text.lines().filter(line -> !line.contains(part)).toList()) + "\n";
  }

  private static String withColumn(String text, String name, String cell) {
    List<String> lines = text.lines().toList();
    StringBuilder changed = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      changed
          .append(lines.get(i))
          .append(i == 0 ? " " + name + " |" : i == 1 ? " --- |" : " " + cell + " |")
          .append('\n');
    }
    return changed.toString();
  }

  private void edit(UnaryOperator<String> change) {
    String before = file();
    String after = change.apply(before);
    assertThat(after).isNotEqualTo(before);
    node.writeText(node.home().peers(), after);
  }

  /** What a store does at the beginning and end of a step. */
  private void refresh() {
    stored = rendered.takeIn(stored);
    rendered.render(stored);
  }

  private PeerTable taken() {
    refresh();
    assertThat(file()).isEqualTo(stored.render());
    return stored.table();
  }

  private String file() {
    return Optional.of(node.home().peers()).flatMap(node::readText).orElse("");
  }
}
