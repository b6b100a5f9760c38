package org.sovereignbook.sbp.jbang;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** This checkout, wherever the tests are run from. */
final class Checkout {
  private Checkout() {}

  static Path root() {
    return Stream.of(Path.of(".."), Path.of(""))
        .map(folder -> folder.toAbsolutePath().normalize())
        .filter(folder -> Files.exists(folder.resolve("jbang-catalog.json")))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("jbang-catalog.json is neither here nor above"));
  }

  static String text(String file) throws IOException {
    return Files.readString(root().resolve(file));
  }

  /** The values of a JBang directive in a file. */
  static List<String> directives(String file, String name) throws IOException {
    return text(file)
        .lines()
        .filter(line -> line.startsWith("//" + name + " "))
        .map(line -> line.substring(name.length() + 3))
        .toList();
  }
}
