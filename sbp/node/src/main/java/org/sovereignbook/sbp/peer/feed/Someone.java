package org.sovereignbook.sbp.peer.feed;

import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.TrustState;

/**
 * Author, endorser or recipient.
 *
 * @param name the peer's name for itself: its text, not to be trusted
 * @param own whether it is this node
 * @param ambiguous whether several peers have this name, so that its key belongs beside it
 */
@Shape.Def("someone")
public record Someone(
    String name,
    PublicKey publicKey,
    TrustState trust,
    boolean own,
    @Shape.Hidden boolean ambiguous) {}
