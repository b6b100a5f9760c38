package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerIdentities;
import org.sovereignbook.sbp.testing.TestKeys;

/** A recipient that says it has another key by now (IDENTITY §Rotation). */
class MovedKeysTest {
  private static final KeyPair OLD = TestKeys.named("ann");
  private static final KeyPair NEW = TestKeys.named("ann's next");
  private static final KeyPair NEWEST = TestKeys.named("ann's next but one");

  @TempDir private Path folder;
  private World world;
  private Peer ann;

  @BeforeEach
  void annHasMoved() {
    world = World.in(folder);
    ann = world.subscriber("ann");
    world.peers().always(ann.endpoint(), FakePeers.onlyFor(NEW.publicKey()));
  }

  @Test
  void itsMailGoesToTheKeyThatItsIdentitySaysInTheSameRun() throws Exception {
    serves(rotated(OLD, NEW));
    world.direct("hello", ann);
    world.content("essay");

    DeliveryResult result = world.run();

    assertThat(result.delivered()).isEqualTo(2);
    assertThat(result.failed()).isZero();
    assertThat(world.peers().keptBy(NEW.publicKey())).hasSize(2);
    assertThat(world.store().peers().find(OLD.publicKey())).isEmpty();
    assertThat(row(NEW).map(Peer::subscriber)).contains(true);
    assertThat(world.log()).anyMatch(line -> line.contains("key rotation"));
  }

  @Test
  void theIdentityIsFetchedOnce() throws Exception {
    for (int i = 0; i < 3; i++) {
      world.direct("hello-" + i, ann);
    }
    world.run();

    assertThat(world.peers().fetches()).containsExactly(ann.endpoint() + "/identity");
    assertThat(world.failed()).as("nobody succeeds this key").hasSize(3);
  }

  @Test
  void aKeyThatTheOldOneDidNotCommitToGetsNothing() throws Exception {
    IdentityDocument held =
        IdentityDocument.create(OLD, claims(Optional.of(NEWEST)), world.node().node().now());
    world.store().commit(new ChangeSet().add(PeerIdentities.put(held)));
    serves(rotated(OLD, NEW));
    world.direct("hello", ann);

    world.run();

    assertThat(world.failed()).containsExactly("hello");
    assertThat(row(OLD)).isPresent();
    assertThat(world.log()).anyMatch(line -> line.contains("commitment-mismatch"));
  }

  @Test
  void aPeerThatAlwaysHasYetAnotherKeyIsNotFollowedForEver() throws Exception {
    AtomicInteger keys = new AtomicInteger();
    world
        .peers()
        .always(
            ann.endpoint(),
            FakePeers.reply(
                FakePeers.answer(400, "{\"error\":\"wrong-recipient\",\"message\":\"\"}")));
    world
        .peers()
        .servesAnew(
            ann.endpoint(),
            "/identity",
            () -> {
              int number = keys.getAndIncrement();
              KeyPair from = number == 0 ? OLD : TestKeys.named("ann " + number);
              return identity(rotated(from, TestKeys.named("ann " + (number + 1))));
            });
    world.direct("hello", ann);

    world.run();

    assertThat(keys.get()).isLessThan(10);
  }

  @Test
  void anotherKeyThatNobodyHandedOverToGetsNothing() throws Exception {
    serves(IdentityDocument.create(NEW, claims(Optional.empty()), world.node().node().now()));
    world.direct("hello", ann);

    world.run();

    assertThat(world.failed()).containsExactly("hello");
    assertThat(row(OLD)).isPresent();
  }

  @Test
  void whoRotatedTwiceUnseenIsNotBelievedAndTheOperatorIsToldHowToFollow() throws Exception {
    serves(rotated(NEW, NEWEST));
    world.direct("hello", ann);

    world.run();

    assertThat(row(OLD)).isPresent();
    assertThat(world.log())
        .anyMatch(line -> line.contains("does not lead") && line.contains("sbp follow https://"));
  }

  @Test
  void aRotationThatWasHeardOfMeanwhileIsFollowedToItsEnd() throws Exception {
    OutboxId id = world.direct("hello", ann);
    var before = world.store().peers();
    Introduction heard = Introduction.of(world.store(), before, rotated(OLD, NEW));
    world
        .store()
        .commit(new ChangeSet().addAll(heard.changes()).addAll(heard.table().changes(before)));
    serves(rotated(NEW, NEWEST));
    world.peers().always(ann.endpoint(), FakePeers.onlyFor(NEWEST.publicKey()));

    world.run();

    assertThat(world.pending()).doesNotContain(id);
    assertThat(world.peers().keptBy(NEWEST.publicKey())).hasSize(1);
    assertThat(row(NEWEST).map(Peer::trust)).contains(TrustState.KNOWN);
  }

  private IdentityDocument rotated(KeyPair from, KeyPair to) {
    return IdentityDocument.rotate(from, to, claims(Optional.empty()), world.node().node().now());
  }

  private IdentityDocument.Claims claims(Optional<KeyPair> next) {
    return new IdentityDocument.Claims(
        "ann", ann.endpoint(), Optional.empty(), next.map(KeyPair::publicKey));
  }

  private void serves(IdentityDocument document) {
    world.peers().serves(ann.endpoint(), "/identity", identity(document));
  }

  private static PeerReply identity(IdentityDocument document) {
    return FakePeers.answer(200, JsonWriter.compact(document.json()));
  }

  private Optional<Peer> row(KeyPair keys) {
    return world.store().peers().find(keys.publicKey());
  }
}
