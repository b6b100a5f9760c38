package org.sovereignbook.sbp.society.ingress;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Circumstances;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.Requester;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.peer.reader.ReaderSettings;

/** Check of the setting that sends personal messages of peers to a session. */
public final class SessionPeers {
  private SessionPeers() {}

  /** Returns the entries without effect, because no policy lets in what these peers write. */
  public static List<String> withoutEffect(Transaction tx) {
    return ReaderSettings.sessions(tx.config()).stream().filter(one -> !isLetIn(tx, one)).toList();
  }

  private static boolean isLetIn(Transaction tx, String entry) {
    Optional<TrustState> trust = ReaderSettings.trust(entry);
    PublicKey key = trust.isPresent() ? tx.node().keys().publicKey() : PublicKey.parse(entry);
    Requester sender =
        trust.isPresent()
            ? Entities.peer(tx, key, trust.get())
            : Entities.requester(tx, Principal.peer(key));
    Circumstances here =
        Access.here(tx, IngressGate.CHANNEL)
            .with(Optional.of("dm"), Optional.of(key.toString()))
            .withEventType(MessageType.DIRECT.toString());
    return Access.decide(tx, sender, here).isAllowed();
  }
}
