package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Entries of a list whose items say the same in almost the same words, so that the first one stands
 * for all. Any difference of meaning keeps them apart: another name, number or date, a negation, an
 * order, a property, or another author of what is said about oneself.
 *
 * @param <T> an entry with an item
 * @param similar the other entries, in the order of the list
 */
public record Folded<T>(T first, List<T> similar) {
  /** Members of a body that do not belong to what it says. */
  private static final String[] BESIDE = {
    "id",
    "tags",
    "confidence",
    "validated",
    "source_session",
    "novelty_score",
    "created_at",
    "updated_at"
  };

  /** Bytes of a body above which only equal ones are folded, so that long texts cost no time. */
  private static final int MOST_BYTES = 4_000;

  public Folded {
    similar = List.copyOf(similar);
  }

  /** Meaning of an item but for fillers; equal ones may be near-duplicates. */
  private record Meaning(
      ItemType type,
      List<String> words,
      Optional<Principal> speaker,
      Optional<Long> validFromMs,
      Optional<Long> validToMs) {}

  private record Listed<T>(T value, ItemWording wording) {}

  /** Folds the entries of a list, and keeps its order. */
  public static <T> List<Folded<T>> of(List<T> list, Function<T, Items.Whole> item) {
    Map<Meaning, List<List<Listed<T>>>> known = new LinkedHashMap<>();
    List<List<Listed<T>>> folds = new ArrayList<>();
    for (T value : list) {
      Items.Whole whole = item.apply(value);
      Listed<T> entry = new Listed<>(value, wording(whole));
      List<List<Listed<T>>> near =
          known.computeIfAbsent(meaning(whole, entry.wording()), _ -> new ArrayList<>());
      near.stream()
          .filter(fold -> fold.stream().allMatch(one -> one.wording().isLike(entry.wording())))
          .findFirst()
          .orElseGet(
              () -> {
                List<Listed<T>> begun = new ArrayList<>();
                near.add(begun);
                folds.add(begun);
                return begun;
              })
          .add(entry);
    }
    return folds.stream()
        .map(fold -> fold.stream().map(Listed::value).toList())
        .map(all -> new Folded<>(all.getFirst(), all.subList(1, all.size())))
        .toList();
  }

  private static ItemWording wording(Items.Whole whole) {
    JsonObject body = whole.body().without(BESIDE);
    return whole.item().text().bytes() > MOST_BYTES
        ? ItemWording.exactly(body)
        : ItemWording.of(body);
  }

  private static Meaning meaning(Items.Whole whole, ItemWording wording) {
    MemoryItem item = whole.item();
    return new Meaning(
        item.type(),
        wording.singulars(),
        wording.isPersonal() ? Optional.of(item.author()) : Optional.empty(),
        item.validity().validFromMs(),
        item.validity().validToMs());
  }
}
