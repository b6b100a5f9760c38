package org.sovereignbook.sbp.plugins.hooks;

import java.util.ArrayList;
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
import org.sovereignbook.sbp.store.ItemFault;

/** Kinds of events that hooks can wait for. A kind that does not exist is refused. */
final class EventKinds {
  /** The kinds of this program by their first word. */
  private static final Map<String, List<String>> ENDINGS =
      Map.ofEntries(
          kinds(
              "agent",
              "registered status_changed renamed capabilities_changed opened token_issued"
                  + " token_revoked"),
          kinds("bus", "put deleted"),
          kinds("content", "erased"),
          kinds("entity", "added identified tagged merged"),
          kinds("envelope", "received"),
          kinds("group", "member_joined member_left"),
          kinds("mail", "sent arrived delivered read handled failed expired refused"),
          kinds("memory", "written renamed deleted approved"),
          kinds("session", "answered expired heard"),
          kinds(
              "task",
              "created claimed renewed submitted completed rejected expired failed cancelled"
                  + " retried reviewed returned commented edited waits waits_no_more"),
          kinds("trust", "score_changed"));

  /** The kinds of hooks, timers and webhooks, which the feature declares. */
  static final List<String> OF_HOOKS =
      List.of(
          "hook.accepted",
          "hook.enabled",
          "hook.disabled",
          "hook.retried",
          "hook.removed",
          "hook.fired",
          "hook.circuit_opened",
          "hook.unknown",
          "timer.tick",
          "webhook.received");

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

  private static Map.Entry<String, List<String>> kinds(String first, String endings) {
    return Map.entry(first, List.of(endings.split(" ")));
  }

  /** Returns all kinds, in order. */
  static List<String> all(Features features) {
    List<String> all = new ArrayList<>();
    ENDINGS.forEach((first, endings) -> endings.forEach(one -> all.add(first + "." + one)));
    ofFeatures(features).forEach(all::add);
    all.sort(String::compareTo);
    return all;
  }

  private static Stream<String> ofFeatures(Features features) {
    return features.of(LedgerFeature.class).stream()
        .flatMap(feature -> ItemFault.orElse(feature::events, _ -> List.<String>of()).stream());
  }

  /** Returns the endings of the kinds with this first word. */
  private static List<String> endings(String first, Features features) {
    Stream<String> more =
        ofFeatures(features)
            .filter(kind -> kind.startsWith(first + "."))
            .map(kind -> kind.substring(first.length() + 1));
    return Stream.concat(ENDINGS.getOrDefault(first, List.of()).stream(), more).toList();
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
