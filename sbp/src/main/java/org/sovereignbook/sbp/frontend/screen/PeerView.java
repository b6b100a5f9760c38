package org.sovereignbook.sbp.frontend.screen;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.store.KnownBy;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerNames;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.SubscriptionRequest;

/**
 * A peer as programs see it, and its lines for people.
 *
 * @param subscribed we follow it, and it has agreed
 * @param knownBy how it became known: {@code message}, {@code peers}, {@code reader} or {@code
 *     owner}
 * @param endpoint a host that is never there, where a model reads it
 * @param requested we asked to follow it, and it has not answered yet
 */
@Shape.Def("peer")
public record PeerView(
    String name,
    PublicKey publicKey,
    Fingerprint fingerprint,
    Endpoint endpoint,
    TrustState trust,
    boolean subscribed,
    boolean requested,
    boolean subscriber,
    Optional<Timestamp> firstSeen,
    Optional<Timestamp> lastContact,
    Optional<Timestamp> lastContent,
    String notes,
    Optional<KnownBy> knownBy) {
  private static final int SHORT_KEY_CHARACTERS = 8;

  public record All(
      List<PeerView> peers, List<PeerTable.RowProblem> problems, @Shape.Inline Page.End end) {
    /**
     * Returns a page of peers.
     *
     * @param isForModel whether a model reads it, and so no text that peers have chosen but plain
     *     names, quoted
     */
    public static All of(Store store, PeerTable table, PageOptions wanted, boolean isForModel) {
      Map<PublicKey, SubscriptionRequest> requests = SubscriptionRequest.all(store);
      PeerNames names = PeerLabels.of(store).names();
      Page<PeerView> page =
          wanted.of(
              table.peers().stream()
                  .map(
                      peer ->
                          forReader(
                              PeerView.of(
                                  peer, Optional.ofNullable(requests.get(peer.publicKey()))),
                              peer,
                              names,
                              isForModel)),
              peer -> peer.publicKey().toString());
      return new All(page.items(), isForModel ? List.of() : table.problems(), page.end());
    }
  }

  private static PeerView forReader(
      PeerView whole, Peer peer, PeerNames names, boolean isForModel) {
    return isForModel ? whole.withoutItsTexts(peer, names) : whole;
  }

  /** Returns the peer without address and notes; a name of its own is quoted, or left out. */
  private PeerView withoutItsTexts(Peer peer, PeerNames names) {
    String shortKey = publicKey.toString().substring(0, SHORT_KEY_CHARACTERS);
    String own = names.isPlain(name, publicKey) ? PeerText.quote(name) : "peer-" + shortKey;
    return new PeerView(
        peer.isNamedByOwner() ? name : own,
        publicKey,
        fingerprint,
        Peer.NOWHERE,
        trust,
        subscribed,
        requested,
        subscriber,
        firstSeen,
        lastContact,
        lastContent,
        "",
        knownBy);
  }

  /** A peer after an edit. */
  public record Edited(@Shape.Inline PeerView peer, boolean changed) {}

  /** A peer after its removal. */
  public record Removed(@Shape.Inline PeerView peer, boolean removed) {}

  public record Queued(@Shape.Inline PeerView peer, OutboxId outboxId) {}

  public static PeerView of(Store store, Peer peer) {
    return of(peer, SubscriptionRequest.of(store, peer.publicKey()));
  }

  private static PeerView of(Peer peer, Optional<SubscriptionRequest> request) {
    return new PeerView(
        peer.name(),
        peer.publicKey(),
        Fingerprint.of(peer.publicKey()),
        peer.endpoint(),
        peer.trust(),
        peer.subscribed(),
        !peer.subscribed() && request.filter(SubscriptionRequest::isRequested).isPresent(),
        peer.subscriber(),
        peer.firstSeen(),
        peer.lastContact(),
        peer.lastContent(),
        peer.notes(),
        peer.knownBy());
  }

  /** Returns the name and the beginning of the key, enough to distinguish peers in a sentence. */
  public static String brief(Peer peer) {
    return PeerText.quote(peer.name())
        + " ("
        + peer.publicKey().toString().substring(0, SHORT_KEY_CHARACTERS)
        + ")";
  }

  public static Table table(All all, PeerNames names, Timestamp now) {
    Table table = Table.of("NAME", "KEY", "TRUST", "FOLLOWS", "CONTACT", "ENDPOINT").whole("KEY");
    for (PeerView peer : all.peers()) {
      table.row(
          PeerLabels.of(
              peer.name(), peer.publicKey(), names.isAmbiguous(peer.name(), peer.publicKey())),
          peer.publicKey().toString().substring(0, SHORT_KEY_CHARACTERS),
          styled(peer.trust()),
          peer.follows(),
          Wording.age(peer.lastContact(), now),
          peer.endpoint().toString());
    }
    return table;
  }

  private static String styled(TrustState trust) {
    String word = trust.toString();
    return switch (trust) {
      case TRUSTED, ENDORSED -> Style.PASS.on(word);
      case BLOCKED -> Style.FAIL.on(word);
      case UNKNOWN -> Style.QUIET.on(word);
      default -> word;
    };
  }

  public List<String> lines(Timestamp now) {
    return Stream.of(
            "name          " + PeerText.plain(name),
            "public key    " + publicKey,
            "fingerprint   " + fingerprint,
            "endpoint      " + endpoint,
            "trust         " + trust + knownBy.map(how -> ", by " + how).orElse(""),
            "we follow it  " + (requested ? "requested" : yesOrNo(subscribed)),
            "it follows us " + yesOrNo(subscriber),
            "first seen    " + Wording.age(firstSeen, now),
            "last contact  " + Wording.age(lastContact, now),
            "last content  " + Wording.age(lastContent, now),
            "notes         " + PeerText.plain(notes))
        .map(String::stripTrailing)
        .toList();
  }

  private String follows() {
    if (requested) {
      return subscriber ? "us; requested" : "requested";
    }
    if (subscribed && subscriber) {
      return "mutual";
    }
    if (subscribed) {
      return "by us";
    }
    return subscriber ? "us" : "-";
  }

  private static String yesOrNo(boolean flag) {
    return flag ? "yes" : "no";
  }
}
