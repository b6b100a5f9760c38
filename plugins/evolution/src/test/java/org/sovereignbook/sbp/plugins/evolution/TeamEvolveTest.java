package org.sovereignbook.sbp.plugins.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.plugins.evolution.EvolutionChange.State;
import org.sovereignbook.sbp.plugins.team.Incarnation;
import org.sovereignbook.sbp.plugins.team.TeamFiles;
import org.sovereignbook.sbp.society.reputation.EndedAttempt;
import org.sovereignbook.sbp.society.reputation.Judgment;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code sbp team evolve AGENT show|confirm|reject|vote|rollback}, as its owner types it. */
class TeamEvolveTest {
  @TempDir private Path folder;
  private TestNode node;
  private CliTest cli;

  @BeforeEach
  void makeTeam() throws Exception {
    node = TestNode.in(folder);
    Files.writeString(
        folder.resolve("team.yaml"),
        """
        llm: {provider: builtin}
        agents:
          - {id: builder, role: Builds., model: small, fallback_models: [large]}
          - {id: judge, role: Judges.}
        """);
    TeamFiles files = new TeamFiles(new LocalDisk(), folder.resolve("team.yaml"));
    write(tx -> Incarnation.enrol(tx, files.read()));
    cli = CliTest.in(folder);
  }

  private interface Work {
    void run(Transaction tx);
  }

  private void write(Work work) {
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      ledger.run(work::run);
    }
  }

  /** Begins changes of the builder until one is of this path, and moves it to a state. */
  private void change(
      EvolutionChange.Path path, State state, UnaryOperator<ChangeProposal> proposal) {
    write(
        tx -> {
          Principal builder = Agents.named(tx, "builder").principal();
          EvolutionChange change = begun(tx, builder);
          while (change.path() != path) {
            if (path == EvolutionChange.Path.ROLE && change.path() == EvolutionChange.Path.MODEL) {
              change = Evolution.in(tx).turn(change, path, "no model is left");
              break;
            }
            EvolutionChange _ = Evolution.in(tx).end(change, State.REFUTED, "a test says so");
            change = begun(tx, builder);
          }
          EvolutionChange _ =
              Evolution.in(tx).propose(change, state, proposal.apply(change.content()));
        });
  }

  private static EvolutionChange begun(Transaction tx, Principal builder) {
    Optional<EvolutionChange> begun = Optional.empty();
    for (int attempt = 0; begun.isEmpty(); attempt++) {
      assertThat(attempt).isLessThan(40);
      Reputation.in(tx)
          .settle(
              new Reputation.Ended("past", attempt, builder, "", EndedAttempt.Ending.FAILED),
              Judgment.NONE);
      begun = Evolution.in(tx).afterVerdict(builder).begun();
    }
    return begun.get();
  }

  private static ChangeProposal.Setup setup(String model, String role) {
    return new ChangeProposal.Setup(
        Optional.of(model).filter(text -> !text.isEmpty()),
        Optional.of(role).filter(text -> !text.isEmpty()),
        Optional.empty());
  }

  private void proposesAModel() {
    change(
        EvolutionChange.Path.MODEL,
        State.PROPOSED,
        content -> content.withSetup(setup("small", ""), setup("large", "")));
  }

  private String override() throws Exception {
    Path file = folder.resolve("team.override.yaml");
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private Optional<String> state() {
    return cli.run("team", "evolve", "builder", "show", "--json")
        .json()
        .object("change")
        .flatMap(change -> change.string("state"));
  }

  @Test
  void aVoteInTheFileOfAgentStackIsReadAndCounted() throws Exception {
    assertThat(cli.run("config", "set", "teams.live_files", "true").exit())
        .isEqualTo(ExitCode.DONE);
    change(
        EvolutionChange.Path.ROLE,
        State.VOTING,
        content ->
            content
                .withSetup(setup("", "Builds."), setup("", "Tests."))
                .withVoters(List.of("owner")));
    Path file = folder.resolve("memory/pending_votes/builder.json");
    assertThat(cli.run("team", "evolve", "builder").exit()).isEqualTo(ExitCode.DONE);
    String text = Files.readString(file);
    assertThat(text).contains("Tests.");
    Files.writeString(
        file,
        text.replaceFirst("\"votes_against\"\\s*:\\s*\\[\\s*\\]", "\"votes_against\":[\"owner\"]"));

    assertThat(cli.run("team", "evolve", "builder").err()).contains("your vote in memory/");

    assertThat(state()).contains("rejected");
    assertThat(file).doesNotExist();
  }

  @Test
  void aConfirmedModelIsWrittenAndARollbackTakesItBack() throws Exception {
    proposesAModel();
    assertThat(cli.run("team", "evolve", "builder").out())
        .contains("builder: another model, proposed", "before: small", "after:  large");

    assertThat(cli.run("team", "evolve", "builder", "confirm", "--yes").exit())
        .isEqualTo(ExitCode.DONE);
    assertThat(state()).contains("live");
    assertThat(override()).contains("large");

    assertThat(cli.run("team", "evolve", "builder", "rollback").out())
        .contains("builder is as before");
    assertThat(override()).doesNotContain("large");
    assertThat(cli.run("team", "evolve", "builder", "rollback").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @Test
  void aRejectedModelIsNeverWritten() throws Exception {
    proposesAModel();

    assertThat(cli.run("team", "evolve", "builder", "reject").out()).contains("rejected");

    assertThat(state()).contains("rejected");
    assertThat(override()).isEmpty();
    assertThat(cli.run("team", "evolve", "builder", "confirm").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @Test
  void theOwnersVoteDecidesWhereNobodyElseHasOneAndAConfirmationIsNoVote() throws Exception {
    change(
        EvolutionChange.Path.ROLE,
        State.VOTING,
        content ->
            content
                .withSetup(setup("", "Builds."), setup("", "Sweeps."))
                .withVoters(List.of("owner")));
    assertThat(cli.run("team", "evolve", "builder", "confirm", "--yes").err())
        .contains("a change of the role is voted on", "sbp team evolve builder vote yes");
    assertThat(cli.run("team", "evolve", "builder", "vote").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(override()).isEmpty();

    assertThat(cli.run("team", "evolve", "builder", "vote", "yes").out()).contains("builder: kept");
    assertThat(override()).contains("Sweeps.");
  }

  @Test
  void aNoOfTheOwnerRejects() throws Exception {
    change(
        EvolutionChange.Path.ROLE,
        State.VOTING,
        content ->
            content
                .withSetup(setup("", "Builds."), setup("", "Sweeps."))
                .withVoters(List.of("owner")));

    assertThat(cli.run("team", "evolve", "builder", "vote", "no").out())
        .contains("builder: rejected");
    assertThat(override()).isEmpty();
  }

  @Test
  void noAgentSeesTheTasksOfATrialOrHowItsReviewersWereWeighed() {
    proposesAModel();
    CliTest.Ran issued = cli.run("agent", "token", "builder", "--tools", "*", "--json");
    String token = issued.json().string("token").orElseThrow();
    CliTest agent = CliTest.in(folder).with(SocietyCommand.TOKEN_VARIABLE, token);

    for (List<String> command :
        List.of(
            List.of("team", "evolve", "builder", "show"),
            List.of("team", "evolve", "builder", "confirm", "--yes"),
            List.of("team", "evolve", "builder", "vote", "yes"),
            List.of("team", "why", "builder"),
            List.of("team", "scores", "--export", folder.resolve("out").toString()))) {
      CliTest.Ran ran = agent.run(command.toArray(String[]::new));
      assertThat(ran.exit()).as("%s: %s", command, ran.out()).isEqualTo(ExitCode.REFUSED);
      assertThat(ran.out()).doesNotContain("large");
    }
    assertThat(state()).contains("proposed");
  }

  @Test
  void anAgentThatNeverWorkedIsNewAndEvolveSaysWhatIsMissing() {
    assertThat(cli.run("team", "evolve", "builder").out())
        .contains("before it changes by itself: 0 of 5 attempts, 0 of 2 verdicts in a row");
    write(
        tx -> {
          Principal builder = Agents.named(tx, "builder").principal();
          for (int attempt = 0; attempt < 3; attempt++) {
            Reputation.in(tx)
                .settle(
                    new Reputation.Ended("past", attempt, builder, "", EndedAttempt.Ending.FAILED),
                    Judgment.NONE);
          }
        });

    assertThat(cli.run("team", "evolve", "builder").out())
        .contains("before it changes by itself: 3 of 5 attempts")
        .containsPattern("now \\d+\\.\\d");
    assertThat(cli.run("team", "scores").lines().getFirst()).matches("AGENT +SCORE +TREND +STATE");
  }
}
