package org.sovereignbook.sbp.plugins.evolution;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.plugins.team.MemberModels;
import org.sovereignbook.sbp.plugins.team.Skills;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamMember;

/**
 * Trials of changed prompts: on past tasks before they are adopted, on the tasks that come after
 * (AGENT-STACK §9).
 *
 * @param log receives lines about its steps
 */
record ChangeTrials(EvolutionModels models, Consumer<String> log) {
  private static final int MAX_JUDGES = 3;

  /** The number of attempts after which a change ends, or is taken back, that cannot be tested. */
  static final int LONGEST_ATTEMPTS = 50;

  /** Returns what a trial and the live test cost, or why there can be no trial. */
  static String plan(Transaction tx, Evolving subject) {
    PastTasks.Sample sample = subject.past(tx).sample(subject.change());
    return missing(tx, subject, sample).orElseGet(() -> budget(subject, sample.size()))
        + "; "
        + liveBudget(subject);
  }

  static String liveBudget(Evolving subject) {
    return "the live test, at most %d calls".formatted(calls(subject, TrialResult.LIVE_TASKS));
  }

  /** Goes on with a proposal that needs no approval, or has it. */
  void goOn(Evolving subject) throws Later {
    boolean may =
        subject.change().path() == EvolutionChange.Path.PROMPT
            && (subject.autonomy().prompt() || subject.change().content().approved());
    Optional<String> later =
        may ? models.ledger().write(tx -> begun(tx, subject)) : Optional.of("waits for you");
    if (later.isPresent()) {
      throw new Later(later.get());
    }
  }

  /**
   * Begins the trial of a prompt; or adopts it when the owner wants it although none is possible.
   */
  private Optional<String> begun(Transaction tx, Evolving subject) {
    EvolutionChange change = Evolution.in(tx).locked(subject.change().id());
    if (change.state() != EvolutionChange.State.PROPOSED) {
      return Optional.empty();
    }
    PastTasks.Sample sample = subject.past(tx).sample(change);
    Optional<String> missing = missing(tx, subject, sample);
    if (missing.isEmpty()) {
      EvolutionChange _ =
          Evolution.in(tx).beginTrial(change, sample.tasks(), budget(subject, sample.size()));
      return Optional.empty();
    }
    if (change.content().approved()) {
      EvolutionChange _ = Evolution.in(tx).adopt(change);
      return Optional.empty();
    }
    if (Evolution.in(tx).attemptsSince(change) >= LONGEST_ATTEMPTS) {
      EvolutionChange _ =
          Evolution.in(tx)
              .end(
                  change,
                  EvolutionChange.State.EXPIRED,
                  "could not be tried within %d attempts: %s"
                      .formatted(LONGEST_ATTEMPTS, missing.get()));
      return Optional.empty();
    }
    return missing;
  }

  private static Optional<String> missing(
      Transaction tx, Evolving subject, PastTasks.Sample sample) {
    if (subject.reviewers().isEmpty()) {
      return Optional.of("not enough evidence: the team has no other peer_review_agents");
    }
    int most = tx.config().get(EvolutionSettings.TRIAL_CALLS);
    return sample
        .missing()
        .or(
            () ->
                calls(subject, sample.size()) > most
                    ? Optional.of(
                        "not enough evidence: %s; reputation.trial_calls allows %d"
                            .formatted(budget(subject, sample.size()), most))
                    : Optional.empty());
  }

  private static int calls(Evolving subject, int tasks) {
    return tasks * (2 + Math.min(MAX_JUDGES, subject.reviewers().size()));
  }

  private static String budget(Evolving subject, int tasks) {
    return "a trial on %d past tasks, at most %d calls of models"
        .formatted(tasks, calls(subject, tasks));
  }

  /** Judges the next pair of a trial or of the live test, or decides. */
  void test(Evolving subject) throws LlmException, InterruptedException, Later {
    boolean isLive = subject.change().state() == EvolutionChange.State.LIVE;
    if (isLive) {
      models
          .ledger()
          .run(
              tx ->
                  subject
                      .past(tx)
                      .since(subject.change().movedAt())
                      .forEach(
                          task ->
                              Evolution.in(tx)
                                  .addPair(subject.change(), TrialPair.Part.LIVE, task)));
    }
    List<TrialPair> pairs = models.ledger().read(tx -> Evolution.in(tx).pairs(subject.change()));
    Optional<TrialResult> result = isLive ? TrialResult.ofLive(pairs) : TrialResult.ofTrial(pairs);
    if (result.isPresent()) {
      models.ledger().run(tx -> subject.move(tx, change -> decided(tx, change, result.get())));
      return;
    }
    Optional<TrialPair> next = pairs.stream().filter(pair -> pair.judgedAt().isEmpty()).findFirst();
    if (next.isEmpty() || subject.reviewers().isEmpty()) {
      models.ledger().run(tx -> subject.move(tx, change -> tooLong(tx, change)));
      throw new Later("waits for tasks of " + subject.member().id());
    }
    judge(subject, next.get());
  }

  private EvolutionChange decided(Transaction tx, EvolutionChange change, TrialResult result) {
    Evolution evolution = Evolution.in(tx);
    boolean isLive = change.state() == EvolutionChange.State.LIVE;
    log.accept((result.isBetter() ? "better: " : "not better: ") + result.why());
    if (isLive) {
      return result.isBetter()
          ? evolution.end(change, EvolutionChange.State.KEPT, result.why())
          : evolution.rollBack(change, result.why());
    }
    return result.isBetter()
        ? evolution.adopt(
            evolution.propose(
                change, EvolutionChange.State.TRIAL, change.content().withNote(result.why())))
        : evolution.end(change, EvolutionChange.State.REFUTED, result.why());
  }

  private static EvolutionChange tooLong(Transaction tx, EvolutionChange change) {
    Evolution evolution = Evolution.in(tx);
    return change.state() == EvolutionChange.State.LIVE
            && evolution.attemptsSince(change) >= LONGEST_ATTEMPTS
        ? evolution.rollBack(change, "not enough evidence after " + LONGEST_ATTEMPTS + " attempts")
        : change;
  }

  /**
   * Judges a pair. One that no reviewer can compare, or whose task the board has forgotten
   * meanwhile, counts as no difference.
   */
  private void judge(Evolving subject, TrialPair pair)
      throws LlmException, InterruptedException, Later {
    Optional<MemberModels.PastTask> found = models.members().pastTask(subject.team(), pair.task());
    if (found.isEmpty()) {
      judged(subject, pair, List.of(), List.of());
      return;
    }
    MemberModels.PastTask task = found.get();
    String old = answer(subject, task, before(subject));
    String changed = answer(subject, task, after(subject));
    List<Double> oldScores = new ArrayList<>();
    List<Double> newScores = new ArrayList<>();
    for (TeamMember reviewer : subject.reviewers().stream().limit(MAX_JUDGES).toList()) {
      boolean oldFirst = models.ledger().node().random().nextBoolean();
      compared(subject, reviewer, task, oldFirst ? old : changed, oldFirst ? changed : old)
          .ifPresent(
              scores -> {
                oldScores.add((double) (oldFirst ? scores.a() : scores.b()));
                newScores.add((double) (oldFirst ? scores.b() : scores.a()));
              });
    }
    judged(subject, pair, oldScores, newScores);
  }

  private void judged(
      Evolving subject, TrialPair pair, List<Double> oldScores, List<Double> newScores) {
    double oldScore = mean(oldScores);
    double newScore = mean(newScores);
    models
        .ledger()
        .run(
            tx ->
                subject.move(
                    tx,
                    change -> {
                      Evolution.in(tx).judge(pair, oldScore, newScore, oldScores.size());
                      return change;
                    }));
    log.accept(
        "tries %s on %s (%s): %.0f before, %.0f after"
            .formatted(subject.member().id(), pair.task(), pair.part(), oldScore, newScore));
  }

  /** A member as it is before or after a change. */
  private record Variant(TeamMember member, List<Bullet> bullets) {}

  private Variant before(Evolving subject) {
    ChangeProposal proposal = subject.change().content();
    return subject.change().path() == EvolutionChange.Path.MODEL
        ? withModel(subject, proposal.before())
        : new Variant(
            subject.member(),
            models
                .ledger()
                .read(tx -> Evolution.in(tx).bullets(subject.principal(), proposal.version())));
  }

  private Variant after(Evolving subject) {
    ChangeProposal proposal = subject.change().content();
    return subject.change().path() == EvolutionChange.Path.MODEL
        ? withModel(subject, proposal.after())
        : new Variant(subject.member(), proposal.bullets());
  }

  private Variant withModel(Evolving subject, Optional<ChangeProposal.Setup> setup) {
    return new Variant(
        subject.member().withModel(setup.flatMap(ChangeProposal.Setup::model)),
        models.ledger().read(tx -> Evolution.in(tx).bullets(subject.principal())));
  }

  /** Returns the member's answer; an unusable one is an empty result, which is judged as such. */
  private String answer(Evolving subject, MemberModels.PastTask task, Variant variant)
      throws LlmException, InterruptedException, Later {
    Skills skills =
        models
            .members()
            .skills(subject.team())
            .trying(text -> PromptBlock.spliced(text, variant.bullets()));
    try {
      return models.ask(
          subject.team(),
          variant.member(),
          subject.change(),
          models.members().work(variant.member(), skills, task),
          MemberModels::result);
    } catch (LlmException e) {
      if (e.kind() == LlmException.Kind.ANSWER) {
        return "(no result)";
      }
      throw e;
    }
  }

  private static double mean(List<Double> scores) {
    return scores.stream().mapToDouble(score -> score).average().orElse(0);
  }

  /** Returns a reviewer's scores; empty when its answers cannot be read, which is no review. */
  private Optional<CompareAnswer> compared(
      Evolving subject,
      TeamMember reviewer,
      MemberModels.PastTask task,
      String first,
      String second)
      throws LlmException, InterruptedException, Later {
    Team team = subject.team();
    Map<String, String> results = new LinkedHashMap<>();
    results.put("result-a.md", first);
    results.put("result-b.md", second);
    LlmRequest request =
        models
            .members()
            .about(
                reviewer,
                models.members().skills(team),
                task,
                new MemberModels.Inquiry(
                    Resources.text(EvolutionFeature.class, "TEAM-COMPARER.md"),
                    results,
                    "comparison.json",
                    CompareAnswer.class));
    try {
      return Optional.of(
          models.ask(team, reviewer, subject.change(), request, ChangeTrials::scores));
    } catch (LlmException e) {
      if (e.kind() == LlmException.Kind.ANSWER) {
        log.accept("%s cannot compare: %s".formatted(reviewer.id(), e.getMessage()));
        return Optional.empty();
      }
      throw e;
    }
  }

  private static CompareAnswer scores(LlmAnswer answer) throws LlmException {
    CompareAnswer scores = answer.shaped(CompareAnswer.class, "the answer");
    if (!scores.isValid()) {
      throw LlmException.answer("a and b are scores from 0 to 100");
    }
    return scores;
  }
}
