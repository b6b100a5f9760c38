package org.sovereignbook.sbp.authority.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Act;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Membership;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Reader;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Target;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Principal;

/** The error words of refusals (CORDELIA), the limits of trust, and the edges of capabilities. */
class RefusalsTest {
  private static final Principal ADA = Principal.agent("a".repeat(64));
  private static final Principal BOB = Principal.agent("b".repeat(64));

  private static Reader ada(Optional<GroupRole> role, Posture posture) {
    return new Reader(
        ADA,
        Optional.of(new Reader.Kind(AgentType.CUSTOM, Principal.OWNER)),
        Capabilities.usual(Globs.ALL),
        TrustTier.MEDIUM,
        role.<Map<String, Membership>>map(one -> Map.of("team", new Membership(one, posture)))
            .orElse(Map.of()),
        List.of());
  }

  private static Optional<String> refused(Reader reader, Act act, boolean isCopy) {
    return MemoryRights.refusal(
        reader, act, new Target(Visibility.GROUP, BOB, BOB, Optional.of("team"), isCopy));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, ACTIVE, READ, false, not_found",
        "-, ACTIVE, WRITE, false, not_member",
        "VIEWER, ACTIVE, READ, false, -",
        "VIEWER, ACTIVE, WRITE, false, viewer_read_only",
        "VIEWER, ACTIVE, SHARE, false, viewer_cannot_share",
        "MEMBER, ACTIVE, WRITE, false, -",
        "MEMBER, ACTIVE, WRITE, true, copy_is_immutable",
        "MEMBER, ACTIVE, SHARE, true, -",
        "MEMBER, ACTIVE, DELETE, false, unauthorized",
        "ADMIN, ACTIVE, DELETE, false, -",
        "MEMBER, EMCON, READ, false, -",
        "MEMBER, EMCON, WRITE, false, emcon",
        "MEMBER, EMCON, SHARE, false, emcon_blocks_share",
      })
  void aRefusalInAGroupHasItsWord(
      GroupRole role, Posture posture, Act act, boolean isCopy, String word) {
    assertThat(refused(ada(Optional.ofNullable(role), posture), act, isCopy))
        .isEqualTo(Optional.ofNullable(word));
  }

  @Test
  void aRefusalOfPrivateItemsHasItsWord() {
    Reader reader = ada(Optional.empty(), Posture.ACTIVE);
    Target foreign = new Target(Visibility.PRIVATE, BOB, BOB, Optional.empty(), false);
    assertThat(MemoryRights.refusal(reader, Act.READ, foreign)).contains(MemoryRights.NOT_FOUND);
    assertThat(MemoryRights.refusal(reader, Act.WRITE, foreign)).contains(MemoryRights.NOT_FOUND);
    Target open = new Target(Visibility.PUBLIC, BOB, BOB, Optional.empty(), false);
    assertThat(MemoryRights.refusal(reader, Act.WRITE, open)).contains(CapabilityDenied.CODE);
    Reader owner =
        new Reader(
            Principal.OWNER,
            Optional.empty(),
            Capabilities.ALL,
            TrustTier.MEDIUM,
            Map.of(),
            List.of());
    assertThat(MemoryRights.refusal(owner, Act.WRITE, open)).contains(MemoryRights.UNAUTHORIZED);
    assertThat(MemoryRights.refusal(owner, Act.SHARE, open)).contains("not_owner");
  }

  /** A session of a coding CLI changes its parent's private items, and no public one of it. */
  @Test
  void onlyPrivateItemsOfTheParentAreOpenToItsSession() {
    Reader session =
        new Reader(
            ADA,
            Optional.of(new Reader.Kind(AgentType.CLAUDE_CODE, BOB)),
            Capabilities.ALL,
            TrustTier.MEDIUM,
            Map.of(),
            List.of());
    assertThat(
            MemoryRights.refusal(
                session,
                Act.WRITE,
                new Target(Visibility.PRIVATE, BOB, BOB, Optional.empty(), false)))
        .isEmpty();
    assertThat(
            MemoryRights.refusal(
                session,
                Act.WRITE,
                new Target(Visibility.PUBLIC, BOB, BOB, Optional.empty(), false)))
        .contains(MemoryRights.UNAUTHORIZED);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, ACTIVE, MEMBER, not_member",
        "MEMBER, ACTIVE, MEMBER, unauthorized",
        "ADMIN, ACTIVE, MEMBER, -",
        "ADMIN, ACTIVE, ADMIN, -",
        "ADMIN, ACTIVE, OWNER, unauthorized",
        "OWNER, ACTIVE, OWNER, -",
        "OWNER, EMCON, MEMBER, emcon",
      })
  void aGroupIsManagedByItsAdminsWithinTheirRole(
      GroupRole own, Posture posture, GroupRole concerned, String word) {
    Optional<GroupRole> role = Optional.ofNullable(own);
    assertThat(
            MemoryRights.groupRefusal(
                ada(role, posture), role.map(one -> new Membership(one, posture)), concerned))
        .isEqualTo(Optional.ofNullable(word));
  }

  @Test
  void theNodesOwnerManagesEveryGroup() {
    Reader owner =
        new Reader(
            Principal.OWNER,
            Optional.empty(),
            Capabilities.ALL,
            TrustTier.MEDIUM,
            Map.of(),
            List.of());
    assertThat(MemoryRights.groupRefusal(owner, Optional.empty(), GroupRole.OWNER)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, UNTRUSTED",
    "299, UNTRUSTED",
    "300, LOW",
    "599, LOW",
    "600, MEDIUM",
    "850, MEDIUM",
    "851, HIGH",
    "1000, HIGH"
  })
  void theTierOfAScore(int perMille, TrustTier tier) {
    assertThat(TrustTier.of(perMille)).isEqualTo(tier);
    assertThat(tier.toString()).isEqualTo(tier.name().toLowerCase(java.util.Locale.ROOT));
  }

  private static Capabilities lasting(long seconds, int parallel) {
    return new Capabilities(
        MemoryScope.NONE, MemoryScope.NONE, Globs.NONE, parallel, seconds, false);
  }

  @Test
  void capabilitiesAllowTheirLimitsThemselves() {
    assertThat(
            lasting(Capabilities.MAX_TTL_SECONDS, Capabilities.MAX_PARALLEL_OPS)
                .isWithin(Capabilities.ALL))
        .isTrue();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lasting(Capabilities.MAX_TTL_SECONDS + 1, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lasting(0, Capabilities.MAX_PARALLEL_OPS + 1));
  }

  @Test
  void aLifeEndsItsSecondsAfterTheRegistration() {
    assertThat(lasting(3, 1).endsMs(10_000)).contains(13_000L);
    assertThat(lasting(0, 1).endsMs(10_000)).isEmpty();
    assertThat(lasting(3, 1).meet(lasting(0, 1)).ttlSeconds()).isEqualTo(3);
    assertThat(lasting(0, 1).meet(lasting(7, 1)).ttlSeconds()).isEqualTo(7);
    assertThat(lasting(5, 2).meet(lasting(7, 1))).isEqualTo(lasting(5, 1));
  }
}
