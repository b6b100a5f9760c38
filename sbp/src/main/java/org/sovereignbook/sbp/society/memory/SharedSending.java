package org.sovereignbook.sbp.society.memory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.society.mail.Correspondent;
import org.sovereignbook.sbp.society.mail.Departures;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxItems;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/**
 * Sending of shared groups to their other nodes. The table {@code shared_sending} says what each
 * node is to get; a mail is made from the present state when it leaves, and sent again until the
 * node's receipt says that it has it.
 */
public record SharedSending(Transaction tx) {
  /** What was set aside of sendings and receipts. */
  static final SetAsides.ItemList ASIDES = new SetAsides.ItemList("group");

  /** Name of the members' list among what is sent. */
  static final String LIST = GroupMail.Receipt.LIST;

  /** Name of the news that agents of this node have left. */
  static final String LEAVE = "leave";

  /** Reason of what waits since this node has not met the other one itself. */
  private static final String NOT_MET = "not-met";

  /** Reason of what waits since another stranger at the same host goes first. */
  private static final String HOST_LIMIT = "host-limit";

  /** Reason of what waits since its list has used up this hour's mails. */
  private static final String HOUR_LIMIT = "hour-limit";

  /** Mails to one node that are under way at a time; others wait in the table. */
  private static final int MAX_UNDER_WAY = 100;

  private static final Duration SOON = Duration.ofHours(1);
  private static final Duration FIRST_AGAIN = Duration.ofHours(6);
  private static final Duration LAST_AGAIN = Duration.ofDays(2);
  private static final Duration REFUSED_AGAIN = Duration.ofDays(7);

  /** Reasons of refusals that end by themselves. */
  private static final List<String> PASSING = List.of("behind", "epoch", "unknown-peer", "full");

  /** A refusal as the delivery writes it. */
  private static final Pattern ANSWERED = Pattern.compile("answered 4\\d\\d (?:\\W?([a-z-]+))?.*");

  private static final String NODE_ASIDE_PREFIX = "to:";

  private static final String NODE_ASIDE_ID =
      "'" + NODE_ASIDE_PREFIX + "' || shared_node.group_id || ' ' || shared_node.node";

  /** State of a sending. */
  public enum State {
    WAITING,
    /** In the node's outbox. */
    LEFT,
    /** The other node has accepted the envelope; its receipt is missing. */
    SENT,
    RECEIVED,
    REFUSED,
    /** The node is no member any more. */
    CANCELLED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** A row of the table. */
  record Row(
      @Rows.Key String groupId,
      @Rows.Key PublicKey node,
      @Rows.Key String what,
      String version,
      String id,
      State state,
      Optional<String> reason,
      long tries,
      long dueMs,
      long atMs) {
    static final Rows<Row> ROWS = new Rows<>("shared_sending", Row.class);

    private static final String ASIDE_ID =
        "shared_sending.group_id || ' ' || shared_sending.node || ' ' || shared_sending.what";

    private String asideId() {
      return groupId + " " + node + " " + what;
    }
  }

  /** Has a node be sent something, or its newer version. */
  void queue(String groupId, PublicKey node, String what, String version) {
    Row.ROWS.put(
        tx,
        new Row(
            groupId,
            node,
            what,
            version,
            "",
            State.WAITING,
            Optional.empty(),
            0,
            tx.nowMs(),
            tx.nowMs()));
  }

  /** Stops all sending of a group to a node. */
  void cancel(String groupId, PublicKey node) {
    tx.update(
        "DELETE FROM outbox WHERE handed_ms IS NULL AND id IN (SELECT 'memory:' || id FROM"
            + " shared_sending WHERE group_id = ? AND node = ?)",
        groupId,
        node.toString());
    tx.update(
        "DELETE FROM shared_sending WHERE group_id = ? AND node = ? AND state <> 'left'",
        groupId,
        node.toString());
    tx.update(
        "UPDATE shared_sending SET state = 'cancelled', what = what || ':' || id WHERE group_id = ?"
            + " AND node = ?",
        groupId,
        node.toString());
  }

  /** Returns how much of a group a node is to get, in these states. */
  long count(SharedGroup.Other node, String states) {
    return tx.number(
        "SELECT COUNT(*) FROM shared_sending WHERE group_id = ? AND node = ? AND state IN ("
            + states
            + ")",
        node.groupId(),
        node.node().toString());
  }

  /** Returns why a node last refused something, or could not be reached. */
  Optional<String> reason(SharedGroup.Other node) {
    return tx.first(
        "SELECT reason FROM shared_sending WHERE group_id = ? AND node = ? AND reason IS NOT NULL"
            + " ORDER BY CASE state WHEN 'refused' THEN 0 ELSE 1 END, at_ms DESC LIMIT 1",
        row -> row.text(1),
        node.groupId(),
        node.node().toString());
  }

  /** Leaves in the ledger's outbox what is due, and takes back what removed nodes must not get. */
  public static void send(Ledger ledger, Store store) {
    SharedRotations.follow(ledger, store);
    withdraw(ledger, store);
    if (ledger.<Boolean>read(SharedSending::isDue)) {
      PeerTable peers = store.peers();
      int _ = ledger.<Integer>write(tx -> new SharedSending(tx).leaveDue(peers));
    }
  }

  private static boolean isDue(Transaction tx) {
    return tx.exists(
        "SELECT 1 FROM shared_sending WHERE state IN ('waiting', 'sent', 'refused')"
            + " AND due_ms <= ?",
        tx.nowMs());
  }

  private static void withdraw(Ledger ledger, Store store) {
    if (!ledger.<Boolean>read(
        tx -> tx.exists("SELECT 1 FROM shared_sending WHERE state = 'cancelled'"))) {
      return;
    }
    List<Departures.Handed> handed = ledger.read(tx -> handed(tx, State.CANCELLED));
    ChangeSet changes = new ChangeSet();
    for (Departures.Handed one : handed) {
      OutboxId id = new OutboxId(OutboxKind.NETWORK, one.name());
      if (store.outbox().read(id).isPresent()) {
        changes.add(Outbox.remove(id));
      }
    }
    if (!changes.isEmpty()) {
      store.commit(changes);
    }
    ledger.run(
        tx -> {
          for (Departures.Handed one : handed) {
            tx.update("DELETE FROM shared_sending WHERE id = ?", one.id());
          }
          tx.update(
              "DELETE FROM shared_sending WHERE state = 'cancelled' AND NOT EXISTS (SELECT 1 FROM"
                  + " outbox WHERE outbox.id = 'memory:' || shared_sending.id)");
        });
  }

  private static List<Departures.Handed> handed(Transaction tx, State state) {
    return Departures.handed(
        tx,
        "shared_sending JOIN outbox ON outbox.id = 'memory:' || shared_sending.id",
        "shared_sending.state = '" + state + "'");
  }

  private int leaveDue(PeerTable peers) {
    MetNodes met =
        MetNodes.of(peers, nodes("").stream().map(SharedGroup.Other::node).distinct().toList());
    List<Row> left = new ArrayList<>();
    for (SharedGroup.Other node :
        nodes(
            " AND EXISTS (SELECT 1 FROM shared_sending s WHERE s.group_id = shared_node.group_id"
                + " AND s.node = shared_node.node AND s.state IN ('waiting', 'sent', 'refused')"
                + " AND s.due_ms <= ?)",
            tx.nowMs())) {
      boolean _ =
          SetAsides.one(
              ASIDES,
              NODE_ASIDE_PREFIX + node.groupId() + " " + node.node(),
              "sending",
              () -> leaveDue(node, met, left));
    }
    return left.size();
  }

  private List<SharedGroup.Other> nodes(String which, Object... parameters) {
    return new SetAsides(tx)
        .rows(
            ASIDES,
            "sending",
            SharedGroup.Other.ROWS,
            NODE_ASIDE_ID,
            "WHERE " + SetAsides.isNotAside(ASIDES, NODE_ASIDE_ID) + which,
            parameters);
  }

  private boolean leaveDue(SharedGroup.Other node, MetNodes met, List<Row> left) {
    Optional<Endpoint> at = met.endpoint(node.node());
    boolean isHeld = at.isEmpty() || met.isBehindAnother(node.node());
    if (isHeld) {
      hold(node, at.isEmpty() ? NOT_MET : HOST_LIMIT, SOON.toMillis());
    } else {
      leaveDue(node, new Correspondent(node.node(), at.get()), left);
    }
    return isHeld;
  }

  private void leaveDue(SharedGroup.Other node, Correspondent to, List<Row> left) {
    List<Row> due = due(node);
    long most = mayLeave(node.groupId());
    if (due.size() > most) {
      hold(node, HOUR_LIMIT, 0);
    }
    new SetAsides(tx)
        .each(
            ASIDES,
            "sending",
            due.subList(0, (int) Math.min(most, due.size())),
            Row::asideId,
            row -> {
              if (leave(node, to, row)) {
                left.add(row);
              }
            });
  }

  /** Returns how many more mails the list of another node may make this node send now. */
  private long mayLeave(String groupId) {
    SharedGroup shared = SharedGroup.find(tx, groupId).orElseThrow();
    if (shared.isOurs(tx)) {
      return Long.MAX_VALUE;
    }
    long lately =
        tx.number(
            "SELECT COUNT(*) FROM shared_sending s JOIN outbox o ON o.id = 'memory:' || s.id JOIN"
                + " shared_group g ON g.group_id = s.group_id WHERE g.node = ? AND o.at_ms > ?",
            shared.node().toString(),
            tx.nowMs() - SOON.toMillis());
    return Math.max(0, tx.config().get(MemorySettings.LIST_MAILS_PER_HOUR) - lately);
  }

  /** Notes why what is due for a node does not leave now. */
  private void hold(SharedGroup.Other node, String why, long againMs) {
    tx.update(
        "UPDATE shared_sending SET reason = ?, due_ms = CASE WHEN ? = 0 THEN due_ms ELSE ? END"
            + " WHERE group_id = ? AND node = ? AND state IN ('waiting', 'sent', 'refused') AND"
            + " due_ms <= ?",
        why,
        againMs,
        tx.nowMs() + againMs,
        node.groupId(),
        node.node().toString(),
        tx.nowMs());
  }

  /**
   * Sendings of a group that are held back.
   *
   * @param reason {@code not-met}, {@code host-limit} or {@code hour-limit}
   */
  public record Held(String groupId, String reason, long nodes) {
    private static final Rows<Held> ROWS =
        new Rows<>(
            "(SELECT group_id, reason, COUNT(DISTINCT node) AS nodes FROM shared_sending WHERE"
                + " state = 'waiting' AND reason IN ('not-met', 'host-limit', 'hour-limit') GROUP"
                + " BY group_id, reason) AS held",
            Held.class);
  }

  /** Returns what is held back, by group. */
  public List<Held> held() {
    return Held.ROWS.list(tx, "ORDER BY group_id, reason");
  }

  /** Items wait until the node has the members' list. */
  private List<Row> due(SharedGroup.Other node) {
    String of = "group_id = ? AND node = ?";
    boolean isListed =
        !tx.exists(
            "SELECT 1 FROM shared_sending WHERE " + of + " AND what = 'list' AND state <> ?",
            node.groupId(),
            node.node().toString(),
            State.RECEIVED.toString());
    long underWay =
        tx.number(
            "SELECT COUNT(*) FROM shared_sending WHERE node = ? AND state = 'left'",
            node.node().toString());
    return new SetAsides(tx)
        .rows(
            ASIDES,
            "sending",
            Row.ROWS,
            Row.ASIDE_ID,
            "WHERE "
                + of
                + " AND state IN ('waiting', 'sent', 'refused') AND due_ms <= ? AND "
                + SetAsides.isNotAside(ASIDES, Row.ASIDE_ID)
                + (isListed ? "" : " AND what IN ('list', 'leave')")
                + " ORDER BY at_ms, what LIMIT "
                + Math.max(1, MAX_UNDER_WAY - underWay),
            node.groupId(),
            node.node().toString(),
            tx.nowMs());
  }

  private boolean leave(SharedGroup.Other node, Correspondent to, Row row) {
    SharedGroup shared = SharedGroup.find(tx, row.groupId()).orElseThrow();
    Optional<GroupMail.Part> part =
        switch (row.what()) {
          case LIST -> list(shared, node);
          case LEAVE -> left(shared);
          default -> item(shared, node, row);
        };
    if (part.isEmpty()) {
      tx.update(
          "DELETE FROM shared_sending WHERE group_id = ? AND node = ? AND what = ?",
          row.groupId(),
          row.node().toString(),
          row.what());
      return false;
    }
    String id = tx.newId();
    leave(to, id, new GroupMail(shared.group(), part.get()));
    return tx.update(
            "UPDATE shared_sending SET state = 'left', reason = NULL, id = ?, tries = tries + 1"
                + " WHERE group_id = ? AND node = ? AND what = ?",
            id,
            row.groupId(),
            row.node().toString(),
            row.what())
        > 0;
  }

  /** Queues a mail to a node; it leaves after the commit. */
  void leave(Correspondent to, String id, GroupMail mail) {
    boolean _ =
        tx.leave(
            "memory:" + id,
            "memory",
            OutboxItems.envelope(MessageType.MEMORY, mail.payload(), to.key(), to.endpoint()));
  }

  private Optional<GroupMail.Part> list(SharedGroup shared, SharedGroup.Other node) {
    boolean isIn = node.leftMs().isEmpty();
    return Optional.of(
        new GroupMail.Listed(
            new SharedGroups(tx).list(shared),
            isIn ? Optional.of(new SharedKeys(tx).sealed(shared, node.node())) : Optional.empty()));
  }

  private Optional<GroupMail.Part> left(SharedGroup shared) {
    List<String> gone = new SharedArrivals(tx).gone(shared);
    return gone.isEmpty() ? Optional.empty() : Optional.of(new GroupMail.Leave(gone));
  }

  /** An item leaves only for a node of which a member may read it. */
  private Optional<GroupMail.Part> item(SharedGroup shared, SharedGroup.Other node, Row row) {
    MemoryRights.Target target =
        new MemoryRights.Target(
            Visibility.GROUP,
            Principal.OWNER,
            Principal.OWNER,
            Optional.of(shared.groupId()),
            false);
    boolean mayRead =
        node.leftMs().isEmpty()
            && shared.endedMs().isEmpty()
            && shared.members(tx).stream()
                .filter(member -> member.node().equals(node.node()))
                .anyMatch(
                    member ->
                        MemoryRights.refusal(shared.external(member), MemoryRights.Act.READ, target)
                            .isEmpty());
    return mayRead ? new SharedItems(tx).part(shared, row.what(), row.version()) : Optional.empty();
  }

  /** Notes what became of the mails that were delivered or given up. Called after each delivery. */
  public static void settle(Ledger ledger, Store store) {
    List<Departures.End> ends = Departures.ends(store, ledger.read(tx -> handed(tx, State.LEFT)));
    if (ends.isEmpty()) {
      return;
    }
    List<Optional<String>> errors = new ArrayList<>();
    for (Departures.End end : ends) {
      errors.add(
          end.sent()
              ? Optional.empty()
              : store
                  .outbox()
                  .readFailed(end.what().name())
                  .flatMap(json -> json.string(OutboxItems.LAST_ERROR)));
    }
    List<Integer> places = IntStream.range(0, ends.size()).boxed().toList();
    ledger.run(
        tx -> {
          new SetAsides(tx)
              .each(
                  ASIDES,
                  "departures",
                  places,
                  i -> "departure:" + ends.get(i).what().id(),
                  i -> new SharedSending(tx).end(ends.get(i), errors.get(i)));
        });
  }

  private void end(Departures.End end, Optional<String> error) {
    Row row = Row.ROWS.first(tx, "WHERE id = ? AND state = 'left'", end.what().id()).orElseThrow();
    if (end.sent()) {
      long again =
          Math.min(FIRST_AGAIN.toMillis() * Math.max(1, row.tries()), LAST_AGAIN.toMillis());
      become(row, State.SENT, Optional.empty(), again);
      return;
    }
    Matcher answered = ANSWERED.matcher(error.orElse(""));
    if (answered.matches()) {
      String code = Optional.ofNullable(answered.group(1)).orElse("refused");
      become(row, State.REFUSED, Optional.of(code), REFUSED_AGAIN.toMillis());
    } else {
      become(row, State.WAITING, Optional.of("unreached"), SOON.toMillis());
    }
  }

  private void become(Row row, State state, Optional<String> reason, long againMs) {
    tx.update(
        "UPDATE shared_sending SET state = ?, reason = ?, due_ms = ? WHERE group_id = ? AND node ="
            + " ? AND what = ?",
        state.toString(),
        reason,
        tx.nowMs() + againMs,
        row.groupId(),
        row.node().toString(),
        row.what());
  }

  /** Notes a node's receipts; those for an earlier version say nothing of the present one. */
  int receipts(SharedGroup shared, PublicKey node, List<GroupMail.Receipt> receipts) {
    int noted = 0;
    for (GroupMail.Receipt receipt : receipts) {
      Optional<Row> row =
          Row.ROWS.first(
              tx,
              "WHERE group_id = ? AND node = ? AND what = ? AND version = ? AND tries > 0 AND state"
                  + " NOT IN ('received', 'cancelled')",
              shared.groupId(),
              node.toString(),
              receipt.of(),
              receipt.version());
      if (row.isPresent()) {
        noted++;
        note(row.get(), receipt);
      }
    }
    return noted;
  }

  private void note(Row row, GroupMail.Receipt receipt) {
    if (receipt.status() == GroupMail.ReceiptStatus.RECEIVED) {
      become(row, State.RECEIVED, Optional.empty(), 0);
    } else {
      String reason = receipt.reason().orElse("refused");
      long again = PASSING.contains(reason) ? FIRST_AGAIN.toMillis() : REFUSED_AGAIN.toMillis();
      become(row, State.REFUSED, Optional.of(reason), again);
    }
  }
}
