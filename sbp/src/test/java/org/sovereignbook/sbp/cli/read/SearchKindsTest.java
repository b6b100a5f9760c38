package org.sovereignbook.sbp.cli.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.peer.feed.Search;
import org.sovereignbook.sbp.peer.feed.TextSource;
import org.sovereignbook.sbp.testing.TestNode;

/** One search over the texts of all packages, each as far as the caller may see it. */
class SearchKindsTest {
  @TempDir private Path folder;
  private CliTest cli;

  @BeforeEach
  void makeNode() {
    TestNode.in(folder);
    cli = CliTest.in(folder);
    for (String name : List.of("ann", "ben")) {
      done("agent", "register", name);
      done("agent", "capabilities", name, "--add-tool", "search");
    }
  }

  private String done(String... words) {
    CliTest.Ran ran = cli.run(words);
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    return ran.out();
  }

  private String task(String title, String... more) {
    String[] words = new String[more.length + 4];
    System.arraycopy(more, 0, words, 3, more.length);
    words[0] = "task";
    words[1] = "add";
    words[2] = title;
    words[words.length - 1] = "--json";
    return cli.run(words).json().string("id").orElseThrow();
  }

  private List<JsonObject> hits(String... words) {
    String[] line = new String[words.length + 2];
    System.arraycopy(words, 0, line, 1, words.length);
    line[0] = "search";
    line[line.length - 1] = "--json";
    CliTest.Ran ran = cli.run(line);
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    return ran.json().array("hits").orElseThrow().objects();
  }

  private List<String> kinds(String... words) {
    return hits(words).stream().map(hit -> hit.string("kind").orElseThrow()).toList();
  }

  @Test
  void everyKindHasOneSource() {
    assertThat(SearchCommand.SOURCES.stream().map(TextSource::kind))
        .containsExactlyInAnyOrderElementsOf(EnumSet.allOf(Search.Kind.class));
  }

  @Test
  void aTaskIsFoundByTitleDescriptionLabelAndComment() {
    String id = task("Mend the Parser", "--description", "of the tide tables", "--label", "docs");
    task("something else");
    done("task", "comment", id, "see", "schema.md");

    for (String words : List.of("parser", "mend tide", "docs tables", "SCHEMA parser")) {
      assertThat(hits(words.split(" ")))
          .as(words)
          .singleElement()
          .satisfies(
              hit -> {
                assertThat(hit.string("kind")).contains("task");
                assertThat(hit.string("id")).contains(id);
                assertThat(hit.string("title")).contains("Mend the Parser");
              });
    }
    assertThat(hits("parser", "nowhere")).isEmpty();
    assertThat(done("search", "tide")).contains("task", "owner", "\"Mend the Parser\"");
  }

  @Test
  void mailIsTheCallersOwnReceivedAndSent() {
    done("mail", "send", "ann", "the key is under the mat", "--as", "ben");

    assertThat(kinds("mat")).as("the owner's search").isEmpty();
    assertThat(kinds("mat", "--as", "ann")).containsExactly("mail");
    assertThat(kinds("mat", "--as", "ben")).containsExactly("mail");
    assertThat(hits("mat", "--as", "ann").getFirst().object("by").orElseThrow().string("name"))
        .contains("ben");
  }

  @Test
  void memoryIsWhatTheCallerMayRead() {
    done("memory", "add", "releases are cut on Tuesdays", "--as", "ann");

    assertThat(kinds("releases", "tuesdays", "--as", "ann")).containsExactly("memory");
    assertThat(kinds("releases", "--as", "ben")).isEmpty();
    String id = hits("tuesdays", "--as", "ann").getFirst().string("id").orElseThrow();
    assertThat(done("memory", "read", id, "--as", "ann")).contains("Tuesdays");
  }

  @Test
  void anAgentFindsNoKindWhoseToolItDoesNotHave() {
    task("about fog");
    done("mail", "send", "ann", "fog again");
    done("agent", "capabilities", "ann", "--tools", "search,mail_*");

    assertThat(kinds("fog", "--as", "ann")).containsExactly("mail");
    CliTest.Ran refused = cli.run("search", "fog", "--kind", "task", "--as", "ann");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("needs the tool task_list", "sbp access check");
    done("agent", "capabilities", "ann", "--tools", "mail_*");
    assertThat(cli.run("search", "fog", "--as", "ann").exit()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void kindsNarrowItAndPagesHoldEachHitOnce() {
    task("fog one");
    task("fog two");
    done("mail", "send", "owner", "fog three", "--as", "ann");

    assertThat(kinds("fog", "--kind", "task")).containsExactly("task", "task");
    assertThat(kinds("fog", "--kind", "mail", "--kind", "memory")).containsExactly("mail");
    JsonObject first = cli.run("search", "fog", "-n", "2", "--json").json();
    String next = first.string("next").orElseThrow();
    assertThat(first.array("hits").orElseThrow().objects()).hasSize(2);
    assertThat(hits("fog", "-n", "2", "--after", next)).hasSize(1);
    assertThat(cli.run("search", "fog", "--kind", "letter").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }

  @Test
  void aHitHoldsAnExcerptOnly() {
    task("long", "--description", "fog " + "and so on ".repeat(1_000));

    assertThat(hits("fog").getFirst().string("text").orElseThrow()).hasSizeLessThan(150);
  }
}
