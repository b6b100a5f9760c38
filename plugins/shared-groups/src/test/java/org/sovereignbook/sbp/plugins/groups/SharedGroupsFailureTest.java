package org.sovereignbook.sbp.plugins.groups;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.GroupList;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.testing.ConnectedNodes;
import org.sovereignbook.sbp.testing.TestKeys;

/**
 * A group of Ada's with a member in Bob's node, and databases that fail while processes live on.
 */
class SharedGroupsFailureTest {
  @TempDir Path folder;
  private final Faults faults = new Faults();
  private ConnectedNodes world;
  private ConnectedNodes.Side ada;
  private ConnectedNodes.Side bob;

  /** Commits of all databases, one of which fails: before it, or after it as a lost connection. */
  private static final class Faults {
    private int left = Integer.MAX_VALUE;

    void next(int moment) {
      left = moment;
    }

    boolean isOver() {
      return left < 0;
    }

    void pass() {
      if (left-- == 0) {
        throw new StoreException("the database has failed");
      }
    }
  }

  private record FailingDatabase(Database database, Faults faults) implements Database {
    @Override
    public String location() {
      return database.location();
    }

    @Override
    public <T> T read(Work<T> work) {
      return database.read(work);
    }

    @Override
    public <T> T snapshot(Work<T> work) {
      return database.snapshot(work);
    }

    @Override
    public <T> T write(Work<T> work) {
      T result =
          database.write(
              sql -> {
                T made = work.run(sql);
                faults.pass();
                return made;
              });
      faults.pass();
      return result;
    }

    @Override
    public void close() {
      database.close();
    }
  }

  @BeforeEach
  void twoNodes() {
    SqliteLedgerProvider provider = new SqliteLedgerProvider();
    world = new ConnectedNodes(node -> new FailingDatabase(provider.open(node), faults));
    ada = world.add(folder, "ada");
    bob = world.add(folder, "bob");
    ada.meet(bob, "Bob", TrustState.KNOWN);
    bob.meet(ada, "Ada", TrustState.KNOWN);
    var _ = bob.agent("helper", AgentReach.PEERS, AgentReach.NODE);
    var _ =
        ada.write((tx, caller) -> Groups.create(tx, caller, "team", "Team", JsonObject.empty()));
  }

  @AfterEach
  void close() {
    world.close();
  }

  private boolean add() {
    return ada.write(
        (tx, caller) -> {
          new SharedGroups(tx).add(caller, "team", bob.address(), "helper", GroupRole.MEMBER);
          return true;
        });
  }

  private boolean remove() {
    return ada.write(
        (tx, caller) ->
            new SharedGroups(tx).remove(caller, "team", bob.keys().publicKey(), "helper"));
  }

  private boolean note() {
    var _ =
        ada.write(
            (tx, caller) ->
                new ItemWriter(tx)
                    .write(
                        caller,
                        ItemDraft.of(ItemType.NOTE, JsonObject.empty().with("content", "of Ada"))
                            .inGroup(Optional.of("team"))));
    return true;
  }

  private void tries(Runnable step) {
    try {
      step.run();
    } catch (StoreException e) {
      assertThat(e).hasMessage("the database has failed");
    }
  }

  private void sync() {
    for (int i = 0; i < 3; i++) {
      tries(ada::tick);
      tries(bob::tick);
      world.advance(Duration.ofMinutes(1));
    }
  }

  private List<String> texts(ConnectedNodes.Side side) {
    return side.read(
        tx -> tx.texts("SELECT title FROM memory_item WHERE deleted_ms IS NULL ORDER BY id"));
  }

  /** Whether it was done before the failure decides if a person types the command again. */
  private void command(Runnable command, BooleanSupplier isDone) {
    try {
      command.run();
    } catch (StoreException e) {
      if (!isDone.getAsBoolean()) {
        command.run();
      }
    }
  }

  private long rows(ConnectedNodes.Side side, String query) {
    return side.<Long>read(tx -> tx.number("SELECT COUNT(*) FROM " + query));
  }

  @Test
  void whereverADatabaseFailsBothNodesAgreeAfterwards() {
    int conversations = 0;
    boolean failed = true;
    for (int moment = 0; failed; moment++) {
      conversations++;
      int number = conversations;
      faults.next(moment);
      command(this::add, () -> rows(ada, "shared_member WHERE name = 'helper'") == 1);
      sync();
      command(this::note, () -> texts(ada).size() == number);
      sync();
      failed = faults.isOver();
      faults.next(Integer.MAX_VALUE);
      world.advance(Duration.ofHours(7));
      sync();
      assertThat(texts(ada)).hasSize(number);
      assertThat(texts(bob)).describedAs("failure %d", moment).hasSize(number);
      assertThat(rows(ada, "shared_sending WHERE state <> 'received'")).isZero();
      assertThat(rows(bob, "memory_member WHERE left_ms IS NULL")).isOne();
    }
    assertThat(conversations).isGreaterThan(15);
  }

  @Test
  void aRemovalThatFailsIsWholeOrNotAtAll() {
    assertThat(add()).isTrue();
    sync();
    long epoch = epoch();
    faults.next(0);
    tries(this::remove);
    assertThat(epoch()).isEqualTo(epoch);
    assertThat(rows(ada, "shared_member")).isOne();

    faults.next(1);
    tries(this::remove);
    assertThat(epoch()).isEqualTo(epoch + 1);
    assertThat(rows(ada, "shared_member")).isZero();
    faults.next(Integer.MAX_VALUE);
    assertThat(note()).isTrue();
    sync();
    assertThat(texts(bob)).isEmpty();
  }

  private long epoch() {
    return ada.<SharedGroup>read(tx -> SharedGroup.find(tx, "team").orElseThrow()).epoch();
  }

  /** The owner's node signs two lists with one number: the first one that arrives counts. */
  @Test
  void ofTwoListsWithOneNumberTheFirstCounts() {
    assertThat(add()).isTrue();
    sync();
    SharedGroup known = bob.read(tx -> SharedGroup.ROWS.first(tx, "").orElseThrow());
    GroupMail mail = list(known, known.serial() + 1, "viewer");
    world.arrive(bob, ada.keys(), ada.address().endpoint(), mail);
    var _ = bob.readerPre();
    world.advance(Duration.ofSeconds(1));
    world.arrive(
        bob, ada.keys(), ada.address().endpoint(), list(known, known.serial() + 1, "admin"));
    var _ = bob.readerPre();

    assertThat(bob.<List<String>>read(tx -> tx.texts("SELECT role FROM memory_member")))
        .containsExactly("viewer");
  }

  private GroupMail list(SharedGroup known, long serial, String role) {
    GroupList list =
        GroupList.sign(
            known.group(),
            "Team",
            JsonObject.empty(),
            serial,
            known.epoch(),
            List.of(
                new GroupList.MemberNode(
                    bob.keys().publicKey(),
                    bob.address().endpoint(),
                    List.of(new GroupList.Member("helper", role)))),
            ada.node().node().now(),
            ada.keys());
    return new GroupMail(
        known.group(),
        new GroupMail.Listed(
            list,
            Optional.of(
                ada.read(
                    tx ->
                        new SharedKeys(tx)
                            .sealed(
                                SharedGroup.find(tx, "team").orElseThrow(),
                                bob.keys().publicKey())))));
  }

  /** Bob's node changes its key, perhaps because somebody has the old one. */
  @Test
  void aChangedKeyOfAMembersNodeBeginsAnEpochThatTheOldKeyDoesNotOpen() {
    assertThat(add()).isTrue();
    sync();
    long epoch = epoch();
    KeyPair later = TestKeys.named("bob later");
    IdentityDocument.Claims claims =
        new IdentityDocument.Claims(
            "Bob", bob.address().endpoint(), Optional.empty(), Optional.empty());
    IdentityDocument first = IdentityDocument.create(bob.keys(), claims, ada.node().node().now());
    world.advance(Duration.ofMinutes(1));
    know(first);
    know(IdentityDocument.rotate(bob.keys(), later, claims, ada.node().node().now()));
    ada.deliver();

    assertThat(epoch()).isEqualTo(epoch + 1);
    assertThat(ada.<List<String>>read(tx -> tx.texts("SELECT node FROM shared_member")))
        .containsExactly(later.publicKey().toString());
    assertThat(
            ada.<List<String>>read(
                tx -> tx.texts("SELECT node FROM shared_node WHERE left_ms IS NULL")))
        .containsExactly(later.publicKey().toString());
    ada.deliver();
    assertThat(epoch()).isEqualTo(epoch + 1);
    world.arrive(
        ada,
        bob.keys(),
        bob.address().endpoint(),
        new GroupMail(
            new GroupMail.Group(ada.keys().publicKey(), "team"),
            new GroupMail.Leave(List.of("helper"))));
    var _ = ada.readerPre();
    assertThat(rows(ada, "shared_member")).isOne();
  }

  private void know(IdentityDocument document) {
    Store store = ada.store();
    PeerTable before = store.peers();
    Introduction heard = Introduction.of(store, before, document);
    assertThat(heard.refused()).isEmpty();
    store.commit(new ChangeSet().addAll(heard.changes()).addAll(heard.table().changes(before)));
  }
}
