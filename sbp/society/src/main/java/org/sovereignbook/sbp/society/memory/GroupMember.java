package org.sovereignbook.sbp.society.memory;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.agents.Posture;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;

/**
 * Membership of an entity in a group; a row of the table {@code memory_member}.
 *
 * @param leftMs when it ended
 */
public record GroupMember(
    @Rows.Key String groupId,
    @Rows.Key Principal member,
    GroupRole role,
    Posture posture,
    long joinedMs,
    Optional<Long> leftMs) {
  static final Rows<GroupMember> ROWS = new Rows<>("memory_member", GroupMember.class);

  MemoryRights.Membership rights() {
    return new MemoryRights.Membership(role, posture);
  }
}
