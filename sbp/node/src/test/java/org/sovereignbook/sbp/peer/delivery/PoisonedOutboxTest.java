package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.ForwardingStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.SetAsideItem;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestKeys;

/** Deliveries of three items, of which the one at one place fails by this node's own fault. */
class PoisonedOutboxTest {
  private static final List<String> NAMES = List.of("a", "b", "c");

  @TempDir Path folder;

  private static final class OddStore extends ForwardingStore {
    private final String odd;

    private OddStore(FileStore store, String odd) {
      super(store);
      this.odd = odd;
    }

    private void check(String key) {
      if (key.equals(odd)) {
        throw new IllegalStateException("an odd item");
      }
    }

    @Override
    public Optional<byte[]> read(Keyed in, String key) {
      check(key);
      return super.read(in, key);
    }

    @Override
    public Optional<JsonObject> json(Keyed in, String key) {
      check(key);
      return super.json(in, key);
    }
  }

  private static World world(Path folder) {
    World world = World.in(folder);
    NAMES.forEach(
        name -> {
          var _ = world.direct(name, world.peer(name));
        });
    return world;
  }

  private static void checkSent(World world, int bad) {
    for (int i = 0; i < NAMES.size(); i++) {
      assertThat(world.peers().keptBy(TestKeys.named(NAMES.get(i)).publicKey()))
          .as(NAMES.get(i))
          .hasSize(i == bad ? 0 : 1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void anItemThatCannotBeReadIsSetAside(int bad) throws Exception {
    World world = world(folder);
    FileStore store = world.store();
    var _ =
        new Delivery(
                world.node().node(),
                new OddStore(store, "replies/" + NAMES.get(bad)),
                world.peers())
            .run(false, Progress.NONE);
    checkSent(world, bad);
    assertThat(OutboxAsides.load(world.store()).all())
        .extracting(SetAsideItem::id)
        .containsExactly("failed/" + NAMES.get(bad));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aPostThatThrowsIsGivenUpAlone(int bad) throws Exception {
    World world = world(folder);
    Peer odd =
        world.node().store().peers().find(TestKeys.named(NAMES.get(bad)).publicKey()).orElseThrow();
    world
        .peers()
        .always(
            odd.endpoint(),
            _ -> {
              throw new IllegalStateException("an odd answer");
            });
    var _ = world.run();
    checkSent(world, bad);
    assertThat(Stream.of(world.failed()).flatMap(List::stream)).containsExactly(NAMES.get(bad));
  }
}
