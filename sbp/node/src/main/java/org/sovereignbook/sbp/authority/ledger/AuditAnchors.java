package org.sovereignbook.sbp.authority.ledger;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signature;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.KeyFileException;

/**
 * Statements that the node signs about its audit chains: up to where the oldest rows were removed,
 * and how far a chain went at some time. Write access to the database without the node's key is not
 * enough to forge one.
 */
record AuditAnchors(Transaction tx) {
  /** Kind of a statement that the oldest rows, up to and including this one, were removed. */
  static final String CUT = "cut";

  /** Kind of a statement that this row existed. */
  static final String SEEN = "seen";

  static final Rows<AuditEntry.Link> CHAINS = new Rows<>("audit_chain", AuditEntry.Link.class);

  /** Anchor; unsigned when the node has no key yet. */
  record Anchor(
      Statement statement, Optional<String> publicKey, @Shape.Hidden Optional<String> signature) {
    private static final Rows<Anchor> ROWS = new Rows<>("audit_anchor", Anchor.class);
  }

  /** Content that is signed. */
  record Statement(
      @Rows.Key String kind,
      @Rows.Key String trail,
      @Rows.Key int lane,
      long number,
      String hash,
      long atMs) {
    AuditEntry.Link link() {
      return new AuditEntry.Link(trail, lane, number, hash);
    }

    byte[] bytes() {
      // The prefix separates these signatures from all others of the node, which sign JSON objects.
      byte[] json = Jcs.canonicalize(Shape.write(this));
      String text = "sbp-audit-v1:" + new String(json, StandardCharsets.UTF_8);
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  /** Stores an anchor in place of the one of the same kind and chain. */
  void put(String kind, AuditEntry.Link link) {
    Statement statement =
        new Statement(kind, link.trail(), link.lane(), link.number(), link.hash(), tx.nowMs());
    Optional<KeyPair> keys = keys();
    Anchor.ROWS.put(
        tx,
        new Anchor(
            statement,
            keys.map(pair -> pair.publicKey().toString()),
            keys.map(pair -> Ed25519.sign(statement.bytes(), pair).toString())));
  }

  /** Returns whether this row exists, or was removed because of its age. */
  boolean hold(AuditEntry.Link link) {
    return tx.exists(
            "SELECT 1 FROM audit WHERE trail = ? AND lane = ? AND number = ? AND hash = ?",
            link.trail(),
            link.lane(),
            link.number(),
            link.hash())
        || tx.exists(
            "SELECT 1 FROM audit_anchor WHERE kind = ? AND trail = ? AND lane = ? AND (number >"
                + " ? OR (number = ? AND hash = ?))",
            CUT,
            link.trail(),
            link.lane(),
            link.number(),
            link.number(),
            link.hash());
  }

  /** Signs the present end of each chain; an end that is missing now stays signed. */
  void seeAll() {
    List<AuditEntry.Link> seen = new ArrayList<>();
    for (Anchor anchor : all(SEEN)) {
      seen.add(anchor.statement().link());
    }
    List<AuditEntry.Link> heads = heads();
    new AuditSeal(tx.node()).sign(this, heads);
    for (AuditEntry.Link head : heads) {
      Optional<AuditEntry.Link> before =
          seen.stream().filter(it -> it.isInChainOf(head)).findFirst();
      if (before.isEmpty() || (!before.get().equals(head) && hold(before.get()))) {
        put(SEEN, head);
      }
    }
  }

  /** Returns the ends of all chains in the database. */
  List<AuditEntry.Link> heads() {
    return CHAINS.list(tx, "WHERE number > 0 AND trail <> 'before' ORDER BY trail, lane");
  }

  /** Returns all anchors of a kind. */
  List<Anchor> all(String kind) {
    return Anchor.ROWS.list(tx, "WHERE kind = ? ORDER BY trail, lane", kind);
  }

  /**
   * Returns whether a present or earlier key of this node has signed the anchor; a node without a
   * key signs nothing.
   */
  boolean isGood(Anchor anchor) {
    if (anchor.publicKey().isEmpty() || anchor.signature().isEmpty()) {
      return keys().isEmpty();
    }
    try {
      PublicKey key = PublicKey.parse(anchor.publicKey().get());
      return tx.node().keyPair(key).isPresent()
          && Ed25519.verify(
              anchor.statement().bytes(), Signature.parse(anchor.signature().get()), key);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private Optional<KeyPair> keys() {
    try {
      return Files.exists(tx.node().home().keypair())
          ? Optional.of(tx.node().keys())
          : Optional.empty();
    } catch (KeyFileException e) {
      // Other checks report an unreadable key; the decision is written all the same.
      return Optional.empty();
    }
  }
}
