package org.sovereignbook.sbp.authority.ledger;

import java.util.Optional;
import java.util.function.BiConsumer;

/** Walk along one chain, from its oldest row to its newest. */
final class AuditWalk {
  private final AuditEnds.Chain chain;
  private final AuditEnds ends;
  private final BiConsumer<AuditCheck.Kind, String> findings;
  private long number;
  private String hash;
  private long seq;
  private boolean areOthers;

  /**
   * Starts after a known row.
   *
   * @param number the number of that row; 0 before the first row
   * @param findings receives each difference from the log as it was written
   */
  AuditWalk(
      AuditEnds.Chain chain,
      long number,
      String hash,
      AuditEnds ends,
      BiConsumer<AuditCheck.Kind, String> findings) {
    this.chain = chain;
    this.ends = ends;
    this.findings = findings;
    this.number = number;
    this.hash = hash;
    lookFor(number, hash);
  }

  void step(AuditEntry entry) {
    AuditEntry.Link link = entry.link().orElseThrow();
    if (link.number() > number + 1) {
      missing(number + 1, link.number() - 1);
    } else if (link.number() <= number) {
      findings.accept(
          AuditCheck.Kind.ADDED,
          "row %d (%s) has the place of another one".formatted(entry.seq(), place(link)));
      return;
    }
    if (entry.seq() <= seq) {
      findings.accept(
          AuditCheck.Kind.MOVED,
          "row %d (%s) is not in its place".formatted(entry.seq(), place(link)));
    }
    boolean follows = link.number() == number + 1;
    String right = AuditEntry.hash(hash, chain.trail(), chain.lane(), link.number(), entry.said());
    if (follows && !right.equals(link.hash())) {
      findings.accept(
          AuditCheck.Kind.ALTERED,
          "row %d (%s), or its hash, is not as it was written".formatted(entry.seq(), place(link)));
    }
    number = link.number();
    hash = link.hash();
    seq = Math.max(seq, entry.seq());
    lookFor(number, hash);
  }

  private void lookFor(long at, String found) {
    Optional<AuditEnds.Wanted> other = ends.missed(chain, at, found);
    if (other.isPresent() && !areOthers) {
      // Reported once: all later rows differ, too.
      areOthers = true;
      findings.accept(
          AuditCheck.Kind.ALTERED,
          "the rows of %s up to %d are others than the node has seen%s"
              .formatted(chain, at, other.get().hint()));
    }
  }

  void end(Optional<AuditEntry.Link> known) {
    AuditEntry.Link head =
        known.orElseGet(() -> new AuditEntry.Link(chain.trail(), chain.lane(), 0, ""));
    if (head.number() > number) {
      findings.accept(
          AuditCheck.Kind.CUT_OFF,
          "the newest rows of %s are missing: %d to %d"
              .formatted(chain, number + 1, head.number()));
    } else if (head.number() < number || !head.hash().equals(hash)) {
      findings.accept(
          AuditCheck.Kind.ALTERED, "the end of %s is not as it was written".formatted(chain));
    }
    ends.gone(chain, number + 1, Long.MAX_VALUE)
        .ifPresent(
            last ->
                findings.accept(
                    AuditCheck.Kind.CUT_OFF,
                    "%s went on to row %d and ends at %d%s"
                        .formatted(
                            chain,
                            last.getKey().number(),
                            number,
                            last.getValue().getFirst().hint())));
  }

  private void missing(long from, long to) {
    Optional<?> _ = ends.gone(chain, from, to);
    findings.accept(
        AuditCheck.Kind.MISSING,
        from == to
            ? "row %d of %s is missing".formatted(from, chain)
            : "rows %d to %d of %s are missing".formatted(from, to, chain));
  }

  private static String place(AuditEntry.Link link) {
    return "%s:%d:%d".formatted(link.trail(), link.lane(), link.number());
  }
}
