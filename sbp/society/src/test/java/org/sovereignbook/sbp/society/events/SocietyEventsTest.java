package org.sovereignbook.sbp.society.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.authority.ledger.LedgerFeature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.testing.SourceTree;

/** Each kind of event that the program or one of its features declares or writes has a sentence. */
class SocietyEventsTest {
  /** The beginnings of calls that make an event, up to its kind. */
  private static final Pattern MADE =
      Pattern.compile(
          "(?:LedgerEvent\\s*\\.of|new"
              + " LedgerEvent)\\((?:[^;\"]|\"[^\"]*\")*?\"([a-z0-9_]+\\.[a-z_]*)\"");

  private static Set<String> sentences() {
    return SocietyEvents.sentences(Features.bundled()).keySet();
  }

  @Test
  void eachDeclaredKindHasASentence() {
    List<String> declared =
        Features.bundled().of(LedgerFeature.class).stream()
            .flatMap(feature -> feature.events().stream())
            .toList();

    assertThat(declared).contains("team.started", "chain.signed");
    assertThat(sentences()).containsAll(declared).containsAll(SocietyEvents.kinds());
  }

  @Test
  void eachKindThatTheSourcesNameWhereAnEventIsMadeHasASentence() throws Exception {
    Set<String> made = new TreeSet<>();
    try (Stream<Path> files = Files.walk(SourceTree.root())) {
      files
          .filter(file -> file.toString().contains("src/main/java"))
          .filter(file -> !file.toString().contains("/target/"))
          .filter(file -> !file.startsWith(SourceTree.root().resolve("testkit")))
          .filter(file -> file.toString().endsWith(".java"))
          .forEach(file -> made.addAll(kinds(file)));
    }

    assertThat(made).contains("agent.registered", "a2a.said", "mail.arrived");
    assertThat(made)
        .allSatisfy(
            kind ->
                assertThat(sentences())
                    .anyMatch(
                        known ->
                            kind.matches(".*[._]") ? known.startsWith(kind) : known.equals(kind)));
  }

  private static Set<String> kinds(Path file) {
    Set<String> kinds = new TreeSet<>();
    try {
      Matcher made = MADE.matcher(Files.readString(file));
      while (made.find()) {
        kinds.add(made.group(1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return kinds;
  }
}
