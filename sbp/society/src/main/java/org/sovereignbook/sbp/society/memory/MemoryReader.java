package org.sovereignbook.sbp.society.memory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Act;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Reader;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Target;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.agents.Posture;
import org.sovereignbook.sbp.authority.agents.TrustTier;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * Caller as {@link MemoryRights} sees it, with the scopes that it may read. Valid in its
 * transaction.
 */
record MemoryReader(Transaction tx, Caller caller, Reader reader) {
  static MemoryReader of(Transaction tx, Caller caller) {
    return new MemoryReader(tx, caller, reader(tx, MemoryHolder.of(caller), caller.capabilities()));
  }

  /** Returns an entity, which need not be the caller, with these capabilities. */
  static Reader reader(Transaction tx, MemoryHolder holder, Capabilities capabilities) {
    TrustTier tier =
        holder.agent().isPresent()
            ? new TrustScores(tx).tier(holder.principal())
            : TrustTier.MEDIUM;
    Optional<Principal> parent = holder.agent().map(Agent::parent);
    List<GroupMember> above =
        tier == TrustTier.HIGH && parent.isPresent()
            ? Groups.memberships(tx, parent.get()).stream()
                .filter(one -> !GroupFeature.isClosedByAny(tx, one.groupId()))
                .toList()
            : List.of();
    return new Reader(
        holder.principal(),
        holder.agent().map(one -> new Reader.Kind(one.type(), one.parent())),
        capabilities,
        tier,
        Groups.memberships(tx, holder.principal()).stream()
            .collect(Collectors.toMap(GroupMember::groupId, GroupMember::rights)),
        above.stream().map(GroupMember::groupId).toList(),
        above.stream().filter(MemoryReader::mayWrite).map(GroupMember::groupId).toList());
  }

  private static boolean mayWrite(GroupMember member) {
    return member.rights().role().includes(GroupRole.MEMBER)
        && member.rights().posture() != Posture.EMCON;
  }

  /** Returns the principal whose own memory the caller uses. */
  Principal principal() {
    return reader.principal();
  }

  boolean may(Act act, Target target) {
    return MemoryRights.refusal(reader, act, target).isEmpty();
  }

  /** Returns whether an item is open to the caller; those of a deleted group are to nobody. */
  boolean mayRead(MemoryItem item, Scopes.Scope scope) {
    return may(Act.READ, item.target(scope))
        && isWithin(scope)
        && scope.group().filter(group -> Groups.find(tx, group).isEmpty()).isEmpty();
  }

  /** A cause that may see nothing of the node leaves a caller its own items. */
  private boolean isWithin(Scopes.Scope scope) {
    return !caller.within().readsOwn()
        || (scope.kind() == Visibility.PRIVATE && scope.ofWhom().equals(principal().text()));
  }

  /**
   * Refuses what the caller may not do.
   *
   * @param what the thing, for people; the error names nothing that the caller does not know
   * @throws CapabilityDenied with the error word of CORDELIA
   */
  void require(Act act, Target target, String what) {
    Optional<String> refusal = MemoryRights.refusal(reader, act, target);
    if (refusal.isPresent()) {
      throw MemoryRights.denied(caller, refusal.get(), what + ": " + meaning(refusal.get()));
    }
    boolean isOwn =
        act == Act.WRITE
            && target.visibility() == Visibility.PRIVATE
            && target.owner().equals(principal());
    if (!isOwn) {
      caller.requireBeyondOwn();
    }
  }

  /** Returns the meaning of an error word, for people. */
  static String meaning(String code) {
    return MEANINGS.getOrDefault(code, "no right to do this");
  }

  private static final Map<String, String> MEANINGS =
      Map.ofEntries(
          Map.entry(MemoryRights.NOT_FOUND, "there is none here"),
          Map.entry(MemoryRights.UNAUTHORIZED, "it belongs to another entity"),
          Map.entry("not_member", "the caller is no member of the group"),
          Map.entry("not_owner", "only the owner of an item shares it"),
          Map.entry("viewer_read_only", "a viewer of a group only reads"),
          Map.entry("viewer_cannot_share", "a viewer of a group only reads"),
          Map.entry("emcon", "the caller's posture is emcon, so it changes no memory"),
          Map.entry("emcon_blocks_share", "the caller's posture is emcon, so it shares nothing"),
          Map.entry("copy_is_immutable", "a shared copy never changes; write a new item"),
          Map.entry(
              CapabilityDenied.CODE, "the caller's capabilities or its trust do not allow it"));

  /**
   * Returns the scopes whose items the caller may read, its own first. Private items of agents are
   * not among those of the owner, who reads them by their ids.
   */
  Map<String, Scopes.Scope> scopes() {
    Map<String, Scopes.Scope> readable = new LinkedHashMap<>();
    for (Scopes.Scope scope : candidates()) {
      if (may(Act.READ, place(scope)) && isWithin(scope)) {
        readable.put(scope.scope(), scope);
      }
    }
    return readable;
  }

  private List<Scopes.Scope> candidates() {
    Scopes scopes = new Scopes(tx);
    Stream<String> groups =
        caller.isUnbounded()
            ? Groups.all(tx).stream().map(MemoryGroup::id)
            : Stream.concat(reader.groups().keySet().stream().sorted(), reader.above().stream())
                .distinct();
    return Stream.of(
            scopes.find(Visibility.PRIVATE, principal().text()).stream(),
            groups.flatMap(group -> scopes.find(Visibility.GROUP, group).stream()),
            caller.agent().map(Agent::parent).stream()
                .flatMap(parent -> scopes.find(Visibility.PRIVATE, parent.text()).stream()),
            scopes.find(Visibility.PUBLIC, "").stream())
        .flatMap(all -> all)
        .toList();
  }

  /** Returns a scope as the place of an item that the caller itself owns. */
  Target place(Scopes.Scope scope) {
    Principal owner =
        switch (scope.kind()) {
          case PRIVATE -> Principal.parse(scope.ofWhom());
          case GROUP, PUBLIC -> principal();
        };
    return new Target(scope.kind(), owner, principal(), scope.group(), false);
  }
}
