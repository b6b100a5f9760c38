package org.sovereignbook.sbp.plugins.groups;

import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.base.crypto.PublicKey;

/**
 * A version of an item that arrived and may be stored.
 *
 * @param updatedMs no later than now
 * @param by the authority behind it
 */
record ArrivedItem(
    SharedGroup shared,
    String id,
    String versionId,
    long updatedMs,
    PublicKey node,
    String author,
    Authority by) {
  /** Returns its row as the present version. */
  SharedItem row(String item, boolean ended) {
    return new SharedItem(shared.groupId(), id, item, versionId, updatedMs, node, author, ended);
  }
}
