package org.sovereignbook.sbp.society.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.w3c.dom.Document;

class TaskGraphTest {
  private static String id(int number) {
    return "%016x".formatted(number);
  }

  private static Task task(int number, String title, List<Integer> blockers) {
    TaskRow row =
        new TaskRow(
            id(number),
            new TaskRow.Texts("", Optional.empty()),
            new TaskRow.Conditions(
                0, Optional.empty(), 0, Optional.empty(), Optional.empty(), false),
            blockers.size(),
            Instant.parse("2026-03-17T12:00:00Z"),
            Principal.OWNER,
            "");
    return new Task(
        title,
        Optional.empty(),
        row,
        row.isReady(),
        List.of(),
        blockers.stream().map(TaskGraphTest::id).toList(),
        List.of(),
        Optional.empty(),
        TaskTimes.of(row, TaskTimes.Attempts.NONE),
        List.of());
  }

  /** Each number is an edge: its tens wait for its ones, where these are smaller. */
  @Property(tries = 200)
  void everyTaskStandsOnceAndBehindAllThatItWaitsFor(
      @ForAll @Size(max = 20) List<@IntRange(max = 99) Integer> edges) {
    List<List<Integer>> blockers = new ArrayList<>();
    IntStream.range(0, 10).forEach(_ -> blockers.add(new ArrayList<>()));
    edges.stream()
        .filter(edge -> edge % 10 < edge / 10)
        .distinct()
        .forEach(edge -> blockers.get(edge / 10).add(edge % 10));
    TaskGraph graph =
        TaskGraph.of(
            IntStream.range(0, 10).mapToObj(i -> task(i, "t" + i, blockers.get(i))).toList());

    graph
        .tasks()
        .values()
        .forEach(
            task ->
                assertThat(task.blockedBy())
                    .allSatisfy(
                        other ->
                            assertThat(graph.layer(other)).isLessThan(graph.layer(task.id()))));
    assertThat(graph.branches())
        .extracting(branch -> branch.task().id())
        .containsExactlyInAnyOrderElementsOf(graph.tasks().keySet());
  }

  @Test
  void aChainOfTenThousandIsDrawn() {
    TaskGraph graph =
        TaskGraph.of(
            IntStream.range(0, 10_000)
                .mapToObj(i -> task(i, "t", i == 0 ? List.of() : List.of(i - 1)))
                .toList());
    assertThat(graph.layer(id(9_999))).isEqualTo(9_999);
    assertThat(graph.branches().getLast().depth()).isEqualTo(9_999);
  }

  @Test
  void aTaskIsBehindAllItsBlockersInWhateverOrderTheyCome() {
    TaskGraph graph =
        TaskGraph.of(
            List.of(
                task(4, "d", List.of(3)),
                task(3, "c", List.of(2)),
                task(2, "b", List.of(1)),
                task(1, "a", List.of())));
    assertThat(graph.layers()).isEqualTo(Map.of(id(1), 0, id(2), 1, id(3), 2, id(4), 3));
  }

  /** The nearest blocker shows the task below it; the other blockers are named. */
  @Test
  void aTaskStandsBelowItsNearestBlockerAndNamesTheOthers() {
    TaskGraph graph =
        TaskGraph.of(
            List.of(
                task(1, "a", List.of()),
                task(2, "b", List.of(1)),
                task(3, "c", List.of(1, 2)),
                task(4, "d", List.of(1))));
    assertThat(graph.branches())
        .extracting(
            branch -> branch.task().title(),
            TaskGraph.Branch::depth,
            TaskGraph.Branch::lastOfEach,
            TaskGraph.Branch::alsoAfter)
        .containsExactly(
            tuple("a", 0, List.of(), List.of()),
            tuple("b", 1, List.of(false), List.of()),
            tuple("c", 2, List.of(false, true), List.of(id(1))),
            tuple("d", 1, List.of(true), List.of()));
  }

  @Test
  void aDeepBranchRecordsItsInnermostLevels() {
    TaskGraph graph =
        TaskGraph.of(
            IntStream.range(0, TaskGraph.MAX_LEVELS + 3)
                .mapToObj(i -> task(i, "t", i == 0 ? List.of() : List.of(i - 1)))
                .toList());
    assertThat(graph.branches())
        .extracting(branch -> branch.lastOfEach().size())
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 12);
  }

  @Test
  void whateverATitleHoldsIsTextInThePicture() throws Exception {
    TaskGraph graph =
        TaskGraph.of(
            List.of(
                task(1, "<script>alert(1)</script> & \"]]>", List.of()),
                task(2, "\u001b[31m\u202e long long long long long \ud83d\ude00", List.of(1))));
    String svg = GraphSvg.of(graph);

    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    assertThat(document.getElementsByTagName("script").getLength()).isZero();
    assertThat(document.getElementsByTagName("g").getLength()).isEqualTo(2);
    assertThat(svg).doesNotContain("\u001b", "\u202e");
  }
}
