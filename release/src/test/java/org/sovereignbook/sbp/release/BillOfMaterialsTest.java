package org.sovereignbook.sbp.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;

/** target/bom.json is what the jars of a release are made of: nothing less, nothing more. */
class BillOfMaterialsTest {
  private static final String OUR_GROUP = "org.sovereignbook";
  private static final String OUR_CLASSES = "org/sovereignbook/";

  /** A library of the page (`sbp web`) holds scripts here, and no class. */
  private static final String SCRIPTS = "META-INF/resources/webjars/";

  private JsonObject bom = JsonObject.empty();

  @BeforeEach
  void read() throws Exception {
    Path bill = Path.of("target/bom.json");
    Assumptions.assumeTrue(
        Files.exists(bill) || !System.getProperty("sbp.build", "").equals("offline: true"),
        "skipped: a build with -o makes no bill; it needs one without");
    bom = (JsonObject) JsonReader.file(Files.readAllBytes(bill));
  }

  @Test
  void itNamesEveryLibraryThatIsShipped() throws IOException {
    Map<String, Set<String>> libraries = libraries();
    Set<String> known =
        libraries.values().stream().flatMap(Set::stream).collect(Collectors.toSet());

    assertThat(shipped())
        .filteredOn(entry -> !entry.startsWith(OUR_CLASSES) && !known.contains(entry))
        .isEmpty();
  }

  @Test
  void itNamesNothingThatIsNotShipped() throws IOException {
    Set<String> shipped = shipped();

    assertThat(libraries())
        .hasSizeGreaterThan(8)
        .allSatisfy((name, classes) -> assertThat(classes).as(name).anyMatch(shipped::contains));
  }

  @Test
  void itIsTheSameForTheSameSources() {
    assertThat(bom.string("bomFormat")).contains("CycloneDX");
    assertThat(bom.has("serialNumber")).isFalse();
    assertThat(bom.object("metadata").flatMap(metadata -> metadata.string("timestamp")))
        .isIn(java.util.Optional.empty(), java.util.Optional.of("2026-11-21T00:00:00Z"));
  }

  /** The classes or scripts of each library of others that the bill names, from its jar. */
  private Map<String, Set<String>> libraries() {
    return bom.array("components").map(JsonArray::objects).orElseThrow().stream()
        .filter(component -> !component.string("group").orElseThrow().equals(OUR_GROUP))
        .map(
            component ->
                component.string("name").orElseThrow()
                    + "-"
                    + component.string("version").orElseThrow()
                    + ".jar")
        .collect(Collectors.toMap(name -> name, name -> classes(onClassPath(name))));
  }

  private static Path onClassPath(String name) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(path -> path.getFileName().toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new AssertionError(
                    "the bill names "
                        + name
                        + ", which nothing uses; an old one? build without -o"));
  }

  private static Set<String> shipped() throws IOException {
    Path program = Path.of("../sbp/target/sbp.jar");
    Assumptions.assumeTrue(Files.exists(program), "skipped: sbp.jar is not built, use mvn verify");
    try (Stream<Path> bundled = Files.list(Path.of("../plugins/target/bundled"))) {
      List<Path> plugins = bundled.filter(file -> file.toString().endsWith(".jar")).toList();
      assertThat(plugins).hasSameSizeAs(pluginModules());
      return Stream.concat(Stream.of(program), plugins.stream())
          .flatMap(jar -> classes(jar).stream())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** The modules whose jars go to plugins/target/bundled, as plugins and features say. */
  private static List<Path> pluginModules() throws IOException {
    String built =
        Files.readString(Path.of("../plugins/pom.xml"))
            + Files.readString(Path.of("../plugins/features/pom.xml")).replace("../", "");
    try (Stream<Path> modules = Files.list(Path.of("../plugins"))) {
      return modules
          .filter(module -> built.contains("<module>" + module.getFileName() + "</module>"))
          .filter(
              module -> Files.exists(module.resolve("src/main/resources/META-INF/extensions.idx")))
          .toList();
    }
  }

  private static Set<String> classes(Path jar) {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream()
          .map(ZipEntry::getName)
          .filter(BillOfMaterialsTest::isCode)
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isCode(String name) {
    return name.startsWith(SCRIPTS)
        ? name.endsWith(".js")
        : name.endsWith(".class") && !name.startsWith("META-INF/");
  }
}
