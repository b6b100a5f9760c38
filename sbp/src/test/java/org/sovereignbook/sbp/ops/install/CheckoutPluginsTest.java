package org.sovereignbook.sbp.ops.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.runtime.plugin.PluginCatalog;
import org.sovereignbook.sbp.runtime.plugin.PluginFile;
import org.sovereignbook.sbp.runtime.plugin.PluginFolders;

class CheckoutPluginsTest {
  private static final String PACKAGES = "src/main/java/org/sovereignbook/sbp/plugins/";

  @TempDir Path folder;
  private Path sources;
  private final List<String> notes = new ArrayList<>();

  @BeforeEach
  void checkOut() throws IOException {
    sources = folder.resolve("plugins");
    write("pom.xml", "<plugin.requires>&gt;=2.0.0</plugin.requires>");
    write("store-sqlite/pom.xml", pom("store:sqlite", ""));
    write(
        "store-sqlite/src/main/resources/META-INF/extensions.idx",
        "org.sovereignbook.sbp.plugins.sqlite.Moon\n");
    write(
        "store-sqlite/" + PACKAGES + "sqlite/Moon.java",
        type("sqlite", "Moon", "org.sovereignbook.sbp.plugins.light.Light"));
    write("store-sqlite/pom.xml", pom("store:sqlite", dependency("sbp-store-light")));
    write("store-light/" + PACKAGES + "light/Light.java", type("light", "Light", "Object"));
    write("store-heavy/pom.xml", pom("store:heavy", dependency("postgresql")));
    write(
        "store-heavy/src/main/resources/META-INF/extensions.idx",
        "org.sovereignbook.sbp.plugins.heavy.Heavy\n");
  }

  private static String pom(String provides, String more) {
    return "<description>a moon</description><plugin.provides>"
        + provides
        + "</plugin.provides>"
        + more;
  }

  private static String dependency(String artifact) {
    return "<dependency><artifactId>" + artifact + "</artifactId></dependency>";
  }

  private static String type(String name, String type, String parent) {
    return "package org.sovereignbook.sbp.plugins."
        + name
        + "; public class "
        + type
        + " extends "
        + parent
        + " {}";
  }

  private void write(String name, String text) throws IOException {
    Path file = sources.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void whatNeedsNoLibraryIsBuiltOnceWithWhatItShares() throws Exception {
    CheckoutPlugins plugins = new CheckoutPlugins(sources, "1.0.0", notes::add);

    plugins.build();
    plugins.build();

    assertThat(notes).containsExactly("sbp: first use: building the plugins of this checkout");
    assertThat(files(sources.resolve("target/bundled"))).containsExactly("store-sqlite.jar");
    assertThat(files(sources.resolve("target"))).containsExactly("bundled", "plugins.lock");
    PluginCatalog catalog =
        new PluginCatalog(
            LocalDisk.unsynced(),
            PluginFolders.of(
                Optional.empty(),
                Map.of("SBP_BUNDLED_PLUGINS", sources.resolve("target/bundled").toString())));
    assertThat(catalog.judged()).extracting(PluginFile::name).containsExactly("store-sqlite");
    assertThat(catalog.judged().getFirst().isOk()).isTrue();
  }

  /** The features that it builds on are open in this process and in nodes of this checkout. */
  @Test
  void onePluginByMavenReplacesNoOther() throws Exception {
    Path maven = folder.resolve("mvn");
    Files.writeString(
        maven,
        """
        #!/bin/sh
        out=plugins/target/bundled
        for each; do
          case $each in -Dplugins.bundled=*) out=${each#*=} ;; esac
        done
        for each in channels store-heavy; do echo new >"$out/$each.jar"; done
        """);
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwx------"));
    write("target/bundled/channels.jar", "in use");

    new CheckoutPlugins(sources, "1.0.0", notes::add).build("store-heavy", maven.toString());

    assertThat(sources.resolve("target/bundled/channels.jar")).hasContent("in use");
    assertThat(sources.resolve("target/bundled/store-heavy.jar")).hasContent("new");
    assertThat(files(sources.resolve("target"))).containsExactly("bundled", "plugins.lock");
  }

  @Test
  void whoAsksForOneHasThemBuilt() throws Exception {
    Path launcher = folder.resolve("sbp");
    Files.writeString(
        launcher,
        "#!/bin/sh\necho \"$SBP_PREPARE $*\" >>\"$0.log\"\nmkdir -p '"
            + sources
            + "/target/bundled'\n: >'"
            + sources
            + "/target/bundled/store-sqlite.jar'\n");
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    Map<String, String> environment =
        Map.of("SBP", launcher.toString(), "SBP_PLUGIN_SOURCES", sources.toString());
    PluginCatalog catalog =
        new PluginCatalog(LocalDisk.unsynced(), PluginFolders.of(Optional.empty(), environment));

    assertThat(catalog.judged()).hasSize(1);
    assertThat(catalog.judged()).hasSize(1);

    assertThat(folder.resolve("sbp.log")).hasContent("no warm-up plugins");
  }

  private static List<String> files(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
