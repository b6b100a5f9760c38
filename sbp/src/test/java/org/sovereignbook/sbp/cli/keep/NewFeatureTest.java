package org.sovereignbook.sbp.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** The feature that {@code sbp plugin new NAME --feature} writes, from its file to its data. */
class NewFeatureTest {
  @TempDir Path folder;
  private CliTest node;
  private JsonObject written;

  @BeforeEach
  void installTheFeature() throws IOException {
    CliTest outside = CliTest.in(folder).with("HOME", folder.toString());
    assertThat(outside.run("init", "node", "--local").exit()).isEqualTo(ExitCode.DONE);
    node = outside.workingIn(folder.resolve("node"));
    written = done("plugin", "new", "tides", "--feature", "--json");
    CliTest.Ran installed = node.run("plugin", "install", WrittenFeature.built(home()).toString());
    assertThat(installed.exit()).as(installed.err()).isEqualTo(ExitCode.DONE);
  }

  private Path home() {
    return folder.resolve("node");
  }

  private JsonObject done(String... words) {
    CliTest.Ran ran = node.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + ": " + ran.err()).isEqualTo(ExitCode.DONE);
    return ran.json();
  }

  private List<String> notes() {
    return done("tides", "list", "--json").array("notes").orElseThrow().objects().stream()
        .map(note -> note.string("text").orElseThrow())
        .toList();
  }

  @Test
  void itIsTwoFilesWithTheCommandsForThem() throws IOException {
    assertThat(written.array("files").flatMap(JsonArray::strings).orElseThrow())
        .containsExactly(
            home().resolve("Tides.java").toString(), home().resolve("tides.js").toString());
    assertThat(written.string("file")).contains(home().resolve("Tides.java").toString());
    assertThat(written.string("provides")).contains("feature:tides");
    assertThat(written.string("build").orElseThrow()).endsWith("-O tides.jar Tides.java");
    assertThat(written.string("install")).contains("sbp plugin install tides.jar");
    assertThat(written.string("test")).contains("sbp script Tides.java");

    Files.delete(home().resolve("Tides.java"));
    CliTest.Ran refused = node.run("plugin", "new", "tides", "--feature");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("tides.js is there already");
    assertThat(home().resolve("Tides.java")).doesNotExist();
  }

  @Test
  void itsCommandsTableEventAndSettingWork() {
    done("tides", "add", "high water at noon", "--json");
    assertThat(notes()).containsExactly("high water at noon");
    assertThat(node.run("event", "list").out()).contains("tides.added");

    done("config", "set", "tides.limit", "1", "--json");
    CliTest.Ran full = node.run("tides", "add", "low water at six", "--json");
    assertThat(full.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(full.out()).contains("tides-full");
    assertThat(node.run("doctor").out()).doesNotContain("tides.limit");
  }

  @Test
  void itsToolsAreForAgentsToWhomTheOwnerGivesThem() {
    done("agent", "register", "tidewatcher", "--json");
    CliTest.Ran refused = node.run("tides", "add", "noon", "--as", "tidewatcher");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);

    done("agent", "capabilities", "tidewatcher", "--add-tool", "tides_*", "--json");
    done("tides", "add", "noon", "--as", "tidewatcher", "--json");
    assertThat(node.run("tides", "list", "--as", "tidewatcher").out()).contains("noon");
    assertThat(node.run("commands", "tides").out()).contains("tides add");
  }

  @Test
  void itsDataStaysWhileItIsOff() {
    done("tides", "add", "high water at noon", "--json");
    done("plugin", "off", "tides", "--json");

    CliTest.Ran off = node.run("tides", "list", "--json");
    assertThat(off.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(off.out()).contains("feature-off", "sbp plugin on tides");
    assertThat(node.run("plugin", "off", "tides").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(node.run("plugin").out()).containsPattern("feature-tides.* off");

    done("plugin", "on", "tides", "--json");
    assertThat(notes()).containsExactly("high water at noon");
  }

  @Test
  void aSocietyIsNotCopiedWithoutAFeatureThatHasTablesInIt() {
    done("tides", "add", "high water at noon", "--json");
    done("society", "export", "whole", "--json");
    assertThat(folder.resolve("node/whole/tables/tides_note.jsonl")).isNotEmptyFile();

    done("plugin", "remove", "tides", "--json");
    CliTest.Ran refused = node.run("society", "export", "part");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err())
        .contains("tables of the feature tides", "sbp plugin remove --data tides");
    assertThat(folder.resolve("node/part")).doesNotExist();
    assertThat(node.run("task", "list").exit()).isEqualTo(ExitCode.DONE);
    assertThat(node.run("society").exit()).isEqualTo(ExitCode.DONE);

    JsonObject dropped = done("plugin", "remove", "--data", "tides", "--json");
    assertThat(dropped.string("feature")).contains("tides");
    done("society", "export", "part", "--json");
  }

  @Test
  void theTablesOfAFeatureOfTheProgramAreNotDropped() {
    CliTest.Ran refused = node.run("plugin", "remove", "--data", "chain");

    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("sbp plugin off chain");
  }
}
