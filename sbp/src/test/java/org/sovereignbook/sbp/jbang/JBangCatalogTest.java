package org.sovereignbook.sbp.jbang;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** What JBang compiles is what Maven compiles: the same libraries, resources and version. */
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
  void theLibrariesAreThoseOfThePom() throws Exception {
    List<String> ofPom = new ArrayList<>();
    NodeList dependencies = pom("sbp/pom.xml").getElementsByTagName("dependency");
    for (int i = 0; i < dependencies.getLength(); i++) {
      Element one = (Element) dependencies.item(i);
      boolean ofThisModule = one.getParentNode().getParentNode().getNodeName().equals("project");
      if (ofThisModule && !child(one, "scope").equals("test")) {
        ofPom.add(
            child(one, "groupId")
                + ":"
                + child(one, "artifactId")
                + ":"
                + resolved(child(one, "version")));
      }
    }

    assertThat(ofPom).isNotEmpty();
    assertThat(Checkout.directives(ROOT_FILE, "DEPS")).containsExactlyInAnyOrderElementsOf(ofPom);
  }

  @Test
  void theResourcesAreThoseOfThePom() throws Exception {
    List<String> files = Checkout.directives(ROOT_FILE, "FILES");
    List<String> stepSources =
        files.stream()
            .filter(file -> file.endsWith(".java"))
            .map(file -> file.split("=src/main/java/")[1])
            .toList();
    NodeList includes = pom("sbp/pom.xml").getElementsByTagName("include");
    List<String> ofPom =
        Stream.iterate(0, i -> i < includes.getLength(), i -> i + 1)
            .map(i -> includes.item(i).getTextContent())
            .filter(include -> include.startsWith("org/sovereignbook/"))
            .toList();
    TreeSet<String> folders = new TreeSet<>();
    try (Stream<Path> below = Files.walk(Checkout.root().resolve("sbp/src/main/resources"))) {
      below
          .filter(Files::isRegularFile)
          .map(file -> Checkout.root().resolve("sbp/src/main/resources").relativize(file))
          .forEach(file -> folders.add(firstFolders(file)));
    }

    assertThat(stepSources).containsExactlyInAnyOrderElementsOf(ofPom);
    assertThat(files.stream().filter(file -> file.contains("=src/main/resources/")))
        .map(file -> file.substring(file.indexOf("resources/") + "resources/".length()))
        .map(pattern -> pattern.replace("/**", ""))
        .containsExactlyInAnyOrderElementsOf(folders);
    assertThat(files.stream().filter(file -> file.contains("=../")))
        .map(file -> file.substring(file.indexOf('=') + 1).replace("/**", ""))
        .containsExactlyInAnyOrderElementsOf(foldersOutsideOfTheModule());
  }

  @Test
  void bothRootFilesRunTheSameProgramInTheSameWay() throws Exception {
    for (String directive : List.of("JAVA", "MAIN", "RUNTIME_OPTIONS", "MANIFEST")) {
      assertThat(Checkout.directives(IN_FOLDER_FILE, directive))
          .isNotEmpty()
          .isEqualTo(Checkout.directives(ROOT_FILE, directive));
    }
    assertThat(Checkout.directives(ROOT_FILE, "MAIN"))
        .containsExactly(org.sovereignbook.sbp.cli.Main.class.getName());
    assertThat(Checkout.directives(ROOT_FILE, "MANIFEST"))
        .containsExactly("Implementation-Version=" + child(parent(), "version"));
  }

  private static List<String> foldersOutsideOfTheModule() throws Exception {
    NodeList folders = pom("sbp/pom.xml").getElementsByTagName("directory");
    return Stream.iterate(0, i -> i < folders.getLength(), i -> i + 1)
        .map(i -> folders.item(i).getTextContent())
        .filter(folder -> folder.startsWith("../"))
        .toList();
  }

  private static String firstFolders(Path file) {
    return file.startsWith("META-INF")
        ? file.subpath(0, 2).toString()
        : file.subpath(0, 1).toString();
  }

  private static String resolved(String version) throws Exception {
    return version.startsWith("${")
        ? child(
            (Element) pom("pom.xml").getElementsByTagName("properties").item(0),
            version.substring(2, version.length() - 1))
        : version;
  }

  private static Element parent() throws Exception {
    return pom("pom.xml").getDocumentElement();
  }

  private static Document pom(String file) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(Checkout.root().resolve(file).toFile());
  }

  private static String child(Element element, String name) throws IOException {
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node.getNodeName().equals(name)) {
        return node.getTextContent();
      }
    }
    return "";
  }
}
