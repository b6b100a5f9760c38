package org.sovereignbook.sbp.authority.access;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * The owner's decision on what proves the owner, and the tokens that make a proof necessary. It is
 * kept in the society's database and is no setting, so that no tool of an agent writes it.
 */
public record ProofRule(Transaction tx) {
  /**
   * Period for which a token counts that its holder may have ended. A token counts no longer when
   * its run, turn or team has ended it and all its processes are known to be gone.
   */
  private static final Duration AFTER_TOKEN = Duration.ofDays(1);

  private static final String SUBJECT = "proof";
  private static final String LIVE = "(t.revoked_ms IS NULL AND t.expires_ms > ?)";
  private static final String ENDED =
      "(t.revoked_ms > ? AND (t.ended IS NULL OR t.ended <> 'gone'))";

  /** Proof of the owner, the weakest first. */
  public enum Proof {
    /** Nothing: a process that no agent started is the owner. */
    NONE,
    /** A terminal, which any program can make. */
    TERMINAL,
    /** The passphrase, or a key of the owner. */
    PASSPHRASE
  }

  /** Use of a token. */
  public enum Purpose {
    /** A run of a team, a hook or an approved call. */
    RUN,
    /** A turn of a session. */
    TURN,
    /** A connection of {@code sbp mcp --agent}. */
    CONNECTION,
    /** A token that was handed out: only its holder knows where it is. */
    TOKEN;

    /** Returns whether only its holder knows where it is. */
    public boolean isHandedOut() {
      return this == TOKEN;
    }
  }

  /**
   * A token that makes a proof necessary.
   *
   * @param of what it is for
   * @param until when it counts no longer by itself
   * @param live whether it is valid; otherwise somebody ended it, who may have been its holder
   */
  public record Counted(String agent, Purpose of, Timestamp until, boolean live) {}

  private record Decided(Optional<Proof> proof) {
    static final Rows<Decided> ROWS = new Rows<>("owner_proof", Decided.class);
  }

  /** Columns that the program does not read; there is one row. */
  private record Made(int id, long decidedMs) {}

  /** Returns the owner's decision; empty before one: then the passphrase proves the owner. */
  public Optional<Proof> decided() {
    return Decided.ROWS.first(tx, "").flatMap(Decided::proof);
  }

  /** Returns what proves the owner while tokens count. */
  public Proof proof() {
    return decided().orElse(Proof.PASSPHRASE);
  }

  /** Records the decision. The caller has verified that it is the owner. */
  public void decide(Authority by, Proof proof) {
    String before = decided().map(Words::spelled).orElse("unset");
    tx.update("DELETE FROM owner_proof");
    Decided.ROWS.insert(tx, new Decided(Optional.of(proof)), new Made(1, tx.nowMs()), tx.cause(by));
    tx.audit(
        AuditRow.ofGrant(
            by, SUBJECT, "changed", "from %s to %s".formatted(before, Words.spelled(proof))));
  }

  /** Returns whether a call that lets others do more needs a proof now. */
  public boolean isNeeded() {
    return proof() != Proof.NONE && hasTokens();
  }

  /** Returns whether an agent has a valid token, or one that its holder may have ended lately. */
  public boolean hasTokens() {
    return tx.exists(
        "SELECT 1 FROM agent_token t WHERE " + LIVE + " OR " + ENDED,
        tx.nowMs(),
        tx.nowMs() - AFTER_TOKEN.toMillis());
  }

  /** Returns whether an agent has a valid token now. */
  public boolean hasTokensNow() {
    return tx.exists("SELECT 1 FROM agent_token t WHERE " + LIVE, tx.nowMs());
  }

  /** Returns the tokens that count, those that count longest first. */
  public List<Counted> counted(int most) {
    long day = AFTER_TOKEN.toMillis();
    return tx.list(
        "SELECT a.name, t.purpose, CASE WHEN t.revoked_ms IS NULL THEN t.expires_ms ELSE"
            + " t.revoked_ms + ? END AS until_ms, CASE WHEN t.revoked_ms IS NULL THEN 1 ELSE 0 END"
            + " FROM agent_token t JOIN agent a ON a.id = t.agent WHERE "
            + LIVE
            + " OR "
            + ENDED
            + " ORDER BY until_ms DESC, t.id LIMIT ?",
        row ->
            new Counted(
                row.text(1),
                row.maybeText(2)
                    .flatMap(word -> Words.find(Purpose.class, word))
                    .orElse(Purpose.TOKEN),
                Timestamp.ofMillis(row.number(3)),
                row.number(4) != 0),
        day,
        tx.nowMs(),
        tx.nowMs() - day,
        most);
  }
}
