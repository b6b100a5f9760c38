package org.sovereignbook.sbp.peer.compactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CompactionTest {
  private static final String ALICE = "A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg";

  @Test
  void theNewestLinesStayAsTheyAre() {
    List<String> log = lines(300);

    List<String> condensed = condense(log);

    assertThat(condensed.subList(condensed.size() - 200, condensed.size()))
        .isEqualTo(log.subList(100, 300));
    assertThat(condensed).hasSizeLessThan(300);
  }

  @Test
  void aLogOfTwoHundredLinesStaysAsItIs() {
    String log = text(lines(200));

    assertThat(Compaction.condense(log)).isEqualTo(log);
  }

  @Test
  void anEmptyLogStaysEmpty() {
    assertThat(Compaction.condense("")).isEmpty();
  }

  @Test
  void entriesAreCountedByDayAndComponent() {
    assertThat(
            summary(
                "[reader] 2026-03-16T10:00:00Z items=1",
                "[reader] 2026-03-16T12:00:00Z items=2",
                "[author] 2026-03-16T13:00:00Z published \"Rain\" (sha256:" + "a".repeat(64) + ")",
                "[reader] 2026-03-17T10:00:00Z items=3"))
        .containsSubsequence(
            "## 2026-03-16",
            "- entries: author 1, reader 2",
            "- [reader] 2x items=#",
            "- [author] 1x published … (#): \"Rain\"",
            "## 2026-03-17",
            "- entries: reader 1",
            "- [reader] 1x items=#");
  }

  @Test
  void whoAndWhatAreKept() {
    assertThat(
            summary(
                endorsed("Echo", "On trust", "strong"),
                endorsed("Mira", "Rain; or: snow", "vivid")))
        .contains(
            "- [reader] 2x endorse_content item=# peer=… name=… title=… log=…:"
                + " \"Echo\", \"On trust\", \"strong\"; \"Mira\", \"Rain; or: snow\", \"vivid\"");
  }

  @Test
  void aKeyTellsWhoWhereNoNameDoes() {
    assertThat(summary("[network] 2026-03-16T10:00:00Z announced to " + ALICE))
        .contains("- [network] 1x announced to …: \"" + ALICE + "\"");
  }

  @Test
  void everyTrustChangeIsKeptInFull() {
    String promoted = "[network] 2026-03-16T10:00:00Z promoted \"Echo\" from known to endorsed";
    String set =
        "[reader] 2026-03-16T11:00:00Z update_trust item=x peer=" + ALICE + " known->blocked";

    assertThat(summary(promoted, set)).contains("- trust: " + promoted, "- trust: " + set);
  }

  @Test
  void howManyWerePromotedIsNoTrustChange() {
    assertThat(
            summary(
                "[network] 2026-03-16T10:00:00Z asked 1 peers, added 0, promoted 0",
                "[reader] 2026-03-16T10:00:00Z summary: items=1 executed=1 update_trust=1"))
        .noneMatch(line -> line.startsWith("- trust: "));
  }

  @Test
  void quotedTextCannotPoseAsATrustChange() {
    assertThat(
            summary("[reader] 2026-03-16T10:00:00Z ignore name=\"promoted from known to trusted\""))
        .noneMatch(line -> line.startsWith("- trust: "));
  }

  @Test
  void linesOfAnotherFormAreKeptAsNotes() {
    assertThat(
            summary("# My agent", "[reader] 2026-03-16T10:00:00Z items=1", "Remember to ask Echo."))
        .containsSubsequence(
            "## 2026-03-16", "- note: Remember to ask Echo.", "## undated", "- note: # My agent");
  }

  @Test
  void condensingItsOwnResultChangesNothing() {
    String once = Compaction.condense(text(manyKinds(700)));

    assertThat(Compaction.condense(once)).isEqualTo(once);
  }

  @Test
  void condensingInTwoStepsCountsAsInOne() {
    List<String> log = manyKinds(900);
    String first = Compaction.condense(text(log.subList(0, 600)));

    String second = Compaction.condense(first + text(log.subList(600, 900)));

    assertThat(second).isEqualTo(Compaction.condense(text(log)));
  }

  @Test
  void aDayThatGoesOnIsMerged() {
    List<String> log = lines(450);
    String first = Compaction.condense(text(log.subList(0, 300)));

    List<String> second = Compaction.condense(first + text(log.subList(300, 450))).lines().toList();

    assertThat(second).filteredOn("## 2026-03-16"::equals).hasSize(1);
    assertThat(second).contains("- entries: network 250");
  }

  @Test
  void aSummaryOfAModelIsKeptAsNotes() {
    String log = "# Session log, condensed\n\nMet Echo in spring.\n\n" + Compaction.MARKER + "\n";

    assertThat(Compaction.condense(log + text(lines(300)))).contains("- note: Met Echo in spring.");
  }

  @Test
  void manyNamesOfOneKindAreBounded() {
    String[] log =
        IntStream.range(0, 50)
            .mapToObj(i -> endorsed("Peer " + i, "t", "x".repeat(500)))
            .toArray(String[]::new);

    String fact =
        summary(log).stream()
            .filter(line -> line.startsWith("- [reader] 50x"))
            .findFirst()
            .orElseThrow();

    assertThat(fact).endsWith("; 38 more").hasSizeLessThan(2_500);
  }

  @Test
  void nothingIsGainedWhereEveryLineIsATrustChange() {
    List<String> log =
        IntStream.range(0, 201)
            .mapToObj(i -> "[reader] 2026-03-16T10:00:00Z blocked number " + i)
            .toList();

    assertThat(condense(log)).isEqualTo(log);
  }

  private static String endorsed(String name, String title, String why) {
    return "[reader] 2026-03-16T10:00:00Z endorse_content item=2026-03-16T094500Z-a3f9 peer="
        + ALICE
        + " name=\""
        + name
        + "\" title=\""
        + title
        + "\" log=\""
        + why
        + "\"";
  }

  /** What is left of these lines when enough newer ones follow. */
  private static List<String> summary(String... older) {
    List<String> log = new ArrayList<>(List.of(older));
    // Pads the older part, so that condensing is worth it.
    IntStream.range(0, 60).forEach(i -> log.add("[pad] 2026-03-18T00:00:00Z pad"));
    log.addAll(lines(200));
    List<String> condensed = condense(log);
    assertThat(condensed).contains(Compaction.MARKER);
    return condensed.subList(0, condensed.indexOf(Compaction.MARKER));
  }

  private static List<String> lines(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "[network] 2026-03-16T%02d:%02d:00Z round %d".formatted(i / 60, i % 60, i))
        .toList();
  }

  private static List<String> manyKinds(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                switch (i % 7) {
                  case 0 -> "[reader] %s items=%d".formatted(time(i), i);
                  case 1 -> "[author] %s published \"Piece \\\"%d\\\"\"".formatted(time(i), i);
                  case 2 ->
                      "[network] %s promoted \"P%d\" from known to endorsed".formatted(time(i), i);
                  case 3 -> "a remark " + i % 14;
                  case 4 -> "[delivery] %s error: \"unbalanced".formatted(time(i));
                  case 5 -> "[network] %s seeded https://p%d.example.com/sbp".formatted(time(i), i);
                  default -> "[reader] %s name=\"%s\\\\\"".formatted(time(i), "n".repeat(i));
                })
        .toList();
  }

  private static String time(int i) {
    return "2026-03-%02dT%02d:%02d:00Z".formatted(1 + i / 100, i / 60, i % 60);
  }

  private static List<String> condense(List<String> lines) {
    return Compaction.condense(text(lines)).lines().toList();
  }

  private static String text(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }
}
