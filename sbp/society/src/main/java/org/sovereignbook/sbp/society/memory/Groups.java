package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Act;
import org.sovereignbook.sbp.authority.agents.MemoryScope;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.agents.Posture;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Groups and their members. Each method is one change of the caller's transaction; a group always
 * has an owner, and nobody grants more than the own role.
 */
public final class Groups {
  public static final String JOINED = "group.member_joined";
  public static final String LEFT = "group.member_left";
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}");
  private static final int MAX_NAME_CHARACTERS = 200;

  private Groups() {}

  /** Group with the caller's place in it. */
  public record Seen(
      MemoryGroup group, Optional<MemoryRights.Membership> own, List<GroupMember> members) {}

  static List<GroupMember> memberships(Transaction tx, Principal member) {
    return GroupMember.ROWS.list(
        tx,
        "WHERE member = ? AND left_ms IS NULL AND group_id IN (SELECT id FROM memory_group WHERE"
            + " deleted_ms IS NULL) ORDER BY group_id",
        member.text());
  }

  static List<MemoryGroup> all(Transaction tx) {
    return MemoryGroup.ROWS.list(tx, "WHERE deleted_ms IS NULL ORDER BY id");
  }

  static Optional<MemoryGroup> find(Transaction tx, String id) {
    return MemoryGroup.ROWS.first(tx, "WHERE id = ? AND deleted_ms IS NULL", id);
  }

  /** Returns a group, which may be deleted. */
  public static MemoryGroup ever(Transaction tx, String id) {
    return MemoryGroup.ROWS.first(tx, "WHERE id = ?", id).orElseThrow();
  }

  /** Returns the members of this node, the oldest first. */
  public static List<GroupMember> members(Transaction tx, String group) {
    return GroupMember.ROWS.list(
        tx, "WHERE group_id = ? AND left_ms IS NULL ORDER BY joined_ms, member", group);
  }

  private static Optional<GroupMember> member(Transaction tx, String group, Principal who) {
    return GroupMember.ROWS.first(
        tx, "WHERE group_id = ? AND member = ? AND left_ms IS NULL", group, who.text());
  }

  /** Returns the caller's groups; all groups for the owner of the node. */
  public static List<MemoryGroup> list(Transaction tx, Caller caller) {
    return all(tx).stream().filter(group -> isSeen(tx, caller, group.id())).toList();
  }

  private static boolean isSeen(Transaction tx, Caller caller, String group) {
    return caller.isUnbounded()
        || member(tx, group, MemoryHolder.of(caller).principal()).isPresent();
  }

  /**
   * Returns a group with its members.
   *
   * @throws SocietyException with {@code group_not_found}, also for a group of others
   */
  public static Seen seen(Transaction tx, Caller caller, String id) {
    MemoryGroup group =
        find(tx, id).filter(one -> isSeen(tx, caller, one.id())).orElseThrow(() -> unknown(id));
    return new Seen(
        group,
        member(tx, id, MemoryHolder.of(caller).principal()).map(GroupMember::rights),
        members(tx, id));
  }

  static SocietyException unknown(String id) {
    return SocietyException.notFound(
        "group_not_found",
        "no group of the caller's is called " + PeerText.quote(id),
        "its groups:  sbp group list");
  }

  /** Returns the nearest valid id. */
  private static Optional<String> likeAnId(String given) {
    String plain =
        given
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9._-]+", "-")
            .replaceAll("^[^a-z0-9]+|[^a-z0-9]+$", "");
    return Optional.of(plain).filter(ID.asMatchPredicate());
  }

  /**
   * Creates a group whose owner is the caller.
   *
   * @param given the parts of its culture that are not usual
   * @throws SocietyException with {@code wrong_id}, {@code group_exists}, {@code too_many_groups},
   *     {@code capability_denied}
   */
  public static Seen create(
      Transaction tx, Caller caller, String id, String name, JsonObject given) {
    Culture culture = Culture.parse(given, Culture.USUAL);
    MemoryReader reader = MemoryReader.of(tx, caller);
    if (!ID.matcher(id).matches() || name.isBlank() || name.length() > MAX_NAME_CHARACTERS) {
      throw SocietyException.wrong(
          "wrong_id",
          "a group's id has letters, digits, '.', '_' and '-', at most 80, not "
              + PeerText.quote(id)
              + "; its name 1 to "
              + MAX_NAME_CHARACTERS
              + " characters",
          likeAnId(id).map(near -> "such as:  sbp group create " + near).stream()
              .toArray(String[]::new));
    }
    requireMayFound(caller, reader, id);
    if (tx.exists("SELECT 1 FROM memory_group WHERE id = ?", id)) {
      requireKnown(tx, caller, id);
      throw SocietyException.refused(
          "group_exists", "the id " + id + " is taken, or was: an id is used once");
    }
    int most = tx.node().config().get(MemorySettings.GROUPS);
    if (tx.number("SELECT COUNT(*) FROM memory_group WHERE deleted_ms IS NULL") >= most) {
      throw SocietyException.refused(
          "too_many_groups",
          "there are " + most + " groups, which is the most",
          "more:  sbp config set " + MemorySettings.GROUPS.key() + " " + 2 * most);
    }
    MemoryGroup.ROWS.insert(
        tx,
        new MemoryGroup(id, PeerText.plain(name), culture, tx.nowMs(), Optional.empty()),
        tx.cause(caller.authority()));
    boolean _ = new Scopes(tx).ofGroup(id).scope().isEmpty();
    join(tx, caller.authority(), id, reader.principal(), GroupRole.OWNER, Posture.ACTIVE);
    return seen(tx, caller, id);
  }

  private static void requireMayFound(Caller caller, MemoryReader reader, String id) {
    boolean isSilent =
        reader.reader().groups().values().stream().anyMatch(it -> it.posture() == Posture.EMCON);
    if (isSilent) {
      throw MemoryRights.denied(caller, "emcon", MemoryReader.meaning("emcon"));
    }
    MemoryScope may = caller.capabilities().memoryWrite();
    if (!caller.isUnbounded() && !may.allows(MemoryScope.Layer.L2, Visibility.GROUP, id)) {
      throw beyond(caller, id);
    }
  }

  /** Refuses the id of a group that the caller does not know like one beyond its capabilities. */
  private static void requireKnown(Transaction tx, Caller caller, String id) {
    boolean isKnown =
        caller.isUnbounded()
            || tx.exists(
                "SELECT 1 FROM memory_member WHERE group_id = ? AND member = ?",
                id,
                MemoryHolder.of(caller).principal().text());
    if (!isKnown) {
      throw beyond(caller, id);
    }
  }

  private static SocietyException beyond(Caller caller, String id) {
    return MemoryRights.denied(
        caller,
        CapabilityDenied.CODE,
        "the caller's capabilities have no group " + id + " to write in",
        "what it may:  sbp agent capabilities " + caller.agent().map(Agent::name).orElse(""));
  }

  /**
   * Adds a member, or gives it another role.
   *
   * @throws SocietyException with {@code group_not_found}, {@code unauthorized}, {@code
   *     last_owner}, {@code too_many_members}
   */
  public static Seen add(
      Transaction tx, Caller caller, String id, MemoryHolder who, GroupRole role) {
    lock(tx, id);
    Seen seen = seen(tx, caller, id);
    new GroupFeatures(tx).requireManagedHere(id);
    Optional<GroupMember> before = member(tx, id, who.principal());
    GroupRole most = before.map(GroupMember::role).filter(had -> had.includes(role)).orElse(role);
    require(tx, caller, seen, most);
    if (before.isPresent() && before.get().role() == GroupRole.OWNER && role != GroupRole.OWNER) {
      requireAnotherOwner(seen, who.principal());
    }
    int limit = tx.node().config().get(MemorySettings.MEMBERS);
    if (before.isEmpty() && seen.members().size() >= limit) {
      throw SocietyException.refused(
          "too_many_members", id + " has " + limit + " members, which is the most");
    }
    if (before.filter(one -> one.role() == role).isEmpty()) {
      join(tx, caller.authority(), id, who.principal(), role, Posture.ACTIVE);
    }
    return seen(tx, caller, id);
  }

  /** Waits for others that change its members, so that the last owner stays. */
  private static void lock(Transaction tx, String group) {
    boolean _ =
        tx.exists("SELECT 1 FROM memory_group WHERE id = ?" + tx.dialect().forUpdate(), group);
  }

  static void join(
      Transaction tx, Authority by, String id, Principal who, GroupRole role, Posture posture) {
    GroupMember.ROWS.put(
        tx, new GroupMember(id, who, role, posture, tx.nowMs(), Optional.empty()), tx.cause(by));
    emit(tx, by, JOINED, id, who, Optional.of(role));
  }

  /**
   * Ends a membership; anybody may end the own one.
   *
   * @return whether there was one
   * @throws SocietyException with {@code group_not_found}, {@code unauthorized}, {@code last_owner}
   */
  public static boolean remove(Transaction tx, Caller caller, String id, MemoryHolder who) {
    lock(tx, id);
    Seen seen = seen(tx, caller, id);
    Optional<GroupMember> member = member(tx, id, who.principal());
    if (member.isEmpty()) {
      return false;
    }
    if (!who.principal().equals(MemoryHolder.of(caller).principal())) {
      require(tx, caller, seen, member.get().role());
    }
    if (member.get().role() == GroupRole.OWNER) {
      requireAnotherOwner(seen, who.principal());
    }
    leave(tx, caller.authority(), id, who.principal());
    new GroupDeparture(tx).enforce(caller, seen.group(), who);
    return true;
  }

  static void leave(Transaction tx, Authority by, String id, Principal who) {
    tx.update(
        "UPDATE memory_member SET left_ms = ? WHERE group_id = ? AND member = ?",
        tx.nowMs(),
        id,
        who.text());
    emit(tx, by, LEFT, id, who, Optional.empty());
  }

  /** Ends all memberships of a removed agent; a group without an owner goes to the node's owner. */
  static void leaveAll(Transaction tx, Principal who) {
    Authority system = Caller.system().authority();
    for (GroupMember member : memberships(tx, who)) {
      boolean isLastOwner =
          member.role() == GroupRole.OWNER
              && members(tx, member.groupId()).stream()
                  .noneMatch(one -> one.role() == GroupRole.OWNER && !one.member().equals(who));
      if (isLastOwner) {
        join(tx, system, member.groupId(), Principal.OWNER, GroupRole.OWNER, Posture.ACTIVE);
      }
      leave(tx, system, member.groupId(), who);
      new GroupDeparture(tx)
          .enforce(Caller.system(), ever(tx, member.groupId()), MemoryHolder.of(tx, who));
    }
  }

  /** Sets the caller's own posture in a group. */
  public static Seen posture(Transaction tx, Caller caller, String id, Posture posture) {
    Seen seen = seen(tx, caller, id);
    if (seen.own().isEmpty()) {
      throw MemoryRights.denied(caller, "not_member", id + ": the caller is no member of it");
    }
    tx.update(
        "UPDATE memory_member SET posture = ? WHERE group_id = ? AND member = ?",
        posture.toString(),
        id,
        MemoryHolder.of(caller).principal().text());
    return seen(tx, caller, id);
  }

  /** Changes the culture of a group; parts that are absent stay. */
  public static Seen culture(Transaction tx, Caller caller, String id, JsonObject changes) {
    Seen seen = seen(tx, caller, id);
    new GroupFeatures(tx).requireManagedHere(id);
    require(tx, caller, seen, GroupRole.ADMIN);
    MemoryGroup.culture(tx, id, Culture.parse(changes, seen.group().culture()));
    new GroupFeatures(tx).cultureChanged(id);
    return seen(tx, caller, id);
  }

  /** Deletes a group: its members leave, its items stay and are read by nobody. */
  public static void delete(Transaction tx, Caller caller, String id) {
    Seen seen = seen(tx, caller, id);
    new GroupFeatures(tx).requireManagedHere(id);
    require(tx, caller, seen, GroupRole.OWNER);
    end(tx, caller, id);
  }

  /** Makes a group whose items its owner reviews and its viewer reads. */
  static void stage(Transaction tx, String id, Principal owner, Principal viewer) {
    Authority system = Caller.system().authority();
    MemoryGroup.ROWS.insert(
        tx, new MemoryGroup(id, id, Culture.USUAL, tx.nowMs(), Optional.empty()), tx.cause(system));
    join(tx, system, id, owner, GroupRole.OWNER, Posture.ACTIVE);
    join(tx, system, id, viewer, GroupRole.VIEWER, Posture.ACTIVE);
  }

  static void leaveIfMember(Transaction tx, String id, Principal who) {
    if (member(tx, id, who).isPresent()) {
      leave(tx, Caller.system().authority(), id, who);
    }
  }

  /** Makes a group a tombstone. */
  static void end(Transaction tx, Caller caller, String id) {
    new GroupFeatures(tx).ending(id);
    for (GroupMember member : members(tx, id)) {
      leave(tx, caller.authority(), id, member.member());
    }
    tx.update("UPDATE memory_group SET deleted_ms = ? WHERE id = ?", tx.nowMs(), id);
  }

  /** Requires the role admin, and at least this role. */
  public static void require(Transaction tx, Caller caller, Seen seen, GroupRole role) {
    Optional<String> refusal =
        MemoryRights.groupRefusal(MemoryReader.of(tx, caller).reader(), seen.own(), role);
    if (refusal.isPresent()) {
      throw MemoryRights.denied(
          caller,
          refusal.get(),
          seen.group().id() + ": this needs the role admin, and at least the role " + role);
    }
  }

  private static void requireAnotherOwner(Seen seen, Principal but) {
    if (seen.members().stream()
        .noneMatch(one -> one.role() == GroupRole.OWNER && !one.member().equals(but))) {
      throw SocietyException.refused(
          "last_owner",
          seen.group().id() + " would be left without an owner",
          "another owner first:  sbp group add " + seen.group().id() + " AGENT --role owner");
    }
  }

  private static void emit(
      Transaction tx,
      Authority by,
      String kind,
      String group,
      Principal who,
      Optional<GroupRole> role) {
    JsonObject.Builder metadata =
        JsonObject.builder().put("group_id", group).put("entity_id", MemoryHolder.of(tx, who).id());
    role.ifPresent(one -> metadata.put("role", one.toString()));
    tx.append(
        new LedgerEvent(
            kind + ":" + tx.newId(),
            kind,
            by,
            Optional.empty(),
            List.of(new Subject("group", group)),
            metadata.build()));
  }

  /** Returns the authorities of those who named these groups. */
  public static List<Authority> causes(Transaction tx, List<String> groups) {
    return groups.stream()
        .flatMap(
            id -> tx.authorities("SELECT authority_id FROM memory_group WHERE id = ?", id).stream())
        .distinct()
        .toList();
  }

  /** Returns the place of a new item in a group. */
  static MemoryRights.Target place(String group, Principal owner) {
    return new MemoryRights.Target(Visibility.GROUP, owner, owner, Optional.of(group), false);
  }

  /** Returns the groups in which the reader may write, for choosing one. */
  static List<String> writable(MemoryReader reader) {
    return reader.reader().groups().keySet().stream()
        .sorted()
        .filter(group -> reader.may(Act.WRITE, place(group, reader.principal())))
        .toList();
  }
}
