package org.sovereignbook.sbp.plugins.groups;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.GroupMail;

/**
 * One thing that a node of a shared group is to get; a row of the table {@code shared_sending}. A
 * mail is made from the present state when it leaves, and sent again until the node's receipt says
 * that it has it.
 *
 * @param what an item's id, {@link #LIST}, or {@link #LEAVE}
 * @param version the version's id, or the list's serial
 * @param id of the mail that carries it now
 */
record GroupSending(
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
  static final Rows<GroupSending> ROWS = new Rows<>("shared_sending", GroupSending.class);

  /** Name of the members' list among what is sent. */
  static final String LIST = GroupMail.Receipt.LIST;

  /** Name of the news that agents of this node have left. */
  static final String LEAVE = "leave";

  static final String ASIDE_ID =
      "shared_sending.group_id || ' ' || shared_sending.node || ' ' || shared_sending.what";

  /** State of a sending. */
  enum State {
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

  String asideId() {
    return groupId + " " + node + " " + what;
  }

  /** Notes what became of it, and when it is sent again. */
  void become(Transaction tx, State next, Optional<String> why, long againMs) {
    tx.update(
        "UPDATE shared_sending SET state = ?, reason = ?, due_ms = ? WHERE group_id = ? AND node ="
            + " ? AND what = ?",
        next.toString(),
        why,
        tx.nowMs() + againMs,
        groupId,
        node.toString(),
        what);
  }
}
