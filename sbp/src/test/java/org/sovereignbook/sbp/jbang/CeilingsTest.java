package org.sovereignbook.sbp.jbang;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.testing.SourceTree;

/**
 * The lines of the program, by group, against the figures of {@code lint/ceilings}. They only fall:
 * a change that needs more raises them by hand and says why in its commit.
 */
class CeilingsTest {
  private static final String FILE = "lint/ceilings";

  private static final String PACKAGE = "java/org/sovereignbook/sbp";

  /** Lines that a group may lie below its ceiling until the ceiling follows. */
  private static final int SLACK = 400;

  @Test
  void noGroupHasMoreLinesThanItsCeiling() throws Exception {
    Map<String, Integer> lines = lines();
    if (Boolean.getBoolean("sbp.write")) {
      lower(lines);
    }
    Map<String, Integer> ceilings = ceilings();

    assertThat(ceilings.keySet()).as("groups in " + FILE).isEqualTo(lines.keySet());
    lines.forEach(
        (group, count) ->
            assertThat(count)
                .as(
                    "lines of %s; raise its figure in %s and say why in the commit, or lower it"
                            .formatted(group, FILE)
                        + " by running this test with -Dsbp.write=true",
                    group)
                .isBetween(ceilings.get(group) - SLACK, ceilings.get(group)));
  }

  /** Counts the lines of Java: each group of the core, each feature, and both sums. */
  private static Map<String, Integer> lines() throws IOException {
    Map<String, Integer> all = new TreeMap<>();
    int core = 0;
    for (String module : SourceTree.MODULES) {
      int lines = 0;
      for (Path group : folders(Checkout.root().resolve(module + "/src/main/" + PACKAGE))) {
        int ofGroup = lines(group);
        all.put("%s %s".formatted(module, group.getFileName()), ofGroup);
        lines += ofGroup;
      }
      all.put(module, lines);
      core += lines;
    }
    int features = 0;
    for (Path plugin : folders(Checkout.root().resolve("plugins"))) {
      if (Files.exists(plugin.resolve("src/main/resources/META-INF/sbp-features"))) {
        int lines = lines(plugin.resolve("src/main/java"));
        all.put("feature " + plugin.getFileName(), lines);
        features += lines;
      }
    }
    all.put("all of the core", core);
    all.put("all with features", core + features);
    return all;
  }

  private static List<Path> folders(Path parent) throws IOException {
    try (Stream<Path> children = Files.list(parent)) {
      return children.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static int lines(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .mapToInt(CeilingsTest::linesOf)
          .sum();
    }
  }

  private static int linesOf(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return Math.toIntExact(lines.count());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the figures of groups that have become smaller, and those of new ones. */
  private static void lower(Map<String, Integer> lines) throws IOException {
    Map<String, Integer> before = ceilings();
    Files.writeString(
        Checkout.root().resolve(FILE),
        lines.entrySet().stream()
            .map(
                one ->
                    one.getKey()
                        + ": "
                        + Math.min(
                            one.getValue(), before.getOrDefault(one.getKey(), Integer.MAX_VALUE))
                        + "\n")
            .collect(Collectors.joining()));
  }

  private static Map<String, Integer> ceilings() throws IOException {
    Path file = Checkout.root().resolve(FILE);
    String text = Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
    return text.lines()
        .map(line -> line.split(": ", 2))
        .collect(
            Collectors.toMap(
                words -> words[0],
                words -> Integer.parseInt(words[1]),
                (_, later) -> later,
                TreeMap::new));
  }
}
