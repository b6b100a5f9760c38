package org.sovereignbook.sbp.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.testing.FuzzReplay;
import org.sovereignbook.sbp.testing.SourceTree;

/**
 * The targets of the trial {@code fuzz}, with their corpora and a few mutations: what it has found
 * stays mended.
 */
class FuzzTargetsTest {
  private static final Path LIST = SourceTree.root().resolve("scripts/trials.d/fuzz.txt");
  private static final Path CORPORA = SourceTree.root().resolve("sbp/src/test/resources/fuzz");
  private static final int MUTATIONS = Integer.getInteger("sbp.fuzz.mutations", 100);
  private static final long SEED = Long.getLong("sbp.seed", 48);

  /** Line of the list. */
  record Target(String name, String module, String type) {
    static Target parse(String line) {
      String[] words = line.split(" ");
      return new Target(words[0], words[1], words[2]);
    }

    Consumer<byte[]> method() throws ReflectiveOperationException {
      Method method = Class.forName(type).getMethod("fuzzerTestOneInput", byte[].class);
      return input -> {
        try {
          method.invoke(null, (Object) input);
        } catch (InvocationTargetException e) {
          throw new AssertionError(e.getCause());
        } catch (IllegalAccessException e) {
          throw new AssertionError(e);
        }
      };
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static Stream<Target> all() throws IOException {
    return Files.readAllLines(LIST).stream()
        .filter(line -> !line.startsWith("#"))
        .map(Target::parse);
  }

  static Stream<Target> here() throws IOException {
    return all().filter(target -> target.module().equals("sbp/tests"));
  }

  @ParameterizedTest
  @MethodSource("here")
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void noInputOfTheCorpusAndNoMutationOfItIsAFault(Target target) throws Exception {
    new FuzzReplay(CORPORA.resolve(target.name())).feed(target.method(), MUTATIONS, SEED);
  }

  @Test
  void everyTargetIsListed() throws IOException {
    Path root = SourceTree.root();
    try (Stream<Path> program = Files.walk(root.resolve("sbp"));
        Stream<Path> plugins = Files.walk(root.resolve("plugins"))) {
      Set<String> found =
          Stream.concat(program, plugins)
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith("Fuzz.java"))
              .map(name -> name.replace(".java", ""))
              .collect(Collectors.toSet());
      assertThat(all().map(target -> target.type().replaceFirst(".*\\.", "")))
          .containsExactlyInAnyOrderElementsOf(found);
    }
  }
}
