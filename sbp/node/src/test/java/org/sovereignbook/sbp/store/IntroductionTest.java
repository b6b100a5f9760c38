package org.sovereignbook.sbp.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** What an identity document changes in the peer table (IDENTITY §Rotation, CHOICES 17). */
class IntroductionTest {
  @TempDir private Path folder;

  private final KeyPair old = TestKeys.alice();
  private final KeyPair next = TestKeys.named("alice's next key");
  private TestNode bob;

  @BeforeEach
  void knowAlice() {
    bob = TestNode.in(folder);
    bob.put(
        Peer.met("Alice", old.publicKey(), TestNode.ALICE_ENDPOINT, TrustState.TRUSTED, now())
            .withSubscriber(true)
            .withNotes("a friend"));
    hold(IdentityDocument.create(old, claims(Optional.of(next)), now()));
  }

  @Test
  void movesTheRowToTheCommittedKeyWithTrustFlagsAndHistory() {
    Introduction moved = introduce(rotated(next));
    assertThat(moved.refused()).isEmpty();
    assertThat(moved.movedFrom()).contains(old.publicKey());
    assertThat(moved.table().find(old.publicKey())).isEmpty();
    Peer row = moved.table().find(next.publicKey()).orElseThrow();
    assertThat(row.trust()).isEqualTo(TrustState.TRUSTED);
    assertThat(row.subscriber()).isTrue();
    assertThat(row.notes()).isEqualTo("a friend");
  }

  @Test
  void refusesAKeyThatWasNotCommittedTo() {
    Introduction refused = introduce(rotated(TestKeys.eve()));
    assertThat(refused.refused()).map(why -> why.code()).contains(Code.COMMITMENT_MISMATCH);
    assertThat(refused.table().find(old.publicKey())).isPresent();
    assertThat(refused.table().find(TestKeys.eve().publicKey())).isEmpty();
    assertThat(refused.changes()).isEmpty();
  }

  @Test
  void refusesAKeyThatThisNodeItselfHasRotatedAway() {
    KeyPair former = TestKeys.eve();
    IdentityDocument thief = IdentityDocument.create(former, claims(Optional.empty()), now());
    bob.node().writeJson(bob.home().formerIdentity(former.publicKey()), thief.json());

    assertThat(introduce(thief).refused()).map(why -> why.code()).contains(Code.RETIRED_KEY);
  }

  @Test
  void keepsABlockedKeyBlockedUnderBothNames() {
    bob.put(bob.store().peers().find(old.publicKey()).orElseThrow().withTrust(TrustState.BLOCKED));
    PeerTable table = introduce(rotated(next)).table();
    assertThat(table.trust(old.publicKey())).isEqualTo(TrustState.BLOCKED);
    assertThat(table.trust(next.publicKey())).isEqualTo(TrustState.BLOCKED);
  }

  @Test
  void movesTheRowAlsoWhenAMessageUnderTheNewKeyCameFirst() {
    bob.addPeer("Alice", next, TestNode.ALICE_ENDPOINT, TrustState.KNOWN);

    Introduction moved = introduce(rotated(next));

    assertThat(moved.movedFrom()).contains(old.publicKey());
    assertThat(moved.table().find(old.publicKey())).isEmpty();
    Peer row = moved.table().find(next.publicKey()).orElseThrow();
    assertThat(row.trust()).isEqualTo(TrustState.TRUSTED);
    assertThat(row.subscriber()).isTrue();
  }

  @Test
  void blocksTheNewKeyOfABlockedPeerAlsoWhenItWroteFirst() {
    bob.put(bob.store().peers().find(old.publicKey()).orElseThrow().withTrust(TrustState.BLOCKED));
    bob.addPeer("Alice", next, TestNode.ALICE_ENDPOINT, TrustState.KNOWN);

    PeerTable table = introduce(rotated(next)).table();

    assertThat(table.trust(old.publicKey())).isEqualTo(TrustState.BLOCKED);
    assertThat(table.trust(next.publicKey())).isEqualTo(TrustState.BLOCKED);
  }

  @Test
  void keepsANewKeyBlockedThatTheOwnerHasBlockedMeanwhile() {
    bob.addPeer("Alice", next, TestNode.ALICE_ENDPOINT, TrustState.BLOCKED);

    assertThat(introduce(rotated(next)).table().trust(next.publicKey()))
        .isEqualTo(TrustState.BLOCKED);
  }

  @Test
  void repeatsNoRotationOfABlockedPeerThatTheOwnerHasUnblockedSince() {
    bob.put(bob.store().peers().find(old.publicKey()).orElseThrow().withTrust(TrustState.BLOCKED));
    Introduction first = introduce(rotated(next));
    bob.store()
        .commit(
            new ChangeSet()
                .addAll(first.changes())
                .addAll(first.table().changes(bob.store().peers())));
    bob.put(bob.store().peers().find(next.publicKey()).orElseThrow().withTrust(TrustState.KNOWN));

    assertThat(introduce(rotated(next)).table().trust(next.publicKey()))
        .isEqualTo(TrustState.KNOWN);
  }

  @Test
  void followsAKnownPeerToItsNewEndpoint() {
    Endpoint elsewhere = Endpoint.parse("https://elsewhere.example.com");
    IdentityDocument newer =
        IdentityDocument.create(
            old,
            new IdentityDocument.Claims(
                "Alice B.", elsewhere, Optional.empty(), Optional.of(next.publicKey())),
            new Timestamp(now().instant().plusSeconds(5)));
    Peer row = introduce(newer).table().find(old.publicKey()).orElseThrow();
    assertThat(row.endpoint()).isEqualTo(elsewhere);
    assertThat(row.name()).isEqualTo("Alice B.");
  }

  @Test
  void aNameThatTheOwnerGaveOrEditedStaysAlsoUnderTheNextKey() {
    Peer row = bob.store().peers().find(old.publicKey()).orElseThrow();

    bob.put(row.namedByOwner("Mum"));
    assertThat(name(introduce(rotated(next)), next)).isEqualTo("Mum");
    assertThat(name(introduce(called("Alice B.")), old)).isEqualTo("Mum");

    bob.put(row.withName("edited by hand"));
    assertThat(name(introduce(called("Alice B.")), old)).isEqualTo("edited by hand");
  }

  private IdentityDocument called(String name) {
    return IdentityDocument.create(
        old,
        new IdentityDocument.Claims(
            name, TestNode.ALICE_ENDPOINT, Optional.empty(), Optional.of(next.publicKey())),
        new Timestamp(now().instant().plusSeconds(5)));
  }

  private static String name(Introduction introduction, KeyPair key) {
    return introduction.table().find(key.publicKey()).orElseThrow().name();
  }

  @Test
  void doesNotGoBackToAnOlderDocument() {
    IdentityDocument older =
        IdentityDocument.create(
            old, claims(Optional.empty()), new Timestamp(now().instant().minusSeconds(5)));
    assertThat(introduce(older).refused()).map(why -> why.code()).contains(Code.OLDER_DOCUMENT);
  }

  @Test
  void addsNoStranger() {
    IdentityDocument stranger =
        IdentityDocument.create(TestKeys.eve(), claims(Optional.empty()), now());
    assertThat(introduce(stranger).table()).isEqualTo(bob.store().peers());
  }

  private Introduction introduce(IdentityDocument document) {
    return Introduction.of(bob.store(), bob.store().peers(), document);
  }

  private void hold(IdentityDocument document) {
    bob.store().commit(new ChangeSet().add(PeerIdentities.put(document)));
  }

  private IdentityDocument rotated(KeyPair keys) {
    return IdentityDocument.rotate(
        old, keys, claims(Optional.empty()), new Timestamp(now().instant().plusSeconds(1)));
  }

  private static IdentityDocument.Claims claims(Optional<KeyPair> nextKeys) {
    return new IdentityDocument.Claims(
        "Alice", TestNode.ALICE_ENDPOINT, Optional.empty(), nextKeys.map(KeyPair::publicKey));
  }

  private Timestamp now() {
    return bob.node().now();
  }
}
