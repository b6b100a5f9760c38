package org.sovereignbook.sbp.ops.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/**
 * A plugin that was built together with the program, described by its pom. In the jar of that build
 * its resources are below {@code plugins/ID/}. Its classes are in a package named like the last
 * word of the id, as are those of modules that it shares with others.
 *
 * @param pom the text of its pom
 * @param parent the text of the parent pom
 */
record PluginSource(String id, String pom, String parent) {
  private static final String FOLDER = "plugins/";
  private static final String PACKAGES = "org/sovereignbook/sbp/plugins/";
  private static final String OURS = "sbp-";
  private static final Pattern POM = Pattern.compile(FOLDER + "([^/]+)/pom\\.xml");
  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>\\s*(.*?)</dependency>", Pattern.DOTALL);

  static List<PluginSource> in(Path build) throws IOException {
    List<PluginSource> plugins = new ArrayList<>();
    try (JarFile jar = new JarFile(build.toFile())) {
      String parent = text(jar, jar.getEntry(FOLDER + "pom.xml"));
      for (ZipEntry entry : jar.stream().toList()) {
        Matcher pom = POM.matcher(entry.getName());
        if (pom.matches()) {
          plugins.add(new PluginSource(pom.group(1), text(jar, entry), parent));
        }
      }
    }
    return plugins;
  }

  private static String text(JarFile jar, ZipEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns whether an entry of the build belongs to a plugin, not to the program. */
  boolean owns(String name) {
    return name.startsWith(FOLDER) || name.startsWith(PACKAGES);
  }

  /**
   * Returns the name of a build's entry in this plugin's jar; empty if it does not belong there.
   */
  Optional<String> nameInJar(String name) {
    String resources = FOLDER + id + "/";
    if (name.startsWith(resources)) {
      return Optional.of(name.substring(resources.length()))
          .filter(inJar -> !inJar.equals("pom.xml"));
    }
    return modules().stream()
            .map(module -> PACKAGES + module.substring(module.lastIndexOf('-') + 1) + "/")
            .anyMatch(name::startsWith)
        ? Optional.of(name)
        : Optional.empty();
  }

  /** Returns whether this plugin's jar includes a library. */
  boolean needs(Path library) {
    String file = library.getFileName().toString();
    return dependencies().stream().anyMatch(name -> file.matches(Pattern.quote(name) + "-\\d.*"));
  }

  Map<String, String> manifest(String version) {
    Map<String, String> manifest = new TreeMap<>();
    manifest.put("Plugin-Id", id);
    manifest.put("Plugin-Version", version);
    manifest.put("Plugin-Provider", "sovereignbook");
    manifest.put("Plugin-Description", element(pom, "description"));
    manifest.put("Plugin-Requires", element(parent, "plugin.requires"));
    manifest.put("Sbp-Provides", element(pom, "plugin.provides"));
    return manifest;
  }

  /** Returns whether it is a feature, which starts with the program. */
  boolean isFeature() {
    return element(pom, "plugin.provides").startsWith("feature:");
  }

  /** Returns whether it is made of this checkout's sources alone. */
  boolean needsNoLibrary() {
    return dependencies().stream().allMatch(name -> name.startsWith(OURS));
  }

  /** Returns the modules whose classes it has, with its own. */
  List<String> modules() {
    List<String> modules = new ArrayList<>(List.of(id));
    dependencies().stream()
        .filter(name -> name.startsWith(OURS))
        .map(name -> name.substring(OURS.length()))
        .forEach(modules::add);
    return modules;
  }

  /** Returns the artifacts in the pom, without those for tests and those that are there anyway. */
  private List<String> dependencies() {
    return DEPENDENCY
        .matcher(pom)
        .results()
        .map(dependency -> dependency.group(1))
        .filter(dependency -> !dependency.matches("(?s).*<scope>(test|provided)</scope>.*"))
        .map(dependency -> element(dependency, "artifactId"))
        .toList();
  }

  private static String element(String xml, String name) {
    Matcher element = Pattern.compile("<" + Pattern.quote(name) + ">([^<]*)</").matcher(xml);
    return element.find()
        ? element.group(1).replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")
        : "";
  }
}
