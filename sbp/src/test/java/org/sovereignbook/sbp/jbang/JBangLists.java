package org.sovereignbook.sbp.jbang;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.sovereignbook.sbp.testing.SourceTree;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * What JBang must be told to build what Maven builds: each file by its name, since behind a URL
 * there are no wildcards.
 */
final class JBangLists {
  private static final String HEADER =
      """
      // %s, each file by its name: JBang follows no wildcard behind a URL.
      // Written by JBangCatalogTest with -Dsbp.write=true; not to be edited.
      //JAVA 25+
      """;

  private JBangLists() {}

  /** The program: {@code sbp/Sources.java}. */
  static String ofProgram() throws Exception {
    Path program = Checkout.root().resolve("sbp");
    List<String> lines = new ArrayList<>();
    for (String name : SourceTree.MODULES) {
      Path module = Checkout.root().resolve(name);
      Document pom = pom(name + "/pom.xml");
      libraries(pom).forEach(library -> lines.add("//DEPS " + library));
      sources(program, module).forEach(source -> lines.add("//SOURCES " + source));
      for (Element resource : elements(pom, "resource")) {
        files(program, module, resource).forEach(file -> lines.add("//FILES " + file));
      }
    }
    return HEADER.formatted("The program and its library") + String.join("\n", lines) + "\n";
  }

  /** The folders of the features that come with it. */
  static List<String> features() throws Exception {
    return elements(pom("plugins/features/pom.xml"), "module").stream()
        .map(module -> module.getTextContent().replace("../", ""))
        .toList();
  }

  /** The plugins that come with it: {@code plugins/Plugins.java}. */
  static String ofPlugins() throws Exception {
    Path folder = Checkout.root().resolve("plugins");
    List<String> libraries = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    lines.add("//FILES plugins/pom.xml=pom.xml");
    List<Element> modules = new ArrayList<>(elements(pom("plugins/features/pom.xml"), "module"));
    modules.addAll(elements(pom("plugins/pom.xml"), "module"));
    for (Element module : modules) {
      String name = module.getTextContent().replace("../", "");
      Path path = folder.resolve(name);
      libraries.addAll(libraries(pom("plugins/" + name + "/pom.xml")));
      sources(folder, path).forEach(source -> lines.add("//SOURCES " + source));
      Path resources = path.resolve("src/main/resources");
      if (Files.exists(resources.resolve("META-INF/extensions.idx"))) {
        lines.add("//FILES plugins/" + name + "/pom.xml=" + name + "/pom.xml");
        below(resources)
            .forEach(
                file ->
                    lines.add(
                        "//FILES plugins/%s/%s=%s"
                            .formatted(name, resources.relativize(file), folder.relativize(file))));
      }
    }
    libraries.forEach(library -> lines.addFirst("//DEPS " + library));
    return HEADER.formatted("The plugins of the program") + String.join("\n", lines) + "\n";
  }

  static Document pom(String file) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(Checkout.root().resolve(file).toFile());
  }

  /** The text of a child; empty when there is none. */
  static String child(Element element, String name) {
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node.getNodeName().equals(name)) {
        return node.getTextContent();
      }
    }
    return "";
  }

  /** The libraries of others that a module runs with. */
  private static List<String> libraries(Document pom) throws Exception {
    List<String> libraries = new ArrayList<>();
    for (Element one : elements(pom, "dependency")) {
      boolean ofModule = one.getParentNode().getParentNode().getNodeName().equals("project");
      String group = child(one, "groupId");
      if (ofModule && !child(one, "scope").equals("test") && !group.equals("org.sovereignbook")) {
        libraries.add(
            "%s:%s:%s".formatted(group, child(one, "artifactId"), version(child(one, "version"))));
      }
    }
    return libraries;
  }

  private static String version(String version) throws Exception {
    return version.startsWith("${")
        ? child(
            (Element) pom("pom.xml").getElementsByTagName("properties").item(0),
            version.substring(2, version.length() - 1))
        : version;
  }

  private static List<String> sources(Path from, Path module) throws IOException {
    Path folder = module.resolve("src/main/java");
    return Files.exists(folder)
        ? below(folder).map(file -> from.relativize(file).toString()).toList()
        : List.of();
  }

  /** {@code TARGET=FILE} for each file of a resource of the pom. */
  private static List<String> files(Path program, Path module, Element resource)
      throws IOException {
    String directory = child(resource, "directory");
    String target = child(resource, "targetPath");
    Path folder = module.resolve(directory).normalize();
    List<String> patterns = new ArrayList<>();
    NodeList includes = resource.getElementsByTagName("include");
    IntStream.range(0, includes.getLength())
        .forEach(i -> patterns.add(includes.item(i).getTextContent()));
    List<PathMatcher> matchers =
        (patterns.isEmpty() ? List.of("**") : patterns)
            .stream().map(each -> FileSystems.getDefault().getPathMatcher("glob:" + each)).toList();
    return below(folder)
        .map(folder::relativize)
        .filter(file -> matchers.stream().anyMatch(matcher -> matcher.matches(file)))
        .map(file -> Path.of(target).resolve(file) + "=" + program.relativize(folder.resolve(file)))
        .toList();
  }

  private static Stream<Path> below(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList().stream();
    }
  }

  private static List<Element> elements(Document document, String name) {
    NodeList found = document.getElementsByTagName(name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }
}
