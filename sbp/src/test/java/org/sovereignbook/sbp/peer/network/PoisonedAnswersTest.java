package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.protocol.TrustState;

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
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void endorsementsOfTheOthersAreKept(int bad) {
    run("/endorsements", bad, -1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void theOthersAreIntroduced(int bad) {
    run("/identity", -1, bad);
  }
}
