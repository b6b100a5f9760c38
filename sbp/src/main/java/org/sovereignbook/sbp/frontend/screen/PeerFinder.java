package org.sovereignbook.sbp.frontend.screen;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Suggestion;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerNames;
import org.sovereignbook.sbp.store.PeerTable;

/**
 * Search for the peer named by PEER: a key, a fingerprint or an endpoint, the beginning of a key or
 * fingerprint as printed, or a name. Peers choose their own names, so a key takes precedence over a
 * name, and a claim of lower standing is ignored ({@link PeerNames}); conflicting claims are
 * refused and shown with their keys.
 */
public final class PeerFinder {
  public static final String PEER = "a name, endpoint, or the beginning of a key or fingerprint";

  private PeerFinder() {}

  /** Finds a peer; a name may stand in quotes, as models are shown those of peers. */
  public static Peer find(PeerTable table, String named) {
    String given = named.matches("\"[^\"]+\"") ? named.substring(1, named.length() - 1) : named;
    for (Predicate<Peer> reading : readings(given)) {
      List<Peer> found = PeerNames.foremost(table, reading);
      if (found.size() == 1) {
        return found.getFirst();
      }
      if (!found.isEmpty()) {
        throw ambiguous(given, found);
      }
    }
    throw unknown(table, given);
  }

  /** Returns the key, if a whole key was given. */
  public static Optional<PublicKey> key(String given) {
    try {
      return Optional.of(PublicKey.parse(given));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the possible meanings, the most reliable first; those that a peer can forge, by
   * choosing a name or trying keys, come last.
   */
  private static List<Predicate<Peer>> readings(String given) {
    Abbreviation beginning = new Abbreviation(given);
    return List.of(
        peer -> key(peer).equals(given) || fingerprint(peer).equals(given),
        peer -> isPrinted(given, key(peer)) || isPrinted(given, fingerprint(peer)),
        peer -> peer.endpoint().toString().equals(given),
        peer ->
            beginning.begins(key(peer))
                || beginning.begins(fingerprint(peer))
                || PeerNames.lookAlike(given, peer.name()));
  }

  /** Returns whether this is the beginning of a key, at least as long as tables print it. */
  private static boolean isPrinted(String given, String key) {
    int lead = key.indexOf(':') + 1;
    String typed = given.startsWith(key.substring(0, lead)) ? given.substring(lead) : given;
    return typed.length() >= Abbreviation.SHORT_CHARACTERS && key.startsWith(typed, lead);
  }

  private static String key(Peer peer) {
    return peer.publicKey().toString();
  }

  private static String fingerprint(Peer peer) {
    return Fingerprint.of(peer.publicKey()).toString();
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
