package org.sovereignbook.sbp.peer.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.ledger.Retention;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.peer.step.RunAsides;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Messages;
import org.sovereignbook.sbp.store.SetAsideItem;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;

/** Maintenance, of which the work for the item at one place fails. */
class PoisonedMaintenanceTest {
  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder);
  }

  private List<SetAsideItem> aside() {
    return RunAsides.all(node.store());
  }

  private MaintenanceResult run(TestSociety society, Retention... retentions) {
    return new Maintenance(
            node.node(),
            node.store(),
            () -> Optional.of(society.ledger()),
            List.of(retentions),
            "git")
        .run();
  }

  private static Retention odd() {
    return _ -> {
      throw new IllegalStateException("odd rows");
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void theOtherRetentionsAreDoneAndTheNextRunTriesAgain(int bad) {
    List<Integer> done = new ArrayList<>();
    Retention[] all =
        IntStream.range(0, 3)
            .mapToObj(
                i ->
                    i == bad
                        ? odd()
                        : (Retention)
                            _ -> {
                              done.add(i);
                              return 0;
                            })
            .toArray(Retention[]::new);
    try (TestSociety society = TestSociety.of(node)) {
      MaintenanceResult first = run(society, all);
      assertThat(done).hasSize(2).doesNotContain(bad);
      assertThat(first.errors()).singleElement().asString().contains("odd rows");
      var _ = run(society, all);
      assertThat(aside())
          .singleElement()
          .satisfies(
              item -> {
                assertThat(item.id()).isEqualTo("retention " + (bad + 1));
                assertThat(item.by()).isEqualTo("maintenance");
                assertThat(item.reason()).contains("odd rows");
                assertThat(item.tries()).isEqualTo(2);
              });
      all[bad] = _ -> 0;
      var _ = run(society, all);
      assertThat(aside()).isEmpty();
    }
  }

  @Test
  void aFailureOfTheMachineEndsTheRun() {
    try (TestSociety society = TestSociety.of(node)) {
      Retention broken =
          _ -> {
            throw new StoreException("the disk is gone");
          };
      assertThat(run(society, broken).errors()).singleElement().asString().contains("the disk");
      assertThat(aside()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void theMessagesOfTheOtherStrangersAreRemoved(int bad) throws Exception {
    node.configure(
        JsonObject.builder()
            .put(
                "maintenance_config", JsonObject.builder().put("max_strangers_messages", 0).build())
            .build());
    List<String> strangers =
        Stream.of("a", "b", "c")
            .map(name -> TestKeys.named(name).publicKey())
            .map(
                key -> {
                  Message message =
                      new Message(
                          "m",
                          Message.Way.RECEIVED,
                          key,
                          TestNode.ALICE_ENDPOINT,
                          Timestamp.parse("2026-03-17T11:00:00Z"),
                          "text",
                          Message.Refs.NONE);
                  node.store().commit(new ChangeSet().add(Messages.put(message)));
                  return key.toString();
                })
            .sorted()
            .toList();
    Path odd;
    try (Stream<Path> files = Files.walk(node.home().runtime())) {
      odd =
          files
              .filter(file -> file.endsWith("m.json") && file.toString().contains("messages"))
              .sorted()
              .toList()
              .get(bad);
    }
    Files.writeString(odd, "{}");

    assertThat(new Maintenance(node.node(), node.store()).run().errors()).hasSize(1);

    for (String stranger : strangers) {
      assertThat(node.store().messages().ids(PublicKey.parse(stranger)).isEmpty())
          .isEqualTo(!stranger.equals(strangers.get(bad)));
    }
    assertThat(aside())
        .singleElement()
        .satisfies(item -> assertThat(item.id()).isEqualTo("messages " + strangers.get(bad)));
  }
}
