package org.sovereignbook.sbp.jbang;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.ops.install.JBangMain;

/** What JBang compiles is what Maven compiles: the same libraries, sources, resources, version. */
class JBangCatalogTest {
  private static final String ROOT_FILE = "sbp/Sbp.java";
  private static final String IN_FOLDER_FILE = "sbp/main.java";

  @Test
  void theCatalogNamesAFileThatIsThere() throws Exception {
    JsonObject catalog =
        (JsonObject)
            JsonReader.file(Checkout.text("jbang-catalog.json").getBytes(StandardCharsets.UTF_8));

    String file =
        catalog
            .object("aliases")
            .flatMap(aliases -> aliases.object("sbp"))
            .flatMap(alias -> alias.string("script-ref"))
            .orElseThrow();

    assertThat(file).isEqualTo(ROOT_FILE);
    assertThat(Checkout.root().resolve(file)).isRegularFile();
  }

  @Test
  void theProgramIsListedWhole() throws Exception {
    assertList("sbp/Sources.java", JBangLists.ofProgram());
  }

  @Test
  void thePluginsAreListedWhole() throws Exception {
    assertList("plugins/Plugins.java", JBangLists.ofPlugins());
  }

  /** Otherwise its commands are unknown to the packed program. */
  @Test
  void eachFeatureIsOnTheClassPathOfTheProgram() throws Exception {
    String program = Checkout.text("sbp/pom.xml");

    assertThat(JBangLists.features())
        .isNotEmpty()
        .allSatisfy(
            name ->
                assertThat(program)
                    .contains(
                        "plugins/%s.jar ../../plugins/target/bundled/%s.jar"
                            .formatted(name, name)));
  }

  /** Otherwise a plugin is packed without its classes, and the program does not start. */
  @Test
  void thePackageOfEachPluginIsTheLastWordOfItsFolder() throws Exception {
    assertThat(Checkout.directives("plugins/Plugins.java", "SOURCES"))
        .filteredOn(source -> source.contains("/src/main/java/"))
        .isNotEmpty()
        .allSatisfy(
            source -> {
              String folder = source.substring(0, source.indexOf('/'));
              String word = folder.substring(folder.lastIndexOf('-') + 1);
              assertThat(source).contains("/org/sovereignbook/sbp/plugins/" + word + "/");
            });
  }

  /** Their order is nobody's business, so that branches which each add a line can be merged. */
  private static void assertList(String file, String wanted) throws Exception {
    if (Boolean.getBoolean("sbp.write")) {
      Files.writeString(Checkout.root().resolve(file), wanted);
    }
    assertThat(Checkout.text(file).lines())
        .as(file + "; run this test with -Dsbp.write=true to write it")
        .containsExactlyInAnyOrderElementsOf(wanted.lines().toList());
  }

  @Test
  void nothingNeedsAFolderToBeListed() throws Exception {
    for (String file : List.of(ROOT_FILE, "sbp/Sources.java", "plugins/Plugins.java")) {
      assertThat(Checkout.directives(file, "SOURCES")).noneMatch(source -> source.contains("*"));
      assertThat(Checkout.directives(file, "FILES")).noneMatch(source -> source.contains("*"));
    }
  }

  @Test
  void bothRootFilesRunTheSameProgramInTheSameWay() throws Exception {
    for (String directive : List.of("JAVA", "MAIN", "RUNTIME_OPTIONS", "MANIFEST")) {
      assertThat(Checkout.directives(IN_FOLDER_FILE, directive))
          .isNotEmpty()
          .isEqualTo(Checkout.directives(ROOT_FILE, directive));
    }
    assertThat(Checkout.directives(ROOT_FILE, "MAIN")).containsExactly(JBangMain.class.getName());
    assertThat(Checkout.directives(ROOT_FILE, "MANIFEST"))
        .containsExactly(
            "Implementation-Version="
                + JBangLists.child(JBangLists.pom("pom.xml").getDocumentElement(), "version"));
  }
}
