package org.sovereignbook.sbp.plugins.evolution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.plugins.evolution.ChangeProposal.Setup;
import org.sovereignbook.sbp.plugins.evolution.EvolutionChange.State;
import org.sovereignbook.sbp.plugins.team.TeamFolder;
import org.sovereignbook.sbp.society.reputation.EndedAttempt;
import org.sovereignbook.sbp.society.reputation.Judgment;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.testing.TestSociety;

/** The files of pending changes follow them (teams.live_files), and take the owner's vote. */
class PendingFilesTest {
  @TempDir private Path folder;
  private TestSociety society;
  private Agent worker;
  private PendingFiles pending;
  private int attempts;
  private final List<String> log = new ArrayList<>();

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    worker = society.agent("worker");
    wants(true);
  }

  @AfterEach
  void close() {
    society.close();
  }

  private void wants(boolean files) {
    society
        .node()
        .configure(JsonObject.empty().with("teams", JsonObject.empty().with("live_files", files)));
    pending = new PendingFiles(new TeamFolder(society.ledger(), log::add));
  }

  private void fails() {
    society
        .ledger()
        .run(
            tx ->
                Reputation.in(tx)
                    .settle(
                        new Reputation.Ended(
                            "past", attempts++, worker.principal(), "", EndedAttempt.Ending.FAILED),
                        Judgment.NONE));
  }

  private EvolutionChange change(EvolutionChange.Path path, State state, Setup after) {
    Optional<EvolutionChange> begun = Optional.empty();
    while (begun.isEmpty()) {
      assertThat(attempts).isLessThan(40);
      fails();
      begun =
          society.ledger().write(tx -> Evolution.in(tx).afterVerdict(worker.principal()).begun());
    }
    EvolutionChange first = begun.get();
    return society
        .ledger()
        .write(
            tx -> {
              EvolutionChange turned =
                  first.path() == path ? first : Evolution.in(tx).turn(first, path, "a test");
              return Evolution.in(tx)
                  .propose(
                      turned,
                      state,
                      turned.content().withSetup(after, after).withVoters(List.of("owner", "b")));
            });
  }

  private EvolutionChange votesOnARole() {
    return change(
        EvolutionChange.Path.ROLE,
        State.VOTING,
        new Setup(Optional.empty(), Optional.of("Builds."), Optional.empty()));
  }

  private Path file(String name) {
    return society.node().home().root().resolve("memory").resolve(name);
  }

  private JsonObject json(String name) throws Exception {
    return (JsonObject) JsonReader.file(Files.readAllBytes(file(name)));
  }

  private String edited(String list) throws Exception {
    String text = Files.readString(file("pending_votes/worker.json"));
    return text.replaceFirst("\"" + list + "\"\\s*:\\s*\\[\\s*\\]", "\"" + list + "\":[\"owner\"]");
  }

  private boolean hasVoted(EvolutionChange change) {
    return society.ledger().read(tx -> Evolution.in(tx).hasVoted(change, Principal.OWNER));
  }

  @Test
  void withoutTheSettingNothingIsWritten() {
    wants(false);
    EvolutionChange _ = votesOnARole();

    assertThat(pending.follow()).isEmpty();

    assertThat(file("pending_votes/worker.json")).doesNotExist();
  }

  @Test
  void aPendingSwapIsShownUntilItIsDecided() throws Exception {
    EvolutionChange swap =
        change(
            EvolutionChange.Path.MODEL,
            State.PROPOSED,
            new Setup(Optional.of("large"), Optional.empty(), Optional.empty()));
    List<String> _ = pending.follow();
    assertThat(json("pending_swaps/worker.json").string("new_model")).contains("large");
    assertThat(json("pending_swaps/worker.json").string("agent_id")).contains("worker");
    Files.writeString(file("pending_swaps/other.json"), "{}");

    society
        .ledger()
        .run(
            tx -> {
              EvolutionChange _ = Evolution.in(tx).end(swap, State.REJECTED, "by the owner");
            });
    List<String> _ = pending.follow();
    assertThat(file("pending_swaps/worker.json")).doesNotExist();
    assertThat(file("pending_swaps/other.json")).exists();
  }

  @Test
  void aVoteInTheFileCountsAsTheOwnersWhereNoAgentHasAToken() throws Exception {
    EvolutionChange change = votesOnARole();
    assertThat(pending.follow()).isEmpty();
    Files.writeString(file("pending_votes/worker.json"), edited("votes_against"));

    assertThat(pending.follow()).containsExactly(change.id());

    Map<Principal, Boolean> votes = society.ledger().read(tx -> Evolution.in(tx).votes(change));
    assertThat(votes).containsEntry(Principal.OWNER, false);
    assertThat(Files.readString(file("pending_votes/worker.json"))).contains("owner");
    assertThat(log).containsExactly("your vote in memory/pending_votes/worker.json counts");
    assertThat(pending.follow()).isEmpty();
  }

  @Test
  void whileAnAgentHasATokenAVoteInTheFileIsToldAndTakenOut() throws Exception {
    EvolutionChange change = votesOnARole();
    Tokens.Issued _ =
        society
            .ledger()
            .write(
                tx ->
                    Tokens.issue(
                        tx,
                        Caller.owner("team"),
                        worker,
                        Globs.ALL,
                        Optional.empty(),
                        new Tokens.Use(ProofRule.Purpose.RUN, "team")));
    List<String> _ = pending.follow();
    Files.writeString(file("pending_votes/worker.json"), edited("votes_for"));

    List<String> _ = pending.follow();

    assertThat(hasVoted(change)).isFalse();
    assertThat(Files.readString(file("pending_votes/worker.json"))).doesNotContain("owner");
    assertThat(log).singleElement().asString().contains("sbp team evolve worker vote yes");
  }

  @Test
  void aMalformedFileIsToldAndLeftAndHoldsUpNothing() throws Exception {
    EvolutionChange change = votesOnARole();
    List<String> _ = pending.follow();
    for (String bad : List.of("{\"votes", "[]", "{\"votes_for\": 3}", "x".repeat(70_000))) {
      Files.write(file("pending_votes/worker.json"), bad.getBytes(UTF_8));
      log.clear();
      wants(true);
      List<String> _ = pending.follow();
      assertThat(log).singleElement().asString().contains("is left as it is");
      assertThat(file("pending_votes/worker.json")).hasContent(bad);
    }
    assertThat(hasVoted(change)).isFalse();
  }
}
