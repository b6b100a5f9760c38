package org.sovereignbook.sbp.authority.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testing.TestNode;

/** Files of policies, and what is in force while they have an error. */
class PoliciesTest {
  @TempDir Path folder;
  private Node node;

  @BeforeEach
  void node() {
    node = TestNode.in(folder).node();
  }

  private void file(String name, String text) {
    node.writeText(node.home().access().resolve(name), text);
  }

  private static Iterable<String> names(Policies policies) {
    return policies.set().policies().stream().map(Policy::name).toList();
  }

  @Test
  void aNodeWithoutFilesGoesByTheProgramsOwn() {
    assertThat(names(Policies.of(node))).contains("owner-full-access", "peers");
  }

  @Test
  void aBrokenFileLeavesWhatWasReadLastInForceAlsoForTheNextProcess() {
    file("owner.yaml", "- { name: owner, effect: deny }");
    assertThat(names(Policies.of(node))).containsExactly("owner");

    file("owner.yaml", "- { name: owner, effect: [");
    for (int process = 0; process < 2; process++) {
      Policies now = Policies.of(node);
      assertThat(names(now)).containsExactly("owner");
      assertThat(now.problems()).isNotEmpty();
      assertThat(now.problems().getFirst().toString()).startsWith("owner.yaml:1:");
    }

    file("owner.yaml", "- { name: mended, effect: deny }");
    assertThat(names(Policies.of(node))).containsExactly("mended");
  }

  @Test
  void whoBeginsWithABrokenFileIsOnlyTheOwner() {
    file("owner.yaml", "- {");
    assertThat(names(Policies.of(node))).containsExactly("owner-full-access");
  }

  @Test
  void twoOfOneNameAreAnErrorWhereverTheyStand() {
    file("a.yaml", "- { name: owner, effect: deny }");
    file("b.yaml", "- { name: owner, effect: allow }");
    assertThat(Policies.of(node).problems().getFirst().toString())
        .isEqualTo("b.yaml:1: the name owner is taken already, by a.yaml:1");
  }

  @Test
  void whatIsKeptSaysTheSameAsTheFiles() {
    file(
        "owner.yaml",
        "- { name: owner, effect: allow, match: { conditions: { time: '23:00-08:00' } },"
            + " permissions: { tools: { allow: [a], deny: '*' }, data: work }, priority: 7 }");
    PolicySet read = Policies.of(node).set();
    assertThat(Policies.of(node).set()).isEqualTo(read);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "match: |owner.yaml:3:3",
        "match: {} |owner.yaml:3:3",
        "match: { principal: } |owner.yaml:3:12",
        "match: { principal: {} } |owner.yaml:3:12",
        "match: { principal: { tags: } } |owner.yaml:3:25",
        "match: { principal: { tags: [] } } |owner.yaml:3:25",
        "match: { principal: { is_user: null } } |owner.yaml:3:25",
        "match: { conditions: } |owner.yaml:3:12",
        "match: { conditions: [] } |owner.yaml:3:12",
        "match: { conditions: [{ channel: }] } |owner.yaml:3:27",
        "match: { conditions: [{ channel: mail, time: [] }] } |owner.yaml:3:42",
        "match: { conditions: [{}] } |owner.yaml:3:25",
        "permissions: |owner.yaml:3:3",
        "permissions: { tools: } |owner.yaml:3:18",
        "permissions: { tools: {} } |owner.yaml:3:18",
        "permissions: { tools: { deny: } } |owner.yaml:3:27",
        "permissions: { tools: { allow: a, deny: [] } } |owner.yaml:3:37",
        "permissions: { data: } |owner.yaml:3:18",
        "permissions: { credentials: } |owner.yaml:3:18",
        "session: |owner.yaml:3:3",
        "modifiers: {} |owner.yaml:3:3",
        "priority: |owner.yaml:3:3",
        "description: |owner.yaml:3:3",
      })
  void aKeyWithoutAValueIsAnErrorAtItsPlaceAndWidensNothing(String line, String place) {
    file("owner.yaml", "- { name: owner, effect: deny }");
    assertThat(names(Policies.of(node))).containsExactly("owner");

    file("owner.yaml", "- name: owner\n  effect: allow\n  " + line.strip() + "\n");

    Policies now = Policies.of(node);
    assertThat(now.problems()).isNotEmpty();
    assertThat(now.problems().getFirst().toString()).startsWith(place + ": ");
    assertThat(now.set().policies().getFirst().effect()).isEqualTo(Policy.Effect.DENY);
  }

  @Test
  void noCredentialsAtAllIsAnEmptyList() {
    file(
        "owner.yaml",
        "- { name: owner, effect: allow, permissions: { tools: a, credentials: [] } }");

    assertThat(Policies.of(node).problems()).isEmpty();
    assertThat(Policies.of(node).set().policies().getFirst().permissions().credentials())
        .contains(Globs.NONE);
  }

  @Test
  void aListOfPoliciesThatIsEmptyIsAnErrorAndAnEmptyFileIsNone() {
    file("owner.yaml", "policies:\n");
    assertThat(Policies.of(node).problems().getFirst().toString()).startsWith("owner.yaml:1:1: ");

    file("owner.yaml", "# policies:\n");
    assertThat(Policies.of(node).problems()).isEmpty();
  }

  private void delete(String name) {
    node.disk().delete(node.home().access().resolve(name));
  }

  @Test
  void whatIsMissingStaysInForceBesideWhatIsThereNow() {
    file("old.yaml", "- { name: old, effect: deny }");
    assertThat(names(Policies.of(node))).containsExactly("old");
    delete("old.yaml");
    file("new.yaml", "- { name: new, effect: deny, priority: 7 }");

    for (int process = 0; process < 2; process++) {
      Policies now = Policies.of(node);
      assertThat(names(now)).containsExactlyInAnyOrder("new", "old");
      assertThat(now.missing()).containsExactly("old.yaml");
      assertThat(now.problems().getFirst().toString())
          .contains("old.yaml: it is missing", "sbp access remove old.yaml");
    }

    delete("new.yaml");
    assertThat(Policies.of(node).missing()).containsExactly("new.yaml", "old.yaml");
    assertThat(names(Policies.of(node)))
        .as("without the program's defaults")
        .containsExactlyInAnyOrder("new", "old");

    assertThat(Policies.remove(node, "old.yaml")).isTrue();
    assertThat(names(Policies.of(node))).containsExactly("new");
    assertThat(Policies.remove(node, "new.yaml")).isTrue();
    assertThat(names(Policies.of(node))).contains("owner-full-access", "peers");
    assertThat(Policies.remove(node, "new.yaml")).isFalse();
  }

  @Test
  void aFileIsRemovedInOneStep() {
    file("old.yaml", "- { name: old, effect: deny }");
    file("new.yaml", "- { name: new, effect: deny }");
    assertThat(names(Policies.of(node))).containsExactlyInAnyOrder("new", "old");

    assertThat(Policies.remove(node, "old.yaml")).isTrue();

    Policies now = Policies.of(node);
    assertThat(names(now)).containsExactly("new");
    assertThat(now.problems()).isEmpty();
    assertThat(node.made().look()).isEmpty();
    assertThat(Policies.remove(node, "../owner.md")).isFalse();
  }

  @Test
  void aNewDenialIsInForceAlsoWhileAnotherFileHasAnError() {
    file("old.yaml", "- { name: old, effect: allow, permissions: { tools: [task_add] } }");
    assertThat(names(Policies.of(node))).containsExactly("old");

    file("old.yaml", "- {");
    file(
        "new.yaml",
        """
        - { name: no, effect: deny, permissions: { tools: [task_add] } }
        - { name: more, effect: allow, permissions: { tools: [task_list] } }
        """);

    Policies now = Policies.of(node);
    assertThat(names(now)).containsExactlyInAnyOrder("old", "no");
    assertThat(now.waiting()).containsExactly("new.yaml");
    file("old.yaml", "- { name: old, effect: deny }");
    assertThat(names(Policies.of(node))).containsExactlyInAnyOrder("old", "no", "more");
  }

  @Test
  void aFileNestedTooDeeplyLeavesWhatWasReadLastInForce() {
    file("owner.yaml", "- { name: owner, effect: deny }");
    assertThat(names(Policies.of(node))).containsExactly("owner");

    file("owner.yaml", "- name: " + "[".repeat(3_000));

    assertThat(names(Policies.of(node))).containsExactly("owner");
    assertThat(Policies.of(node).problems().getFirst().toString())
        .isEqualTo("owner.yaml:1:72: values are nested deeper than 64");
  }
}
