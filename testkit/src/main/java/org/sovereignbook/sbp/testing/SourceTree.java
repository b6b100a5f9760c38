package org.sovereignbook.sbp.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The sources of the program in this checkout, wherever tests are run from. */
public final class SourceTree {
  /** The modules of the program, from below. */
  public static final List<String> MODULES = List.of("sbp/node", "sbp/society", "sbp");

  private static final String PACKAGE = "java/org/sovereignbook/sbp";

  private SourceTree() {}

  /** Returns the folder of the checkout. */
  public static Path root() {
    return Stream.of(Path.of(".."), Path.of(""))
        .map(folder -> folder.toAbsolutePath().normalize())
        .filter(folder -> Files.exists(folder.resolve("jbang-catalog.json")))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("jbang-catalog.json is neither here nor above"));
  }

  /** Returns the folders of the program's root package, one for each module. */
  public static List<Path> mains() {
    return MODULES.stream().map(module -> root().resolve(module + "/src/main/" + PACKAGE)).toList();
  }

  /** Returns a file or folder of the main sources, by its path below the root package. */
  public static Path main(String path) {
    return find("main/" + PACKAGE, path);
  }

  /** Returns a file of the test sources, by its path below the root package. */
  public static Path test(String path) {
    return find("test/" + PACKAGE, path);
  }

  /** Returns a resource of the program, by its path in the jar. */
  public static Path resource(String path) {
    return find("main/resources", path);
  }

  /** Returns the source files of the program in the order of modules and names. */
  public static List<Path> files() {
    return mains().stream().flatMap(SourceTree::below).toList();
  }

  /** Returns the path below the root package, with slashes. */
  public static String name(Path file) {
    return mains().stream()
        .filter(file::startsWith)
        .map(main -> main.relativize(file).toString().replace('\\', '/'))
        .findFirst()
        .orElseThrow();
  }

  private static Path find(String kind, String path) {
    List<Path> all =
        MODULES.stream()
            .map(module -> root().resolve(module + "/src/" + kind).resolve(path))
            .toList();
    return all.stream().filter(Files::exists).findFirst().orElseGet(all::getLast);
  }

  private static Stream<Path> below(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
