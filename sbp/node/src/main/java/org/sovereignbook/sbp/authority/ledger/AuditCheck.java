package org.sovereignbook.sbp.authority.ledger;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.NodeThing;

/**
 * Integrity check of the audit log: finds rows that are missing, altered, moved, added beside the
 * chain or cut off at an end. Used once.
 */
public final class AuditCheck {
  private static final int MAX_FINDINGS = 100;

  private final Transaction tx;
  private final AuditAnchors anchors;
  private final List<Finding> findings = new ArrayList<>();
  private final AuditEnds ends = new AuditEnds();
  private long rows;

  private AuditCheck(Transaction tx) {
    this.tx = tx;
    this.anchors = new AuditAnchors(tx);
  }

  /** Difference from the log as it was written. */
  public record Finding(Kind kind, String what) {}

  /** Kind of a difference. */
  public enum Kind {
    MISSING,
    ALTERED,
    MOVED,
    ADDED,
    CUT_OFF,
    UNSIGNED,
    /** Nothing can be said: the rows in question are no longer kept. */
    TOO_OLD
  }

  /**
   * Result of a check.
   *
   * @param rows the number of rows that were checked
   * @param heads the newest row of each chain, {@code TRAIL:LANE:NUMBER:HASH}: kept elsewhere, they
   *     can be given to a later check
   * @param findings at most a hundred differences; empty when the log is intact
   */
  public record AuditReport(long rows, List<String> heads, List<Finding> findings) {
    public AuditReport {
      heads = List.copyOf(heads);
      findings = List.copyOf(findings);
    }

    public boolean isIntact() {
      return findings.isEmpty();
    }
  }

  /**
   * Checks the whole log in one snapshot.
   *
   * @param heads rows that must still exist
   * @throws IllegalArgumentException when one of them is malformed
   */
  public static AuditReport run(Ledger ledger, List<String> heads) {
    return ledger.snapshot(tx -> in(tx, heads));
  }

  /** Checks the log as a transaction sees it. */
  public static AuditReport in(Transaction tx, List<String> heads) {
    return new AuditCheck(tx).run(heads);
  }

  private AuditReport run(List<String> wanted) {
    for (String head : wanted) {
      AuditEntry.Link link =
          AuditEntry.Link.parse(head)
              .orElseThrow(() -> new IllegalArgumentException("a head is TRAIL:LANE:NUMBER:HASH"));
      ends.expect(link, "");
    }
    for (AuditAnchors.Anchor seen : anchors.all(AuditAnchors.SEEN)) {
      if (good(seen)) {
        ends.expect(seen.statement().link(), "");
      }
    }
    Map<AuditEnds.Chain, AuditAnchors.Statement> cuts = new HashMap<>();
    for (AuditAnchors.Anchor cut : anchors.all(AuditAnchors.CUT)) {
      if (good(cut)) {
        cuts.put(AuditEnds.Chain.of(cut.statement().link()), cut.statement());
      }
    }
    expectSealed(cuts);
    List<AuditEntry.Link> heads = heads();
    for (AuditEnds.Chain chain : chains(heads)) {
      Optional<AuditEntry.Link> head =
          heads.stream().filter(each -> AuditEnds.Chain.of(each).equals(chain)).findFirst();
      check(chain, head, Optional.ofNullable(cuts.get(chain)));
    }
    for (AuditEnds.Place place : ends.left()) {
      find(Kind.TOO_OLD, "row %d of %s is no longer kept".formatted(place.number(), place.chain()));
    }
    checkUnchained();
    checkDocuments("authority", "authority_id");
    checkDocuments("audit_detail", "detail_id");
    return new AuditReport(
        rows,
        heads.stream().filter(head -> head.number() > 0).map(AuditEntry.Link::text).toList(),
        findings);
  }

  /**
   * Expects the ends that the file beside the database names, except for rows that are no longer
   * kept.
   */
  private void expectSealed(Map<AuditEnds.Chain, AuditAnchors.Statement> cuts) {
    AuditSeal seal = new AuditSeal(tx.node());
    if (seal.isLost()) {
      find(
          Kind.MISSING,
          "%s was lost, and with it the ends of the newest rows; once you know why: sbp lost --accept %s"
              .formatted(seal.file(), NodeThing.AUDIT_ENDS));
    }
    AuditSeal.Ends sealed = seal.readAll();
    if (sealed.forged() > 0) {
      find(
          Kind.UNSIGNED,
          "%d lines of %s are not this node's".formatted(sealed.forged(), seal.file()));
    }
    for (AuditEntry.Link end : sealed.ends()) {
      AuditAnchors.Statement cut = cuts.get(AuditEnds.Chain.of(end));
      if (cut == null || cut.number() <= end.number()) {
        String hint =
            "; if you have put back an older database:  sbp lost --accept " + NodeThing.AUDIT_ENDS;
        ends.expect(end, hint);
      }
    }
  }

  private boolean good(AuditAnchors.Anchor anchor) {
    if (anchors.isGood(anchor)) {
      return true;
    }
    AuditAnchors.Statement said = anchor.statement();
    find(
        Kind.UNSIGNED,
        "that %s of %s ends at row %d is not signed by this node"
            .formatted(
                anchor.statement().kind().equals(AuditAnchors.CUT) ? "what was removed" : "a view",
                AuditEnds.Chain.of(said.link()),
                said.number()));
    return false;
  }

  private List<AuditEntry.Link> heads() {
    return AuditAnchors.CHAINS.list(tx, "WHERE trail <> 'before' ORDER BY trail, lane");
  }

  /** Returns all chains for which there is a row, an end, or a signed statement of the node. */
  private Set<AuditEnds.Chain> chains(List<AuditEntry.Link> heads) {
    Set<AuditEnds.Chain> chains = new LinkedHashSet<>();
    heads.forEach(head -> chains.add(AuditEnds.Chain.of(head)));
    chains.addAll(ends.chains());
    chains.addAll(
        tx.list(
            "SELECT DISTINCT trail, lane FROM audit WHERE trail IS NOT NULL",
            row -> new AuditEnds.Chain(row.text(1), Math.toIntExact(row.number(2)))));
    return chains;
  }

  private void check(
      AuditEnds.Chain chain, Optional<AuditEntry.Link> head, Optional<AuditAnchors.Statement> cut) {
    AuditWalk walk =
        new AuditWalk(
            chain,
            cut.map(AuditAnchors.Statement::number).orElse(0L),
            cut.map(AuditAnchors.Statement::hash).orElse(""),
            ends,
            this::find);
    AuditEntry.ROWS.each(
        tx,
        "WHERE trail = ? AND lane = ? ORDER BY number, seq",
        entry -> {
          rows++;
          walk.step(entry);
        },
        chain.trail(),
        chain.lane());
    walk.end(head);
  }

  private void checkUnchained() {
    tx.each(
        "SELECT seq FROM audit WHERE trail IS NULL AND seq > COALESCE((SELECT MAX(number)"
            + " FROM audit_chain WHERE trail = 'before'), 0) ORDER BY seq",
        row -> find(Kind.ADDED, "row %d is in no chain".formatted(row.number(1))));
    rows += tx.number("SELECT COUNT(*) FROM audit WHERE trail IS NULL");
  }

  private void checkDocuments(String table, String column) {
    tx.each(
        ("SELECT DISTINCT a.%1$s, d.document FROM audit a LEFT JOIN %2$s d ON d.id = a.%1$s"
                + " WHERE a.%1$s IS NOT NULL")
            .formatted(column, table),
        this::checkDocument);
  }

  private void checkDocument(Sql.Row row) throws SQLException {
    Optional<String> document = row.maybeText(2);
    if (document.isEmpty()) {
      find(Kind.MISSING, "what decisions rested on is missing: " + row.text(1));
    } else if (!hashOf(document.get()).equals(row.text(1))) {
      find(Kind.ALTERED, "what decisions rested on is not as it was written: " + row.text(1));
    }
  }

  private static String hashOf(String document) {
    try {
      JsonObject json = Transaction.json(document);
      return ContentHash.of(json).hex();
    } catch (RuntimeException e) {
      return "";
    }
  }

  private void find(Kind kind, String what) {
    if (findings.size() < MAX_FINDINGS) {
      findings.add(new Finding(kind, what));
    }
  }
}
