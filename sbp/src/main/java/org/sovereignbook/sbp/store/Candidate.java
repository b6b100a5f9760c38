package org.sovereignbook.sbp.store;

import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.protocol.Endpoint;

/** A key that somebody named, and where its identity document is said to be. */
public record Candidate(PublicKey key, Endpoint endpoint) {}
