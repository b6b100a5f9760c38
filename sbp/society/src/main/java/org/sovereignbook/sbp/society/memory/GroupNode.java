package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Another node of a group, for the group's members.
 *
 * @param members its members by name, as far as this node knows them
 * @param waiting what it is to get, and has not been sent
 * @param unconfirmed what it was sent without a receipt yet
 * @param refused what it refused, with a reason
 * @param refusedHere how often this node refused something from it, with the last reason
 */
@Shape.Def("memory_group_node")
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
    Optional<Timestamp> heardAt,
    boolean isOwners) {
  public GroupNode {
    members = List.copyOf(members);
  }
}
