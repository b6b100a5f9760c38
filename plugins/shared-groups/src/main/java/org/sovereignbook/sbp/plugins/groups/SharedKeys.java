package org.sovereignbook.sbp.plugins.groups;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.ContentKey;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Sealed;
import org.sovereignbook.sbp.base.protocol.GroupMail;

/**
 * Keys of the epochs of shared groups, for texts that leave the node. Each is stored sealed to a
 * key of this node. Old epochs are kept for mail that is still under way.
 */
record SharedKeys(Transaction tx) {
  /** Number of epochs whose keys are kept. */
  static final int KEPT_EPOCHS = 8;

  private record Row(
      @Rows.Key String groupId,
      @Rows.Key long epoch,
      String sealed,
      PublicKey toKey,
      long createdMs) {
    static final Rows<Row> ROWS = new Rows<>("shared_key", Row.class);
  }

  /** Makes the key of an epoch. */
  void make(String groupId, GroupMail.Group group, long epoch) {
    KeyPair own = tx.node().keys();
    Sealed sealed =
        ContentKey.generate(tx.node().random())
            .seal(
                own.publicKey(),
                GroupMail.aboutKey(group, epoch, own.publicKey()),
                tx.node().random());
    keep(groupId, epoch, sealed, own.publicKey());
  }

  /** Keeps a key that was sealed to this node. */
  void keep(String groupId, long epoch, Sealed sealed, PublicKey to) {
    Row.ROWS.put(tx, new Row(groupId, epoch, sealed.toString(), to, tx.nowMs()));
    tx.update(
        "DELETE FROM shared_key WHERE group_id = ? AND epoch <= ?", groupId, epoch - KEPT_EPOCHS);
  }

  /** Returns the key of an epoch; empty if this node never had it, or no longer has it. */
  Optional<ContentKey> find(SharedGroup shared, long epoch) {
    Optional<Row> row =
        Row.ROWS.first(tx, "WHERE group_id = ? AND epoch = ?", shared.groupId(), epoch);
    return row.flatMap(one -> open(shared.group(), epoch, Sealed.parse(one.sealed()), one.toKey()));
  }

  /** Opens a key that was sealed to a key of this node; empty if it was not. */
  Optional<ContentKey> open(GroupMail.Group group, long epoch, Sealed sealed, PublicKey to) {
    Optional<KeyPair> own = tx.node().keyPair(to);
    try {
      return own.map(keys -> ContentKey.open(sealed, keys, GroupMail.aboutKey(group, epoch, to)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Seals the present key to another node. */
  Sealed sealed(SharedGroup shared, PublicKey to) {
    return find(shared, shared.epoch())
        .orElseThrow()
        .seal(to, GroupMail.aboutKey(shared.group(), shared.epoch(), to), tx.node().random());
  }

  void forget(String groupId) {
    tx.update("DELETE FROM shared_key WHERE group_id = ?", groupId);
  }
}
