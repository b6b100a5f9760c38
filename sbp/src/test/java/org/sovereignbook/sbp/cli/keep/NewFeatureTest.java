package org.sovereignbook.sbp.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.runtime.plugin.ApiVersion;
import org.sovereignbook.sbp.runtime.plugin.TestPlugin;
import org.sovereignbook.sbp.testing.TestJar;

/** The feature that {@code sbp plugin new NAME --feature} writes, from its file to its data. */
class NewFeatureTest {
  @TempDir Path folder;
  private CliTest node;

  @BeforeEach
  void installTheFeature() throws IOException {
    CliTest outside = CliTest.in(folder).with("HOME", folder.toString());
    assertThat(outside.run("init", "node", "--local").exit()).isEqualTo(ExitCode.DONE);
    node = outside.workingIn(folder.resolve("node"));
    assertThat(node.run("plugin", "new", "tides", "--feature").exit()).isEqualTo(ExitCode.DONE);
    Path jar = folder.resolve("tides.jar");
    Files.write(jar, built(Files.readString(folder.resolve("node/Tides.java"))));
    CliTest.Ran installed = node.run("plugin", "install", jar.toString());
    assertThat(installed.exit()).as(installed.err()).isEqualTo(ExitCode.DONE);
  }

  /** Builds the jar as JBang does. */
  private static byte[] built(String source) {
    Map<String, byte[]> entries = new LinkedHashMap<>(TestPlugin.compile("Tides", source));
    entries.put("META-INF/extensions.idx", "Tides".getBytes(StandardCharsets.UTF_8));
    return TestJar.of(
        Map.of(
            "Plugin-Id", "feature-tides",
            "Plugin-Version", "0.1.0",
            "Plugin-Requires", "^" + ApiVersion.CURRENT,
            "Sbp-Provides", "feature:tides"),
        entries);
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
