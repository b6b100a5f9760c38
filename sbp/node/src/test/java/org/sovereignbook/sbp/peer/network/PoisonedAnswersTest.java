package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.RunAsides;
import org.sovereignbook.sbp.store.ChangeSet;

/** Answers of three peers, on one of which this node fails. */
class PoisonedAnswersTest {
  @TempDir Path folder;

  private static List<FakePeer> three(String prefix) {
    return Stream.of("a", "b", "c").map(name -> FakePeer.named(prefix + name)).toList();
  }

  private void run(String path, int badPeer, int badOther) {
    List<FakePeer> peers = three("peer-");
    List<FakePeer> others = three("other-");
    for (int i = 0; i < 3; i++) {
      peers.get(i).endorses(others.get(i));
    }
    Scene scene =
        Scene.in(folder, Stream.concat(peers.stream(), others.stream()).toArray(FakePeer[]::new));
    peers.forEach(peer -> scene.knows(peer, TrustState.KNOWN));
    FakePeer odd = badPeer >= 0 ? peers.get(badPeer) : others.get(badOther);
    scene
        .peers()
        .answer(
            odd.endpoint,
            path,
            _ -> {
              throw new IllegalStateException("an odd answer");
            });
    var _ = scene.run();
    for (int i = 0; i < 3; i++) {
      assertThat(scene.holds(peers.get(i).endorsements.getFirst())).isEqualTo(i != badPeer);
      assertThat(scene.row(others.get(i)).isPresent()).isEqualTo(i != Math.max(badPeer, badOther));
    }
    assertThat(scene.ops()).anyMatch(line -> line.contains("an odd answer"));
    assertThat(RunAsides.all(scene.bob().store()))
        .singleElement()
        .satisfies(
            item -> {
              assertThat(item.id()).contains(odd.key().toString());
              assertThat(item.by()).isEqualTo("network");
              assertThat(item.reason()).contains("an odd answer");
            });
    scene.peers().answer(odd.endpoint, path, _ -> new PeerReply.Unreachable("it is away", false));
    var _ = scene.run();
    assertThat(RunAsides.all(scene.bob().store())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void endorsementsOfTheOthersAreKept(int bad) {
    run("/endorsements", bad, -1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void theOthersAreDecidedOn(int bad) {
    List<FakePeer> peers = three("peer-");
    Scene scene = Scene.in(folder);
    peers.forEach(peer -> scene.knows(peer, TrustState.KNOWN));
    PublicKey odd = peers.get(bad).key();
    Node node = scene.bob().node();
    RunAsides asides = RunAsides.of(scene.bob().store(), Component.NETWORK);
    NetworkRun run =
        new NetworkRun(
            node,
            scene.bob().store(),
            NetworkSettings.ALL.checked(node.config()),
            node.identity(),
            asides);
    List<PublicKey> decided =
        run.decided(
            "announce to",
            scene.bob().store().peers(),
            table ->
                table.peers().stream()
                    .map(
                        peer -> {
                          if (peer.publicKey().equals(odd)) {
                            throw new IllegalStateException("an odd peer");
                          }
                          return peer.publicKey();
                        })
                    .toList());
    assertThat(decided).hasSize(2).doesNotContain(odd);
    assertThat(asides.failures("announce to ")).containsExactly("announce to " + odd);
    assertThatThrownBy(
            () ->
                run.decided(
                    "announce to",
                    scene.bob().store().peers(),
                    _ -> {
                      throw new IllegalStateException("the fault of no peer");
                    }))
        .hasMessage("the fault of no peer");
    scene.bob().store().commit(new ChangeSet().addAll(asides.change(node.now()).stream().toList()));
    assertThat(RunAsides.all(scene.bob().store()))
        .singleElement()
        .satisfies(item -> assertThat(item.id()).isEqualTo("announce to " + odd));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void theOthersAreIntroduced(int bad) {
    run("/identity", -1, bad);
  }
}
