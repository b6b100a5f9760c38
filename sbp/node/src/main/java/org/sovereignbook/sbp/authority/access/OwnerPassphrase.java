package org.sovereignbook.sbp.authority.access;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.PassphraseHash;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Passphrase that authenticates the owner at a terminal while agents have tokens. Any program can
 * open a terminal; only the owner knows the passphrase.
 */
public record OwnerPassphrase(Transaction tx) {
  public static final int MIN_CHARACTERS = 8;
  public static final int MAX_CHARACTERS = 200;

  /** Number of consecutive wrong attempts after which {@link #REST} must pass before the next. */
  public static final int MAX_FAILURES = 5;

  public static final Duration REST = Duration.ofMinutes(15);

  private static final String SUBJECT = "passphrase";

  private record Stored(String verifier, long failures, Optional<Instant> failedAt) {
    static final Rows<Stored> ROWS = new Rows<>("owner_passphrase", Stored.class);
  }

  /** Columns that the program does not read; there is one row. */
  private record Made(int id, long createdMs) {}

  public boolean isSet() {
    return kept().isPresent();
  }

  private Optional<Stored> kept() {
    return Stored.ROWS.first(tx, "WHERE verifier IS NOT NULL");
  }

  /** Requires a passphrase that is long enough, and not too long. */
  public static void requireGood(String passphrase) {
    int length = passphrase.codePointCount(0, passphrase.length());
    if (length < MIN_CHARACTERS || length > MAX_CHARACTERS) {
      throw SocietyException.wrong(
          "bad-passphrase",
          "a passphrase has %d to %d characters, not %d"
              .formatted(MIN_CHARACTERS, MAX_CHARACTERS, length));
    }
  }

  /** Sets or replaces the passphrase. The caller has verified that it is the owner. */
  public void set(Authority by, String passphrase) {
    requireGood(passphrase);
    forget();
    String verifier = PassphraseHash.make(passphrase, tx.node().random());
    Stored.ROWS.insert(
        tx, new Stored(verifier, 0, Optional.empty()), new Made(1, tx.nowMs()), tx.cause(by));
    tx.audit(AuditRow.ofGrant(by, SUBJECT, "created", "by the owner"));
  }

  /** Removes the passphrase. The caller has verified that it is the owner. */
  public void remove(Authority by) {
    if (forget() == 0) {
      throw SocietyException.notFound("no-passphrase", "no passphrase is set");
    }
    tx.audit(AuditRow.ofGrant(by, SUBJECT, "revoked", "by the owner"));
  }

  private int forget() {
    return tx.update("DELETE FROM owner_passphrase");
  }

  /**
   * Returns until when no attempt is accepted; a wait that a wrong clock has recorded is limited,
   * too.
   */
  public Optional<Timestamp> restsUntil() {
    return kept()
        .filter(one -> one.failures() >= MAX_FAILURES)
        .flatMap(Stored::failedAt)
        .map(Instant::toEpochMilli)
        .filter(at -> Math.abs(tx.nowMs() - at) < REST.toMillis())
        .map(at -> Timestamp.ofMillis(Math.min(at, tx.nowMs()) + REST.toMillis()));
  }

  /** Returns why a passphrase is not accepted, and counts the failure; empty when it is correct. */
  public Optional<String> problem(String typed) {
    Optional<Timestamp> rest = restsUntil();
    if (rest.isPresent()) {
      return Optional.of(
          "%d wrong passphrases in a row; the next attempt is possible at %s"
              .formatted(MAX_FAILURES, rest.get()));
    }
    if (kept().filter(one -> PassphraseHash.matches(one.verifier(), typed)).isPresent()) {
      tx.update("UPDATE owner_passphrase SET failures = 0, failed_ms = NULL");
      return Optional.empty();
    }
    tx.update("UPDATE owner_passphrase SET failures = failures + 1, failed_ms = ?", tx.nowMs());
    return Optional.of(
        "the passphrase is wrong; docs/access.md, What proves you, says how you take back one that"
            + " is forgotten");
  }
}
