package org.sovereignbook.sbp.network;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.store.Candidate;

/**
 * What one peer's {@code GET /endorsements} brought.
 *
 * @param from the peer that was asked
 * @param fresh verified endorsements that are not stored yet
 * @param named the identities that its valid endorsements name with an endpoint, newest first
 * @param refused how many elements were no valid endorsement
 * @param failure why the answer, or the rest of it, is missing
 */
public record Harvest(
    PublicKey from,
    List<Endorsement> fresh,
    List<Candidate> named,
    int refused,
    Optional<String> failure) {}
