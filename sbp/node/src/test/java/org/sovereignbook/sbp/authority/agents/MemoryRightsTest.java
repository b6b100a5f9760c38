package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Act;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Membership;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Reader;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Target;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Layer;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Principal;

/** The decision about memory in random worlds, against the rules written down once more. */
class MemoryRightsTest {
  private static final int WORLDS = 100_000;
  private static final List<String> GROUPS = List.of("red", "blue", "green");
  private static final List<Principal> ENTITIES =
      List.of(
          Principal.OWNER,
          Principal.agent("a".repeat(64)),
          Principal.agent("b".repeat(64)),
          Principal.agent("c".repeat(64)));

  private final Random random = new Random(7);

  @Test
  void noWorldLeaksAndNoneRefusesWrongly() {
    int allowed = 0;
    for (int i = 0; i < WORLDS; i++) {
      Reader reader = reader();
      Target target = target();
      Act act = pick(List.of(Act.values()));
      boolean may = MemoryRights.refusal(reader, act, target).isEmpty();
      assertThat(may).as("%s %s %s", reader, act, target).isEqualTo(oracle(reader, act, target));
      allowed += may ? 1 : 0;
    }
    assertThat(allowed).as("both answers occur").isBetween(WORLDS / 20, WORLDS * 19 / 20);
  }

  /** CORDELIA §5.4, §7 as a table, without regard to how the program decides. */
  private static boolean oracle(Reader reader, Act act, Target target) {
    boolean isOwner = reader.agent().isEmpty();
    boolean isOwn = target.owner().equals(reader.principal());
    String group = target.group().orElse("");
    Optional<Membership> member = Optional.ofNullable(reader.groups().get(group));
    boolean isEmcon =
        reader.groups().values().stream().anyMatch(it -> it.posture() == Posture.EMCON);
    boolean isParents = reader.agent().filter(it -> it.parent().equals(target.owner())).isPresent();
    boolean reads =
        isOwner
            || (within(reader.capabilities().memoryRead(), target)
                && switch (target.visibility()) {
                  case PUBLIC -> true;
                  case GROUP ->
                      isAtLeast(reader, TrustTier.LOW)
                          && (member.isPresent()
                              || (reader.tier() == TrustTier.HIGH
                                  && reader.above().contains(group)));
                  case PRIVATE ->
                      isAtLeast(reader, TrustTier.MEDIUM)
                          && switch (reader.agent().get().type()) {
                            case CLAUDE_CODE -> isOwn || isParents;
                            case AUTONOMOUS, CUSTOM -> isOwn;
                            case SWARM_WORKER -> false;
                          };
                });
    if (act == Act.READ) {
      return reads;
    }
    boolean mayChange =
        isOwner
            || (isAtLeast(reader, TrustTier.MEDIUM)
                && within(reader.capabilities().memoryWrite(), target));
    if (!reads || isEmcon || !mayChange) {
      return false;
    }
    if (target.visibility() == Visibility.GROUP) {
      boolean writes = member.filter(it -> it.role() != GroupRole.VIEWER).isPresent();
      return switch (act) {
        case SHARE -> writes;
        case WRITE -> writes && !target.isCopy();
        default ->
            writes
                && (member.get().role().compareTo(GroupRole.ADMIN) >= 0
                    || target.author().equals(reader.principal()));
      };
    }
    boolean isParentsPrivate = isParents && target.visibility() == Visibility.PRIVATE;
    return isOwn || (act != Act.SHARE && isParentsPrivate);
  }

  private static boolean isAtLeast(Reader reader, TrustTier tier) {
    return reader.tier().compareTo(tier) >= 0;
  }

  private static boolean within(MemoryScope scope, Target target) {
    return scope.layers().contains(Layer.L2)
        && scope.visibility().contains(target.visibility())
        && (target.visibility() != Visibility.GROUP
            || scope.groups().contains(target.group().get()));
  }

  private Reader reader() {
    Principal principal = pick(ENTITIES);
    Map<String, Membership> groups = new HashMap<>();
    for (String group : GROUPS) {
      if (random.nextBoolean()) {
        Posture posture = random.nextInt(8) == 0 ? Posture.EMCON : Posture.ACTIVE;
        groups.put(group, new Membership(pick(List.of(GroupRole.values())), posture));
      }
    }
    return new Reader(
        principal,
        principal.equals(Principal.OWNER)
            ? Optional.empty()
            : Optional.of(new Reader.Kind(pick(List.of(AgentType.values())), pick(ENTITIES))),
        new Capabilities(scope(), scope(), Globs.ALL, 1, 0, false),
        pick(List.of(TrustTier.values())),
        groups,
        random.nextBoolean() ? List.of("red") : List.of());
  }

  private MemoryScope scope() {
    return random.nextInt(3) > 0
        ? MemoryScope.ALL
        : new MemoryScope(
            random.nextBoolean() ? EnumSet.allOf(Layer.class) : Set.of(Layer.L1),
            random.nextBoolean() ? Globs.ALL : Globs.of("r*", "blue"),
            EnumSet.of(pick(List.of(Visibility.values()))));
  }

  private Target target() {
    Visibility visibility = pick(List.of(Visibility.values()));
    return new Target(
        visibility,
        pick(ENTITIES),
        pick(ENTITIES),
        visibility == Visibility.GROUP ? Optional.of(pick(GROUPS)) : Optional.empty(),
        random.nextInt(4) == 0);
  }

  private <T> T pick(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  @Test
  void aHotContextIsWrittenByItsHolderOnly() {
    for (int i = 0; i < WORLDS / 10; i++) {
      Reader reader = reader();
      Principal holder = pick(ENTITIES);
      boolean isAbove = random.nextBoolean();
      boolean isOwn = holder.equals(reader.principal());
      boolean seesOthers =
          reader.agent().isEmpty()
              || (isAbove && reader.capabilities().memoryRead().layers().contains(Layer.L1));

      assertThat(MemoryRights.hotRefusal(reader, Act.READ, holder, isAbove).isEmpty())
          .isEqualTo(isOwn || seesOthers);
      assertThat(MemoryRights.hotRefusal(reader, Act.WRITE, holder, isAbove).isEmpty())
          .isEqualTo(isOwn && (reader.agent().isEmpty() || reader.tier() != TrustTier.UNTRUSTED));
    }
  }
}
