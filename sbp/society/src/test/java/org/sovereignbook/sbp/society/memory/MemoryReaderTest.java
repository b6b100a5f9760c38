package org.sovereignbook.sbp.society.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Act;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Target;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.TestSociety;

/** Scopes that a caller may read, and calls that are kept within the caller's own memory. */
class MemoryReaderTest {
  @TempDir private Path folder;
  private TestSociety society;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    society.usual("ada", AgentType.CLAUDE_CODE);
    society.usual("eve", AgentType.CUSTOM);
    society.owner(
        "memory_group_create",
        (tx, caller) -> Groups.create(tx, caller, "team", "Team", JsonObject.empty()));
    society.owner(
        "memory_group_add_member",
        (tx, caller) ->
            Groups.add(
                tx,
                caller,
                "team",
                MemoryHolder.named(tx, caller, Optional.of("ada")),
                GroupRole.OWNER));
    society
        .ledger()
        .run(
            tx -> {
              Groups.leaveIfMember(tx, "team", Principal.OWNER);
              new Scopes(tx).ofHolder(Principal.OWNER);
              new Scopes(tx).ofHolder(principal("ada"));
              new Scopes(tx).ofGroup("team");
              new Scopes(tx).ofAll();
            });
  }

  @AfterEach
  void close() {
    society.close();
  }

  private Principal principal(String agent) {
    return society.now(agent).principal();
  }

  private <T> T as(String agent, Function<MemoryReader, T> work) {
    return society
        .ledger()
        .read(
            tx ->
                work.apply(
                    MemoryReader.of(tx, Agents.caller(tx, Optional.of(agent), Optional.empty()))));
  }

  /** Works for a call whose causes allow nothing beyond the caller's own memory. */
  private <T> T bounded(String agent, boolean readsOwn, Function<MemoryReader, T> work) {
    return society
        .ledger()
        .read(
            tx -> {
              Caller caller = Agents.caller(tx, Optional.of(agent), Optional.empty());
              CapabilityDenied beyond = MemoryRights.denied(caller, "beyond", "its cause may not");
              return work.apply(
                  MemoryReader.of(
                      tx,
                      new Caller(
                          caller.principal(),
                          caller.authority(),
                          caller.agent(),
                          caller.capabilities(),
                          caller.work(),
                          caller.token(),
                          caller.decision(),
                          caller.causes(),
                          new Caller.Within(Optional.of(beyond), readsOwn))));
            });
  }

  private static List<String> scopes(MemoryReader reader) {
    return reader.scopes().values().stream()
        .map(scope -> scope.kind() + ":" + scope.ofWhom())
        .toList();
  }

  private String own(String agent) {
    return Visibility.PRIVATE + ":" + principal(agent).text();
  }

  @Test
  void aCallerReadsItsOwnItsGroupsItsParentsAndWhatIsPublic() {
    String group = Visibility.GROUP + ":team";
    String owners = Visibility.PRIVATE + ":owner";
    String everybodys = Visibility.PUBLIC + ":";
    assertThat(as("ada", MemoryReaderTest::scopes))
        .containsExactly(own("ada"), group, owners, everybodys);
    assertThat(as("eve", MemoryReaderTest::scopes)).containsExactly(own("eve"), everybodys);
    List<String> all =
        society.ledger().read(tx -> scopes(MemoryReader.of(tx, Caller.owner("command"))));
    assertThat(all).as("every group is the owner's").containsExactly(owners, group, everybodys);
  }

  @Test
  void aCauseThatMaySeeNothingLeavesACallerItsOwnItems() {
    assertThat(bounded("ada", true, MemoryReaderTest::scopes)).containsExactly(own("ada"));
    assertThat(bounded("ada", false, MemoryReaderTest::scopes)).hasSize(4);
  }

  @Test
  void anItemIsReadWhereItsScopeIs() {
    MemoryItem item =
        society
            .as(
                "ada",
                "memory_write_warm",
                (tx, caller) ->
                    new ItemWriter(tx)
                        .write(
                            caller,
                            ItemDraft.of(
                                ItemType.NOTE,
                                JsonObject.builder().put("content", "a lamp").build())))
            .item();
    Scopes.Scope own = new Scopes.Scope("1", Visibility.PRIVATE, principal("ada").text());
    Scopes.Scope owners = new Scopes.Scope("2", Visibility.PRIVATE, Principal.OWNER.text());
    Scopes.Scope team = new Scopes.Scope("3", Visibility.GROUP, "team");
    for (boolean isBounded : List.of(false, true)) {
      assertThat(this.<Boolean>bounded("ada", isBounded, reader -> reader.mayRead(item, own)))
          .isTrue();
      assertThat(this.<Boolean>bounded("ada", isBounded, reader -> reader.mayRead(item, owners)))
          .isEqualTo(!isBounded);
      assertThat(this.<Boolean>bounded("ada", isBounded, reader -> reader.mayRead(item, team)))
          .isEqualTo(!isBounded);
    }
    Scopes.Scope deleted = new Scopes.Scope("4", Visibility.GROUP, "no such group");
    assertThat(
            society
                .ledger()
                .<List<Boolean>>read(
                    tx -> {
                      MemoryReader owner = MemoryReader.of(tx, Caller.owner("command"));
                      return List.of(owner.mayRead(item, team), owner.mayRead(item, deleted));
                    }))
        .as("an item of a group that was deleted is open to nobody")
        .containsExactly(true, false);
  }

  private String require(Act act, Target target) {
    return bounded(
        "ada",
        false,
        reader -> {
          try {
            reader.require(act, target, "the item");
            return "may";
          } catch (CapabilityDenied e) {
            return e.getMessage();
          }
        });
  }

  private static Target place(Visibility visibility, Principal owner) {
    return new Target(
        visibility,
        owner,
        owner,
        visibility == Visibility.GROUP ? Optional.of("team") : Optional.empty(),
        false);
  }

  @Test
  void withinItsOwnMemoryACallerOnlyWritesItsPrivateItems() {
    Principal ada = principal("ada");
    assertThat(require(Act.WRITE, place(Visibility.PRIVATE, ada))).isEqualTo("may");
    String beyond = "its cause may not";
    assertThat(require(Act.DELETE, place(Visibility.PRIVATE, ada))).contains(beyond);
    assertThat(require(Act.WRITE, place(Visibility.PRIVATE, Principal.OWNER))).contains(beyond);
    assertThat(require(Act.WRITE, place(Visibility.GROUP, ada))).contains(beyond);
  }

  @Test
  void aRefusalSaysWhatItMeans() {
    Principal ada = principal("ada");
    assertThatThrownBy(
            () ->
                as(
                    "eve",
                    reader -> {
                      reader.require(Act.WRITE, place(Visibility.GROUP, ada), "the note");
                      return true;
                    }))
        .isInstanceOf(CapabilityDenied.class)
        .hasMessageContaining("the note: the caller is no member of the group");
    assertThat(MemoryReader.meaning("emcon")).startsWith("the caller's posture is emcon");
    assertThat(MemoryReader.meaning("something new")).isEqualTo("no right to do this");
  }
}
