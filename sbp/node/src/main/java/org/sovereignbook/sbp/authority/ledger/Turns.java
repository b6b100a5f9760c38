package org.sovereignbook.sbp.authority.ledger;

/**
 * Fair order of the rows that peers caused: each peer's next row has the next free turn of that
 * peer, so that a peer with many rows waits for one with few.
 *
 * @param table has a column {@code turn}
 * @param owner the column that names the peer
 * @param waiting condition of the rows that are not taken yet
 */
public record Turns(String table, String owner, String waiting) {
  /**
   * Returns the turn of a peer's next row: after the peer's own rows, and after the turns that were
   * served already.
   *
   * @param parameters the parameters of the condition
   */
  public long next(Transaction tx, String peer, Object... parameters) {
    long first = tx.number(select("MIN(turn), 1") + waiting, parameters);
    Object[] ofPeer = new Object[parameters.length + 1];
    ofPeer[0] = peer;
    System.arraycopy(parameters, 0, ofPeer, 1, parameters.length);
    long own = tx.number(select("MAX(turn), 0") + owner + " = ? AND " + waiting, ofPeer);
    return Math.max(first, own + 1);
  }

  private String select(String what) {
    return "SELECT COALESCE(" + what + ") FROM " + table + " WHERE ";
  }
}
