package org.sovereignbook.sbp.plugins.channels.work;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.EntityTable;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/** Channels of this node, in one transaction of its database. */
public record Accounts(Transaction tx) {
  static final int MAX_ERROR_CHARACTERS = 300;
  private static final String OWNER = "owner";

  public List<Account> all() {
    return Account.ROWS.list(tx, "ORDER BY created_ms, name");
  }

  public Optional<Account> find(String name) {
    return Account.ROWS.first(tx, "WHERE name = ?", name);
  }

  /** Adds a channel, and the owner's address on it to the entity of the owner. */
  public void add(Account account, Authority by) {
    Account.ROWS.insert(tx, account, tx.cause(by));
    EntityTable entities = new EntityTable(tx);
    EntityTable.Entity owner =
        entities.all().stream()
            .filter(one -> one.type() == EntityTable.Type.OWNER)
            .findFirst()
            .orElseGet(() -> entities.add(EntityTable.Type.OWNER, OWNER, Optional.empty(), by));
    entities.identify(
        owner, new EntityTable.Identity(account.adapter(), account.ownerAddress()), by);
    append(account.name(), "added", by);
  }

  /** Removes a channel. Returns how many messages waited there, which fail. */
  public int remove(Account account, Authority by) {
    int failed =
        tx.update(
            "UPDATE channel_outbox SET state = 'failed', reason = 'the channel was removed',"
                + " ended_ms = ? WHERE channel = ? AND state = 'queued'",
            tx.nowMs(),
            account.name());
    tx.update("DELETE FROM channel_seen WHERE channel = ?", account.name());
    tx.update("DELETE FROM channel_account WHERE name = ?", account.name());
    boolean isLast =
        all().stream()
            .noneMatch(
                other ->
                    other.adapter().equals(account.adapter())
                        && other.ownerAddress().equalsIgnoreCase(account.ownerAddress()));
    if (isLast) {
      new EntityTable(tx)
          .forget(new EntityTable.Identity(account.adapter(), account.ownerAddress()), by);
    }
    append(account.name(), "removed", by);
    return failed;
  }

  private void append(String name, String what, Authority by) {
    boolean _ =
        tx.append(
            LedgerEvent.of(
                "channel:%s:%s:%s".formatted(name, what, tx.newId()),
                "channel." + what,
                by,
                new Subject("channel", name)));
  }

  /** Stores the place after the last message that was taken. */
  void reached(String name, String cursor) {
    tx.update("UPDATE channel_account SET cursor = ? WHERE name = ?", cursor, name);
  }

  void received(String name) {
    tx.update("UPDATE channel_account SET in_ms = ? WHERE name = ?", tx.nowMs(), name);
  }

  void sent(String name) {
    tx.update("UPDATE channel_account SET out_ms = ? WHERE name = ?", tx.nowMs(), name);
  }

  /** Stores that an attempt succeeded. */
  void works(String name) {
    tx.update(
        "UPDATE channel_account SET error = NULL, failing_ms = NULL WHERE name = ? AND error IS NOT"
            + " NULL",
        name);
  }

  /** Stores why an attempt failed, and since when attempts fail. */
  void fails(String name, String why) {
    tx.update(
        "UPDATE channel_account SET error = ?, failing_ms = COALESCE(failing_ms, ?) WHERE name = ?",
        why.length() > MAX_ERROR_CHARACTERS ? why.substring(0, MAX_ERROR_CHARACTERS) : why,
        tx.nowMs(),
        name);
  }
}
