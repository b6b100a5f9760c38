package org.sovereignbook.sbp.plugins.groups;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.Transaction;
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

/** Departure of what the nodes of shared groups are to get, as far as it is due. */
record SendingRun(Transaction tx) {
  /** Reason of what waits since this node has not met the other one itself. */
  private static final String NOT_MET = "not-met";

  /** Reason of what waits since another stranger at the same host goes first. */
  private static final String HOST_LIMIT = "host-limit";

  /** Reason of what waits since its list has used up this hour's mails. */
  private static final String HOUR_LIMIT = "hour-limit";

  /** Mails to one node that are under way at a time; others wait in the table. */
  private static final int MAX_UNDER_WAY = 100;

  private static final Duration SOON = Duration.ofHours(1);

  private static final String NODE_ASIDE_PREFIX = "to:";

  private static final String NODE_ASIDE_ID =
      "'" + NODE_ASIDE_PREFIX + "' || shared_node.group_id || ' ' || shared_node.node";

  /** Leaves in the ledger's outbox what is due, and takes back what removed nodes must not get. */
  static void send(Ledger ledger, Store store) {
    SharedRotations.follow(ledger, store);
    withdraw(ledger, store);
    if (ledger.<Boolean>read(SendingRun::isDue)) {
      PeerTable peers = store.peers();
      int _ = ledger.<Integer>write(tx -> new SendingRun(tx).leaveDue(peers));
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
    List<Departures.Handed> handed = ledger.read(tx -> handed(tx, GroupSending.State.CANCELLED));
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

  /** Returns the mails of sendings in a state that the node's outbox has taken. */
  static List<Departures.Handed> handed(Transaction tx, GroupSending.State state) {
    return Departures.handed(
        tx,
        "shared_sending JOIN outbox ON outbox.id = 'memory:' || shared_sending.id",
        "shared_sending.state = '" + state + "'");
  }

  private int leaveDue(PeerTable peers) {
    MetNodes met =
        MetNodes.of(peers, nodes("").stream().map(SharedGroup.Other::node).distinct().toList());
    List<GroupSending> left = new ArrayList<>();
    for (SharedGroup.Other node :
        nodes(
            " AND EXISTS (SELECT 1 FROM shared_sending s WHERE s.group_id = shared_node.group_id"
                + " AND s.node = shared_node.node AND s.state IN ('waiting', 'sent', 'refused')"
                + " AND s.due_ms <= ?)",
            tx.nowMs())) {
      boolean _ =
          SetAsides.one(
              SendingQueue.ASIDES,
              NODE_ASIDE_PREFIX + node.groupId() + " " + node.node(),
              "sending",
              () -> leaveDue(node, met, left));
    }
    return left.size();
  }

  private List<SharedGroup.Other> nodes(String which, Object... parameters) {
    return new SetAsides(tx)
        .rows(
            SendingQueue.ASIDES,
            "sending",
            SharedGroup.Other.ROWS,
            NODE_ASIDE_ID,
            "WHERE " + SetAsides.isNotAside(SendingQueue.ASIDES, NODE_ASIDE_ID) + which,
            parameters);
  }

  private boolean leaveDue(SharedGroup.Other node, MetNodes met, List<GroupSending> left) {
    Optional<Endpoint> at = met.endpoint(node.node());
    boolean isHeld = at.isEmpty() || met.isBehindAnother(node.node());
    if (isHeld) {
      hold(node, at.isEmpty() ? NOT_MET : HOST_LIMIT, SOON.toMillis());
    } else {
      leaveDue(node, new Correspondent(node.node(), at.get()), left);
    }
    return isHeld;
  }

  private void leaveDue(SharedGroup.Other node, Correspondent to, List<GroupSending> left) {
    List<GroupSending> due = due(node);
    long most = mayLeave(node.groupId());
    if (due.size() > most) {
      hold(node, HOUR_LIMIT, 0);
    }
    new SetAsides(tx)
        .each(
            SendingQueue.ASIDES,
            "sending",
            due.subList(0, (int) Math.min(most, due.size())),
            GroupSending::asideId,
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
    return Math.max(0, tx.config().get(SharedGroupsSettings.LIST_MAILS_PER_HOUR) - lately);
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

  /** Items wait until the node has the members' list. */
  private List<GroupSending> due(SharedGroup.Other node) {
    String of = "group_id = ? AND node = ?";
    boolean isListed =
        !tx.exists(
            "SELECT 1 FROM shared_sending WHERE " + of + " AND what = 'list' AND state <> ?",
            node.groupId(),
            node.node().toString(),
            GroupSending.State.RECEIVED.toString());
    long underWay =
        tx.number(
            "SELECT COUNT(*) FROM shared_sending WHERE node = ? AND state = 'left'",
            node.node().toString());
    return new SetAsides(tx)
        .rows(
            SendingQueue.ASIDES,
            "sending",
            GroupSending.ROWS,
            GroupSending.ASIDE_ID,
            "WHERE "
                + of
                + " AND state IN ('waiting', 'sent', 'refused') AND due_ms <= ? AND "
                + SetAsides.isNotAside(SendingQueue.ASIDES, GroupSending.ASIDE_ID)
                + (isListed ? "" : " AND what IN ('list', 'leave')")
                + " ORDER BY at_ms, what LIMIT "
                + Math.max(1, MAX_UNDER_WAY - underWay),
            node.groupId(),
            node.node().toString(),
            tx.nowMs());
  }

  private boolean leave(SharedGroup.Other node, Correspondent to, GroupSending row) {
    SharedGroup shared = SharedGroup.find(tx, row.groupId()).orElseThrow();
    Optional<GroupMail.Part> part = new SentParts(tx).of(shared, node, row);
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
}
