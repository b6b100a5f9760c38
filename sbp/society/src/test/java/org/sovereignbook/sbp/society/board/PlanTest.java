package org.sovereignbook.sbp.society.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.authority.ledger.SocietyException;

class PlanTest {
  @Test
  void yamlAndJsonSayTheSame() {
    Plan yaml =
        Plan.read(
            """
            # what is to be done
            tasks:
              - key: schema
                title: Write the schema
                priority: 5
                labels: [db, core]
              - title: Test it
                blocked_by: [schema]
                description: |
                  with
                  two lines
                deadline: 2026-12-01T00:00:00Z
              - Say so
            """);
    Plan json =
        Plan.read(
            """
            {
            \t"tasks": [
            \t\t{"key": "schema", "title": "Write the schema", "priority": 5, "labels": ["db", "core"]},
            \t\t{"title": "Test it", "blocked_by": ["schema"], "description": "with\\ntwo lines\\n",
            \t\t "deadline": "2026-12-01T00:00:00Z"},
            \t\t"Say so"
            \t]
            }
            """);
    assertThat(yaml.tasks()).isEqualTo(json.tasks()).hasSize(3);
    assertThat(yaml.lines()).containsExactly(3, 7, 13);
  }

  @Test
  void everyMistakeIsNamedWithItsLine() {
    assertThatThrownBy(
            () ->
                Plan.read(
                    """
                    - title: One
                      prioritty: 3
                    - title: ''
                    - title: Three
                      labels: [Not A Label]
                    """))
        .isInstanceOfSatisfying(
            SocietyException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("invalid-plan");
              assertThat(refused.hints().get(0)).startsWith("line 1: ").contains("prioritty");
              assertThat(refused.hints().get(1)).startsWith("line 3: ").contains("a title is");
              assertThat(refused.hints().get(2)).startsWith("line 4: ").contains("labels");
            });
  }

  @Test
  void whatIsNoYamlIsRefusedWithItsPlace() {
    assertThatThrownBy(() -> Plan.read("tasks: [\n  {title: x\n"))
        .isInstanceOf(SocietyException.class)
        .hasMessageContaining("line 3");
    assertThatThrownBy(() -> Plan.read("jobs: []")).hasMessageContaining("no list of tasks");
  }

  @Test
  void aCircleIsRefusedByTheNamesOfThoseInIt() {
    assertThatThrownBy(
            () ->
                Plan.read(
                    """
                    - {key: a, title: A, blocked_by: [b]}
                    - {key: b, title: B, blocked_by: [c]}
                    - {key: c, title: C, blocked_by: [b]}
                    """))
        .isInstanceOfSatisfying(
            SocietyException.class,
            refused -> assertThat(refused.code()).isEqualTo("circular-blockers"))
        .hasMessage("line 2: these wait for each other in a circle: b → c → b");
  }

  @Test
  void aKeyIsTakenOnce() {
    assertThatThrownBy(() -> Plan.read("[{key: a, title: A}, {key: a, title: B}]"))
        .hasMessageContaining("the key a is taken");
  }

  @Test
  void aChainOfTenThousandIsNoCircleAndNoStack() {
    Map<String, List<String>> chain = new HashMap<>();
    IntStream.range(0, 10_000).forEach(i -> chain.put("t" + i, List.of("t" + (i + 1))));
    assertThat(PlanOrder.circle(chain)).isEmpty();
    chain.put("t10000", List.of("t0"));
    assertThat(PlanOrder.circle(chain).orElseThrow()).hasSize(10_001);
  }

  /** Against the definition: removing what waits for nobody until nothing changes. */
  @Property(tries = 300)
  void aCircleIsFoundExactlyWhenThereIsOne(
      @ForAll @Size(max = 14) List<@IntRange(max = 63) Integer> edges) {
    Map<String, List<String>> blockers = new HashMap<>();
    edges.forEach(
        edge ->
            blockers.computeIfAbsent("n" + edge / 8, _ -> new ArrayList<>()).add("n" + edge % 8));

    Optional<List<String>> found = PlanOrder.circle(blockers);

    assertThat(found.isPresent()).isEqualTo(hasCircle(blockers));
    found.ifPresent(
        circle ->
            IntStream.range(0, circle.size())
                .forEach(
                    i ->
                        assertThat(blockers.get(circle.get(i)))
                            .contains(circle.get((i + 1) % circle.size()))));
  }

  private static boolean hasCircle(Map<String, List<String>> blockers) {
    Set<String> left = new HashSet<>(blockers.keySet());
    while (left.removeIf(name -> blockers.get(name).stream().noneMatch(left::contains))) {
      // Once more.
    }
    return !left.isEmpty();
  }
}
