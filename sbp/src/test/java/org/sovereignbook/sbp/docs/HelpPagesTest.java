package org.sovereignbook.sbp.docs;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingInt;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CommandLines;

/** What the help pages show as examples works as it stands, typed by somebody who has a node. */
class HelpPagesTest {
  /** Examples that suppose a state of their own. */
  private static final String OF_WORK = "sbp (swarm|agent (leave|host|return|review|merge)) .*";

  /**
   * Examples that suppose a client of A2A, an agent of others, or a relay; the features' tests run
   * them.
   */
  private static final String OF_CLIENTS =
      "sbp (task (ask|file)|a2a (add|send|task|show|cancel|remove)|relay (join|leave|end)) .*";

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
            .filter(line -> !line.matches("sbp (access (passphrase|clear|remove)|acp prove).*"))
            .filter(line -> !line.matches(OF_WORK) && !line.matches(OF_CLIENTS))
            .sorted(comparingInt(HelpPagesTest::ending))
            // As soon as an agent holds a token, what widens rights asks for a passphrase.
            .sorted(
                comparing(
                    line ->
                        !line.matches(
                            "sbp (a2a|accept|plugin|relay|lost|entity|hook|webhook|memory"
                                + " approve|session (send|clear|export|import)|agent"
                                + " (capabilities|register)).*")))
            .toList();
    try (Newcomer newcomer = new Newcomer(folder).withNode()) {
      newcomer.follow(
          page(List.of("sbp memory add --type note --id route 'north'", "sbp plugin on relay")));
      newcomer.follow(page(examples));
    }
  }

  @Test
  void theExamplesOfSwarmsAndOfAbsentAgentsWorkInTheirOrder() throws IOException {
    List<String> here =
        List.of(
            "sbp swarm create landscape.json",
            "sbp swarm run landscape",
            "sbp swarm status landscape",
            "sbp swarm list",
            "sbp swarm disband landscape",
            "sbp agent leave scout ../scout.json");
    List<String> there = List.of("sbp agent host ../scout.json");
    List<String> again =
        List.of(
            "sbp agent return ../scout-back.json",
            "sbp agent review scout",
            "sbp agent merge scout --reject");
    try (Newcomer newcomer = new Newcomer(folder).withNode().withWork()) {
      newcomer.follow(page(here));
      newcomer.follow(page(List.of("cd ../their-node")));
      newcomer.follow(page(there));
      newcomer.follow(page(List.of("sbp agent leave scout ../scout-back.json", "cd ../my-agent")));
      newcomer.follow(page(again));
    }
    assertThat(Stream.of(here, there, again).flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(
            CommandLines.catalog()
                .all()
                .flatMap(command -> command.examples().stream())
                .filter(line -> line.matches(OF_WORK))
                .distinct()
                .toList());
  }

  private static Page page(List<String> commands) {
    return Page.of("```sh\n" + String.join("\n", commands) + "\n```\n");
  }

  /** Examples that end something come after those that need it; agents last. */
  private static int ending(String line) {
    if (line.matches("sbp (group|memory) (remove|delete|forget|erase) .*")) {
      return 1;
    }
    return line.contains(" remove ") ? 2 : 0;
  }
}
