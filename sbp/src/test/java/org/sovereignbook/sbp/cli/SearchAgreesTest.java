package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * {@code sbp search} and {@code sbp memory search} find the same items by a word, in any script.
 */
class SearchAgreesTest {
  @TempDir Path folder;

  /** An item, a word that finds it, and a word that does not. */
  private record Case(String item, List<String> found, String missed) {}

  private static final List<Case> CASES =
      List.of(
          new Case("重启gateway7后检查日志", List.of("gateway7", "重启", "日志", "志"), "启后"),
          new Case("東京タワーの近くに猫がいる", List.of("猫", "タワー", "東京", "ﾀﾜｰ"), "京都"),
          new Case("한국어로 회의록을 쓴다", List.of("회의록", "한국어"), "중국"),
          new Case("ระบบค้นหาข้อมูลล้มเหลว", List.of("ค้นหา", "ข้อมูล"), "ปลา"),
          new Case("सर्वर की कुंजी बदलो", List.of("कुंजी", "सर्वर"), "कुजी"),
          new Case("The café's baked bread", List.of("CAFE", "bake", "baking", "café"), "butter"));

  @Test
  void bothFindTheSameItemsByAWord() throws Exception {
    CliTest cli = CliTest.in(TestNode.in(folder).home().root());
    for (int i = 0; i < CASES.size(); i++) {
      cli.run("memory", "add", "--id", "item-" + i, CASES.get(i).item());
    }

    for (int i = 0; i < CASES.size(); i++) {
      for (String word : CASES.get(i).found()) {
        assertThat(hits(cli, "memory", "search", word)).as(word).contains(CASES.get(i).item());
        assertThat(hits(cli, "search", "--kind", "memory", word))
            .as(word)
            .contains(CASES.get(i).item());
      }
      String missed = CASES.get(i).missed();
      assertThat(hits(cli, "memory", "search", missed))
          .as(missed)
          .doesNotContain(CASES.get(i).item());
      assertThat(hits(cli, "search", missed)).as(missed).doesNotContain(CASES.get(i).item());
    }
  }

  @Test
  void aStepOfTheTickIndexesAgainWhatAnOlderVersionIndexed() {
    TestNode node = TestNode.in(folder);
    CliTest cli = CliTest.in(node.home().root());
    cli.run("memory", "add", "--id", "old", "重启gateway7后检查日志");
    try (Database database = new SqliteLedgerProvider().open(node.node())) {
      int _ =
          database.<Integer>write(
              sql ->
                  sql.update("UPDATE recall_item SET analysis = 1")
                      + sql.update("UPDATE recall_passage SET terms = ''"));
    }
    assertThat(hits(cli, "memory", "search", "日志")).doesNotContain("gateway7");

    cli.run("deliver");
    assertThat(hits(cli, "memory", "search", "日志")).contains("gateway7");
  }

  private static String hits(CliTest cli, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("--json");
    CliTest.Ran ran = cli.run(all.toArray(String[]::new));
    return ran.json().toString();
  }
}
