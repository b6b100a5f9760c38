package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.ArchitectureRules;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.testing.SourceTree;

/** Facts of the pages beside commands and keys: members, packages, dependencies, the filter. */
class OtherPagesTest {
  private static final String MIGRATIONS = "org/sovereignbook/sbp/authority/ledger/migrations";

  @TempDir Path folder;

  @Test
  void everyMemberThatFormatsNamesIsAWordOfTheProgram() throws IOException {
    String program = sources();
    String tables = tables();
    List<String> members =
        Page.named("docs/formats.md").code().stream()
            .filter(code -> code.matches("[a-z_]+"))
            .distinct()
            .toList();

    assertThat(members).hasSizeGreaterThan(30);
    assertThat(members)
        .filteredOn(
            member ->
                !program.contains("\"" + member + "\"")
                    && !program.contains(" " + member.toUpperCase(Locale.ROOT))
                    && !isComponentOfARecord(member, program)
                    && !tables.contains(" " + member + " "))
        .isEmpty();
  }

  /** Members come from the components of records: {@code lastError} is {@code last_error}. */
  private static boolean isComponentOfARecord(String member, String program) {
    String component =
        Pattern.compile("_([a-z])")
            .matcher(member)
            .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    return Pattern.compile("[>\\w] " + component + "[,)]").matcher(program).find();
  }

  private static String tables() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> scripts = Files.list(SourceTree.resource(MIGRATIONS))) {
      for (Path script : scripts.toList()) {
        all.append(Files.readString(script));
      }
    }
    return all.toString();
  }

  private static String sources() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path file : SourceTree.files()) {
      all.append(Files.readString(file));
    }
    return all.toString();
  }

  @Test
  void everyJsonExampleIsJson() {
    for (Page page : Page.all()) {
      for (Page.Block block : page.blocks("json")) {
        assertThatCode(() -> JsonReader.file(block.text().getBytes(StandardCharsets.UTF_8)))
            .as(page.name() + ":" + block.line())
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  void thePictureOfTheArchitectureHasEveryGroupAndPackage() throws IOException {
    String picture = Page.named("docs/architecture.md").blocks("").getFirst().text();
    SequencedMap<String, Set<String>> drawn = groups(picture);

    assertThat(drawn.sequencedKeySet().reversed())
        .containsExactlyElementsOf(ArchitectureRules.GROUPS);
    List<String> packages = new ArrayList<>();
    for (Path main : SourceTree.mains()) {
      try (Stream<Path> folders = Files.walk(main)) {
        folders
            .filter(folder -> Files.isDirectory(folder) && !folder.equals(main))
            .forEach(folder -> packages.add(SourceTree.name(folder).replace('/', '.')));
      }
    }
    assertThat(drawn.values().stream().flatMap(Set::stream))
        .filteredOn(name -> !name.startsWith("plugins"))
        .containsExactlyInAnyOrderElementsOf(packages);
  }

  /** Returns the packages by group, from above: a line begins with a group or continues it. */
  private static SequencedMap<String, Set<String>> groups(String picture) {
    SequencedMap<String, Set<String>> groups = new LinkedHashMap<>();
    for (String line : picture.lines().filter(line -> line.contains("│")).toList()) {
      List<String> cells = Pattern.compile("│").splitAsStream(line).map(String::strip).toList();
      if (!cells.getFirst().isEmpty()) {
        groups.put(cells.getFirst(), new TreeSet<>(Set.of(cells.getFirst())));
      }
      String group = groups.lastEntry().getKey();
      Stream.of(cells.get(1).split(" +"))
          .filter(name -> !name.isEmpty())
          .forEach(name -> groups.lastEntry().getValue().add(group + "." + name));
    }
    return groups;
  }

  @Test
  void theTableOfDependenciesIsThatOfThePoms() throws IOException {
    Set<String> inPoms = new TreeSet<>();
    for (Path pom : poms()) {
      String text = Files.readString(pom);
      for (String element : List.of("dependency", "path", "artifactItem")) {
        Pattern.compile(
                "<%s>.*?<artifactId>(.*?)</artifactId>.*?</%s>".formatted(element, element),
                Pattern.DOTALL)
            .matcher(text)
            .results()
            .map(found -> found.group(1))
            .filter(artifact -> !artifact.startsWith("sbp"))
            .forEach(inPoms::add);
      }
    }

    assertThat(
            Page.named("docs/decisions.md").rowsOf("artifact").stream()
                .map(row -> row.cells().getFirst()))
        .containsExactlyInAnyOrderElementsOf(inPoms);
    assertThat(Page.named("docs/decisions.md").rowsOf("artifact"))
        .allSatisfy(row -> assertThat(row.cells().get(2)).isNotBlank());
  }

  @Test
  void scriptsOutdatedAsksForEachOfThemButForJqwik() throws Exception {
    Path asked = folder.resolve("asked.xml");
    Path tools = folder.resolve("tools");
    executable(
        tools.resolve("mvn"),
        "#!/bin/sh\nwhile [ \"$1\" != -f ]; do shift; done\ncat \"$2\" >'" + asked + "'\n");
    executable(tools.resolve("npm"), "#!/bin/sh\nexit 1\n");
    ProcessBuilder builder =
        new ProcessBuilder(Page.root().resolve("scripts/outdated").toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile());
    builder.environment().put("PATH", tools + File.pathSeparator + System.getenv("PATH"));

    assertThat(builder.start().waitFor()).isNotZero();

    String pom = Files.readString(asked);
    assertThat(Page.named("docs/decisions.md").rowsOf("artifact"))
        .map(row -> row.cells().getFirst())
        .allSatisfy(
            artifact ->
                assertThat(pom.contains("<artifactId>" + artifact + "</artifactId>"))
                    .as(artifact)
                    .isEqualTo(!artifact.startsWith("jqwik")));
  }

  /** A plugin that is built alone must not be packed over jars that are in use. */
  @Test
  void noPomPacksPluginsElsewhereThanTheBuildSays() throws IOException {
    for (Path pom : poms()) {
      assertThat(Files.readString(pom).lines())
          .filteredOn(line -> line.contains("/target/bundled<"))
          .as(pom.toString())
          .allMatch(line -> line.strip().startsWith("<plugins.bundled>"));
    }
  }

  private static List<Path> poms() throws IOException {
    List<Path> poms = new ArrayList<>();
    for (String folder :
        List.of(
            ".",
            "format",
            "lint",
            "sbp",
            "sbp/node",
            "sbp/society",
            "sbp/tests",
            "testkit",
            "plugins")) {
      poms.add(Page.root().resolve(folder).resolve("pom.xml"));
    }
    try (Stream<Path> plugins = Files.list(Page.root().resolve("plugins"))) {
      plugins.map(plugin -> plugin.resolve("pom.xml")).filter(Files::exists).forEach(poms::add);
    }
    return poms;
  }

  @Test
  void theFilterOfExtendingSeesTheDigestBeforeTheReader() throws Exception {
    String filter = Page.named("docs/extending.md").blocks("").getFirst().text();
    assertThat(filter).startsWith("#!/bin/sh\n");
    Path node = Files.createDirectories(folder.resolve("node"));
    executable(node.resolve("runtime/scripts/reader-preprocess"), filter);
    executable(node.resolve("my-filter"), "#!/bin/sh\necho \"$1\" > seen\n");
    Path launcher = folder.resolve("sbp");

    executable(launcher, "#!/bin/sh\necho \"$1\" >> ran\nexit 0\n");
    assertThat(preprocess(node, launcher)).isZero();
    assertThat(node.resolve("ran")).hasContent("reader-pre");
    assertThat(node.resolve("seen")).hasContent("runtime/operational/inbox-digest.json");

    Files.delete(node.resolve("seen"));
    executable(launcher, "#!/bin/sh\nexit 3\n");
    assertThat(preprocess(node, launcher)).isEqualTo(3);
    assertThat(node.resolve("seen")).doesNotExist();
  }

  private static void executable(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private static int preprocess(Path node, Path launcher) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", "-c", "./runtime/scripts/reader-preprocess");
    builder.directory(node.toFile()).environment().putAll(Map.of("SBP", launcher.toString()));
    Process process = builder.inheritIO().start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  @Test
  void thePathsThatPagesNameAreThoseOfANode() throws IOException {
    try (Newcomer newcomer = new Newcomer(folder).withNode()) {
      Path node = newcomer.here();
      assertThat(newcomer.run(List.of("tick")).exit()).isZero();

      assertThat(Page.named("docs/extending.md").rowsOf("script"))
          .hasSize(6)
          .allSatisfy(
              row ->
                  assertThat(node.resolve("runtime/scripts").resolve(row.cells().getFirst()))
                      .isExecutable());
      assertThat(Page.named("docs/operate.md").rowsOf("path"))
          .hasSizeGreaterThan(15)
          .allSatisfy(row -> assertThat(node.resolve(row.cells().getFirst())).exists());
    }
  }
}
