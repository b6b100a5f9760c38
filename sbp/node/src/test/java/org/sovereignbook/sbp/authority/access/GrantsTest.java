package org.sovereignbook.sbp.authority.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.TestOwner;
import org.sovereignbook.sbp.testing.TestSociety;

/** Principals and tools that a grant covers, its end, and the removal of old grants. */
class GrantsTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Principal CI = Principal.webhook("ci");
  private static final Principal ADA = Principal.parse("person:00000000000000a1");
  private static final Requester HOOK =
      new Requester(
          CI,
          Requester.Kind.WEBHOOK,
          "ci",
          Optional.of("00000000000000a1"),
          false,
          Optional.of("friend"),
          Set.of("builds"));

  @TempDir Path folder;
  private TestSociety society;
  private TestOwner owner;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    owner = new TestOwner(society);
  }

  @AfterEach
  void close() {
    society.close();
  }

  private static Grants.To relationship(String word) {
    return new Grants.To(Optional.empty(), Optional.of(word), Optional.empty());
  }

  private static Grants.To tag(String word) {
    return new Grants.To(Optional.empty(), Optional.empty(), Optional.of(word));
  }

  private String hour(Principal to, Grants.What what) {
    return owner.give(Grants.To.principal(to), what, Optional.of(HOUR)).id();
  }

  private List<String> stored(boolean alsoEnded) {
    return society.ledger().<List<Grants.Given>>read(tx -> new Grants(tx).all(alsoEnded)).stream()
        .map(Grants.Given::id)
        .toList();
  }

  private Optional<String> endedAs(String id) {
    return society
        .ledger()
        .<Optional<Grants.Given>>read(tx -> new Grants(tx).find(id))
        .flatMap(Grants.Given::endedAs);
  }

  @Test
  void aGrantReachesOnePrincipalOnAnyChannelOrARelationshipOrATag() {
    assertThat(Grants.To.principal(CI).matches(HOOK)).isTrue();
    assertThat(Grants.To.principal(ADA).matches(HOOK)).as("the entity that it is").isTrue();
    assertThat(Grants.To.principal(Principal.webhook("shop")).matches(HOOK)).isFalse();
    assertThat(relationship("friend").matches(HOOK)).isTrue();
    assertThat(relationship("family").matches(HOOK)).isFalse();
    assertThat(tag("builds").matches(HOOK)).isTrue();
    assertThat(tag("news").matches(HOOK)).isFalse();
  }

  @Test
  void aChannelAndASessionArePlaces() {
    Grants.What post = Grants.What.tool("post");
    assertThat(post.namesPlace()).isFalse();
    assertThat(post.by("mail").namesPlace()).isTrue();
    assertThat(post.inSession("agent:main:work").namesPlace()).isTrue();
  }

  @Test
  void aGrantForASessionIsForThatOneOnly() {
    Grants.Given anywhere = owner.give(CI, Grants.What.tool("a"));
    Grants.Given work = owner.give(CI, Grants.What.tool("b").inSession("agent:main:work"));
    List<Grants.Given> both = List.of(anywhere, work);
    assertThat(Grants.here(both, Optional.of("agent:main:work")))
        .extracting(Grant::id)
        .containsExactly(anywhere.id(), work.id());
    assertThat(Grants.here(both, Optional.of("agent:main:home")))
        .extracting(Grant::id)
        .containsExactly(anywhere.id());
    assertThat(Grants.here(both, Optional.empty()))
        .extracting(Grant::id)
        .containsExactly(anywhere.id());
  }

  @Test
  void aPrincipalHasItselfWhatNamesItAndNoOtherSession() {
    var _ = owner.give(CI, Grants.What.tool("own"));
    var _ = owner.give(CI, Grants.What.tool("elsewhere").inSession("agent:main:work"));
    var _ = owner.give(relationship("friend"), Grants.What.tool("friends"), Optional.empty());
    var _ = owner.give(tag("builds"), Grants.What.tool("tagged"), Optional.empty());
    assertThat(society.ledger().<Globs>read(tx -> new Grants(tx).toItself(HOOK, "hook")).patterns())
        .containsExactly("own");
    assertThat(
            society.ledger().<List<Grants.Given>>read(tx -> new Grants(tx).inForce(HOOK, "hook")))
        .as("the others are in force, too")
        .hasSize(4);
  }

  @Test
  void endedGrantsAreListedOnRequestOnly() {
    String first = hour(CI, Grants.What.tool("a"));
    society.clock().advance(Duration.ofMinutes(1));
    String second = hour(CI, Grants.What.tool("b"));
    var _ = owner.revoke(first);
    assertThat(stored(false)).containsExactly(second);
    assertThat(stored(true)).containsExactly(second, first);
  }

  @Test
  void theAuditLogSaysWhichRequestAGrantAnswers() {
    Grants.To to = Grants.To.principal(CI);
    var _ = owner.give(to, Grants.What.tool("a"), Optional.empty(), Optional.of("r1"));
    var _ = owner.give(to, Grants.What.tool("a"), Optional.empty());
    assertThat(
            society
                .ledger()
                .<List<String>>read(
                    tx ->
                        tx.list(
                            "SELECT reason FROM audit WHERE decision = 'created' ORDER BY seq",
                            row -> row.text(1))))
        .containsExactly("answers request r1", "given");
  }

  @Test
  void aGrantOfATimeToComeIsOverOnceTheClockIsTrusted() {
    String grant = hour(CI, Grants.What.tool("a"));
    society.clock().advance(Duration.ofMinutes(-1));
    society.ledger().run(tx -> new Grants(tx).settle());
    assertThat(endedAs(grant)).as("a minute is no matter").isEmpty();
    society.clock().advance(Duration.ofMillis(-1));
    society.ledger().run(tx -> new Grants(tx).settle());
    assertThat(endedAs(grant)).contains("expired");
  }

  @Test
  void whatIsOverIsSettledAndForgottenAfterItsTime() {
    String grant = hour(CI, Grants.What.tool("a"));
    society
        .ledger()
        .run(
            tx ->
                assertThat(
                        new AccessRequests(tx)
                            .ask(
                                new AccessRequests.Refused(
                                    Authority.of(CI, "hook"),
                                    Authority.of(CI, "hook"),
                                    "post",
                                    JsonObject.empty(),
                                    Optional.empty(),
                                    "no",
                                    Optional.empty()))
                            .request())
                    .isPresent());
    society.clock().advance(Duration.ofHours(25));
    assertThat(forgotten()).as("both are over since two hours at most").isZero();
    assertThat(endedAs(grant)).contains("expired");
    assertThat(requests()).containsExactly("expired");
    society.clock().advance(Duration.ofHours(2));
    assertThat(forgotten()).as("the request, which was over an hour earlier").isEqualTo(1);
    assertThat(stored(true)).containsExactly(grant);
    assertThat(requests()).isEmpty();
    society.clock().advance(Duration.ofMillis(1));
    assertThat(forgotten()).isEqualTo(1);
    assertThat(stored(true)).isEmpty();
  }

  private int forgotten() {
    return society.ledger().<Integer>write(tx -> new Grants(tx).forget(Duration.ofHours(2)));
  }

  private List<String> requests() {
    return society.ledger().<List<AccessRequest>>read(tx -> new AccessRequests(tx).all()).stream()
        .map(AccessRequest::status)
        .toList();
  }
}
