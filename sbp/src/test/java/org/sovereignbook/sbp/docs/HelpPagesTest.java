package org.sovereignbook.sbp.docs;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingInt;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CommandLines;

/** What the help pages show as examples works as it stands, typed by somebody who has a node. */
class HelpPagesTest {
  @TempDir Path folder;

  @Test
  void everyExampleOfEveryHelpPageWorks() throws IOException {
    List<String> examples =
        CommandLines.catalog()
            .all()
            .flatMap(command -> command.examples().stream())
            .distinct()
            // These are run by a shell, or make what is there already; other tests run them.
            .filter(line -> !line.contains("<") && !line.startsWith("sbp init"))
            // Only an owner at a terminal may do these.
            .filter(line -> !line.matches("sbp access (passphrase|clear).*"))
            .sorted(comparingInt(HelpPagesTest::ending))
            // As soon as an agent holds a token, what widens rights asks for a passphrase.
            .sorted(
                comparing(
                    line ->
                        !line.matches(
                            "sbp (accept|plugin|lost|entity|hook|webhook|agent"
                                + " (capabilities|register)).*")))
            .toList();
    try (Newcomer newcomer = new Newcomer(folder).withNode()) {
      newcomer.follow(Page.of("```sh\n" + String.join("\n", examples) + "\n```\n"));
    }
  }

  /** Examples that end something come after those that need it; agents last. */
  private static int ending(String line) {
    if (line.matches("sbp (group|memory) (remove|delete|forget|erase) .*")) {
      return 1;
    }
    return line.contains(" remove ") ? 2 : 0;
  }
}
