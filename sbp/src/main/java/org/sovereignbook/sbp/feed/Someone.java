package org.sovereignbook.sbp.feed;

import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.protocol.TrustState;

/**
 * Who wrote, endorsed or is written to.
 *
 * @param name as the peer calls itself: its text, not to be trusted
 * @param own whether it is this node
 */
@Shape.Def("someone")
public record Someone(String name, PublicKey publicKey, TrustState trust, boolean own) {}
