package org.sovereignbook.sbp.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** Lists of tasks and their numbers, as the board of the page reads them. */
class TaskListTest {
  private CliTest cli;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    cli = CliTest.in(TestNode.in(folder).home().root());
  }

  private JsonObject json(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("--json");
    CliTest.Ran ran = cli.run(all.toArray(String[]::new));
    assertThat(ran.err()).isEmpty();
    return ran.json();
  }

  private String add(String title, String... more) {
    List<String> words = new ArrayList<>(List.of("task", "add", title));
    words.addAll(List.of(more));
    return json(words.toArray(String[]::new)).string("id").orElseThrow();
  }

  private static List<JsonObject> all(JsonObject of, String name) {
    return of.array(name).map(JsonArray::objects).orElseThrow();
  }

  private List<String> titles(String... more) {
    List<String> words = new ArrayList<>(List.of("task", "list"));
    words.addAll(List.of(more));
    return all(json(words.toArray(String[]::new)), "tasks").stream()
        .map(task -> task.string("title").orElseThrow())
        .toList();
  }

  private String claimed(String id) {
    return Long.toString(
        json("task", "claim", id, "--as", "author").integer("fence").orElseThrow());
  }

  @Test
  void titlesAreSearchedWithoutCaseAndWithoutPatterns() {
    String _ = add("Read the Sources");
    String _ = add("100 % of it");
    String _ = add("under_score", "--required-role=pilot");

    assertThat(titles("--title=the sOURCES")).containsExactly("Read the Sources");
    assertThat(titles("--title=%")).containsExactly("100 % of it");
    assertThat(titles("--title=r_s")).containsExactly("under_score");
    assertThat(titles("--role=pilot")).containsExactly("under_score");
    assertThat(titles("--without=role")).containsExactly("Read the Sources", "100 % of it");
  }

  @Test
  void thePageBehindAPriorityGoesOnWhereItEnded() {
    String _ = add("second");
    String _ = add("first", "--priority=3");
    String _ = add("fourth", "--priority=-1");
    String _ = add("third");

    JsonObject page = json("task", "list", "--by-priority", "-n", "2");
    assertThat(all(page, "tasks"))
        .extracting(task -> task.string("title").orElseThrow())
        .containsExactly("first", "second");
    assertThat(titles("--by-priority", "--after=" + page.string("next").orElseThrow()))
        .containsExactly("third", "fourth");
    assertThat(cli.run("task", "list", "--by-priority", "--after=7").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }

  @Test
  void whatListedTasksWaitForIsNamedOnceUntilItIsCompleted() {
    String first = add("Ask the pilots");
    String second = add("Read the sources");
    String waiting = add("Write it", "--blocked-by=" + first, "--blocked-by=" + second);
    String _ = add("Print it", "--blocked-by=" + first);

    JsonObject list = json("task", "list", "--title=it");
    assertThat(all(list, "blockers"))
        .extracting(one -> one.string("title").orElseThrow())
        .containsExactly("Ask the pilots", "Read the sources");
    assertThat(all(json("task", "list"), "blockers")).as("those in the list are known").isEmpty();

    json("task", "complete", first);
    assertThat(all(json("task", "show", waiting), "blockers"))
        .extracting(one -> one.string("id").orElseThrow())
        .containsExactly(second);
  }

  @Test
  void eachStateHasItsBeginningAndAnEndedTaskTheTimeThatItTook() {
    String id = add("one", "--reviewer=owner");
    cli.clock().advance(Duration.ofMinutes(2));
    String fence = claimed(id);
    cli.clock().advance(Duration.ofMinutes(3));
    assertThat(since(id)).isEqualTo("2026-03-17T12:07:00Z");

    json("task", "submit", id, "--fence", fence, "--result", "x", "--as", "author");
    assertThat(since(id)).isEqualTo("2026-03-17T12:10:00Z");
    cli.clock().advance(Duration.ofMinutes(4));
    json("task", "review", id, "--score=10", "--comment=no");
    assertThat(since(id)).as("given back").isEqualTo("2026-03-17T12:14:00Z");

    json("task", "complete", id);
    JsonObject task = json("task", "show", id).object("task").orElseThrow();
    assertThat(task.integer("took_seconds")).hasValue(Duration.ofMinutes(7).toSeconds());
  }

  private String since(String id) {
    return json("task", "show", id).object("task").orElseThrow().string("since").orElseThrow();
  }

  @Test
  void tasksAreCountedByStateAndByWhatTheyHaveInCommon() {
    String done = add("one", "--label=docs", "--label=run:1");
    String _ = add("two", "--label=docs");
    String _ = add("three", "--required-role=pilot");
    json("task", "complete", done);

    JsonObject byLabel = json("task", "count", "--by=label");
    assertThat(byLabel.object("all").orElseThrow().integer("pending")).hasValue(2);
    assertThat(byLabel.object("all").orElseThrow().integer("completed")).hasValue(1);
    assertThat(groups(byLabel)).containsExactly("docs 1 1", " 1 0");
    assertThat(groups(json("task", "count", "--by=run"))).containsExactly("run:1 0 1", " 2 0");
    assertThat(groups(json("task", "count", "--by=role", "--title=three")))
        .containsExactly("pilot 1 0");
    assertThat(groups(json("task", "count", "--by=label", "--limit=1"))).hasSize(1);
    assertThat(groups(json("task", "count", "--by=label", "--as", "author"))).isEmpty();
  }

  /** Returns the name of each group with its pending and its completed tasks. */
  private static List<String> groups(JsonObject counts) {
    return all(counts, "groups").stream()
        .map(
            group -> {
              JsonObject of = group.object("counts").orElseThrow();
              return "%s %d %d"
                  .formatted(
                      group.string("name").orElseThrow(),
                      of.integer("pending").orElseThrow(),
                      of.integer("completed").orElseThrow());
            })
        .toList();
  }
}
