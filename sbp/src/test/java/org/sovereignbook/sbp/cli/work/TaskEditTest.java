package org.sovereignbook.sbp.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** A task on the board is changed, given back, and made to wait; never in a circle. */
class TaskEditTest {
  @TempDir private Path folder;
  private CliTest cli;

  @BeforeEach
  void makeNode() {
    TestNode.in(folder);
    cli = CliTest.in(folder);
  }

  private String add(String... words) {
    String[] line = new String[words.length + 3];
    System.arraycopy(words, 0, line, 2, words.length);
    line[0] = "task";
    line[1] = "add";
    line[line.length - 1] = "--json";
    return cli.run(line).json().string("id").orElseThrow();
  }

  private JsonObject task(String id) {
    return cli.run("task", "show", id, "--json").json().object("task").orElseThrow();
  }

  private ExitCode exit(String line) {
    return cli.run(line.split(" ")).exit();
  }

  @Test
  void unquotedWordsAreTheTitle() {
    assertThat(task(add("Fix", "the", "parser", "--priority", "3")).string("title"))
        .contains("Fix the parser");
  }

  @Test
  void whatATaskSaysIsChanged() {
    String id = add("one");

    cli.run("task", "edit", id, "--title", "two", "--priority", "7", "--deadline", "tomorrow");

    JsonObject task = task(id);
    assertThat(task.string("title")).contains("two");
    assertThat(task.integer("priority")).hasValue(7);
    assertThat(task.string("deadline")).contains("2026-03-18T23:59:59Z");
    assertThat(exit("task edit " + id)).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(exit("task edit " + id + " --deadline yesterday"))
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    cli.run("task", "cancel", id);
    assertThat(exit("task edit " + id + " --title x")).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void onlyWhoAddedItAndTheOwnerMayChangeIt() {
    cli.run("agent", "register", "ann");
    cli.run("agent", "register", "ben");
    String id = add("of ann", "--as", "ann");

    assertThat(exit("task edit " + id + " --title x --as ben")).isEqualTo(ExitCode.REFUSED);
    assertThat(exit("task edit " + id + " --title x --as ann")).isEqualTo(ExitCode.DONE);
    assertThat(exit("task edit " + id + " --title y")).isEqualTo(ExitCode.DONE);
  }

  private List<String> mailOf(String reader) {
    return cli
        .run("mail", "list", "--as", reader, "--json")
        .json()
        .array("mail")
        .orElseThrow()
        .objects()
        .stream()
        .map(mail -> mail.string("id").orElseThrow())
        .map(id -> cli.run("mail", "read", id, "--as", reader, "--json").json())
        .map(mail -> mail.string("body").orElseThrow())
        .toList();
  }

  @Test
  void aCommentIsShownAndMailedToThoseConcerned() {
    for (String name : List.of("ann", "ben", "rita", "eve")) {
      cli.run("agent", "register", name);
    }
    String id = add("of ann", "--as", "ann", "--reviewer", "rita");
    cli.run("task", "claim", id, "--as", "ben");

    JsonObject done =
        cli.run("task", "comment", id, "see", "docs/schema.md", "--as", "eve", "--json").json();

    assertThat(done.array("mailed").orElseThrow().strings().orElseThrow())
        .containsExactlyInAnyOrder("ann", "ben", "rita");
    assertThat(mailOf("ben"))
        .containsExactly("comment of eve on the task " + id + ": \"see docs/schema.md\"");
    assertThat(cli.run("task", "comment", id, "yes", "--as", "ben").out())
        .isEqualTo("commented on " + id + "; mail to ann, rita\n");
    cli.run("task", "cancel", id);
    assertThat(cli.run("task", "comment", id, "too late").exit()).isEqualTo(ExitCode.DONE);
    assertThat(cli.run("task", "show", id).out())
        .contains(
            "comment of eve, just now:\n  see docs/schema.md\n", "comment of ben", "too late");
    assertThat(
            cli.run("task", "show", id, "--json").json().array("comments").orElseThrow().objects())
        .extracting(comment -> comment.string("text").orElse(""))
        .containsExactly("see docs/schema.md", "yes", "too late");
  }

  @Test
  void commentsHaveLimits() {
    String id = add("one");
    cli.run("config", "set", "board.max_comments", "2");
    cli.run("config", "set", "board.max_comment_bytes", "100");

    assertThat(exit("task comment " + id)).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(cli.run("task", "comment", id, " ").exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(exit("task comment " + id + " " + "x".repeat(101)))
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(exit("task comment ffff x")).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(exit("task comment " + id + " " + "x".repeat(100))).isEqualTo(ExitCode.DONE);
    assertThat(exit("task comment " + id + " x")).isEqualTo(ExitCode.DONE);
    CliTest.Ran third = cli.run("task", "comment", id, "x");
    assertThat(third.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(third.err()).contains("2 comments, the most (board.max_comments)");
  }

  @Test
  void aMailboxThatIsFullLosesTheMailAndNotTheComment() {
    cli.run("agent", "register", "ann");
    cli.run("config", "set", "mail.max_waiting_mails", "1");
    String id = add("of ann", "--as", "ann");

    assertThat(cli.run("task", "comment", id, "one").out()).contains("mail to ann");
    assertThat(cli.run("task", "comment", id, "two").out()).isEqualTo("commented on " + id + "\n");
    assertThat(cli.run("task", "show", id).out()).contains("one", "two");
  }

  @Test
  void aClaimIsGivenBackWithoutCounting() {
    cli.run("agent", "register", "ann");
    String id = add("one");
    cli.run("task", "claim", id, "--as", "ann");

    assertThat(exit("task release " + id + " --fence 9 --as ann")).isEqualTo(ExitCode.REFUSED);
    assertThat(exit("task release " + id + " --fence 1 --as ann")).isEqualTo(ExitCode.DONE);
    assertThat(task(id).string("state")).contains("pending");
    cli.run("task", "claim", id, "--as", "ann");
    assertThat(exit("task release " + id)).as("the owner needs no fence").isEqualTo(ExitCode.DONE);
    assertThat(exit("task release " + id)).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void aTaskWaitsForAnotherAndNeverInACircle() {
    String one = add("one");
    String two = add("two");
    String three = add("three");

    assertThat(exit("task dep add " + two + " " + one)).isEqualTo(ExitCode.DONE);
    assertThat(exit("task dep add " + two + " " + one)).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(exit("task dep add " + three + " " + two)).isEqualTo(ExitCode.DONE);
    assertThat(exit("task dep add " + one + " " + three)).isEqualTo(ExitCode.REFUSED);
    assertThat(exit("task dep add " + one + " " + one)).isEqualTo(ExitCode.REFUSED);
    assertThat(cli.run("task", "ready").out()).contains(one).doesNotContain(two, three);

    cli.run("task", "complete", one);
    assertThat(cli.run("task", "ready").out()).contains(two).doesNotContain(three);
    assertThat(exit("task dep rm " + three + " " + two)).isEqualTo(ExitCode.DONE);
    assertThat(exit("task dep rm " + three + " " + two)).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(cli.run("task", "ready").out()).contains(two, three);
  }
}
