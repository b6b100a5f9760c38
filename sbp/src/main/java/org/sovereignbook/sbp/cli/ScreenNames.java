package org.sovereignbook.sbp.cli;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.store.Store;

/**
 * How addresses of agents, and those on whose behalf something is done, read on the screen: peers
 * by their names, {@code worker@Bob}. The peers are looked up when the first one is named.
 */
final class ScreenNames {
  private static final Pattern OF_PEER = Pattern.compile("(.*@|peer:)([A-Za-z0-9_-]{43})");

  private final Session session;
  private Optional<PeerLabels> labels = Optional.empty();

  ScreenNames(Session session) {
    this.session = session;
  }

  /** {@code NAME}, {@code NAME@KEY}, or a principal. */
  String of(String text) {
    Matcher peer = OF_PEER.matcher(text);
    return peer.matches() ? peer.group(1) + peer(PublicKey.parse(peer.group(2))) : text;
  }

  /** A peer; the beginning of its key when there is no row of it. */
  String peer(PublicKey key) {
    PeerLabels known = labels.orElseGet(this::read);
    labels = Optional.of(known);
    return known.peers().find(key).map(known::of).orElseGet(() -> Abbreviation.of(key));
  }

  private PeerLabels read() {
    try (Store store = session.store(session.node())) {
      return PeerLabels.of(store);
    }
  }
}
