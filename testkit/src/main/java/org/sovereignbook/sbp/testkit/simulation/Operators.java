package org.sovereignbook.sbp.testkit.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.author.Piece;
import org.sovereignbook.sbp.peer.author.Publication;
import org.sovereignbook.sbp.peer.network.Follow;
import org.sovereignbook.sbp.peer.network.FollowResult;
import org.sovereignbook.sbp.peer.network.IdentityChange;
import org.sovereignbook.sbp.peer.network.OwnIdentity;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/** The owners of the nodes: what they write, whom they follow and block, what they change. */
final class Operators {
  private static final Duration PAUSE = Duration.ofHours(3);
  private static final int FOLLOWED = 3;

  private final World world;
  private final Dice dice;
  private int tokens;

  Operators(World world, Dice dice) {
    this.world = world;
    this.dice = dice;
  }

  void begin() {
    for (SimNode node : world.nodes()) {
      for (int i = 1; i <= FOLLOWED; i++) {
        Duration later = dice.between(Duration.ofSeconds(10), Duration.ofHours(6));
        world.fibers().after(later, () -> follow(node, dice.below(world.plan().nodes())));
      }
      repeat(node);
    }
  }

  private void repeat(SimNode node) {
    world
        .fibers()
        .after(
            dice.between(Duration.ofMinutes(20), PAUSE.multipliedBy(2)),
            () -> {
              if (!world.isQuiet()) {
                something(node);
                repeat(node);
              }
            });
  }

  private void something(SimNode node) {
    int roll = dice.below(100);
    if (roll < 50) {
      write(node);
    } else if (roll < 70) {
      publish(node);
    } else if (roll < 78) {
      follow(node, dice.below(world.plan().nodes()));
    } else if (roll < 86) {
      block(node, roll < 83);
    } else if (roll < 90) {
      rotate(node);
    } else if (roll < 94) {
      move(node);
    } else {
      edit(node);
    }
  }

  private void follow(SimNode node, int other) {
    Endpoint there = endpoint(other);
    if (!there.equals(node.endpoint())) {
      node.operate(
          "follow " + there,
          store -> {
            try {
              FollowResult result =
                  new Follow(store.node(), store, world.wire().of(node)).follow(there);
              world.count("follow " + result.outcome());
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          });
    }
  }

  private Endpoint endpoint(int index) {
    int honest = world.nodes().size();
    return index < honest
        ? world.nodes().get(index).endpoint()
        : world.hostiles().get(index - honest).endpoint();
  }

  private Optional<Peer> somePeer(Store store, boolean isBlocked) {
    List<Peer> peers =
        store.peers().peers().stream()
            .filter(peer -> (peer.trust() == TrustState.BLOCKED) == isBlocked)
            .toList();
    return peers.isEmpty() ? Optional.empty() : Optional.of(dice.oneOf(peers));
  }

  private void write(SimNode node) {
    node.operate(
        "writes", store -> somePeer(store, false).ifPresent(peer -> write(node, store, peer)));
  }

  private void write(SimNode node, Store store, Peer peer) {
    Node on = store.node();
    String token = "token-" + tokens++ + "-" + node.index();
    String name = InboxId.names(on.clock().instant(), on.random()).get() + "-direct";
    JsonObject item =
        OutboxItems.envelope(
            MessageType.DIRECT,
            Payloads.direct("a message, " + token, Optional.empty(), Optional.empty()),
            peer);
    store.commit(new ChangeSet().add(Outbox.put(new OutboxId(OutboxKind.REPLIES, name), item)));
    world.judge().wrote(node, indexOf(peer), token);
    world.count("messages");
  }

  /** Returns the node of a peer by its name, which a node never changes; -1 when it has another. */
  private static int indexOf(Peer peer) {
    return peer.name().matches("n\\d+") ? Integer.parseInt(peer.name().substring(1)) : -1;
  }

  private void publish(SimNode node) {
    node.operate(
        "publishes",
        store -> {
          Node on = store.node();
          int number = tokens++;
          Piece piece =
              new Piece(
                  "On trust and networks, part " + number,
                  "Trust grows in networks of small steps, says part " + number + ".",
                  List.of("trust"),
                  Optional.empty());
          if (Publication.sign(piece, on.keys(), on.now())
              instanceof Checked.Valid<Publication>(Publication publication)) {
            store.commit(publication.changes(store, on.now(), "operator"));
            world.count("pieces");
          }
        });
  }

  private void block(SimNode node, boolean blocks) {
    if (world.strikes(FaultKind.BLOCK)) {
      node.operate(
          blocks ? "blocks" : "unblocks",
          store ->
              somePeer(store, !blocks)
                  .ifPresent(
                      peer -> {
                        PeerTable before = store.peers();
                        Peer edited =
                            peer.withTrust(blocks ? TrustState.BLOCKED : TrustState.KNOWN);
                        if (!blocks) {
                          world.judge().blocked(node, peer.publicKey().toString(), false);
                        }
                        store.commit(new ChangeSet().addAll(before.with(edited).changes(before)));
                        world.fault(FaultKind.BLOCK, node.index() + " " + blocks);
                        if (blocks) {
                          world.judge().blocked(node, peer.publicKey().toString(), true);
                        }
                      }));
    }
  }

  private void rotate(SimNode node) {
    if (world.strikes(FaultKind.ROTATE) && dice.happens(0.5) && !node.isAhead()) {
      node.operate(
          "rotates",
          store -> {
            String before = store.node().identity().publicKey().toString();
            KeyPair old = store.node().keys();
            IdentityChange change = new OwnIdentity(store.node(), store).rotate();
            String after = store.node().identity().publicKey().toString();
            if (!before.equals(after)) {
              world.judge().rotated(node, before, after);
              world.hostiles().forEach(thief -> thief.steal(old, node.index()));
              world.fault(FaultKind.ROTATE, node.index() + " " + change.outcome());
            }
          });
    }
  }

  private void move(SimNode node) {
    if (world.strikes(FaultKind.MOVE) && dice.happens(0.3) && !node.isAhead()) {
      Endpoint next = Endpoint.parse("https://n" + node.index() + "-" + tokens++ + ".example");
      node.operate(
          "moves to " + next,
          store -> {
            IdentityChange _ =
                new OwnIdentity(store.node(), store).set(Map.of("endpoint", next.toString()));
            node.moveTo(next);
            world.judge().moved(node);
            world.fault(FaultKind.MOVE, Integer.toString(node.index()));
          });
    }
  }

  private void edit(SimNode node) {
    if (world.strikes(FaultKind.EDIT)) {
      world.fault(FaultKind.EDIT, Integer.toString(node.index()));
      List<String> lines = new ArrayList<>(List.of("# Peers", "# Peers of mine"));
      node.edit(node.node().home().peers(), lines.getFirst() + "\n", lines.getLast() + "\n");
    }
  }
}
