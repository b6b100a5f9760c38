package org.sovereignbook.sbp.testkit.memory;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.MemoryScope;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Layer;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.agents.Posture;
import org.sovereignbook.sbp.authority.agents.TrustTier;

/**
 * All that exists, and the rights of everybody in it: CORDELIA §5.4, §5.6 and §7 once more, by
 * names and without regard to how the program decides.
 */
final class MemoryWorld {
  static final String OWNER = "owner";

  /** An entity; the owner has no type. */
  record Actor(String name, Optional<AgentType> type, String parent) {}

  /** Declared scopes of an agent, and the tier of its trust. */
  record Rights(MemoryScope read, MemoryScope write, TrustTier tier) {}

  record Member(GroupRole role, Posture posture) {}

  /**
   * An item.
   *
   * @param id by which it is asked for
   * @param copyOf the id of the item that it was shared from
   */
  record Item(
      String id,
      Visibility visibility,
      String owner,
      String author,
      String group,
      String text,
      boolean isDoubted,
      Optional<String> copyOf) {}

  final Map<String, Actor> actors = new LinkedHashMap<>();
  final Map<String, Rights> rights = new LinkedHashMap<>();
  final Map<String, Map<String, Member>> groups = new LinkedHashMap<>();
  final Map<String, Item> items = new LinkedHashMap<>();
  private final Map<String, String> origins = new LinkedHashMap<>();

  private boolean isOwner(String who) {
    return who.equals(OWNER);
  }

  private String parent(String who) {
    return requireNonNull(actors.get(who)).parent();
  }

  Optional<Member> member(String who, String group) {
    return Optional.ofNullable(groups.getOrDefault(group, Map.of()).get(who));
  }

  /** A child never may more than those above it. */
  private boolean allows(String who, boolean isWrite, Visibility visibility, String group) {
    for (String one = who; !isOwner(one); one = parent(one)) {
      MemoryScope scope =
          isWrite
              ? requireNonNull(rights.get(one)).write()
              : requireNonNull(rights.get(one)).read();
      boolean is =
          scope.layers().contains(Layer.L2)
              && scope.visibility().contains(visibility)
              && (visibility != Visibility.GROUP || scope.groups().contains(group));
      if (!is) {
        return false;
      }
    }
    return true;
  }

  private boolean isSilenced(String who) {
    return groups.values().stream()
        .map(all -> Optional.ofNullable(all.get(who)))
        .anyMatch(one -> one.filter(it -> it.posture() == Posture.EMCON).isPresent());
  }

  private TrustTier tier(String who) {
    return isOwner(who) ? TrustTier.MEDIUM : requireNonNull(rights.get(who)).tier();
  }

  /** Returns whether items of this kind are open to it, of which {@code owner} is the entity. */
  boolean reads(String who, Visibility visibility, String owner, String group) {
    if (visibility == Visibility.GROUP && !groups.containsKey(group)) {
      return false;
    }
    if (isOwner(who)) {
      return true;
    }
    return allows(who, false, visibility, group)
        && switch (visibility) {
          case PUBLIC -> true;
          case GROUP ->
              tier(who) != TrustTier.UNTRUSTED
                  && (member(who, group).isPresent()
                      || (tier(who) == TrustTier.HIGH && member(parent(who), group).isPresent()));
          case PRIVATE ->
              tier(who).compareTo(TrustTier.MEDIUM) >= 0
                  && switch (requireNonNull(actors.get(who)).type().orElseThrow()) {
                    case CLAUDE_CODE -> owner.equals(who) || owner.equals(parent(who));
                    case AUTONOMOUS, CUSTOM -> owner.equals(who);
                    case SWARM_WORKER -> false;
                  };
        };
  }

  boolean reads(String who, Item item) {
    boolean isShown =
        !item.isDoubted()
            || isOwner(who)
            || List.of(item.owner(), item.author(), parent(item.author())).contains(who);
    return isShown && reads(who, item.visibility(), item.owner(), item.group());
  }

  /** Private items of agents are read by the owner of the node by their ids only. */
  boolean finds(String who, Item item) {
    boolean isAgents =
        isOwner(who) && item.visibility() == Visibility.PRIVATE && !isOwner(item.owner());
    return !item.isDoubted() && !isAgents && reads(who, item);
  }

  private boolean changes(String who, Visibility visibility, String group) {
    return !isSilenced(who)
        && (isOwner(who)
            || (tier(who).compareTo(TrustTier.MEDIUM) >= 0
                && allows(who, true, visibility, group)));
  }

  private boolean isWriter(String who, String group) {
    return member(who, group).isPresent()
        ? member(who, group).filter(one -> one.role() != GroupRole.VIEWER).isPresent()
        : isLent(who, group);
  }

  /** High trust lends the write access of the parent (CORDELIA §5.4). */
  private boolean isLent(String who, String group) {
    return !isOwner(who)
        && tier(who) == TrustTier.HIGH
        && member(parent(who), group)
            .filter(one -> one.role() != GroupRole.VIEWER && one.posture() != Posture.EMCON)
            .isPresent();
  }

  /** Returns whether it may create an item in the memory of {@code owner}. */
  boolean creates(String who, Visibility visibility, String owner, String group) {
    boolean isHis = owner.equals(who);
    boolean isParents = visibility == Visibility.PRIVATE && owner.equals(parent(who));
    return (isHis || (isParents && !isOwner(who)))
        && reads(who, visibility, owner, group)
        && changes(who, visibility, group)
        && (visibility != Visibility.GROUP || isWriter(who, group));
  }

  boolean edits(String who, Item item) {
    boolean isWriter =
        item.visibility() == Visibility.GROUP
            ? isWriter(who, item.group()) && item.copyOf().isEmpty()
            : isHisOrItsParents(who, item);
    return reads(who, item) && changes(who, item.visibility(), item.group()) && isWriter;
  }

  private boolean isHisOrItsParents(String who, Item item) {
    boolean isParents =
        !isOwner(who)
            && item.visibility() == Visibility.PRIVATE
            && item.owner().equals(parent(who));
    return item.owner().equals(who) || isParents;
  }

  boolean deletes(String who, Item item) {
    boolean isDeleter =
        item.visibility() == Visibility.GROUP
            ? isWriter(who, item.group())
                && (item.author().equals(who)
                    || member(who, item.group())
                        .filter(one -> one.role().includes(GroupRole.ADMIN))
                        .isPresent())
            : isHisOrItsParents(who, item);
    return reads(who, item) && changes(who, item.visibility(), item.group()) && isDeleter;
  }

  boolean shares(String who, Item item, String group) {
    return reads(who, item)
        && item.owner().equals(who)
        && reads(who, Visibility.GROUP, who, group)
        && changes(who, Visibility.GROUP, group)
        && isWriter(who, group);
  }

  boolean seesGroup(String who, String group) {
    return groups.containsKey(group) && (isOwner(who) || member(who, group).isPresent());
  }

  /** Returns whether it may manage members of this role. */
  private boolean manages(String who, String group, GroupRole role) {
    boolean isAdmin =
        member(who, group)
            .filter(one -> one.role().includes(GroupRole.ADMIN) && one.role().includes(role))
            .isPresent();
    return seesGroup(who, group) && !isSilenced(who) && (isOwner(who) || isAdmin);
  }

  private boolean isLastOwner(String who, String group) {
    return requireNonNull(groups.get(group)).entrySet().stream()
        .filter(one -> one.getValue().role() == GroupRole.OWNER)
        .map(Map.Entry::getKey)
        .toList()
        .equals(List.of(who));
  }

  boolean adds(String who, String group, String target, GroupRole role) {
    Optional<GroupRole> had = member(target, group).map(Member::role);
    GroupRole most = had.filter(one -> one.includes(role)).orElse(role);
    return manages(who, group, most) && (role == GroupRole.OWNER || !isLastOwner(target, group));
  }

  boolean removes(String who, String group, String target) {
    Optional<GroupRole> had = member(target, group).map(Member::role);
    return seesGroup(who, group)
        && had.isPresent()
        && (who.equals(target) || manages(who, group, had.get()))
        && !isLastOwner(target, group);
  }

  /** Returns whether it may read the hot context of {@code holder}. */
  boolean readsHot(String who, String holder) {
    if (who.equals(holder) || isOwner(who)) {
      return true;
    }
    boolean isAbove = false;
    for (String one = holder; !isOwner(one); one = parent(one)) {
      isAbove |= parent(one).equals(who);
    }
    boolean sees = true;
    for (String one = who; !isOwner(one); one = parent(one)) {
      sees &= requireNonNull(rights.get(one)).read().layers().contains(Layer.L1);
    }
    return isAbove && sees;
  }

  void put(Item item) {
    items.put(item.id(), item);
    item.copyOf().ifPresent(from -> origins.put(item.id(), from));
  }

  void erase(Item item) {
    items.keySet().removeIf(id -> isMadeOf(id, item.id()));
  }

  private boolean isMadeOf(String id, String origin) {
    boolean is = id.equals(origin);
    for (String one = id; !is && origins.containsKey(one); ) {
      one = origins.get(one);
      is = one.equals(origin);
    }
    return is;
  }

  List<String> found(String who, String word) {
    List<String> found = new ArrayList<>();
    for (Item item : items.values()) {
      if (finds(who, item) && List.of(item.text().split(" ", -1)).contains(word)) {
        found.add(item.id());
      }
    }
    return found.stream().sorted().toList();
  }
}
