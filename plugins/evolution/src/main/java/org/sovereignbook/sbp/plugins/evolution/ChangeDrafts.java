package org.sovereignbook.sbp.plugins.evolution;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.plugins.team.MemberModels;
import org.sovereignbook.sbp.plugins.team.Skills;
import org.sovereignbook.sbp.plugins.team.TeamEdit;
import org.sovereignbook.sbp.plugins.team.TeamFiles;
import org.sovereignbook.sbp.plugins.team.TeamMember;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskAttempt;

/**
 * Proposals for agents that do badly: a reviewer's model writes those of a prompt or a role, the
 * team's files name other models (AGENT-STACK §9).
 *
 * @param log receives lines about its steps
 */
record ChangeDrafts(EvolutionModels models, TeamFiles files, Consumer<String> log) {
  private static final int MAX_EXAMPLE_CHARACTERS = 1_500;

  void draft(Evolving subject) throws LlmException, InterruptedException, Later {
    switch (subject.change().path()) {
      case PROMPT -> draftPrompt(subject);
      case MODEL -> draftModel(subject);
      case ROLE -> draftRole(subject);
    }
  }

  /** Ends a change whose draft could not be used, after many attempts of the agent. */
  static void giveUp(Transaction tx, String id, String why) {
    Evolution evolution = Evolution.in(tx);
    EvolutionChange change = evolution.locked(id);
    if (change.state() == EvolutionChange.State.DRAFTING
        && evolution.attemptsSince(change) >= ChangeTrials.LONGEST_ATTEMPTS) {
      EvolutionChange _ = evolution.end(change, EvolutionChange.State.EXPIRED, why);
    }
  }

  private void draftPrompt(Evolving subject) throws LlmException, InterruptedException, Later {
    List<Bullet> present =
        models.ledger().read(tx -> Evolution.in(tx).bullets(subject.principal()));
    List<String> seen = models.ledger().read(tx -> subject.past(tx).examples());
    List<String> texts = models.ledger().read(tx -> subject.past(tx).texts());
    ChangeAnswer draft =
        drafted(subject, seen, "bullets", answer -> PromptBlock.problem(answer.added(), texts));
    List<Bullet> bullets = PromptBlock.with(present, draft.added());
    Set<String> tried = models.ledger().read(tx -> subject.tried(tx).texts());
    if (draft.added().stream().map(Bullet::text).allMatch(tried::contains)) {
      again(subject);
      return;
    }
    log.accept("proposes another prompt of " + subject.member().id());
    models
        .ledger()
        .run(
            tx ->
                subject.move(
                    tx,
                    change ->
                        Evolution.in(tx)
                            .propose(
                                change,
                                EvolutionChange.State.PROPOSED,
                                change
                                    .content()
                                    .withBullets(
                                        bullets,
                                        Evolution.in(tx).version(change.principal()),
                                        seen))));
  }

  /** Ends a change that would only repeat what has not helped since the agent last did well. */
  private void again(Evolving subject) {
    log.accept("proposes nothing new for " + subject.member().id());
    models
        .ledger()
        .run(
            tx ->
                subject.move(
                    tx,
                    change ->
                        Evolution.in(tx)
                            .end(
                                change,
                                EvolutionChange.State.REFUTED,
                                "its author proposes only what was tried before")));
  }

  private void draftModel(Evolving subject) {
    String agent = ChangeFiles.place(subject.member().id());
    Optional<String> present = set(agent + ChangeFiles.MODEL);
    Set<String> tried = models.ledger().read(tx -> subject.tried(tx).models());
    Optional<String> other =
        Autonomy.models(subject.member()).stream()
            .filter(model -> !present.equals(Optional.of(model)) && !tried.contains(model))
            .findFirst();
    boolean isAlone = subject.autonomy().model();
    models
        .ledger()
        .run(
            tx ->
                subject.move(
                    tx,
                    change -> {
                      Evolution evolution = Evolution.in(tx);
                      if (other.isEmpty()) {
                        return evolution.turn(
                            change,
                            EvolutionChange.Path.ROLE,
                            "no other model is left to try:  sbp team set "
                                + agent
                                + "fallback_models NAME");
                      }
                      EvolutionChange proposed =
                          evolution.propose(
                              change,
                              EvolutionChange.State.PROPOSED,
                              change
                                  .content()
                                  .withSetup(setup(present), setup(other))
                                  .withNote(
                                      "cost: the price of the new model for each later task; "
                                          + ChangeTrials.liveBudget(subject)));
                      return isAlone ? evolution.adopt(proposed) : proposed;
                    }));
  }

  private static ChangeProposal.Setup setup(Optional<String> model) {
    return new ChangeProposal.Setup(model, Optional.empty(), Optional.empty());
  }

  /** Returns the value of a key in the team's files. */
  private Optional<String> set(String key) {
    return TeamEdit.values(files).stream()
        .filter(value -> value.key().equals(key))
        .findFirst()
        .map(value -> TeamEdit.text(value.value()));
  }

  private void draftRole(Evolving subject) throws LlmException, InterruptedException, Later {
    List<String> seen = models.ledger().read(tx -> subject.past(tx).examples());
    ChangeAnswer draft =
        drafted(
            subject,
            seen,
            "a role",
            answer -> {
              String role = answer.role().orElse("").strip();
              return role.isEmpty() || role.length() > 2_000
                  ? Optional.of("expected a role of at most 2,000 characters")
                  : unknownSkill(subject, answer.skills().orElse(List.of()));
            });
    Set<String> tried = models.ledger().read(tx -> subject.tried(tx).texts());
    if (tried.contains(draft.role().orElse("").strip())) {
      again(subject);
      return;
    }
    ChangeProposal.Setup before =
        new ChangeProposal.Setup(
            Optional.empty(),
            Optional.of(subject.member().role()),
            Optional.of(subject.member().skills()));
    ChangeProposal.Setup after =
        new ChangeProposal.Setup(
            Optional.empty(),
            draft.role().map(String::strip),
            draft.skills().filter(skills -> !skills.isEmpty()).or(before::skills));
    List<String> voters = new ArrayList<>(List.of(Principal.OWNER.text()));
    subject.team().members().stream()
        .map(TeamMember::id)
        .filter(id -> !id.equals(subject.member().id()))
        .forEach(voters::add);
    models
        .ledger()
        .run(
            tx ->
                subject.move(
                    tx,
                    change -> {
                      ChangeProposal proposal =
                          change.content().withSetup(before, after).withVoters(voters);
                      EvolutionChange proposed =
                          Evolution.in(tx).propose(change, EvolutionChange.State.VOTING, proposal);
                      return subject.autonomy().role()
                          ? Evolution.in(tx).adopt(proposed)
                          : proposed;
                    }));
  }

  private Optional<String> unknownSkill(Evolving subject, List<String> skills) {
    List<String> known = models.members().skills(subject.team()).names();
    return skills.stream()
        .filter(skill -> !known.contains(skill))
        .findFirst()
        .map(skill -> "there is no skill " + skill + "; there are " + String.join(", ", known));
  }

  private interface AnswerCheck {
    Optional<String> problem(ChangeAnswer answer);
  }

  private ChangeAnswer drafted(
      Evolving subject, List<String> seen, String wanted, AnswerCheck check)
      throws LlmException, InterruptedException, Later {
    TeamMember author = subject.reviewers().stream().findFirst().orElse(subject.member());
    Skills skills = models.members().skills(subject.team());
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put(
        "diagnosis.md",
        "Agent: %s\nRole: %s\nFaults: %s\nWanted: %s\nSkills there are: %s\n%s\n%s"
            .formatted(
                subject.member().id(),
                subject.member().role(),
                subject.change().reason(),
                wanted,
                String.join(", ", skills.names()),
                triedText(subject),
                skills.of(subject.member())));
    texts.put("examples.md", models.ledger().read(tx -> examples(tx, subject, seen)));
    return models.ask(
        subject.team(),
        author,
        subject.change(),
        models
            .members()
            .about(
                author,
                skills,
                new MemberModels.Inquiry(
                    Resources.text(EvolutionFeature.class, "TEAM-EVOLUTION.md"),
                    texts,
                    "answer.json",
                    ChangeAnswer.class)),
        answer -> {
          ChangeAnswer draft = answer.shaped(ChangeAnswer.class, "the answer");
          Optional<String> problem = check.problem(draft);
          if (problem.isPresent()) {
            throw LlmException.answer(problem.get());
          }
          return draft;
        });
  }

  private String triedText(Evolving subject) {
    return models.ledger().read(tx -> subject.tried(tx).texts()).stream()
        .sorted()
        .map(text -> "Tried already, without effect: " + text + "\n")
        .collect(Collectors.joining());
  }

  private static String examples(Transaction tx, Evolving subject, List<String> seen) {
    StringBuilder text = new StringBuilder();
    for (String id : seen) {
      Task task = Board.in(tx).task(id);
      text.append("# ").append(task.title()).append("\n\n");
      task.description().ifPresent(it -> text.append(it).append("\n\n"));
      for (TaskAttempt attempt : Board.in(tx).attempts(id)) {
        if (attempt.row().worker().equals(subject.principal())) {
          text.append("## Its result\n\n")
              .append(Cut.after(attempt.result().orElse("(none)"), MAX_EXAMPLE_CHARACTERS))
              .append("\n\n");
          attempt
              .reviews()
              .forEach(
                  review ->
                      review
                          .comment()
                          .ifPresent(it -> text.append("A reviewer: ").append(it).append("\n\n")));
        }
      }
    }
    return text.toString();
  }
}
