package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Rotation;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.network.IdentityChange.SigningStatus;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerIdentities;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.CrashingDisk;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class OwnIdentityTest {
  private static final KeyPair FIRST = TestKeys.bob();
  private static final KeyPair SECOND = TestKeys.named("bob's second key");

  @TempDir Path folder;

  final FakePeer ada = FakePeer.named("ada");

  private Scene scene;
  private TestNode bob;

  @BeforeEach
  void aNodeWithACommittedNextKey() {
    bob = TestNode.in(folder.resolve("bob"));
    scene = new Scene(bob, new ScriptedPeers(ada));
    commit(bob);
  }

  @Test
  void settingANameSignsALaterDocumentAndKeepsTheRest() {
    IdentityDocument before = bob.node().identity();

    IdentityChange change = set(Map.of("name", "Robert", "description", "thinks aloud"));

    IdentityDocument after = bob.node().identity();
    assertThat(change.outcome()).isEqualTo(SigningStatus.SIGNED);
    assertThat(change.fingerprint()).contains(after.fingerprint());
    assertThat(after.name()).isEqualTo("Robert");
    assertThat(after.description()).contains("thinks aloud");
    assertThat(after.endpoint()).isEqualTo(before.endpoint());
    assertThat(after.nextKeyHash()).isEqualTo(before.nextKeyHash()).isPresent();
    assertThat(after.createdAt()).isGreaterThan(before.createdAt());
    assertThat(Rotation.succeeds(before, after).isValid()).isTrue();
  }

  @Test
  void theLaterDocumentIsLaterEvenWhenTheClockStandsStill() {
    set(Map.of("name", "one"));
    IdentityDocument one = bob.node().identity();
    set(Map.of("name", "two"));

    assertThat(bob.node().identity().createdAt()).isGreaterThan(one.createdAt());
  }

  @Test
  void anEmptyDescriptionRemovesIt() {
    set(Map.of("description", "thinks aloud"));

    set(Map.of("description", ""));

    assertThat(bob.node().identity().description()).isEmpty();
  }

  @Test
  void unknownMembersOfTheDocumentAreKept() {
    JsonObject extended =
        org.sovereignbook.sbp.base.crypto.Signing.sign(
            bob.node().identity().json().with("motto", "simple"), FIRST, "public_key");
    bob.node().writeJson(bob.home().identity(), extended);

    set(Map.of("name", "Robert"));

    assertThat(bob.node().identity().json().string("motto")).contains("simple");
  }

  @Test
  void settingWhatIsSoAlreadyChangesNothing() {
    String before = bob.node().readText(bob.home().identity()).orElseThrow();

    IdentityChange change = set(Map.of("name", "Bob"));

    assertThat(change.outcome()).isEqualTo(SigningStatus.UNCHANGED);
    assertThat(change.idle()).isTrue();
    assertThat(bob.node().readText(bob.home().identity())).contains(before);
  }

  @Test
  void whatTheProtocolForbidsIsRefusedAndChangesNothing() {
    String before = bob.node().readText(bob.home().identity()).orElseThrow();

    assertThat(set(Map.of("name", "x".repeat(101))).why().orElseThrow()).contains("100 characters");
    assertThat(set(Map.of("description", "x".repeat(2_001))).why().orElseThrow())
        .contains("2000 characters");
    assertThat(set(Map.of("endpoint", "ftp://bob.example.com")).why().orElseThrow())
        .contains("https://");
    assertThat(set(Map.of("public_key", "x")).why().orElseThrow()).contains("cannot be set");
    assertThat(set(Map.of("name", "\ud800")).why().orElseThrow()).contains("Unicode");
    assertThat(set(Map.of("name", "x".repeat(101))).outcome()).isEqualTo(SigningStatus.REFUSED);
    assertThat(bob.node().readText(bob.home().identity())).contains(before);
  }

  @Test
  void aLostDocumentIsMadeAgainWhenNameAndEndpointAreGiven() {
    bob.node().disk().delete(bob.home().identity());
    assertThat(set(Map.of("name", "Bob")).outcome()).isEqualTo(SigningStatus.REFUSED);

    set(Map.of("name", "Bob", "endpoint", "https://bob.example.org"));

    IdentityDocument made = bob.node().identity();
    assertThat(made.publicKey()).isEqualTo(FIRST.publicKey());
    assertThat(made.nextKeyHash()).contains(hash(SECOND));
  }

  @Test
  void aDocumentThatSomebodyEditedByHandIsSignedAgain() {
    bob.node()
        .writeJson(
            bob.home().identity(), bob.node().identity().json().with("description", "edited"));

    assertThat(set(Map.of("name", "Bob")).outcome()).isEqualTo(SigningStatus.SIGNED);
    assertThat(bob.node().identity().description()).contains("edited");
  }

  @Test
  void rotatingMakesTheCommittedKeyCurrentAndCommitsToANewOne() {
    IdentityDocument before = bob.node().identity();

    IdentityChange change = rotate();

    IdentityDocument after = bob.node().identity();
    assertThat(change.outcome()).isEqualTo(SigningStatus.ROTATED);
    assertThat(bob.node().keys()).isEqualTo(SECOND);
    assertThat(after.publicKey()).isEqualTo(SECOND.publicKey());
    assertThat(after.previousKey()).contains(FIRST.publicKey());
    assertThat(after.name()).isEqualTo(before.name());
    assertThat(after.nextKeyHash())
        .contains(hash(KeyFile.load(bob.node().disk(), bob.home().nextKeypair())))
        .isNotEqualTo(before.nextKeyHash());
    assertThat(Rotation.succeeds(before, after).isValid()).isTrue();
  }

  @Test
  void theOldKeyIsKeptForItsOwnerOnly() throws Exception {
    rotate();

    Path old = retired(FIRST);
    assertThat(KeyFile.load(bob.node().disk(), old)).isEqualTo(FIRST);
    for (Path file : new Path[] {old, bob.home().keypair(), bob.home().nextKeypair()}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .as(file.getFileName().toString())
          .isEqualTo("rw-------");
    }
    try (var left = Files.list(bob.home().keypair().resolveSibling("staged"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aPeerThatReceivesTheNewDocumentMovesOurRow() {
    TestNode peer = TestNode.in(folder.resolve("peer"), TestKeys.alice(), TestNode.ALICE_ENDPOINT);
    peer.addPeer("Bob", FIRST, TestNode.BOB_ENDPOINT, TrustState.TRUSTED);
    FileStore store = peer.store();
    IdentityDocument before = bob.node().identity();
    store.commit(new org.sovereignbook.sbp.store.ChangeSet().add(PeerIdentities.put(before)));
    scene.knows(ada, TrustState.KNOWN);

    rotate();
    set(Map.of("name", "Robert"));

    PeerTable after = Introduction.of(store, store.peers(), bob.node().identity()).table();
    assertThat(after.find(SECOND.publicKey()).map(Peer::trust)).contains(TrustState.TRUSTED);
    assertThat(after.find(SECOND.publicKey()).map(Peer::name)).contains("Robert");
    assertThat(after.find(FIRST.publicKey())).isEmpty();
  }

  @Test
  void whoeverHasStolenAKeyThatWasRotatedAwayBecomesNoPeer() {
    rotate();
    IdentityDocument stolen =
        IdentityDocument.create(
            FIRST,
            new IdentityDocument.Claims(
                "Bob", TestNode.ALICE_ENDPOINT, Optional.empty(), Optional.empty()),
            bob.node().now());
    FileStore store = bob.store();

    Introduction refused = Introduction.of(store, store.peers(), stolen);

    assertThat(refused.refused()).map(why -> why.code()).contains(Code.RETIRED_KEY);
    assertThat(refused.changes()).isEmpty();
  }

  @Test
  void everyPeerThatIsNotBlockedIsToldAtOnce() {
    scene.knows(ada, TrustState.KNOWN);
    FakePeer blocked = FakePeer.named("blocked");
    scene.knows(blocked, TrustState.BLOCKED);

    assertThat(rotate().announced()).isEqualTo(1);

    JsonObject item = Scene.items(bob, OutboxKind.NETWORK).getFirst();
    assertThat(item.object("payload").flatMap(payload -> payload.object("identity")))
        .contains(bob.node().identity().json());
    assertThat(scene.waitingFor(blocked)).isEmpty();
  }

  @Test
  void anAnnounceThatStillWaitsIsNotSentWithADocumentOfTheOldKey() {
    scene.seed(ada);

    rotate();

    JsonObject item =
        Scene.items(bob, OutboxKind.NETWORK).stream()
            .filter(json -> json.string("message_type").equals(Optional.of("announce")))
            .findFirst()
            .orElseThrow();
    assertThat(scene.waitingFor(ada)).containsExactly("announce", "subscribe");
    assertThat(item.object("payload").flatMap(payload -> payload.object("identity")))
        .contains(bob.node().identity().json());
  }

  @Test
  void aSecondRotationWaitsUntilTheFirstIsAnnounced() {
    scene.knows(ada, TrustState.KNOWN);
    rotate();

    assertThat(rotate().outcome()).isEqualTo(SigningStatus.REFUSED);
    assertThat(bob.node().keys()).isEqualTo(SECOND);
    scene.empty(OutboxKind.NETWORK);

    assertThat(rotate().outcome()).isEqualTo(SigningStatus.ROTATED);
    assertThat(bob.node().identity().previousKey()).contains(SECOND.publicKey());
  }

  @Test
  void aNextKeyThatWasNotCommittedToIsRefused() {
    KeyFile.save(bob.node().disk(), bob.home().nextKeypair(), TestKeys.eve(), bob.node().now());

    assertThat(rotate().why().orElseThrow()).contains("commits to");
    assertThat(bob.node().keys()).isEqualTo(FIRST);
  }

  @Test
  void aNextKeyThatWasMovedOffTheMachineIsAskedFor() {
    bob.node().disk().delete(bob.home().nextKeypair());

    assertThat(rotate().why().orElseThrow()).contains("put the next key pair back");
    assertThat(bob.node().keys()).isEqualTo(FIRST);
  }

  @Test
  void noPrivateKeyPassesThroughTheJournalOrTheLogs() throws Exception {
    rotate();
    KeyPair third = KeyFile.load(bob.node().disk(), bob.home().nextKeypair());

    try (var files = Files.walk(bob.home().root())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.startsWith(bob.home().keypair().getParent())) {
          assertThat(Files.readString(file))
              .as(file.toString())
              .doesNotContain(
                  FIRST.privateKey().encoded(),
                  SECOND.privateKey().encoded(),
                  third.privateKey().encoded());
        }
      }
    }
  }

  @Test
  void aCrashWhileRotatingLeavesAUsableKeyAndTheRerunCompletes() {
    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        node -> {
          commit(node);
          new Scene(node, scene.peers()).knows(ada, TrustState.KNOWN);
        },
        OwnIdentityTest::rotate,
        node -> {
          IdentityDocument document = node.node().identity();
          assertThat(node.node().keys()).isEqualTo(SECOND);
          assertThat(document.publicKey()).isEqualTo(SECOND.publicKey());
          assertThat(document.previousKey()).contains(FIRST.publicKey());
          assertThat(document.nextKeyHash())
              .contains(hash(KeyFile.load(node.node().disk(), node.home().nextKeypair())));
          assertThat(KeyFile.load(node.node().disk(), retired(node, FIRST))).isEqualTo(FIRST);
          assertThat(new Scene(node, scene.peers()).waitingFor(ada)).containsExactly("announce");
          assertThat(new Scene(node, scene.peers()).session()).hasSize(1);
        });
  }

  @Test
  void atEveryMomentOfARotationTheNodeHasAWholeKeyFileAndAValidDocument() {
    boolean crashed = true;
    for (int at = 0; crashed; at++) {
      TestNode node = TestNode.in(folder.resolve("moment-" + at));
      commit(node);
      crashed = crashes(node, at);
      assertThat(node.node().keys()).isIn(FIRST, SECOND);
      assertThat(node.node().identity().publicKey()).isIn(FIRST.publicKey(), SECOND.publicKey());
    }
  }

  private static boolean crashes(TestNode node, int at) {
    try {
      rotate(node.nodeOn(new CrashingDisk(node.node().disk(), at, CrashingDisk.Moment.BEFORE)));
      return false;
    } catch (SimulatedCrash e) {
      return true;
    }
  }

  @Test
  void aCrashWhileSettingANameLosesAndDoublesNothing() {
    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        node -> new Scene(node, scene.peers()).knows(ada, TrustState.KNOWN),
        node -> new OwnIdentity(node, new FileStore(node)).set(Map.of("name", "Robert")),
        node -> {
          assertThat(node.node().identity().name()).isEqualTo("Robert");
          assertThat(new Scene(node, scene.peers()).waitingFor(ada)).containsExactly("announce");
          assertThat(new Scene(node, scene.peers()).session()).hasSize(1);
        });
  }

  @Test
  void resultsAsDataSayHowItWent() {
    assertThat(rotate().toJson().string("outcome")).contains("rotated");
    assertThat(rotate(bob.node()).toJson().has("why")).isFalse();
  }

  private IdentityChange set(Map<String, String> members) {
    return new OwnIdentity(bob.node(), bob.store()).set(members);
  }

  private IdentityChange rotate() {
    return rotate(bob.node());
  }

  private static IdentityChange rotate(Node node) {
    return new OwnIdentity(node, new FileStore(node)).rotate();
  }

  private static void commit(TestNode node) {
    KeyFile.save(node.node().disk(), node.home().nextKeypair(), SECOND, node.node().now());
    IdentityDocument committed =
        IdentityDocument.create(
            FIRST,
            new IdentityDocument.Claims(
                "Bob", TestNode.BOB_ENDPOINT, Optional.empty(), Optional.of(SECOND.publicKey())),
            node.node().now());
    node.node().writeJson(node.home().identity(), committed.json());
  }

  private Path retired(KeyPair keys) {
    return retired(bob, keys);
  }

  private static Path retired(TestNode node, KeyPair keys) {
    String name = Fingerprint.of(keys.publicKey()).toString().replace(':', '-') + ".json";
    return node.home().keypair().resolveSibling("retired").resolve(name);
  }

  private static ContentHash hash(KeyPair keys) {
    return ContentHash.ofBytes(keys.publicKey().bytes());
  }
}
