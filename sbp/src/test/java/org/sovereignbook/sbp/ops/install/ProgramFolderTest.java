package org.sovereignbook.sbp.ops.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testing.TestJar;

/** What JBang has built becomes a program in a folder: taken apart, merged, linked, cleaned up. */
class ProgramFolderTest {
  private static final String PACKAGES = "org/sovereignbook/sbp/plugins/";

  @TempDir Path folder;
  private Path data;
  private List<Path> classPath;

  @BeforeEach
  void build() throws IOException {
    folder = folder.toRealPath();
    data = folder.resolve("data");
    Map<String, String> built = new TreeMap<>();
    built.put("org/sovereignbook/sbp/cli/Main.class", "main");
    built.put(PACKAGES + "lake/Lake.class", "lake");
    built.put(PACKAGES + "water/Water.class", "water");
    built.put(PACKAGES + "rock/Rock.class", "rock");
    built.put("plugins/pom.xml", "<plugin.requires>&gt;=1.0.0</plugin.requires>");
    built.put(
        "plugins/store-lake/pom.xml",
        """
        <description>A lake</description><plugin.provides>store:lake</plugin.provides>
        <dependency><groupId>g</groupId><artifactId>sbp-store-water</artifactId></dependency>
        <dependency><artifactId>fish</artifactId></dependency>
        <dependency><artifactId>rod</artifactId><scope>test</scope></dependency>
        """);
    built.put("plugins/store-lake/META-INF/extensions.idx", "Lake");
    built.put("plugins/store-lake/deep/V1.sql", "create");
    built.put("launcher/sbp", "#!/bin/sh\n");
    built.put("launcher/sbp.cmd", "");
    built.put("META-INF/services/a.Service", "ours");
    classPath =
        List.of(
            jar("Sbp.jar", built),
            jar("fish-2.0.jar", Map.of("fish/Fish.class", "fish", "META-INF/X.SF", "signed")),
            jar("fish-bones-2.0.jar", Map.of("bones/Bone.class", "bone")),
            jar("rod-1.jar", Map.of("META-INF/services/a.Service", "theirs")));
  }

  private Path jar(String name, Map<String, String> entries) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    entries.forEach((entry, text) -> files.put(entry, text.getBytes(StandardCharsets.UTF_8)));
    return Files.write(folder.resolve(name), TestJar.of(Map.of(), files));
  }

  private Path launcher(List<String> notes) throws IOException {
    return new ProgramFolder(
            data, classPath, Path.of(System.getProperty("java.home")), Optional.empty(), notes::add)
        .launcher();
  }

  private static List<String> files(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .map(ZipEntry::getName)
          .filter(name -> !name.endsWith("/") && !name.equals("META-INF/MANIFEST.MF"))
          .toList();
    }
  }

  @Test
  void theProgramAndEachPluginAreJarsOfTheirOwnWithTheirLibraries() throws Exception {
    Path program = launcher(new ArrayList<>()).resolve("../..").normalize();

    assertThat(program.resolve("bin/sbp")).isExecutable();
    assertThat(program.resolve("runtime/bin/java")).isExecutable();
    assertThat(files(program.resolve("lib/sbp.jar")))
        .contains(
            "org/sovereignbook/sbp/cli/Main.class",
            "bones/Bone.class",
            "META-INF/services/a.Service")
        .noneMatch(name -> name.startsWith("plugins/") || name.startsWith(PACKAGES));
    Path plugin = program.resolve("lib/plugins/store-lake.jar");
    assertThat(files(plugin))
        .containsExactlyInAnyOrder(
            PACKAGES + "lake/Lake.class",
            PACKAGES + "water/Water.class",
            "META-INF/extensions.idx",
            "deep/V1.sql",
            "fish/Fish.class");
    try (JarFile jar = new JarFile(plugin.toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Plugin-Requires"))
          .isEqualTo(">=1.0.0");
      assertThat(jar.getManifest().getMainAttributes().getValue("Sbp-Provides"))
          .isEqualTo("store:lake");
      assertThat(jar.getEntry("deep/")).as("by it Flyway finds its migrations").isNotNull();
    }
    try (JarFile jar = new JarFile(program.resolve("lib/sbp.jar").toFile())) {
      byte[] services =
          jar.getInputStream(jar.getEntry("META-INF/services/a.Service")).readAllBytes();
      assertThat(new String(services, StandardCharsets.UTF_8).lines())
          .containsExactly("ours", "theirs");
    }
  }

  @Test
  void aBuildStaysAsLongAsAProcessRunsFromIt() throws Exception {
    Path first = launcher(new ArrayList<>()).getParent().toRealPath().getParent();
    Process running = new ProcessBuilder("sh", "-c", "read _ # " + first + "/lib/sbp.jar").start();
    try {
      buildsAnew(1);
      buildsAnew(2);
      assertThat(first).exists();
    } finally {
      running.destroyForcibly().waitFor();
    }

    buildsAnew(3);

    assertThat(first).doesNotExist();
  }

  private void buildsAnew(int minutes) throws IOException {
    Files.setLastModifiedTime(
        classPath.getFirst(),
        FileTime.from(
            Files.getLastModifiedTime(classPath.getFirst())
                .toInstant()
                .plusSeconds(60L * minutes)));
    assertThat(launcher(new ArrayList<>())).isExecutable();
  }

  @Test
  void whatIsPutInPlaceHoldsNothingOfTheMoment() throws Exception {
    Path program = launcher(new ArrayList<>()).resolve("../../lib").normalize();
    List<Path> jars =
        List.of(program.resolve("sbp.jar"), program.resolve("plugins/store-lake.jar"));
    List<byte[]> first = new ArrayList<>();
    for (Path jar : jars) {
      first.add(Files.readAllBytes(jar));
      try (JarFile file = new JarFile(jar.toFile())) {
        assertThat(file.stream().map(ZipEntry::getTimeLocal))
            .containsOnly(LocalDateTime.of(1980, 1, 1, 0, 0));
      }
    }

    data = folder.resolve("again");
    Path again = launcher(new ArrayList<>()).resolve("../../lib").normalize();

    assertThat(again.resolve("sbp.jar")).hasBinaryContent(first.getFirst());
    assertThat(again.resolve("plugins/store-lake.jar")).hasBinaryContent(first.getLast());
  }

  @Test
  void aBuildIsPutInPlaceOnceAndTheLinkLeadsToTheOneThatRanLast() throws Exception {
    List<String> notes = new ArrayList<>();
    Path launcher = launcher(notes);
    assertThat(launcher).isEqualTo(data.resolve("program/bin/sbp"));
    assertThat(launcher(notes)).isEqualTo(launcher);
    assertThat(notes).hasSize(1);
    Path first = launcher.toRealPath();

    nextBuild("2");
    assertThat(launcher(notes).toRealPath()).isNotEqualTo(first);
    assertThat(first).as("something may be running from it").exists();

    nextBuild("3");
    launcher(notes);
    assertThat(first).doesNotExist();
    assertThat(notes).hasSize(3);
  }

  private void nextBuild(String content) throws IOException {
    classPath =
        List.of(
            classPath.getFirst(),
            jar("next-" + content + ".jar", Map.of("next/It.class", content)));
  }
}
