package org.sovereignbook.sbp.society.memory;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.TrustTier;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * Assessments that are proposed to an observer, and that only the observer makes (CORDELIA §5.3):
 * of memories that a trusted other source contradicts, and of predictions that came due.
 */
public record TrustProposals(Transaction tx) {
  /** Tag of an item that says what will be; {@code valid_to} says when that is known. */
  static final String PREDICTION = "prediction";

  private static final int CONSIDERED_ITEMS = 1_000;

  private static final ItemFilter SEEN =
      new ItemFilter(Optional.empty(), List.of(), Optional.empty(), Optional.empty(), true);

  /**
   * One proposal.
   *
   * @param author an agent below the observer
   * @param against items of others that say the contrary; none for a prediction
   */
  public record Proposal(
      MemoryItem item, MemoryHolder author, TrustScores.Way way, List<MemoryItem> against) {}

  private record Source(Items.Whole whole, Statement statement) {
    static Source of(Items.Whole whole) {
      return new Source(whole, Statement.of(whole.item().type().body(whole.body()).passages()));
    }

    MemoryItem item() {
      return whole.item();
    }

    /** Returns whether both are about the same thing and differ. */
    boolean contradicts(Source other) {
      boolean isCopy =
          item().copyOf().equals(Optional.of(other.item().id()))
              || other.item().copyOf().equals(Optional.of(item().id()));
      boolean isSameThing =
          item().type() == ItemType.ENTITY
              && other.item().type() == ItemType.ENTITY
              && item().text().subtype().equals(other.item().text().subtype())
              && item().title().equalsIgnoreCase(other.item().title());
      return !isCopy
          && !whole.body().equals(other.whole.body())
          && (isSameThing || statement.contradicts(other.statement));
    }
  }

  /** Returns the proposals for the caller, newest items first. */
  public List<Proposal> of(Caller caller) {
    MemoryHolder observer = MemoryHolder.of(caller);
    List<Source> sources =
        new Items(tx).list(caller, SEEN, CONSIDERED_ITEMS).stream().map(Source::of).toList();
    Map<Principal, MemoryHolder> authors =
        sources.stream()
            .map(source -> source.item().author())
            .distinct()
            .collect(Collectors.toMap(Function.identity(), one -> MemoryHolder.of(tx, one)));
    Map<Principal, TrustTier> tiers =
        authors.keySet().stream()
            .collect(Collectors.toMap(Function.identity(), one -> tier(one, observer)));
    List<Proposal> proposals = new ArrayList<>();
    for (Source source : sources) {
      MemoryHolder author = authors.get(source.item().author());
      if (author == null
          || author.agent().isEmpty()
          || !observer.isAbove(tx, author)
          || new Assessments(tx).isAssessed(source.item(), observer)) {
        continue;
      }
      if (isDue(source)) {
        proposals.add(new Proposal(source.item(), author, TrustScores.Way.PREDICTION, List.of()));
        continue;
      }
      List<MemoryItem> against =
          sources.stream()
              .filter(other -> !other.item().author().equals(source.item().author()))
              .filter(other -> isTrusted(requireNonNull(tiers.get(other.item().author()))))
              .filter(source::contradicts)
              .map(Source::item)
              .toList();
      if (!against.isEmpty()) {
        proposals.add(new Proposal(source.item(), author, TrustScores.Way.CONTRADICTION, against));
      }
    }
    return proposals;
  }

  /** Returns how an assessment of an item came about. */
  TrustScores.Way way(Caller caller, MemoryItem item) {
    return of(caller).stream()
        .filter(one -> one.item().id().equals(item.id()))
        .map(Proposal::way)
        .findFirst()
        .orElse(TrustScores.Way.OWNER);
  }

  private boolean isDue(Source source) {
    return source.whole.tags().contains(PREDICTION)
        && source.item().validity().validToMs().filter(at -> at <= tx.nowMs()).isPresent();
  }

  /** The owner of the node is a trusted source. */
  private TrustTier tier(Principal author, MemoryHolder observer) {
    return author.agentId().isEmpty() || author.equals(observer.principal())
        ? TrustTier.HIGH
        : new TrustScores(tx).score(author, observer.principal()).tier();
  }

  private static boolean isTrusted(TrustTier tier) {
    return tier.compareTo(TrustTier.MEDIUM) >= 0;
  }
}
