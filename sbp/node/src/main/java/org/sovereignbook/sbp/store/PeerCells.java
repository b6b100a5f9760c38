package org.sovereignbook.sbp.store;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;

/** The columns of {@code peers.md} (CHOICES 2), as unescaped text by column name. */
public final class PeerCells {
  public static final String NAME = "name";
  public static final String PUBLIC_KEY = "public_key";
  public static final String ENDPOINT = "endpoint";
  public static final String TRUST = "trust";
  public static final String SUBSCRIBED = "subscribed";
  public static final String SUBSCRIBER = "subscriber";
  public static final String FIRST_SEEN = "first_seen";
  public static final String LAST_CONTACT = "last_contact";
  public static final String LAST_CONTENT = "last_content";
  public static final String NOTES = "notes";
  public static final String KNOWN_BY = "known_by";

  /** All columns in the order of a new table. */
  public static final List<String> COLUMNS =
      List.of(
          NAME,
          PUBLIC_KEY,
          ENDPOINT,
          TRUST,
          SUBSCRIBED,
          SUBSCRIBER,
          FIRST_SEEN,
          LAST_CONTACT,
          LAST_CONTENT,
          NOTES,
          KNOWN_BY);

  private PeerCells() {}

  /** Returns a peer's cells, in column order. */
  public static SequencedMap<String, String> of(Peer peer) {
    SequencedMap<String, String> cells = new LinkedHashMap<>();
    cells.put(NAME, peer.name());
    cells.put(PUBLIC_KEY, peer.publicKey().toString());
    cells.put(ENDPOINT, peer.endpoint().toString());
    cells.put(TRUST, peer.trust().toString());
    cells.put(SUBSCRIBED, Boolean.toString(peer.subscribed()));
    cells.put(SUBSCRIBER, Boolean.toString(peer.subscriber()));
    cells.put(FIRST_SEEN, peer.firstSeen().map(Timestamp::toString).orElse(""));
    cells.put(LAST_CONTACT, peer.lastContact().map(Timestamp::toString).orElse(""));
    cells.put(LAST_CONTENT, peer.lastContent().map(Timestamp::toString).orElse(""));
    cells.put(NOTES, peer.notes());
    cells.put(KNOWN_BY, peer.knownBy().map(KnownBy::toString).orElse(""));
    return cells;
  }

  /**
   * Reads a peer from its cells; unknown ones are ignored, missing ones count as empty.
   *
   * @throws IllegalArgumentException with the column at fault and its expected content
   */
  public static Peer toPeer(Map<String, String> cells) {
    return new Peer(
        cell(cells, NAME),
        parsed(cells, PUBLIC_KEY, PublicKey::parse),
        parsed(cells, ENDPOINT, Endpoint::parse),
        trust(cell(cells, TRUST)),
        flag(cells, SUBSCRIBED),
        flag(cells, SUBSCRIBER),
        time(cells, FIRST_SEEN),
        time(cells, LAST_CONTACT),
        time(cells, LAST_CONTENT),
        cell(cells, NOTES),
        knownBy(cell(cells, KNOWN_BY)));
  }

  private static String cell(Map<String, String> cells, String column) {
    return cells.getOrDefault(column, "");
  }

  private static TrustState trust(String word) {
    return word.isEmpty()
        ? TrustState.UNKNOWN
        : TrustState.parse(word)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "trust is none of unknown, known, endorsed, trusted, blocked"));
  }

  private static Optional<KnownBy> knownBy(String word) {
    Optional<KnownBy> how = KnownBy.parse(word);
    if (how.isEmpty() && !word.isEmpty()) {
      throw new IllegalArgumentException("known_by is none of message, peers, reader, owner");
    }
    return how;
  }

  private static boolean flag(Map<String, String> cells, String column) {
    return switch (cell(cells, column)) {
      case "true", "yes" -> true;
      case "false", "no", "" -> false;
      default -> throw new IllegalArgumentException(column + " is neither true nor false");
    };
  }

  private static Optional<Timestamp> time(Map<String, String> cells, String column) {
    return cell(cells, column).isEmpty()
        ? Optional.empty()
        : Optional.of(parsed(cells, column, Timestamp::parse));
  }

  private static <T> T parsed(
      Map<String, String> cells, String column, Function<String, T> parser) {
    try {
      return parser.apply(cell(cells, column));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(column + ": " + e.getMessage(), e);
    }
  }
}
