package org.sovereignbook.sbp.society.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.TestSociety;

/** Near-duplicates are one line of a list; nothing that says something else is hidden so. */
class FoldedTest {
  @TempDir private Path folder;
  private TestSociety society;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    society.usual("ada", AgentType.CUSTOM);
    society.usual("bob", AgentType.CUSTOM);
    society.owner(
        "memory_group_create",
        (tx, caller) -> Groups.create(tx, caller, "team", "Team", JsonObject.empty()));
    for (String agent : List.of("ada", "bob")) {
      society.owner(
          "memory_group_add_member",
          (tx, caller) ->
              Groups.add(
                  tx,
                  caller,
                  "team",
                  MemoryHolder.named(tx, caller, Optional.of(agent)),
                  GroupRole.MEMBER));
    }
  }

  @AfterEach
  void close() {
    society.close();
  }

  private static JsonObject content(String text) {
    return JsonObject.builder().put("content", text).build();
  }

  private static ItemDraft note(String text) {
    return ItemDraft.of(ItemType.NOTE, content(text));
  }

  private static ItemDraft inTeam(ItemDraft draft) {
    return draft.inGroup(Optional.of("team"));
  }

  private MemoryItem write(String agent, ItemDraft draft) {
    return society
        .<ItemWriter.Written>as(
            agent, "memory_write_warm", (tx, caller) -> new ItemWriter(tx).write(caller, draft))
        .item();
  }

  /** Returns the number of items in each line of the list that ada sees. */
  private List<Integer> folds() {
    return society.<List<Integer>>as(
        "ada",
        "memory_search",
        (tx, caller) ->
            Folded.of(new Items(tx).list(caller, ItemFilter.ALL, 50), item -> item).stream()
                .map(fold -> 1 + fold.similar().size())
                .toList());
  }

  private static boolean isLike(String one, String other) {
    return ItemWording.of(content(one)).isLike(ItemWording.of(content(other)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Deploys happen on Fridays.              | deploys happen on fridays
          Flaky tests hide races                  | a flaky test hides races
          Run `mvn -q verify` before each push.   | Always run "mvn -q verify" before each push
          The parser lives in src/parse           | parser lives in  src/parse.
          Remember to ask Ada for the token       | Ask Ada for the token!
          - rotate keys monthly                   | Rotate keys monthly.
          Never push to main.                     | never push to  main.
          Ask Ada’s team first                    | ask Ada's team first
          """)
  void nearDuplicatesAreOneLine(String one, String other) {
    assertThat(isLike(one, other)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Deploy on Fridays                        | Do not deploy on Fridays
          Deploy on Fridays                        | Never deploy on Fridays
          The tests are flaky                      | The tests aren't flaky
          We can't skip the review                 | We can skip the review
          No, deploy on Fridays                    | No deploy on Fridays
          Deploy on Fridays                        | Deploy on Mondays
          The port is 8080                         | The port is 8081
          The limit is 1.5 MB                      | The limit is 15 MB
          The offset is -5                         | The offset is 5
          Keep 3 of 10 backups                     | Keep 10 of 3 backups
          Ada owns the parser                      | Bob owns the parser
          Ada reviews what Bob writes              | Bob reviews what Ada writes
          Ask Williams for the key                 | Ask William for the key
          Williams has the key                     | William has the key
          Ask for the key of host alpha            | Ask for the key of host beta
          Run the linter before the tests          | Run the linter after the tests
          Turn the cache on                        | Turn the cache off
          The build is broken                      | The build was broken
          You must review each change              | You should review each change
          Use this server                          | Use that server
          Retries are enabled                      | Retries are disabled
          It is safe to retry                      | It is unsafe to retry
          Deploy on Fridays                        | Deploy on Fridays?
          All tests pass                           | Some tests pass
          Write to /var/log                        | Write to /var/lib
          Pass -v to the compiler                  | Pass v to the compiler
          Call Order.cancel                        | Call Order.close
          The data is in the US                    | The data is in the us-east zone
          Deploy on Fridays                        | Deploy on Fridays. That is over.
          """)
  void contradictionsAndOtherStatementsAreNever(String one, String other) {
    assertThat(isLike(one, other)).isFalse();
  }

  @Test
  void noTwoOfALineDifferThroughAThird() {
    Stream.of("review each change", "you must review each change", "you should review each change")
        .forEach(text -> write("ada", note(text)));

    assertThat(folds()).containsExactlyInAnyOrder(2, 1);
  }

  @Test
  void propertiesOfAnItemAreAPartOfWhatItSays() {
    JsonObject entity = JsonObject.builder().put("type", "project").put("name", "Kelp").build();
    write("ada", ItemDraft.of(ItemType.ENTITY, entity.with("details", details(80))));
    write("ada", inTeam(ItemDraft.of(ItemType.ENTITY, entity.with("details", details(81)))));
    write("ada", note("same content").named(Optional.of("a")));
    write("ada", ItemDraft.of(ItemType.NOTE, content("same content").with("title", "Server A")));
    write("ada", ItemDraft.of(ItemType.NOTE, content("same content").with("title", "Server B")));

    assertThat(folds()).containsOnly(1).hasSize(5);
  }

  private static JsonObject details(int port) {
    return JsonObject.builder().put("port", port).build();
  }

  @Test
  void statementsOfTwoAuthorsAreOneUnlessEachSpeaksOfItself() {
    write("ada", inTeam(note("the tide is at noon")));
    write("bob", inTeam(note("The tide is at noon.")));
    assertThat(folds()).containsExactly(2);

    write("ada", inTeam(note("I own the parser")));
    write("bob", inTeam(note("I own the parser")));
    assertThat(folds()).containsExactlyInAnyOrder(2, 1, 1);
  }

  @Test
  void aSessionBeginsWithOneLineForNearDuplicates() {
    Stream.of(
            "Deploys happen on Fridays", "deploys happen on fridays.", "deploys happen on Mondays")
        .forEach(text -> write("ada", note(text)));

    SessionStart.Shown shown =
        society.as(
            "ada",
            "memory_search",
            (tx, caller) -> new SessionStart(tx).begin(caller, Optional.empty()));

    assertThat(shown.text().lines().filter(line -> line.contains("happen"))).hasSize(2);
    assertThat(shown.text()).contains(", 1 similar)", "3 of 3 items shown");
    assertThat(shown.items()).hasSize(2);
  }
}
