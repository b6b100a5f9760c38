package org.sovereignbook.sbp.society.recall;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testing.TestSociety;

/**
 * Minimum quality of search on a small corpus of our own: items {@code # id | author | title |
 * date} with a passage on each further line, and questions {@code ? question = ids of the
 * evidence}.
 */
class RecallCorpusTest {
  private static final Path CORPUS =
      Path.of("society/src/test/resources/org/sovereignbook/sbp/society/recall/corpus.txt");
  private static final String SCOPE = "5c09e0aa11b2c3d4";
  private static final int FIRST = 5;

  @TempDir Path folder;

  private record Question(String text, List<String> evidence) {}

  private static List<Indexed> items(List<String> lines) {
    List<Indexed> items = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("# ")) {
        String[] head = lines.get(i).substring(2).split(" \\| ");
        List<String> passages =
            lines.subList(i + 1, lines.size()).stream()
                .takeWhile(line -> !line.startsWith("# ") && !line.startsWith("? "))
                .toList();
        long atMs =
            LocalDate.parse(head[3]).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
        items.add(new Indexed(head[0], SCOPE, head[1], head[2], "", atMs, passages));
      }
    }
    return items;
  }

  private static List<Question> questions(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("? "))
        .map(line -> line.substring(2).split(" = "))
        .map(parts -> new Question(parts[0], List.of(parts[1].split(", "))))
        .toList();
  }

  @Test
  void findsTheEvidenceOfQuestionsAmongTheFirstItems() throws Exception {
    List<String> lines = Files.readAllLines(CORPUS);
    List<Indexed> items = items(lines);
    List<Question> questions = questions(lines);
    assertThat(items).hasSizeBetween(40, 60);
    int first = 0;
    int any = 0;
    int all = 0;
    List<String> missed = new ArrayList<>();
    try (TestSociety society = TestSociety.in(folder)) {
      society
          .ledger()
          .write(
              tx -> {
                items.forEach(item -> RecallIndex.put(tx, item));
                return true;
              });
      for (Question question : questions) {
        List<String> found =
            society
                .ledger()
                .read(
                    tx -> RecallIndex.search(tx, Set.of(SCOPE), question.text(), _ -> true, FIRST))
                .stream()
                .map(RecallHit::id)
                .toList();
        first += !found.isEmpty() && question.evidence().contains(found.getFirst()) ? 1 : 0;
        any += question.evidence().stream().anyMatch(found::contains) ? 1 : 0;
        all += found.containsAll(question.evidence()) ? 1 : 0;
        if (!found.containsAll(question.evidence())) {
          missed.add(question.text() + " found " + found);
        }
      }
    }
    assertThat(100 * first / questions.size()).as("any@1").isGreaterThanOrEqualTo(94);
    assertThat(100 * any / questions.size()).as("any@5; %s", missed).isGreaterThanOrEqualTo(98);
    assertThat(100 * all / questions.size()).as("all@5; %s", missed).isGreaterThanOrEqualTo(98);
  }
}
