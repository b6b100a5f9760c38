package org.sovereignbook.sbp.authority.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;

/** Rights that an authority carries: what remains of them, and for whom it acts. */
class AuthoritySnapshotTest {
  private static final Principal EVE = Principal.parse("peer:" + "E".repeat(43));
  private static final Principal BOB = Principal.parse("peer:" + "B".repeat(43));
  private static final Principal ADA = Principal.agent("a".repeat(64));
  private static final Authority OWNER = Authority.of(Principal.OWNER, "command");

  private static Bounds bounds(String tools, String credentials, DataAccess data) {
    return new Bounds(
        ToolSet.of(Globs.of(tools.split(" ")), Globs.NONE), Globs.of(credentials.split(" ")), data);
  }

  private static final Bounds MUCH = bounds("mail_* task_*", "key", DataAccess.FULL);
  private static final Bounds LITTLE =
      bounds("task_* memory_*", "key other", DataAccess.RESTRICTED);

  private static List<String> tools(AuthoritySnapshot snapshot) {
    return Stream.of("mail_send", "task_add", "memory_search")
        .filter(snapshot.may().tools()::contains)
        .toList();
  }

  private static AuthoritySnapshot snapshot(
      Bounds may, Bounds ungranted, List<String> grants, TrustState trust, long notBeforeMs) {
    return new AuthoritySnapshot(
        may, ungranted, grants, List.of(EVE), Optional.of(trust), notBeforeMs);
  }

  @ParameterizedTest
  @CsvSource({
    "BLOCKED, UNKNOWN, true",
    "BLOCKED, TRUSTED, true",
    "UNKNOWN, BLOCKED, false",
    "TRUSTED, BLOCKED, false",
    "UNKNOWN, KNOWN, true",
    "KNOWN, UNKNOWN, false",
    "ENDORSED, TRUSTED, true",
    "TRUSTED, ENDORSED, false",
    "KNOWN, KNOWN, false",
    "BLOCKED, BLOCKED, false",
  })
  void blockedIsTheLeastTrust(TrustState one, TrustState other, boolean isLess) {
    assertThat(AuthoritySnapshot.isLess(one, other)).isEqualTo(isLess);
    AuthoritySnapshot first = snapshot(MUCH, MUCH, List.of(), one, 0);
    AuthoritySnapshot second = snapshot(MUCH, MUCH, List.of(), other, 0);
    assertThat(first.within(second).trust()).contains(isLess ? one : other);
    assertThat(second.within(first).trust()).contains(isLess ? one : other);
  }

  @Test
  void bothBoundsHoldTheLaterTimeAndAllGrants() {
    AuthoritySnapshot one = snapshot(MUCH, LITTLE, List.of("g2", "g1"), TrustState.KNOWN, 5);
    AuthoritySnapshot other = snapshot(LITTLE, LITTLE, List.of("g2", "g3"), TrustState.TRUSTED, 9);
    AuthoritySnapshot both = one.within(other);
    assertThat(both.may()).isEqualTo(MUCH.meet(LITTLE));
    assertThat(tools(both)).containsExactly("task_add");
    assertThat(both.ungranted()).isEqualTo(LITTLE);
    assertThat(both.grants()).containsExactly("g1", "g2", "g3");
    assertThat(both.onBehalfOf()).containsExactly(EVE);
    assertThat(both.notBeforeMs()).isEqualTo(9);
    assertThat(other.within(one).notBeforeMs()).isEqualTo(9);
  }

  @Test
  void whatWasGrantedIsWrittenBesideWhatIsNotAndEndsWithIt() {
    JsonObject limits = AuthoritySnapshot.bounded(JsonObject.empty(), MUCH, LITTLE, List.of("g1"));
    Authority eve = new Authority(EVE, "mail", limits.with("not_before_ms", 7));
    AuthoritySnapshot read = AuthoritySnapshot.of(eve).orElseThrow();
    assertThat(read)
        .isEqualTo(
            new AuthoritySnapshot(MUCH, LITTLE, List.of("g1"), List.of(), Optional.empty(), 7));
    assertThat(AuthoritySnapshot.notBeforeMs(eve)).isEqualTo(7);
    assertThat(read.withoutGrants())
        .isEqualTo(
            new AuthoritySnapshot(LITTLE, LITTLE, List.of(), List.of(), Optional.empty(), 7));
    assertThat(AuthoritySnapshot.bounded(limits, MUCH, MUCH, List.of("g1")).members())
        .doesNotContainKeys("grants", "ungranted");
    assertThat(read.written(new Authority(BOB, "mail", JsonObject.empty())))
        .isEqualTo(new Authority(BOB, "mail", limits));
  }

  @Test
  void withoutASnapshotTheNodesOwnMayDoEverythingAndOthersAreDecidedAnew() {
    assertThat(AuthoritySnapshot.of(OWNER)).map(AuthoritySnapshot::words).contains("everything");
    assertThat(AuthoritySnapshot.of(Authority.of(Principal.SYSTEM, "system"))).isPresent();
    assertThat(AuthoritySnapshot.of(Authority.of(ADA, "mcp"))).isPresent();
    assertThat(AuthoritySnapshot.of(Authority.of(EVE, "mail"))).isEmpty();
    assertThat(AuthoritySnapshot.isOfTheNode(Principal.webhook("ci"))).isFalse();
    Authority within = AuthoritySnapshot.within(Authority.of(EVE, "mail"), MUCH);
    assertThat(AuthoritySnapshot.of(within).orElseThrow().may())
        .as("what is not known allows nothing")
        .isEqualTo(Bounds.NOTHING);
    assertThat(AuthoritySnapshot.of(AuthoritySnapshot.within(OWNER, MUCH)).orElseThrow().may())
        .isEqualTo(MUCH);
  }

  @Test
  void toolsAreBoundedAndNothingElse() {
    AuthoritySnapshot bounded =
        snapshot(MUCH, MUCH, List.of(), TrustState.KNOWN, 0).withTools(Globs.of("task_*"));
    assertThat(tools(bounded)).containsExactly("task_add");
    assertThat(bounded.may().credentials()).isEqualTo(MUCH.credentials());
    assertThat(bounded.may().data()).isEqualTo(DataAccess.FULL);
  }

  @Test
  void aCauseBindsWhomeverItIsHandedTo() {
    Authority cause =
        new Authority(
            EVE,
            "mail",
            AuthoritySnapshot.bounded(JsonObject.empty(), MUCH, MUCH, List.of())
                .with("trust", "known")
                .with("not_before_ms", 3));
    AuthoritySnapshot carried = AuthoritySnapshot.of(cause).orElseThrow();
    Authority ada = carried.bounding(Authority.of(ADA, "mcp"), cause);
    AuthoritySnapshot bound = AuthoritySnapshot.of(ada).orElseThrow();
    assertThat(bound.may()).isEqualTo(MUCH);
    assertThat(bound.onBehalfOf()).containsExactly(EVE);
    assertThat(bound.trust()).contains(TrustState.KNOWN);
    assertThat(bound.notBeforeMs()).isEqualTo(3);
    assertThat(AuthoritySnapshot.speaker(ada)).isEqualTo(ADA + " on behalf of " + EVE.text());
    assertThat(bound.words()).endsWith("; on behalf of " + EVE.text());

    Authority further = carried.bounding(ada, new Authority(BOB, "mail", cause.limits()));
    assertThat(AuthoritySnapshot.of(further).orElseThrow().onBehalfOf())
        .containsExactlyInAnyOrder(EVE, BOB);
    assertThat(AuthoritySnapshot.speaker(cause)).isEqualTo(EVE.toString());
    Authority itsOwn = new Authority(EVE, "mail", ada.limits());
    assertThat(AuthoritySnapshot.of(itsOwn).orElseThrow().onBehalfOf()).containsExactly(EVE);
    assertThat(AuthoritySnapshot.speaker(itsOwn)).as("for itself").isEqualTo(EVE.toString());
  }

  @Test
  void theOwnersOwnCauseBindsNobody() {
    AuthoritySnapshot owners = AuthoritySnapshot.of(OWNER).orElseThrow();
    Authority ada = Authority.of(ADA, "mcp");
    assertThat(owners.bounding(ada, OWNER)).isSameAs(ada);
    Authority eve = Authority.of(EVE, "mail");
    assertThat(owners.bounding(eve, Authority.of(EVE, "mail")))
        .as("it acts for itself only")
        .isSameAs(eve);
    Authority forAnother = owners.bounding(ada, Authority.of(BOB, "mail"));
    AuthoritySnapshot carried = AuthoritySnapshot.of(forAnother).orElseThrow();
    assertThat(carried.onBehalfOf()).containsExactly(BOB);
    assertThat(forAnother.limits().members()).doesNotContainKeys("trust", "not_before_ms");
  }

  @Test
  void eachPartMakesASnapshotAnother() {
    AuthoritySnapshot one = snapshot(MUCH, MUCH, List.of("g"), TrustState.KNOWN, 1);
    assertThat(snapshot(MUCH, MUCH, List.of("g"), TrustState.KNOWN, 1))
        .isEqualTo(one)
        .hasSameHashCodeAs(one);
    assertThat(one)
        .isNotEqualTo(snapshot(LITTLE, MUCH, List.of("g"), TrustState.KNOWN, 1))
        .isNotEqualTo(snapshot(MUCH, LITTLE, List.of("g"), TrustState.KNOWN, 1))
        .isNotEqualTo(snapshot(MUCH, MUCH, List.of(), TrustState.KNOWN, 1))
        .isNotEqualTo(snapshot(MUCH, MUCH, List.of("g"), TrustState.TRUSTED, 1))
        .isNotEqualTo(snapshot(MUCH, MUCH, List.of("g"), TrustState.KNOWN, 2))
        .isNotEqualTo(
            new AuthoritySnapshot(
                MUCH, MUCH, List.of("g"), List.of(), Optional.of(TrustState.KNOWN), 1))
        .isNotEqualTo("another thing");
  }
}
