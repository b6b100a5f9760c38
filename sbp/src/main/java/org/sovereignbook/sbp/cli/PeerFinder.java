package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.crypto.Fingerprint;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Suggestion;
import org.sovereignbook.sbp.protocol.DisplayName;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * Which peer a person means by PEER: a key, fingerprint or endpoint, the beginning of a key or
 * fingerprint, or a name. Peers name themselves, so a name never wins over a beginning, nor over
 * one that looks like it: what fits several peers, in whatever reading, is refused with all of
 * them.
 */
final class PeerFinder {
  private PeerFinder() {}

  static Peer find(PeerTable table, String given) {
    for (Predicate<Peer> reading : List.of(isWhole(given), isShort(given))) {
      List<Peer> found = table.peers().stream().filter(reading).toList();
      if (found.size() == 1) {
        return found.getFirst();
      }
      if (!found.isEmpty()) {
        throw ambiguous(given, found);
      }
    }
    throw unknown(table, given);
  }

  /** The whole key, if that is what was given. */
  static Optional<PublicKey> key(String given) {
    try {
      return Optional.of(PublicKey.parse(given));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Predicate<Peer> isWhole(String given) {
    return peer ->
        peer.publicKey().toString().equals(given)
            || Fingerprint.of(peer.publicKey()).toString().equals(given)
            || peer.endpoint().toString().equals(given);
  }

  private static Predicate<Peer> isShort(String given) {
    Abbreviation beginning = new Abbreviation(given);
    String looks = DisplayName.skeleton(given);
    return peer ->
        beginning.begins(peer.publicKey().toString())
            || beginning.begins(Fingerprint.of(peer.publicKey()).toString())
            || peer.name().equalsIgnoreCase(given)
            || (!looks.isEmpty() && DisplayName.skeleton(peer.name()).equals(looks));
  }

  private static CliException ambiguous(String given, List<Peer> found) {
    return ItemFinder.ambiguous(
        given,
        found.stream()
            .map(
                peer ->
                    peer.publicKey() + "  " + PeerText.quote(peer.name()) + "  " + peer.endpoint())
            .toList(),
        "a key");
  }

  private static CliException unknown(PeerTable table, String given) {
    List<String> hints = new ArrayList<>();
    Suggestion.nearest(given, table.peers().stream().map(Peer::name).toList())
        .ifPresent(name -> hints.add("did you mean:  " + PeerText.quote(name)));
    hints.add("all peers:     sbp peers");
    hints.add("add one:       sbp peers add URL");
    return CliException.notFound(
        "no such peer: " + PeerText.quote(given), hints.toArray(String[]::new));
  }
}
