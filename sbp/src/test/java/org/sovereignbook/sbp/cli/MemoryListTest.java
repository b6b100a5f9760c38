package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** Lists of remembered items, on the command line. */
class MemoryListTest {
  private CliTest cli;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    cli = CliTest.in(TestNode.in(folder).home().root());
    ok("memory", "add", "--id", "one", "Deploys happen on Fridays.");
    ok("memory", "add", "--id", "two", "deploys happen on fridays");
    ok("memory", "add", "--id", "other", "Deploys never happen on Fridays.");
  }

  private CliTest.Ran ok(String... words) {
    CliTest.Ran ran = cli.run(words);
    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  private List<JsonObject> results(String... words) {
    return ok(words).json().array("results").orElseThrow().objects();
  }

  @Test
  void nearDuplicatesAreOneResultWithTheIdsOfTheOthers() {
    List<JsonObject> found = results("memory", "search", "deploys fridays", "--json");

    assertThat(found).hasSize(2);
    JsonObject first = found.stream().filter(one -> one.has("similar")).findFirst().orElseThrow();
    assertThat(List.of(first.string("id").orElseThrow(), similar(first)))
        .containsExactlyInAnyOrder("one", "two");
    assertThat(found).anyMatch(one -> one.string("id").orElseThrow().equals("other"));
    assertThat(results("memory", "search", "--json")).hasSize(2);
    assertThat(ok("memory", "search", "deploys fridays").out())
        .contains("SIMILAR")
        .containsPattern("1: (one|two)");
  }

  private static String similar(JsonObject result) {
    return result.array("similar").flatMap(JsonArray::strings).orElseThrow().getFirst();
  }

  @Test
  void foldedItemsArePagesOfAListWithTheOthers() {
    JsonObject page = ok("memory", "search", "-n", "1", "--json").json();
    String next = page.string("next").orElseThrow();

    List<JsonObject> rest = results("memory", "search", "-n", "1", "--after", next, "--json");

    assertThat(rest).hasSize(1);
    assertThat(List.of(page.array("results").orElseThrow().objects().getFirst(), rest.getFirst()))
        .filteredOn(one -> one.has("similar"))
        .hasSize(1);
  }
}
