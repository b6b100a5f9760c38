package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.CrashingDisk;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class NewKeysTest {
  private static final KeyPair OLD_NEXT = TestKeys.named("the next key before");

  @TempDir Path folder;

  @Test
  void atEveryCrashBothKeysAreTheOldOnesOrBothAreNew() {
    for (CrashingDisk.Moment moment : CrashingDisk.Moment.values()) {
      boolean crashed = true;
      for (int at = 0; crashed; at++) {
        TestNode node = withNextKey(TestNode.in(folder.resolve(moment + "-" + at)));
        KeyPair old = node.node().keys();
        crashed = crashes(node.nodeOn(new CrashingDisk(node.node().disk(), at, moment)));
        new FileStore(node.node()).recover();

        boolean sameCurrent = node.node().keys().equals(old);
        assertThat(next(node).equals(OLD_NEXT)).as(moment + " " + at).isEqualTo(sameCurrent);
        if (!crashed) {
          assertThat(sameCurrent).isFalse();
        }
      }
    }
  }

  @Test
  void noKeyIsLostWhereverItCrashesAndRunsAgain() {
    KeyPair old = TestNode.in(folder.resolve("other")).keys();
    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        NewKeysTest::withNextKey,
        NewKeysTest::replace,
        node -> {
          assertThat(node.node().keys()).isNotEqualTo(old);
          assertThat(next(node)).isNotEqualTo(OLD_NEXT).isNotEqualTo(node.node().keys());
          assertThat(retired(node)).contains(old, OLD_NEXT);
        });
  }

  @Test
  void aDamagedKeyFileIsKeptAsItIs() {
    TestNode node = withNextKey(TestNode.in(folder));
    byte[] damaged = "{".getBytes(StandardCharsets.UTF_8);
    node.node().disk().writePrivate(node.home().keypair(), damaged);

    replace(node.node());

    assertThat(node.node().keys()).isNotNull();
    assertThat(retiredFiles(node)).anySatisfy(file -> assertThat(file).hasBinaryContent(damaged));
  }

  @Test
  void aDocumentWithoutCommitmentGetsOneOnceThereIsANextKey() {
    TestNode node = withNextKey(TestNode.in(folder));
    assertThat(node.node().identity().nextKeyHash()).isEmpty();
    String name = node.node().identity().name();

    new OwnIdentity(node.node(), node.store()).set(Map.of("name", name));

    assertThat(node.node().identity().nextKeyHash())
        .contains(ContentHash.ofBytes(OLD_NEXT.publicKey().bytes()));
  }

  private static boolean crashes(Node node) {
    try {
      replace(node);
      return false;
    } catch (SimulatedCrash e) {
      return true;
    }
  }

  private static KeyPair replace(Node node) {
    return new NewKeys(node, new FileStore(node)).replaceBoth();
  }

  private static TestNode withNextKey(TestNode node) {
    KeyFile.save(node.node().disk(), node.home().nextKeypair(), OLD_NEXT, node.node().now());
    return node;
  }

  private static KeyPair next(TestNode node) {
    return KeyFile.load(node.node().disk(), node.home().nextKeypair());
  }

  private static List<KeyPair> retired(TestNode node) {
    List<KeyPair> keys = new ArrayList<>();
    retiredFiles(node).forEach(file -> keys.add(KeyFile.load(node.node().disk(), file)));
    return keys;
  }

  private static List<Path> retiredFiles(TestNode node) {
    Path retired = node.home().keypair().resolveSibling("retired");
    return node.node().disk().files(retired).stream().map(retired::resolve).toList();
  }
}
