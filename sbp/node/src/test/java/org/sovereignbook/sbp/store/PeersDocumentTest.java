package org.sovereignbook.sbp.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;

/** {@code peers.md} stays a table that a person can edit (issue text; CHOICES 1, 2). */
class PeersDocumentTest {
  private static final Timestamp NOW = new Timestamp(TestClock.NOON);
  private static final String ALICE_KEY = TestKeys.alice().publicKey().toString();
  private static final String EVE_KEY = TestKeys.eve().publicKey().toString();

  @Test
  void beginsWithItsHeaderRow() {
    assertThat(PeersDocument.header())
        .isEqualTo(
            """
            | name | public_key | endpoint | trust | subscribed | subscriber | first_seen |\
             last_contact | last_content | notes | known_by |
            | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
            """);
  }

  @Test
  void readsBackEveryPeerExactly() {
    Random random = new Random(7);
    for (int i = 0; i < 300; i++) {
      Peer peer = randomPeer(random, "peer " + i);
      PeersDocument saved = apply(PeersDocument.header(), table -> table.with(peer));
      PeersDocument read = PeersDocument.parse(saved.render());
      assertThat(read.table().problems()).isEmpty();
      assertThat(read.table().peers()).containsExactly(peer);
    }
  }

  @Test
  void aRowWithTooManyCellsStaysUnreadableWhenColumnsAreAdded() {
    String key = TestKeys.alice().publicKey().toString();
    String text =
        """
        | name | public_key | endpoint | trust | notes |
        |---|---|---|---|---|
        | Alice | %s | https://alice.example.com | blocked | met at | the inn |
        """
            .formatted(key);

    PeersDocument widened = PeersDocument.parse(PeersDocument.parse(text).render());

    assertThat(widened.table().peers()).isEmpty();
    assertThat(widened.table().problems()).hasSize(1);
    assertThat(widened.render()).contains("met at | the inn |");
  }

  @Test
  void cannotBeGivenRowsOrColumnsByAName() {
    String hostile = "x |\n| y | " + EVE_KEY + " | https://e.example.com | trusted |";
    Peer peer =
        Peer.met(
            hostile,
            TestKeys.alice().publicKey(),
            Endpoint.parse("https://alice.example.com"),
            TrustState.KNOWN,
            NOW);
    PeersDocument saved = apply(PeersDocument.header(), table -> table.with(peer));
    assertThat(saved.render().lines()).hasSize(3);
    assertThat(PeersDocument.parse(saved.render()).table().peers()).containsExactly(peer);
  }

  @Test
  void keepsWhatAPersonWroteAroundTheTableAndInOtherCells() {
    String edited =
        """
        # My peers

        Alice is a friend.

        |name| trust |public_key|mood|endpoint|
        |---|:-:|---|---|---|
        |  Alice |trusted| %s |  happy *always* | https://alice.example.com |

        Written by hand.
        """
            .formatted(ALICE_KEY);
    PeersDocument saved =
        apply(
            edited,
            table -> table.update(TestKeys.alice().publicKey(), p -> p.withSubscriber(true)));
    String text = saved.render();
    assertThat(text)
        .startsWith("# My peers\n\nAlice is a friend.\n\n")
        .contains("happy *always*")
        .endsWith("\nWritten by hand.\n");
    PeerTable table = PeersDocument.parse(text).table();
    assertThat(table.problems()).isEmpty();
    Peer alice = table.peers().getFirst();
    assertThat(alice.subscriber()).isTrue();
    assertThat(alice.trust()).isEqualTo(TrustState.TRUSTED);
  }

  @Test
  void leavesTheTextOfUntouchedRowsAsItIs() {
    String row = "|Alice|" + ALICE_KEY + "|https://alice.example.com|known|no|yes||||a   b|";
    String text =
        apply(PeersDocument.header() + row + "\n", table -> table.with(peer("Eve", TestKeys.eve())))
            .render();
    assertThat(text.lines()).contains(row).hasSize(4);
  }

  @Test
  void setsOnlyTheCellsThatChanged() {
    String before =
        apply(PeersDocument.header(), t -> t.with(peer("Alice", TestKeys.alice()))).render();
    PeerTable loaded = PeersDocument.parse(before).table();
    String editedMeanwhile = before.replace("| known |", "| trusted |");
    PeerTable after = loaded.update(TestKeys.alice().publicKey(), p -> p.contactedAt(NOW));
    Peer merged =
        PeersDocument.parse(editedMeanwhile)
            .apply(after.changes(loaded))
            .table()
            .peers()
            .getFirst();
    assertThat(merged.trust()).isEqualTo(TrustState.TRUSTED);
    assertThat(merged.lastContact()).contains(NOW);
  }

  @Test
  void reportsABrokenRowWithItsLineAndKeepsIt() {
    String good = "| Eve | " + EVE_KEY + " | https://eve.example.com | known |";
    List<String> broken =
        List.of(
            "| Alice | not-a-key | https://alice.example.com | known |",
            "| Alice | " + ALICE_KEY + " | gopher://x | known |",
            "| Alice | " + ALICE_KEY + " | https://alice.example.com | friend |",
            "| Alice | " + ALICE_KEY + " | https://alice.example.com | known | maybe |",
            "| Alice | " + ALICE_KEY + " | https://a.example.com | known | | | yesterday |",
            "| A | B | C | D | E | F | G | H | I | J | K |",
            good);
    String text = PeersDocument.header() + good + "\n" + String.join("\n", broken) + "\n";
    PeersDocument document = PeersDocument.parse(text);
    assertThat(document.table().peers()).hasSize(1);
    assertThat(document.table().problems())
        .extracting(PeerTable.RowProblem::line)
        .containsExactly(4, 5, 6, 7, 8, 9, 10);
    assertThat(document.table().problems().get(2).message())
        .contains("trust is none of unknown, known, endorsed, trusted, blocked");
    assertThat(document.table().problems().getLast().message()).contains("line 3");
    String saved =
        document
            .apply(
                document.table().with(peer("Zoe", TestKeys.named("zoe"))).changes(document.table()))
            .render();
    assertThat(saved.lines()).containsAll(broken);
  }

  @Test
  void addsMissingColumnsOnlyWhenItMustAndANewTableWhenThereIsNone() {
    PeersDocument fromProse = apply("Just a note.\n", t -> t.with(peer("Eve", TestKeys.eve())));
    assertThat(fromProse.render()).startsWith("Just a note.\n| name | public_key |");
    assertThat(PeersDocument.parse(fromProse.render()).table().peers()).hasSize(1);
    assertThat(PeersDocument.parse("").table().peers()).isEmpty();
  }

  @Test
  void removesARow() {
    PeersDocument both =
        apply(
            PeersDocument.header(),
            t -> t.with(peer("Alice", TestKeys.alice())).with(peer("Eve", TestKeys.eve())));
    PeersDocument one = apply(both.render(), t -> t.without(TestKeys.alice().publicKey()));
    assertThat(one.table().peers()).extracting(Peer::name).containsExactly("Eve");
  }

  private static PeersDocument apply(String text, UnaryOperator<PeerTable> change) {
    PeersDocument document = PeersDocument.parse(text);
    return document.apply(change.apply(document.table()).changes(document.table()));
  }

  private static Peer peer(String name, KeyPair keys) {
    return Peer.met(
        name,
        keys.publicKey(),
        Endpoint.parse("https://" + name.toLowerCase(java.util.Locale.ROOT) + ".example.com"),
        TrustState.KNOWN,
        NOW);
  }

  private static Peer randomPeer(Random random, String name) {
    return new Peer(
        randomText(random),
        TestKeys.named(name).publicKey(),
        Endpoint.parse("https://a.example.com/" + random.nextInt(99)),
        List.of(TrustState.values()).get(random.nextInt(TrustState.values().length)),
        random.nextBoolean(),
        random.nextBoolean(),
        random.nextBoolean() ? Optional.of(NOW) : Optional.empty(),
        random.nextBoolean() ? Optional.of(NOW) : Optional.empty(),
        random.nextBoolean() ? Optional.of(NOW) : Optional.empty(),
        randomText(random),
        random.nextBoolean()
            ? Optional.of(List.of(KnownBy.values()).get(random.nextInt(KnownBy.values().length)))
            : Optional.empty());
  }

  private static String randomText(Random random) {
    String[] pieces = {
      "|",
      "\\",
      "\n",
      "\r",
      " ",
      "\t",
      "a",
      "<b>",
      "`",
      "[x](y)",
      "\\u0041",
      "\\n",
      "\u001b[2J",
      "\u2028",
      "☂",
      "😀",
      "\u00a0",
      "---",
      "#",
      "*"
    };
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(pieces[random.nextInt(pieces.length)]);
    }
    return text.toString();
  }
}
