package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;

/**
 * Another node of a group, for the group's members.
 *
 * @param members its members by name, as far as this node knows them
 * @param waiting what it is to get, and has not been sent
 * @param unconfirmed what it was sent without a receipt yet
 * @param refused what it refused, with a reason
 * @param refusedHere how often this node refused something from it, with the last reason
 */
public record GroupNode(
    PublicKey node,
    Endpoint endpoint,
    List<String> members,
    long waiting,
    long unconfirmed,
    long refused,
    Optional<String> reason,
    long refusedHere,
    Optional<String> reasonHere,
    Optional<Long> heardMs,
    boolean isOwners) {
  public GroupNode {
    members = List.copyOf(members);
  }
}
