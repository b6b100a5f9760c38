package org.sovereignbook.sbp.ledger;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Quoting;
import org.sovereignbook.sbp.sql.Sql;

/**
 * Whether the trail is as it was written: finds rows that are missing, altered, moved, added beside
 * the chain or cut off at an end. Used once.
 */
public final class AuditCheck {
  private static final int MAX_FINDINGS = 100;

  private final Transaction tx;
  private final AuditAnchors anchors;
  private final List<Finding> findings = new ArrayList<>();
  private final Map<Place, List<Wanted>> expected = new HashMap<>();
  private long rows;

  private AuditCheck(Transaction tx) {
    this.tx = tx;
    this.anchors = new AuditAnchors(tx);
  }

  private record Chain(String trail, int lane) {}

  private record Place(Chain chain, long number) {
    static Place of(AuditEntry.Link link) {
      return new Place(new Chain(link.trail(), link.lane()), link.number());
    }
  }

  /**
   * What must be in a place.
   *
   * @param hint what else may have happened
   */
  private record Wanted(String hash, String hint) {}

  /** What is not as it was written. */
  public record Finding(Kind kind, String what) {}

  /** What may have happened to rows. */
  public enum Kind {
    MISSING,
    ALTERED,
    MOVED,
    ADDED,
    CUT_OFF,
    UNSIGNED,
    /** Nothing can be said of it: what was there is no longer kept. */
    TOO_OLD
  }

  /**
   * What was found.
   *
   * @param rows how many were looked at
   * @param heads the newest row of each chain, {@code TRAIL:LANE:NUMBER:HASH}: whoever keeps them
   *     elsewhere can have them looked for later
   * @param findings at most a hundred of what is wrong; none if all is as it was written
   */
  public record Verdict(long rows, List<String> heads, List<Finding> findings) {
    public Verdict {
      heads = List.copyOf(heads);
      findings = List.copyOf(findings);
    }

    public boolean isIntact() {
      return findings.isEmpty();
    }
  }

  /**
   * Looks at all of it, as it is at one time.
   *
   * @param heads that must still be there
   * @throws IllegalArgumentException when one of them is none
   */
  public static Verdict run(Ledger ledger, List<String> heads) {
    return ledger.snapshot(tx -> in(tx, heads));
  }

  /** The same, in a transaction, as it sees them. */
  public static Verdict in(Transaction tx, List<String> heads) throws SQLException {
    return new AuditCheck(tx).run(heads);
  }

  private Verdict run(List<String> wanted) throws SQLException {
    for (String head : wanted) {
      AuditEntry.Link link =
          AuditEntry.Link.parse(head)
              .orElseThrow(() -> new IllegalArgumentException("a head is TRAIL:LANE:NUMBER:HASH"));
      expect(link, "");
    }
    for (AuditAnchors.Anchor seen : anchors.all(AuditAnchors.SEEN)) {
      if (good(seen)) {
        expect(seen.statement().link(), "");
      }
    }
    Map<Chain, AuditAnchors.Statement> cuts = new HashMap<>();
    for (AuditAnchors.Anchor cut : anchors.all(AuditAnchors.CUT)) {
      if (good(cut)) {
        cuts.put(new Chain(cut.statement().trail(), cut.statement().lane()), cut.statement());
      }
    }
    expectSealed(cuts);
    List<AuditEntry.Link> heads = heads();
    for (Chain chain : chains(heads)) {
      Optional<AuditEntry.Link> head =
          heads.stream()
              .filter(each -> each.trail().equals(chain.trail()) && each.lane() == chain.lane())
              .findFirst();
      check(chain, head, Optional.ofNullable(cuts.get(chain)));
    }
    expected.forEach(
        (place, _) ->
            find(
                Kind.TOO_OLD,
                "row %d of %s is no longer kept".formatted(place.number(), name(place.chain()))));
    checkUnchained();
    checkDocuments("authority", "authority_id");
    checkDocuments("audit_detail", "detail_id");
    return new Verdict(
        rows,
        heads.stream().filter(head -> head.number() > 0).map(AuditEntry.Link::text).toList(),
        findings);
  }

  /** What the file beside the database says, but for what is no longer kept. */
  private void expectSealed(Map<Chain, AuditAnchors.Statement> cuts) {
    AuditSeal seal = new AuditSeal(tx.node());
    AuditSeal.Ends sealed = seal.read();
    if (sealed.forged() > 0) {
      find(
          Kind.UNSIGNED,
          "%d lines of %s are not this node's".formatted(sealed.forged(), seal.file()));
    }
    for (AuditEntry.Link end : sealed.ends()) {
      Place place = Place.of(end);
      AuditAnchors.Statement cut = cuts.get(place.chain());
      if (cut == null || cut.number() <= end.number()) {
        String hint =
            "; if you have put back an older database:  mv %1$s %1$s.before"
                .formatted(Quoting.shell(seal.file().toString()));
        expect(end, hint);
      }
    }
  }

  private void expect(AuditEntry.Link end, String hint) {
    expected
        .computeIfAbsent(Place.of(end), _ -> new ArrayList<>())
        .add(new Wanted(end.hash(), hint));
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
                name(new Chain(said.trail(), said.lane())),
                said.number()));
    return false;
  }

  private List<AuditEntry.Link> heads() throws SQLException {
    return tx.sql()
        .list(
            "SELECT trail, lane, number, hash FROM audit_chain WHERE trail <> 'before'"
                + " ORDER BY trail, lane",
            row ->
                new AuditEntry.Link(
                    row.text(1), Math.toIntExact(row.number(2)), row.number(3), row.text(4)));
  }

  /** All of which there is a row, an end, or a word of the node. */
  private Set<Chain> chains(List<AuditEntry.Link> heads) throws SQLException {
    Set<Chain> chains = new LinkedHashSet<>();
    heads.forEach(head -> chains.add(new Chain(head.trail(), head.lane())));
    expected.keySet().forEach(place -> chains.add(place.chain()));
    chains.addAll(
        tx.sql()
            .list(
                "SELECT DISTINCT trail, lane FROM audit WHERE trail IS NOT NULL",
                row -> new Chain(row.text(1), Math.toIntExact(row.number(2)))));
    return chains;
  }

  private void check(
      Chain chain, Optional<AuditEntry.Link> head, Optional<AuditAnchors.Statement> cut)
      throws SQLException {
    Walk walk =
        new Walk(
            chain,
            cut.map(AuditAnchors.Statement::number).orElse(0L),
            cut.map(AuditAnchors.Statement::hash).orElse(""));
    tx.sql()
        .each(
            "SELECT "
                + AuditEntry.COLUMNS
                + " FROM audit WHERE trail = ? AND lane = ? ORDER BY number, seq",
            row -> walk.step(AuditEntry.read(row)),
            chain.trail(),
            chain.lane());
    walk.end(head);
  }

  /** Along one chain, from its oldest row to its newest. */
  private final class Walk {
    private final Chain chain;
    private long number;
    private String hash;
    private long seq;
    private boolean areOthers;

    Walk(Chain chain, long number, String hash) {
      this.chain = chain;
      this.number = number;
      this.hash = hash;
      lookFor(number, hash);
    }

    void step(AuditEntry entry) {
      AuditEntry.Link link = entry.link().orElseThrow();
      rows++;
      if (link.number() > number + 1) {
        missing(number + 1, link.number() - 1);
      } else if (link.number() <= number) {
        find(
            Kind.ADDED,
            "row %d (%s) has the place of another one".formatted(entry.seq(), place(link)));
        return;
      }
      if (entry.seq() <= seq) {
        find(Kind.MOVED, "row %d (%s) is not in its place".formatted(entry.seq(), place(link)));
      }
      boolean follows = link.number() == number + 1;
      String right =
          AuditEntry.hash(hash, chain.trail(), chain.lane(), link.number(), entry.said());
      if (follows && !right.equals(link.hash())) {
        find(
            Kind.ALTERED,
            "row %d (%s), or its hash, is not as it was written"
                .formatted(entry.seq(), place(link)));
      }
      number = link.number();
      hash = link.hash();
      seq = Math.max(seq, entry.seq());
      lookFor(number, hash);
    }

    private void lookFor(long at, String found) {
      List<Wanted> wanted =
          Objects.requireNonNullElse(expected.remove(new Place(chain, at)), List.of());
      Optional<Wanted> other = wanted.stream().filter(it -> !it.hash().equals(found)).findFirst();
      if (other.isPresent() && !areOthers) {
        // Once: those that follow are others, too.
        areOthers = true;
        find(
            Kind.ALTERED,
            "the rows of %s up to %d are others than the node has seen%s"
                .formatted(name(chain), at, other.get().hint()));
      }
    }

    void end(Optional<AuditEntry.Link> known) {
      AuditEntry.Link head =
          known.orElseGet(() -> new AuditEntry.Link(chain.trail(), chain.lane(), 0, ""));
      if (head.number() > number) {
        find(
            Kind.CUT_OFF,
            "the newest rows of %s are missing: %d to %d"
                .formatted(name(chain), number + 1, head.number()));
      } else if (head.number() < number || !head.hash().equals(hash)) {
        find(Kind.ALTERED, "the end of %s is not as it was written".formatted(name(chain)));
      }
      gone(number + 1, Long.MAX_VALUE)
          .ifPresent(
              last ->
                  find(
                      Kind.CUT_OFF,
                      "%s went on to row %d and ends at %d%s"
                          .formatted(
                              name(chain),
                              last.getKey().number(),
                              number,
                              last.getValue().getFirst().hint())));
    }

    /** The last that was expected in these places; none of them is any more. */
    private Optional<Map.Entry<Place, List<Wanted>>> gone(long from, long to) {
      List<Map.Entry<Place, List<Wanted>>> gone =
          expected.entrySet().stream()
              .filter(it -> it.getKey().chain().equals(chain))
              .filter(it -> it.getKey().number() >= from && it.getKey().number() <= to)
              .toList();
      gone.forEach(it -> expected.remove(it.getKey()));
      return gone.stream().max(Comparator.comparingLong(it -> it.getKey().number()));
    }

    private void missing(long from, long to) {
      Optional<?> _ = gone(from, to);
      find(
          Kind.MISSING,
          from == to
              ? "row %d of %s is missing".formatted(from, name(chain))
              : "rows %d to %d of %s are missing".formatted(from, to, name(chain)));
    }
  }

  private void checkUnchained() throws SQLException {
    tx.sql()
        .each(
            "SELECT seq FROM audit WHERE trail IS NULL AND seq > COALESCE((SELECT MAX(number)"
                + " FROM audit_chain WHERE trail = 'before'), 0) ORDER BY seq",
            row -> find(Kind.ADDED, "row %d is in no chain".formatted(row.number(1))));
    rows +=
        tx.sql()
            .first("SELECT COUNT(*) FROM audit WHERE trail IS NULL", row -> row.number(1))
            .orElse(0L);
  }

  private void checkDocuments(String table, String column) throws SQLException {
    tx.sql()
        .each(
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

  private static String name(Chain chain) {
    return "the chain %s:%d".formatted(chain.trail(), chain.lane());
  }

  private static String place(AuditEntry.Link link) {
    return "%s:%d:%d".formatted(link.trail(), link.lane(), link.number());
  }
}
