package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.ops.config.ProgramSettings;
import org.sovereignbook.sbp.peer.step.Intervals;
import org.sovereignbook.sbp.society.memory.MemoryEvents;
import org.sovereignbook.sbp.testing.SourceTree;

/**
 * docs/configuration.md against the file that {@code sbp init} writes and what each package takes.
 */
class ConfigurationPageTest {
  private static final Page PAGE = Page.named("docs/configuration.md");
  private static final String TOP = "At the top";
  private static final Pattern RANGE = Pattern.compile("(?:each )?([\\d.]+) to ([\\d.]+)");

  @TempDir Path folder;

  /** A key as the page describes it. */
  private record Described(String name, String byDefault, String range) {}

  private static List<Described> described() {
    return PAGE.rowsOf("key").stream()
        .map(
            row -> {
              String prefix = row.heading().equals(TOP) ? "" : row.heading() + ".";
              return new Described(
                  prefix + row.cells().get(0), row.cells().get(1), row.cells().get(2));
            })
        .toList();
  }

  private JsonObject written(String... options) throws Exception {
    try (Newcomer newcomer = new Newcomer(Files.createTempDirectory(folder, "node"))) {
      List<String> init = new ArrayList<>(List.of("init", "fresh"));
      init.addAll(List.of(options));
      assertThat(newcomer.run(init).exit()).isZero();
      Path file = newcomer.here().resolve("fresh/runtime/scheduler-config.json");
      return (JsonObject) JsonReader.file(Files.readAllBytes(file));
    }
  }

  private static SequencedMap<String, JsonValue> leaves(JsonObject json) {
    SequencedMap<String, JsonValue> leaves = new LinkedHashMap<>();
    json.members()
        .forEach(
            (name, value) -> {
              if (value instanceof JsonObject object) {
                leaves(object).forEach((below, leaf) -> leaves.put(name + "." + below, leaf));
              } else {
                leaves.put(name, value);
              }
            });
    return leaves;
  }

  private static String text(JsonValue value) {
    return value instanceof JsonString(String text) && !text.isEmpty()
        ? text
        : JsonWriter.compact(value);
  }

  @Test
  void thePageDescribesEveryKeyThatInitWritesWithItsDefaultAndNoOther() throws Exception {
    Map<String, String> onDisk = new LinkedHashMap<>();
    leaves(written()).forEach((name, value) -> onDisk.put(name, text(value)));
    Map<String, String> onPage = new LinkedHashMap<>();
    described().forEach(key -> onPage.put(key.name(), key.byDefault()));

    assertThat(onPage).containsExactlyInAnyOrderEntriesOf(onDisk);
  }

  /** Run with -Dsbp.write=true to write them. */
  @Test
  void itsTablesAreTheDeclarations() throws IOException {
    Path file = Page.root().resolve(PAGE.name());
    List<String> written = new ArrayList<>();
    String heading = "";
    boolean inTable = false;
    for (String line : Files.readAllLines(file)) {
      heading = line.startsWith("## ") ? line.substring(3).replace("`", "") : heading;
      boolean first = line.startsWith("| key |");
      if (first) {
        written.addAll(table(heading));
      }
      inTable = first || (inTable && line.startsWith("|"));
      if (!inTable) {
        written.add(line);
      }
    }
    String text = String.join("\n", written) + "\n";
    if (Boolean.getBoolean("sbp.write")) {
      Files.writeString(file, text);
    }

    assertThat(Files.readString(file))
        .as("docs/configuration.md; run this test with -Dsbp.write=true to write it")
        .isEqualTo(text);
  }

  private static List<String> table(String heading) {
    String section = heading.equals(TOP) ? "" : heading + ".";
    List<String> lines =
        new ArrayList<>(List.of("| key | default | range | meaning |", "|---|---|---|---|"));
    ProgramSettings.byPackage().stream()
        .flatMap(one -> one.all().stream())
        .filter(setting -> !ProgramSettings.isPattern(setting))
        .filter(
            setting ->
                section.isEmpty()
                    ? !setting.key().contains(".")
                    : setting.key().startsWith(section))
        .map(
            setting ->
                "| `%s` | `%s` | %s | %s |"
                    .formatted(
                        setting.key().substring(section.length()),
                        setting.defaultJson().map(ConfigurationPageTest::text).orElse(""),
                        setting.type().range(),
                        setting.meaning()))
        .forEach(lines::add);
    return lines;
  }

  @Test
  void thePacesAreThoseOfInit() throws Exception {
    List<Page.Row> paces = PAGE.rowsOf("pace");
    assertThat(paces).hasSize(Intervals.values().length);
    for (Page.Row row : paces) {
      String pace = row.cells().getFirst();
      JsonObject components =
          (pace.equals("none") ? written() : written("--pace", pace))
              .object("components")
              .orElseThrow();
      SequencedMap<String, JsonValue> keys = leaves(components);

      assertThat(row.cells().subList(1, 5))
          .as(pace)
          .isEqualTo(
              Stream.of("reader", "author", "compactor", "delivery")
                  .map(name -> text(keys.get(name + ".interval_minutes")))
                  .toList());
      assertThat(keys.containsKey("reader.run_if_inbox_nonempty"))
          .isEqualTo(row.cells().get(5).equals("yes"));
    }
  }

  @TestFactory
  Stream<DynamicTest> everyRangeIsTheOneThatTheProgramTakes() throws Exception {
    JsonObject defaults = written();
    return described().stream()
        .filter(key -> RANGE.matcher(key.range()).matches())
        .map(
            key ->
                DynamicTest.dynamicTest(
                    key.name() + ": " + key.range(), () -> assertRange(defaults, key)));
  }

  private static void assertRange(JsonObject defaults, Described key) throws MalformedJson {
    Matcher range = RANGE.matcher(key.range());
    assertThat(range.matches()).isTrue();
    for (int end = 1; end <= 2; end++) {
      String limit = range.group(end);
      assertThatCode(() -> readAll(set(defaults, key, limit))).as(limit).doesNotThrowAnyException();
      if (!limit.equals(String.valueOf(Long.MAX_VALUE))) {
        String beyond = beyond(limit, end == 1 ? -1 : 1);
        assertThatThrownBy(() -> readAll(set(defaults, key, beyond)))
            .as(beyond)
            .isInstanceOf(ConfigException.class)
            .hasMessageContaining(key.name().substring(key.name().lastIndexOf('.') + 1));
      }
    }
  }

  private static String beyond(String limit, int direction) {
    return limit.contains(".")
        ? String.valueOf(Double.parseDouble(limit) + direction * 0.25)
        : String.valueOf(Long.parseLong(limit) + direction);
  }

  /** The file with one key changed; where one key bounds another, that one makes room. */
  private static JsonObject set(JsonObject config, Described key, String number)
      throws MalformedJson {
    JsonValue value =
        JsonReader.file(
            (key.byDefault().startsWith("[") ? "[" + number + "]" : number)
                .getBytes(StandardCharsets.UTF_8));
    assertThat(value).isInstanceOfAny(JsonInteger.class, JsonDecimal.class, JsonArray.class);
    JsonObject roomy =
        switch (key.name()) {
          case "maintenance_config.log_max_lines" ->
              with(config, "maintenance_config.log_keep_lines", new JsonInteger(0));
          case "maintenance_config.log_keep_lines" ->
              with(config, "maintenance_config.log_max_lines", new JsonInteger(10_000_000));
          default -> config;
        };
    return with(roomy, key.name(), value);
  }

  private static JsonObject with(JsonObject json, String path, JsonValue value) {
    int dot = path.indexOf('.');
    return dot < 0
        ? json.with(path, value)
        : json.with(
            path.substring(0, dot),
            with(
                json.object(path.substring(0, dot)).orElseThrow(), path.substring(dot + 1), value));
  }

  /** As every step together would. */
  private static void readAll(JsonObject json) {
    Config config = new Config(Path.of("scheduler-config.json"), json);
    ProgramSettings.byPackage().forEach(one -> one.checked(config));
  }

  /** Such as {@code store.file}, which is a package. */
  private static boolean isRoom(String code) {
    return Files.isDirectory(SourceTree.main(code.replace('.', '/')));
  }

  @Test
  void keysThatOtherPagesNameExist() {
    List<String> keys = new ArrayList<>(described().stream().map(Described::name).toList());
    List<Page.Row> settings = Page.named("docs/backends.md").rowsOf("setting");
    settings.forEach(row -> keys.add(row.cells().getFirst()));
    for (String section : List.of("store.sqlite", "store.postgres")) {
      Page.named("docs/storage.md")
          .rowsOf("setting of `" + section + "`")
          .forEach(row -> keys.add(section + "." + row.cells().getFirst()));
    }
    List<String> sections =
        keys.stream().filter(key -> key.contains(".")).map(key -> key.split("\\.")[0]).toList();
    for (Page page : Page.all()) {
      if (page.name().equals(PAGE.name())) {
        continue; // Its keys stand without their section.
      }
      List<String> named =
          page.code().stream()
              .filter(code -> code.matches("[a-z_]+(\\.[a-z_]+)+"))
              .filter(code -> sections.contains(code.split("\\.")[0]))
              .filter(code -> !code.matches(".*\\.(json|md|lock|yaml)"))
              .filter(code -> !MemoryEvents.kinds(Features.bundled()).contains(code))
              // Team files have parts of their own with these names.
              .filter(
                  code ->
                      !(Set.of("docs/teams.md", "docs/evolution.md").contains(page.name())
                          && code.matches("(memory|reputation|chain)\\..*")))
              .filter(code -> !isRoom(code))
              .toList();

      assertThat(named)
          .as(page.name())
          .filteredOn(name -> keys.stream().noneMatch(key -> (key + ".").startsWith(name + ".")))
          .isEmpty();
    }
  }
}
