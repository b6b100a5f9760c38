package org.sovereignbook.sbp.authority.agents;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Layer;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Principal;

/**
 * The one decision about access to memory (CORDELIA §5.4, §7), for every tool, every list and every
 * search: {@code effective = capabilities ∩ default of the agent's type ∩ trust tier}. Nobody
 * writes into the memory of another entity, under any role (§7.3). Pure.
 */
public final class MemoryRights {
  /** Error code for an item, a group or an entity that does not exist for the caller. */
  public static final String NOT_FOUND = "not_found";

  /** Error code for a change of what belongs to another entity. */
  public static final String UNAUTHORIZED = CapabilityDenied.UNAUTHORIZED;

  /** Use of an item. */
  public enum Act {
    READ,
    /** Creates an item, or replaces its text. */
    WRITE,
    DELETE,
    /** Puts a copy of an own item into the group. */
    SHARE
  }

  /** Membership of a caller in a group. */
  public record Membership(GroupRole role, Posture posture) {}

  /**
   * Facts about a caller.
   *
   * @param principal whose memory is its own; agents and the owner only
   * @param agent its kind and parent; empty for the owner
   * @param capabilities its effective capabilities
   * @param tier of its trust score
   * @param groups its memberships, by the group's id
   * @param above the groups of its parent, by id, which {@link TrustTier#HIGH} adds
   * @param writableAbove those of them in which its parent may write
   */
  public record Reader(
      Principal principal,
      Optional<Kind> agent,
      Capabilities capabilities,
      TrustTier tier,
      Map<String, Membership> groups,
      List<String> above,
      List<String> writableAbove) {
    /** Type and parent of an agent. */
    public record Kind(AgentType type, Principal parent) {}

    public Reader {
      groups = Map.copyOf(groups);
      above = List.copyOf(above);
      writableAbove = List.copyOf(writableAbove);
    }

    /** Creates a caller that writes in no group but its own. */
    public Reader(
        Principal principal,
        Optional<Kind> agent,
        Capabilities capabilities,
        TrustTier tier,
        Map<String, Membership> groups,
        List<String> above) {
      this(principal, agent, capabilities, tier, groups, above, List.of());
    }

    /** Returns its membership, or the one that high trust lends it (§5.4). */
    private Optional<Membership> membership(String group) {
      boolean isLent = tier == TrustTier.HIGH && writableAbove.contains(group);
      return Optional.ofNullable(groups.get(group))
          .or(
              () ->
                  isLent
                      ? Optional.of(new Membership(GroupRole.MEMBER, Posture.ACTIVE))
                      : Optional.empty());
    }

    /** Returns an agent of another node, which has rights in one group and nowhere else. */
    public static Reader external(Principal node, String group, GroupRole role) {
      MemoryScope scope =
          new MemoryScope(Set.of(Layer.L2), Globs.of(group), Set.of(Visibility.GROUP));
      return new Reader(
          node,
          Optional.of(new Kind(AgentType.CUSTOM, node)),
          new Capabilities(scope, scope, Globs.NONE, 1, 0, false),
          TrustTier.MEDIUM,
          Map.of(group, new Membership(role, Posture.ACTIVE)),
          List.of());
    }

    private boolean isOwner() {
      return agent.isEmpty();
    }

    private boolean isSilenced() {
      return groups.values().stream().anyMatch(one -> one.posture() == Posture.EMCON);
    }
  }

  /**
   * Facts about an item, or about the place of a new one.
   *
   * @param owner the entity whose memory it is
   * @param author who wrote it
   * @param group for the visibility {@code GROUP}
   * @param isCopy whether it was shared from another item, so that its text never changes
   */
  public record Target(
      Visibility visibility,
      Principal owner,
      Principal author,
      Optional<String> group,
      boolean isCopy) {}

  private MemoryRights() {}

  /**
   * Decides about an item.
   *
   * @return the error code of a refusal; empty when the caller may
   */
  public static Optional<String> refusal(Reader reader, Act act, Target target) {
    if (act == Act.READ) {
      return mayRead(reader, target) ? Optional.empty() : Optional.of(NOT_FOUND);
    }
    if (!mayRead(reader, target)) {
      return Optional.of(target.visibility() == Visibility.GROUP ? "not_member" : NOT_FOUND);
    }
    if (reader.isSilenced()) {
      return Optional.of(act == Act.SHARE ? "emcon_blocks_share" : "emcon");
    }
    if (!mayChange(reader, target)) {
      return Optional.of(CapabilityDenied.CODE);
    }
    return switch (target.visibility()) {
      case GROUP -> refusalInGroup(reader, act, target);
      case PRIVATE, PUBLIC -> refusalOfOwn(reader, act, target);
    };
  }

  private static boolean mayRead(Reader reader, Target target) {
    if (reader.isOwner()) {
      return true;
    }
    String group = target.group().orElse("");
    if (!reader.capabilities().memoryRead().allows(Layer.L2, target.visibility(), group)) {
      return false;
    }
    return switch (target.visibility()) {
      case PUBLIC -> true;
      case PRIVATE -> isAtLeast(reader, TrustTier.MEDIUM) && isPrivateTo(reader, target.owner());
      case GROUP ->
          isAtLeast(reader, TrustTier.LOW)
              && (reader.groups().containsKey(group)
                  || (reader.tier() == TrustTier.HIGH && reader.above().contains(group)));
    };
  }

  /** Returns whether private items of {@code owner} are open to an agent of this kind (§7.1). */
  private static boolean isPrivateTo(Reader reader, Principal owner) {
    Reader.Kind kind = reader.agent().orElseThrow();
    return switch (kind.type()) {
      case SWARM_WORKER -> false;
      case CLAUDE_CODE -> owner.equals(reader.principal()) || owner.equals(kind.parent());
      case AUTONOMOUS, CUSTOM -> owner.equals(reader.principal());
    };
  }

  private static boolean isAtLeast(Reader reader, TrustTier tier) {
    return reader.tier().compareTo(tier) >= 0;
  }

  private static boolean mayChange(Reader reader, Target target) {
    return reader.isOwner()
        || (isAtLeast(reader, TrustTier.MEDIUM)
            && reader
                .capabilities()
                .memoryWrite()
                .allows(Layer.L2, target.visibility(), target.group().orElse("")));
  }

  private static Optional<String> refusalInGroup(Reader reader, Act act, Target target) {
    Optional<Membership> membership = reader.membership(target.group().orElseThrow());
    if (membership.isEmpty()) {
      return Optional.of("not_member");
    }
    Membership member = membership.get();
    if (member.role() == GroupRole.VIEWER) {
      return Optional.of(act == Act.SHARE ? "viewer_cannot_share" : "viewer_read_only");
    }
    if (act == Act.WRITE && target.isCopy()) {
      return Optional.of("copy_is_immutable");
    }
    boolean isForeign =
        act == Act.DELETE
            && !member.role().includes(GroupRole.ADMIN)
            && !target.author().equals(reader.principal());
    return isForeign ? Optional.of(UNAUTHORIZED) : Optional.empty();
  }

  /**
   * A session of a coding CLI writes for its parent, if that gave it private memory to write; the
   * parent's own text never becomes another's.
   */
  private static Optional<String> refusalOfOwn(Reader reader, Act act, Target target) {
    boolean isOwn = target.owner().equals(reader.principal());
    boolean isParents =
        target.visibility() == Visibility.PRIVATE
            && reader.agent().filter(kind -> target.owner().equals(kind.parent())).isPresent();
    if (act == Act.SHARE) {
      return isOwn ? Optional.empty() : Optional.of("not_owner");
    }
    return isOwn || isParents ? Optional.empty() : Optional.of(UNAUTHORIZED);
  }

  /**
   * Decides about a hot context, which its holder reads and writes, and those above it read (§7.2,
   * rule 1).
   *
   * @param isAbove whether the caller is the holder's parent or above that
   * @return the error code of a refusal; empty when the caller may
   */
  public static Optional<String> hotRefusal(
      Reader reader, Act act, Principal holder, boolean isAbove) {
    if (holder.equals(reader.principal())) {
      boolean isReadOnly =
          act != Act.READ && !reader.isOwner() && reader.tier() == TrustTier.UNTRUSTED;
      return isReadOnly ? Optional.of(CapabilityDenied.CODE) : Optional.empty();
    }
    boolean isSeen =
        reader.isOwner()
            || (isAbove && reader.capabilities().memoryRead().layers().contains(Layer.L1));
    if (!isSeen) {
      return Optional.of("user_not_found");
    }
    return act == Act.READ ? Optional.empty() : Optional.of(UNAUTHORIZED);
  }

  /**
   * Decides about the management of a group: members, culture, its end.
   *
   * @param role the role that the change concerns: of the new or the leaving member; {@link
   *     GroupRole#OWNER} for the end of the group
   * @return the error code of a refusal; empty when the caller may
   */
  public static Optional<String> groupRefusal(
      Reader reader, Optional<Membership> own, GroupRole role) {
    if (own.isEmpty() && !reader.isOwner()) {
      return Optional.of("not_member");
    }
    if (reader.isSilenced()) {
      return Optional.of("emcon");
    }
    if (reader.isOwner()) {
      return Optional.empty();
    }
    boolean may = own.get().role().includes(GroupRole.ADMIN) && own.get().role().includes(role);
    return may ? Optional.empty() : Optional.of(UNAUTHORIZED);
  }

  /** Returns the refusal of a call as the exception that the audit log records as denied. */
  public static CapabilityDenied denied(
      Caller caller, String code, String message, String... hints) {
    return CapabilityDenied.ofMemory(caller, code, message, hints);
  }
}
