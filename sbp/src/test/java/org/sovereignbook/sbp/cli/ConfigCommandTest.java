package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.ops.config.ProgramSettings;
import org.sovereignbook.sbp.runtime.plugin.TestPlugin;
import org.sovereignbook.sbp.testing.ForwardingDisk;

/** {@code sbp config} on a new node. */
class ConfigCommandTest {
  private static final String VAULT =
      """
      package com.example;
      import org.sovereignbook.sbp.node.*;
      import org.sovereignbook.sbp.store.*;
      public class Extension implements StoreProvider {
        private static final Setting<String> PLACE =
            Setting.text("place", "", place -> !place.isEmpty(), "a place", "where it stands")
                .withoutDefault();
        public String name() { return "vault"; }
        public String description() { return "a vault"; }
        public Settings settings() { return Settings.of(PLACE); }
        public Store open(Node node) {
          throw new StoreException(node.config().section("store.vault").get(PLACE) + " is locked");
        }
      }
      """;

  private static final String ASKS_ITS_TOWN =
      """
      public Settings settings() {
        return Settings.of(
            Setting.text("town", "", town -> !town.isEmpty(), "a town", "whom it asks")
                .withoutDefault());
      }
      """;

  @TempDir Path folder;
  private CliTest sbp;
  private Path file;

  @BeforeEach
  void aNode() {
    sbp = CliTest.in(folder);
    assertThat(sbp.run("init", "--local").exit()).isEqualTo(ExitCode.DONE);
    file = folder.resolve("runtime/scheduler-config.json");
  }

  private String text() throws IOException {
    return Files.readString(file);
  }

  private void replace(String before, String after) throws IOException {
    assertThat(text()).contains(before);
    Files.writeString(file, text().replace(before, after));
  }

  @Test
  void aSettingOfABackendThatIsNotChosenIsSetAllTheSame() throws IOException {
    TestPlugin.llm("wise").members(ASKS_ITS_TOWN).writeTo(folder.resolve("plugins/wise.jar"));
    CliTest program = sbp.with("SBP_BUNDLED_PLUGINS", folder.resolve("plugins").toString());

    assertThat(program.run("config", "set", "llm.wise.town", "Ghent").exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(program.run("config", "get", "llm.wise.town").out()).isEqualTo("Ghent\n");
    assertThat(program.run("config", "get", "llm.backend").out().strip()).isEqualTo("builtin");
  }

  @Test
  void aSettingOfAPluginThatIsNotHereLeadsToThePlugins() {
    CliTest.Ran ran = sbp.run("config", "set", "llm.elsewhere.command", "judge");

    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(ran.err()).contains("sbp plugin list");
  }

  /** A store needs its settings before the node can be taken to it. */
  @Test
  void whatAStoreNeedsIsSetBeforeItIsChosen() throws IOException {
    TestPlugin.of("store", "vault", VAULT).writeTo(folder.resolve("plugins/vault.jar"));
    CliTest program = sbp.with("SBP_BUNDLED_PLUGINS", folder.resolve("plugins").toString());

    CliTest.Ran early = program.run("store", "migrate", "--to", "vault");
    assertThat(early.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(early.err())
        .contains("store.vault.place: expected a place")
        .contains("set it first:  sbp config set store.vault.place VALUE");

    assertThat(program.run("config", "get", "store.vault.place").exit()).isEqualTo(ExitCode.DONE);
    assertThat(program.run("config", "set", "store.vault.plce", "cellar").err())
        .contains("did you mean:  sbp config set store.vault.place")
        .doesNotContain("plugin");
    assertThat(program.run("config", "set", "store.vault.place", "cellar").exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(program.run("config", "check").exit()).isEqualTo(ExitCode.DONE);
    assertThat(program.run("store", "migrate", "--to", "vault").err()).contains("cellar is locked");
  }

  @Test
  void listHasEverySettingWithItsValue() {
    List<JsonObject> settings =
        sbp.run("config", "list", "--json").json().array("settings").orElseThrow().objects();

    assertThat(settings)
        .extracting(setting -> setting.string("key").orElseThrow())
        .containsExactlyElementsOf(
            ProgramSettings.byPackage().stream()
                .flatMap(one -> one.all().stream())
                .filter(setting -> !ProgramSettings.isPattern(setting))
                .map(setting -> setting.key())
                .toList());
    assertThat(sbp.run("config").lines())
        .anyMatch(line -> line.matches("delivery_config.max_attempts +3 +set +1 to 20 +no .*"));
  }

  /** What one test sets, another command must see: no key is listed that nothing reads. */
  @Test
  void whatIsSetIsWhatGetPrintsForEverySetting() {
    for (JsonObject setting :
        sbp.run("config", "list", "--json").json().array("settings").orElseThrow().objects()) {
      String key = setting.string("key").orElseThrow();
      Optional<String> other = otherValue(setting);
      if (other.isPresent() && !key.equals("store.backend") && !key.contains("log_")) {
        assertThat(sbp.run("config", "set", key, other.get()).exit())
            .as(key)
            .isEqualTo(ExitCode.DONE);
        assertThat(sbp.run("config", "get", key).out()).isEqualTo(other.get() + "\n");
        assertThat(sbp.run("config", "set", key, "--default").exit())
            .as(key)
            .isIn(ExitCode.DONE, ExitCode.NOTHING_TO_DO);
      }
    }
    assertThat(sbp.run("config", "check").exit()).isEqualTo(ExitCode.DONE);
  }

  private static Optional<String> otherValue(JsonObject setting) {
    String range = setting.string("range").orElseThrow();
    if (range.matches("[\\d.]+ to [\\d.]+")) {
      String most = range.substring(range.lastIndexOf(' ') + 1);
      boolean isMost = JsonWriter.compact(setting.get("value").orElseThrow()).equals(most);
      return Optional.of(isMost ? range.substring(0, range.indexOf(' ')) : most);
    }
    return switch (range) {
      case "true, false" ->
          Optional.of(String.valueOf(!setting.bool("value").orElseThrow().booleanValue()));
      case "answer, tools" ->
          Optional.of(setting.string("value").orElseThrow().equals("tools") ? "answer" : "tools");
      case "a text", "an absolute path, or nothing" -> Optional.of("/else/where");
      default -> Optional.empty();
    };
  }

  @Test
  void aTextThatWasEmptyIsCalledSo() {
    assertThat(sbp.run("config", "set", "access.time_zone", "Asia/Tokyo").out())
        .isEqualTo("access.time_zone is Asia/Tokyo now, was empty\n");
  }

  @Test
  void setKeepsEveryOtherByte() throws IOException {
    replace("\"delivery_config\": {", "\"_mine\" :  [ 1,2 ],\n\t\"delivery_config\":   {");
    String before = text();

    assertThat(sbp.run("config", "set", "delivery_config.max_attempts", "5").out())
        .isEqualTo("delivery_config.max_attempts is 5 now, was 3\n");

    assertThat(text())
        .isEqualTo(before.replace("\"max_attempts\": 3", "\"max_attempts\": 5"))
        .isNotEqualTo(before);
    assertThat(sbp.run("config", "set", "delivery_config.max_attempts", "5").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(sbp.run("config", "set", "delivery_config.max_attempts", "--default").exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(text()).isEqualTo(before);
  }

  @Test
  void aMissingKeyIsPutInItsSection() throws IOException {
    replace(",\n    \"failed_keep_days\": 14", "");
    sbp.run("config", "set", "delivery_config.failed_keep_days", "9");

    assertThat(text()).contains(",\n    \"failed_keep_days\": 9\n  }");
    assertThat(sbp.run("config", "set", "components.mine.interval_minutes", "9").exit())
        .isEqualTo(ExitCode.REFUSED);
    assertThat(sbp.run("config", "set", "commands.mine", "./mine").exit()).isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("config", "set", "components.mine.interval_minutes", "9").exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("config", "check").exit()).isEqualTo(ExitCode.DONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "delivery_config.max_attempts|0|expected a whole number from 1 to 20, not \"0\"",
        "delivery_config.max_attempts|21|expected a whole number from 1 to 20",
        "delivery_config.max_attempts|three|expected a whole number from 1 to 20",
        "delivery_config.retry_minutes|[]|expected an array of at least one",
        "network_config.allow_private_endpoints|yes|expected true or false",
        "llm.modes.reader|both|expected one of answer, tools",
        "llm.daily_cost_limit|-1|expected a number from 0.0",
        "history|svn|expected one of git, none",
        "seeds|nowhere|an endpoint such as"
      })
  void aValueThatCannotBeIsRefusedAndNothingIsWritten(String key, String value, String why)
      throws IOException {
    String before = text();
    CliTest.Ran ran = sbp.run("config", "set", key, value);

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).contains(key).contains(why);
    assertThat(text()).isEqualTo(before);
  }

  @Test
  void listsAreTakenWithCommasOrAsJson() throws IOException {
    sbp.run("config", "set", "delivery_config.retry_minutes", "1,2");
    assertThat(sbp.run("config", "get", "delivery_config.retry_minutes").out())
        .isEqualTo("[1,2]\n");
    sbp.run("config", "set", "seeds", "https://a.example,https://b.example");
    assertThat(sbp.run("config", "get", "seeds").out())
        .isEqualTo("[\"https://a.example\",\"https://b.example\"]\n");
  }

  @Test
  void valuesThatAreNotGoodTogetherAreRefused() throws IOException {
    String before = text();
    CliTest.Ran ran = sbp.run("config", "set", "maintenance_config.log_keep_lines", "2000");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("no more than log_max_lines, 1000");
    assertThat(text()).isEqualTo(before);
  }

  @Test
  void hostileValuesStayOneJsonStringAndReachNoTerminal() throws Exception {
    String hostile = "\u001b[2J\"},\n\u0000\u202e";
    assertThat(sbp.run("config", "set", "scheduler.launcher", hostile).out())
        .doesNotContain("\u001b", "\u0000", "\u202e");
    assertThat(sbp.run("config", "get", "scheduler.launcher").out())
        .doesNotContain("\u001b", "\u0000", "\u202e");
    assertThat(sbp.run("config").out()).doesNotContain("\u001b", "\u0000", "\u202e");
    JsonObject json = (JsonObject) JsonReader.file(Files.readAllBytes(file));
    assertThat(json.object("scheduler").orElseThrow().string("launcher")).contains(hostile);

    String large = "x".repeat(1 << 20);
    assertThat(sbp.run("config", "set", "scheduler.launcher", large).exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(sbp.run("config", "set", "server.port", large).err().length()).isLessThan(2_000);
    assertThat(sbp.run("config", "get", large).exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(sbp.run("config", "set", "scheduler.launcher", "\ud800").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }

  @Test
  void anUnknownKeyIsAnsweredWithTheOneThatWasMeant() {
    CliTest.Ran ran = sbp.run("config", "set", "llm.daily_cost_limt", "2");

    assertThat(ran.exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(ran.err()).contains("did you mean:  sbp config set llm.daily_cost_limit");
  }

  @Test
  void aMistypedKeyInTheFileFailsCheckAndDoctorAndIsToldByTickAndStatus() throws IOException {
    replace("\"daily_cost_limit\": 0.0", "\"daily_cost_limt\": 2.0");
    int line = (int) text().substring(0, text().indexOf("daily_cost_limt")).lines().count();
    String told = "llm.daily_cost_limt is no setting, so it does nothing";
    String meant = "did you mean llm.daily_cost_limit?";

    CliTest.Ran check = sbp.run("config", "check");
    assertThat(check.exit()).isEqualTo(ExitCode.NOT_VALID);
    assertThat(check.out()).startsWith("line " + line + ": ").contains(told, meant);
    assertThat(sbp.run("doctor").out()).contains("fail  config: ").contains(told, meant);
    for (String command : List.of("status", "tick")) {
      CliTest.Ran ran = sbp.run(command, command.equals("tick") ? "--dry-run" : "--all");
      assertThat(ran.out() + ran.err()).contains(told, meant);
      assertThat(ran.exit()).isIn(ExitCode.DONE, ExitCode.NOTHING_TO_DO);
    }
  }

  @Test
  void sectionsOfPluginsThatAreNotHereAndWhatIsTheOperatorsOwnAreNotJudged() throws IOException {
    replace("\"backend\": \"builtin\"", "\"nowhere\": {\"modle\": 1}, \"backend\": \"builtin\"");
    replace("\"seeds\": []", "\"_note\": {\"anything\": 1}, \"seeds\": []");
    assertThat(sbp.run("config", "check").exit()).isEqualTo(ExitCode.DONE);

    replace("\"seeds\": []", "\"delivery_confg\": {}, \"neighbour\": 1, \"seeds\": []");
    assertThat(sbp.run("config", "check").out())
        .contains("delivery_confg is no setting", "did you mean delivery_config?")
        .contains("neighbour is no setting", "remove it");
  }

  @Test
  void aBrokenFileIsNamedWithItsLine() throws IOException {
    Files.writeString(file, "{\n  \"a\": 1,\n}");
    for (String command : List.of("list", "check")) {
      CliTest.Ran ran = sbp.run("config", command);
      assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
      assertThat(ran.err()).contains("scheduler-config.json").contains("line 3");
    }
  }

  @Test
  void everyProblemIsNamedWithItsLine() throws IOException {
    replace("\"max_attempts\": 3", "\"max_attempts\": 300");
    replace("\"port\": 8460", "\"port\": \"8460\"");
    List<JsonObject> problems =
        sbp.run("config", "check", "--json").json().array("problems").orElseThrow().objects();

    assertThat(problems)
        .extracting(problem -> problem.string("key").orElseThrow())
        .containsExactly("delivery_config.max_attempts", "server.port");
    assertThat(problems)
        .allSatisfy(
            problem ->
                assertThat(text().lines().toList().get((int) problem.integer("line").orElse(1) - 1))
                    .contains(problem.string("key").orElseThrow().replaceAll(".*\\.", "")));
  }

  @Test
  void aChangeByAnotherAtTheSameMomentIsNotLost() throws IOException {
    AtomicInteger reads = new AtomicInteger();
    Disk real = LocalDisk.unsynced();
    record Racing(Disk disk, Path file, AtomicInteger reads) implements ForwardingDisk {
      @Override
      public Optional<byte[]> read(Path path) {
        Optional<byte[]> bytes = disk.read(path);
        if (path.endsWith(file.getFileName()) && reads.incrementAndGet() == 3) {
          String other = new String(bytes.orElseThrow(), StandardCharsets.UTF_8) + " ";
          disk.write(path, other.getBytes(StandardCharsets.UTF_8));
        }
        return bytes;
      }
    }

    String before = text();
    CliTest.Ran ran =
        sbp.on(new Racing(real, file, reads)).run("config", "set", "server.port", "1");

    assertThat(ran.exit()).isEqualTo(ExitCode.BUSY);
    assertThat(ran.err()).contains("was changed by somebody else").contains("again");
    assertThat(text()).isEqualTo(before + " ");
  }

  @Test
  void theStoreIsNotChangedBehindTheStatesBack() {
    CliTest.Ran ran = sbp.run("config", "set", "store.backend", "sqlite");

    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("sbp store migrate");
  }

  @Test
  void anEditKeepsTheFilesModeAndItsByteOrderMark() throws IOException {
    Files.writeString(file, "\uFEFF" + text());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

    CliTest.Ran ran = sbp.run("config", "set", "server.port", "8461");

    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(text()).startsWith("\uFEFF{").contains("8461");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
    CliTest.Ran refused = sbp.run("config", "set", "server.port", "8462");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("is read-only", "chmod u+w");
    assertThat(text()).contains("8461");
  }
}
