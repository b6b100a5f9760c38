package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.ForwardingStore;
import org.sovereignbook.sbp.store.Lease;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;

/** Several deliveries on one outbox: each item is somebody's, and times are given out in turns. */
class SharedOutboxTest {
  private World world;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    world = World.in(folder);
  }

  @Test
  void whatAnotherProcessHasClaimedIsNotPosted() throws InterruptedException {
    Peer ann = world.peer("ann");
    List<OutboxId> ids =
        List.of(world.direct("a", ann), world.direct("b", ann), world.direct("c", ann));
    Claims claims = new Claims(world.node().store(), Set.of(ids.get(1)));

    DeliveryResult result = deliver(claims);

    assertThat(result.recipients())
        .extracting(one -> one.item())
        .containsExactly(ids.get(0), ids.get(2));
    assertThat(world.node().store().outbox().pending()).containsExactly(ids.get(1));
    assertThat(claims.open).as("claims left open").isEmpty();
  }

  @Test
  void whatAnotherProcessDeliveredBeforeTheClaimIsNotPostedAgain() throws InterruptedException {
    world.direct("a", world.peer("ann"));
    Claims claims =
        new Claims(world.node().store(), Set.of()) {
          @Override
          void beforeClaim() {
            try {
              world.run();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          }
        };

    deliver(claims);

    assertThat(world.peers().requests()).hasSize(1);
  }

  @Test
  void itsEnvelopesAreLaterThanThoseThatAnotherProcessHasDatedMeanwhile()
      throws InterruptedException {
    OutboxId id = world.direct("a", world.peer("ann"));
    Timestamp theirs = world.node().node().now().plus(Duration.ofSeconds(7));
    Claims claims =
        new Claims(world.node().store(), Set.of()) {
          @Override
          void beforeClaim() {
            if (state(StateDocument.DELIVERY).isEmpty()) {
              writeState(
                  StateDocument.DELIVERY,
                  JsonObject.builder().put("issued_until", theirs.toString()).build());
            }
          }
        };

    deliver(claims);

    Store store = world.node().store();
    JsonObject sent =
        store.archive().sent().stream()
            .filter(item -> item.name().equals(id.name()))
            .flatMap(item -> store.archive().readSent(item).stream())
            .findFirst()
            .orElseThrow();
    assertThat(sent.string("_timestamp")).contains(theirs.plus(Duration.ofSeconds(1)).toString());
    assertThat(
            Shape.of(DeliveryState.Stored.class)
                .read(store.state(StateDocument.DELIVERY).orElseThrow())
                .issuedUntil())
        .contains(theirs.plus(Duration.ofSeconds(1)));
  }

  @Test
  void whatAnotherProcessLearntOfPeersIsKept() throws InterruptedException {
    world.direct("a", world.peer("ann"));
    JsonObject backoff =
        JsonObject.builder().put("failures", 2).put("not_before", "2026-03-17T18:00:00Z").build();
    Store plain = world.node().store();
    Store interfering =
        new ForwardingStore(plain) {
          @Override
          public void commit(ChangeSet changes) {
            super.commit(changes);
            JsonObject state = plain.state(StateDocument.DELIVERY).orElseThrow();
            plain.writeState(
                StateDocument.DELIVERY,
                state.with("peers", JsonObject.builder().put("somebody", backoff).build()));
          }
        };

    deliver(interfering);

    assertThat(plain.state(StateDocument.DELIVERY).orElseThrow().object("peers"))
        .contains(JsonObject.builder().put("somebody", backoff).build());
  }

  @Test
  void waitsForItsTurn() throws InterruptedException {
    world.direct("a", world.peer("ann"));
    List<String> asked = new ArrayList<>();
    Store busy =
        new ForwardingStore(world.node().store()) {
          @Override
          public Optional<Lease> lease(String component) {
            asked.add(component);
            return asked.size() < 3 ? Optional.empty() : super.lease(component);
          }
        };

    assertThat(deliver(busy).recipients()).hasSize(1);
    assertThat(asked).hasSizeGreaterThanOrEqualTo(3).containsOnly("delivery-times");
  }

  @Test
  void nothingIsPostedOnceTheClaimIsLost() throws InterruptedException {
    Peer ann = world.peer("ann");
    Claims claims = lostAfterTheFirstPost(ann);

    DeliveryResult result = deliver(claims);

    assertThat(world.peers().requests()).hasSize(1);
    assertThat(result.delivered()).isEqualTo(1);
    assertThat(world.store().outbox().pending()).hasSize(2);
    assertThat(world.item(world.pending().getFirst()).has("_timestamp"))
        .as("what was not begun leaves no trace")
        .isFalse();
  }

  @Test
  void whatLeftTheNodeIsNamedWhenAnotherProcessHasTakenTheItemsOver() {
    Peer ann = world.peer("ann");
    Claims claims = lostAfterTheFirstPost(ann);
    claims.refusing = "another process may have taken it over";

    assertThatThrownBy(() -> deliver(claims))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "another process may have taken it over; this run had stored 0 outcomes, and 1 message"
                + " had left the node without one, which the next delivery repeats unchanged, so"
                + " that receivers know duplicates");

    assertThat(world.peers().requests()).hasSize(1);
  }

  private Claims lostAfterTheFirstPost(Peer peer) {
    List.of("a", "b", "c").forEach(name -> world.direct(name, peer));
    Claims claims = new Claims(world.store(), Set.of());
    world
        .peers()
        .always(
            peer.endpoint(),
            keep -> {
              claims.held = false;
              return FakePeers.ACCEPT.handle(keep);
            });
    return claims;
  }

  private DeliveryResult deliver(Store store) throws InterruptedException {
    return new Delivery(world.node().node(), store, world.peers()).run(false, Progress.NONE);
  }

  /** A store of which somebody else has claimed some items. */
  private static class Claims extends ForwardingStore {
    private final Set<OutboxId> ofOthers;
    final Set<String> open = new HashSet<>();
    volatile boolean held = true;
    String refusing = "";

    Claims(Store store, Set<OutboxId> ofOthers) {
      super(store);
      this.ofOthers = ofOthers;
    }

    void beforeClaim() {}

    @Override
    public void commit(ChangeSet changes) {
      if (!held && !refusing.isEmpty()) {
        throw new StoreException(refusing);
      }
      super.commit(changes);
    }

    @Override
    public Lease.EntryLease claim(Keyed in, List<String> wanted) {
      beforeClaim();
      Lease.EntryLease claim =
          super.claim(
              in,
              wanted.stream()
                  .filter(key -> ofOthers.stream().noneMatch(id -> id.toString().equals(key)))
                  .toList());
      open.addAll(claim.keys());
      return new Lease.EntryLease() {
        @Override
        public List<String> keys() {
          return claim.keys();
        }

        @Override
        public boolean isHeld() {
          return held && claim.isHeld();
        }

        @Override
        public void close() {
          claim.keys().forEach(open::remove);
          claim.close();
        }
      };
    }
  }
}
