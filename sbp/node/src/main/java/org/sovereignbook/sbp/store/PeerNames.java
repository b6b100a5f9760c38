package org.sovereignbook.sbp.store;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.DisplayName;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.node.Abbreviation;

/**
 * The names of peers, which peers choose for themselves, and the standing of each claim. A claim
 * never competes with one of higher standing: a name that the owner gave comes first, then the
 * claims of peers that this node chose, of known ones, of others. A name that looks like another's
 * of the same standing, that shows nothing, or that reads like a key, is shown with the beginning
 * of its own key.
 */
public final class PeerNames {
  private enum NameRank {
    UNKNOWN,
    KNOWN,
    CHOSEN,
    OWNER;

    static NameRank of(Peer peer) {
      if (peer.isNamedByOwner()) {
        return OWNER;
      }
      if (peer.isClose()) {
        return CHOSEN;
      }
      return Standing.of(peer.trust()) == Standing.UNKNOWN ? UNKNOWN : KNOWN;
    }
  }

  private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{M}\\p{Nd} ]{1,24}");

  private final Map<String, Map<PublicKey, NameRank>> bearers = new HashMap<>();
  private final Set<String> keys = new HashSet<>();

  /** Creates the names of this table, and of this node itself, if it has an identity. */
  public PeerNames(PeerTable peers, Optional<IdentityDocument> self) {
    self.ifPresent(own -> add(own.name(), own.publicKey(), NameRank.OWNER));
    peers.peers().forEach(peer -> add(peer.name(), peer.publicKey(), NameRank.of(peer)));
  }

  private void add(String name, PublicKey key, NameRank claim) {
    bearers.computeIfAbsent(DisplayName.skeleton(name), _ -> new HashMap<>()).put(key, claim);
    keys.add(Abbreviation.of(key));
  }

  /** Returns whether this name of this peer leaves open who it is. */
  public boolean isAmbiguous(String name, PublicKey key) {
    Map<PublicKey, NameRank> same = bearers.getOrDefault(DisplayName.skeleton(name), Map.of());
    NameRank own = same.getOrDefault(key, NameRank.UNKNOWN);
    return DisplayName.isBlank(name)
        || keys.contains(name)
        || same.entrySet().stream()
            .anyMatch(other -> !other.getKey().equals(key) && other.getValue().compareTo(own) >= 0);
  }

  /**
   * Returns whether a peer's own name may be shown to a model: letters, digits and blanks, so that
   * it is short and ends no quotation, and nothing like the name of a peer of higher standing.
   */
  public boolean isPlain(String name, PublicKey key) {
    Map<PublicKey, NameRank> same = bearers.getOrDefault(DisplayName.skeleton(name), Map.of());
    NameRank own = same.getOrDefault(key, NameRank.UNKNOWN);
    return PLAIN.matcher(name).matches()
        && !DisplayName.isBlank(name)
        && !keys.contains(name)
        && same.values().stream().allMatch(other -> other.compareTo(own) <= 0);
  }

  /** Returns the matching peers whose claim has the highest standing; several of them collide. */
  public static List<Peer> foremost(PeerTable peers, Predicate<Peer> matches) {
    List<Peer> all = peers.peers().stream().filter(matches).toList();
    NameRank best =
        all.stream().map(NameRank::of).max(NameRank::compareTo).orElse(NameRank.UNKNOWN);
    return all.stream().filter(peer -> NameRank.of(peer) == best).toList();
  }

  /** Returns whether two names look alike to a person. */
  public static boolean lookAlike(String one, String other) {
    String looks = DisplayName.skeleton(one);
    return one.equalsIgnoreCase(other)
        || (!looks.isEmpty() && DisplayName.skeleton(other).equals(looks));
  }
}
