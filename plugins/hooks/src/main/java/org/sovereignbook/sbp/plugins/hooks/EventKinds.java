package org.sovereignbook.sbp.plugins.hooks;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.LedgerFeature;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Suggestion;
import org.sovereignbook.sbp.society.events.SocietyEvents;
import org.sovereignbook.sbp.store.ItemFault;

/** Kinds of events that hooks can wait for. A kind that does not exist is refused. */
final class EventKinds {
  /** Endings that people use for others. */
  private static final Map<String, String> OTHER_WORDS =
      Map.of(
          "added", "created",
          "new", "created",
          "done", "completed",
          "finished", "completed",
          "closed", "completed",
          "started", "claimed",
          "changed", "edited",
          "updated", "edited");

  private EventKinds() {}

  /** Returns all kinds, in order. */
  static List<String> all(Features features) {
    return unsorted(features).sorted().toList();
  }

  private static Stream<String> unsorted(Features features) {
    return Stream.concat(SocietyEvents.kinds().stream(), ofFeatures(features));
  }

  private static Stream<String> ofFeatures(Features features) {
    return features.of(LedgerFeature.class).stream()
        .flatMap(feature -> ItemFault.orElse(feature::events, _ -> List.<String>of()).stream());
  }

  /** Returns the endings of the kinds with this first word. */
  private static List<String> endings(String first, Features features) {
    return unsorted(features)
        .filter(kind -> kind.startsWith(first + "."))
        .map(kind -> kind.substring(first.length() + 1))
        .toList();
  }

  private static List<String> firstWords(Features features) {
    return all(features).stream()
        .map(kind -> kind.substring(0, kind.indexOf('.')))
        .distinct()
        .toList();
  }

  /** Refuses a declaration that waits for events that do not exist. */
  static void requireKnown(Transaction tx, HookDeclaration declaration) {
    Features features = Features.of(tx.node());
    for (String type : declaration.eventTypes()) {
      if (!isKnown(type, features) && !isStored(tx, type)) {
        throw SocietyException.refused(
            "unknown-event", "there is no event " + PeerText.quote(type), hint(type, features));
      }
    }
  }

  /** A type names a kind, or the first words of kinds. */
  private static boolean isKnown(String type, Features features) {
    return all(features).stream()
        .anyMatch(kind -> kind.equals(type) || kind.startsWith(type + "."));
  }

  /** A kind of an extension is known once it has occurred. */
  private static boolean isStored(Transaction tx, String type) {
    return tx.exists(
        "SELECT 1 FROM event WHERE kind = ? OR SUBSTR(kind, 1, ?) = ? LIMIT 1",
        type,
        type.length() + 1,
        type + ".");
  }

  private static String hint(String type, Features features) {
    int dot = type.indexOf('.');
    String first = dot < 0 ? type : type.substring(0, dot);
    List<String> endings = endings(first, features);
    Optional<String> meant =
        Optional.ofNullable(OTHER_WORDS.get(type.substring(dot + 1)))
            .filter(endings::contains)
            .map(ending -> first + "." + ending)
            .or(() -> Suggestion.nearest(type, all(features)))
            .or(
                () ->
                    Suggestion.nearest(first, firstWords(features))
                        .filter(family -> !family.equals(first)));
    return meant
        .map(kind -> "the nearest is " + kind)
        .orElse(
            endings.isEmpty()
                ? "events begin with " + String.join(", ", firstWords(features))
                : "events of " + first + ": " + String.join(", ", endings));
  }
}
