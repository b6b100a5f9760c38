package org.sovereignbook.sbp.society.team;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.model.judgment.CallCauses;
import org.sovereignbook.sbp.model.judgment.SharedCalls;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.evolution.Ballot;
import org.sovereignbook.sbp.society.evolution.Bullet;
import org.sovereignbook.sbp.society.evolution.ChangeProposal;
import org.sovereignbook.sbp.society.evolution.Evolution;
import org.sovereignbook.sbp.society.evolution.EvolutionChange;
import org.sovereignbook.sbp.society.evolution.PromptBlock;
import org.sovereignbook.sbp.society.evolution.TrialPair;
import org.sovereignbook.sbp.society.evolution.TrialResult;
import org.sovereignbook.sbp.society.reputation.ReputationSettings;

/**
 * Work on the changes of a team's members (AGENT-STACK §9): a model drafts them, they are tried on
 * past tasks, voted on, adopted and written into the team's files. Each step makes the calls of
 * models that it needs and ends with one transaction, so that a crash repeats one step at most.
 *
 * @param backends by their names
 * @param now whether to call backends that rest after failures
 * @param log receives lines about its steps
 */
public record EvolutionWork(
    Ledger ledger,
    TeamFiles files,
    Function<String, LlmBackend> backends,
    boolean now,
    Consumer<String> log) {
  private static final int MAX_JUDGES = 3;
  private static final int MAX_EXAMPLE_CHARACTERS = 1_500;

  /** The number of attempts after which a change is taken back that could not be tested. */
  private static final int LONGEST_LIVE_ATTEMPTS = 50;

  /** Reason to stop until later; the message is for people. */
  private static final class Later extends Exception {
    private static final long serialVersionUID = 1;

    Later(String why) {
      super(why);
    }
  }

  private record Evolving(Team team, TeamMember member, EvolutionChange change) {
    Principal principal() {
      return change.principal();
    }

    List<TeamMember> reviewers() {
      return team.reviewersOf(member.id()).stream()
          .flatMap(id -> team.member(id).stream())
          .toList();
    }
  }

  /** Returns the principal of a member. */
  public static Optional<Principal> principal(Transaction tx, String member) {
    return Agents.living(tx, member).map(Agent::principal);
  }

  /** Writes what adopted changes demand into the team's files. */
  public void write(Team team) {
    for (EvolutionChange change :
        ledger.read(tx -> Evolution.in(tx).waiting()).stream()
            .filter(each -> !each.written())
            .toList()) {
      Optional<TeamMember> member = member(team, change);
      if (member.isPresent()) {
        write(new Evolving(team, member.get(), change));
      }
    }
  }

  private Optional<TeamMember> member(Team team, EvolutionChange change) {
    return team.member(ledger.read(tx -> Board.in(tx).name(change.principal())));
  }

  private void write(Evolving subject) {
    EvolutionChange change = subject.change();
    try {
      if (change.path() == EvolutionChange.Path.PROMPT) {
        List<Bullet> bullets = ledger.read(tx -> Evolution.in(tx).bullets(change.principal()));
        boolean _ =
            Skills.of(ledger.node().disk(), subject.team()).write(subject.member().id(), bullets);
      } else {
        boolean isBack = change.state() == EvolutionChange.State.ROLLED_BACK;
        ChangeProposal proposal = change.content();
        (isBack ? proposal.before() : proposal.after())
            .ifPresent(setup -> set(subject.member().id(), change.path(), setup));
      }
      ledger.run(tx -> Evolution.in(tx).written(change));
      log.accept("writes the %s of %s".formatted(change.path(), subject.member().id()));
    } catch (ConfigException e) {
      log.accept(String.valueOf(e.getMessage()));
      ledger.run(tx -> Evolution.in(tx).unwritable(change, String.valueOf(e.getMessage())));
    }
  }

  private void set(String member, EvolutionChange.Path path, ChangeProposal.Setup setup) {
    String agent = TeamKeys.AGENTS + "." + member + ".";
    if (path == EvolutionChange.Path.MODEL) {
      TeamEdit.of(files, agent + TeamKeys.MODEL.key(), setup.model()).write();
      return;
    }
    TeamEdit.of(files, agent + TeamKeys.ROLE.key(), setup.role()).write();
    TeamEdit.of(
            files,
            agent + TeamKeys.SKILLS.key(),
            setup.skills().map(skills -> String.join(",", skills)))
        .write();
  }

  /**
   * Does a step for a member without other work: its vote, or, as the first reviewer of an agent's
   * work, the next step of that agent's change. Returns whether it did one.
   */
  boolean idle(Team team, TeamMember member, Principal self)
      throws LlmException, InterruptedException {
    if (vote(team, member, self)) {
      return true;
    }
    for (EvolutionChange change : ledger.read(tx -> Evolution.in(tx).waiting())) {
      Optional<TeamMember> evolving = member(team, change);
      boolean isFirst =
          evolving.isPresent()
              && team.reviewersOf(evolving.get().id()).stream()
                  .findFirst()
                  .equals(Optional.of(member.id()));
      if (isFirst && step(team, change.id()).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Does the next step of a change.
   *
   * @return empty when it was done, else why nothing can be done now
   * @throws LlmException when a backend fails
   */
  public Optional<String> step(Team team, String id) throws LlmException, InterruptedException {
    EvolutionChange change = ledger.read(tx -> Evolution.in(tx).find(id)).orElseThrow();
    Optional<TeamMember> member = member(team, change);
    if (member.isEmpty()) {
      return Optional.of("the agent is no member of this team");
    }
    Evolving subject = new Evolving(team, member.get(), change);
    try {
      switch (change.state()) {
        case DRAFTING -> draft(subject);
        case PROPOSED -> goOn(subject);
        case TRIAL, LIVE -> test(subject);
        case VOTING -> count(subject);
        case KEPT, REFUTED, REJECTED, EXPIRED, ROLLED_BACK ->
            throw new Later("the change is " + change.state());
      }
    } catch (Later e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    write(team);
    return Optional.empty();
  }

  private void draft(Evolving subject) throws LlmException, InterruptedException, Later {
    switch (subject.change().path()) {
      case PROMPT -> draftPrompt(subject);
      case MODEL -> draftModel(subject);
      case ROLE -> draftRole(subject);
    }
  }

  private void draftPrompt(Evolving subject) throws LlmException, InterruptedException, Later {
    List<Bullet> present = ledger.read(tx -> Evolution.in(tx).bullets(subject.principal()));
    List<String> seen = ledger.read(tx -> past(tx, subject).examples());
    List<String> texts = ledger.read(tx -> past(tx, subject).texts());
    ChangeAnswer draft =
        drafted(subject, seen, "bullets", answer -> PromptBlock.problem(answer.added(), texts));
    List<Bullet> bullets = PromptBlock.with(present, draft.added());
    log.accept("proposes another prompt of " + subject.member().id());
    ledger.run(
        tx ->
            moved(
                tx,
                subject,
                change ->
                    Evolution.in(tx)
                        .propose(
                            change,
                            EvolutionChange.State.PROPOSED,
                            change
                                .content()
                                .withBullets(
                                    bullets, Evolution.in(tx).version(change.principal()), seen))));
  }

  private void draftModel(Evolving subject) throws Later {
    String agent = TeamKeys.AGENTS + "." + subject.member().id() + ".";
    Optional<String> present = set(agent + TeamKeys.MODEL.key());
    Optional<String> other =
        subject.member().autonomy().models().stream()
            .filter(model -> !present.equals(Optional.of(model)))
            .findFirst();
    boolean isAlone = subject.member().autonomy().model();
    ledger.run(
        tx ->
            moved(
                tx,
                subject,
                change -> {
                  Evolution evolution = Evolution.in(tx);
                  if (other.isEmpty()) {
                    return evolution.end(
                        change,
                        EvolutionChange.State.REFUTED,
                        "no other model is named:  sbp team set " + agent + "fallback_models NAME");
                  }
                  EvolutionChange proposed =
                      evolution.propose(
                          change,
                          EvolutionChange.State.PROPOSED,
                          change
                              .content()
                              .withSetup(setup(present), setup(other))
                              .withNote(
                                  "cost: the price of the new model for each later task; no trial,"
                                      + " no call"));
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
    List<String> seen = ledger.read(tx -> past(tx, subject).examples());
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
    ledger.run(
        tx ->
            moved(
                tx,
                subject,
                change -> {
                  ChangeProposal proposal =
                      change.content().withSetup(before, after).withVoters(voters);
                  EvolutionChange proposed =
                      Evolution.in(tx).propose(change, EvolutionChange.State.VOTING, proposal);
                  return subject.member().autonomy().role()
                      ? Evolution.in(tx).adopt(proposed)
                      : proposed;
                }));
  }

  private Optional<String> unknownSkill(Evolving subject, List<String> skills) {
    List<String> known = Skills.of(ledger.node().disk(), subject.team()).names();
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
    Skills skills = Skills.of(ledger.node().disk(), subject.team());
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put(
        "diagnosis.md",
        "Agent: %s\nRole: %s\nFaults: %s\nWanted: %s\nSkills there are: %s\n\n%s"
            .formatted(
                subject.member().id(),
                subject.member().role(),
                subject.change().reason(),
                wanted,
                String.join(", ", skills.names()),
                skills.of(subject.member())));
    texts.put("examples.md", ledger.read(tx -> examples(tx, subject, seen)));
    Globs credentials = ledger.read(tx -> Access.credentials(tx, owner()));
    return ask(
        subject.team(),
        author,
        prompt(author, skills).about(credentials, "TEAM-EVOLUTION.md", texts, ChangeAnswer.class),
        answer -> {
          ChangeAnswer draft = answer.shaped(ChangeAnswer.class, "the answer");
          Optional<String> problem = check.problem(draft);
          if (problem.isPresent()) {
            throw LlmException.answer(problem.get());
          }
          return draft;
        });
  }

  private static Authority owner() {
    return Authority.of(Principal.OWNER, MemberActions.CHANNEL);
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

  private static PastTasks past(Transaction tx, Evolving subject) {
    return new PastTasks(tx, subject.principal());
  }

  private interface Moving {
    EvolutionChange of(EvolutionChange change);
  }

  /** Moves a change on, unless another process has done so. */
  private static void moved(Transaction tx, Evolving subject, Moving step) {
    EvolutionChange change = Evolution.in(tx).locked(subject.change().id());
    if (change.state() == subject.change().state()) {
      EvolutionChange _ = step.of(change);
    }
  }

  /** Goes on with a proposal that needs no approval, or has it. */
  private void goOn(Evolving subject) throws Later {
    boolean may =
        subject.change().path() == EvolutionChange.Path.PROMPT
            && (subject.member().autonomy().prompt() || subject.change().content().approved());
    Optional<String> later =
        may ? ledger.write(tx -> begun(tx, subject)) : Optional.of("waits for you");
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
    PastTasks.Sample sample = past(tx, subject).sample(change);
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
    return missing;
  }

  /** Returns what a trial costs, or why there can be none. */
  public String plan(Transaction tx, Team team, EvolutionChange change) {
    Optional<TeamMember> member = team.member(Board.in(tx).name(change.principal()));
    if (member.isEmpty()) {
      return "the agent is no member of this team";
    }
    Evolving subject = new Evolving(team, member.get(), change);
    PastTasks.Sample sample = past(tx, subject).sample(change);
    return missing(tx, subject, sample).orElseGet(() -> budget(subject, sample.size()));
  }

  private static Optional<String> missing(
      Transaction tx, Evolving subject, PastTasks.Sample sample) {
    if (subject.reviewers().isEmpty()) {
      return Optional.of("not enough evidence: the team has no other peer_review_agents");
    }
    int most = tx.config().get(ReputationSettings.TRIAL_CALLS);
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
  private void test(Evolving subject) throws LlmException, InterruptedException, Later {
    boolean isLive = subject.change().state() == EvolutionChange.State.LIVE;
    if (isLive) {
      ledger.run(
          tx ->
              past(tx, subject)
                  .since(subject.change().movedAt())
                  .forEach(
                      task ->
                          Evolution.in(tx).addPair(subject.change(), TrialPair.Part.LIVE, task)));
    }
    List<TrialPair> pairs = ledger.read(tx -> Evolution.in(tx).pairs(subject.change()));
    Optional<TrialResult> result = isLive ? TrialResult.ofLive(pairs) : TrialResult.ofTrial(pairs);
    if (result.isPresent()) {
      ledger.run(tx -> moved(tx, subject, change -> decided(tx, change, result.get())));
      return;
    }
    Optional<TrialPair> next = pairs.stream().filter(pair -> pair.judgedAt().isEmpty()).findFirst();
    if (next.isEmpty() || subject.reviewers().isEmpty()) {
      ledger.run(tx -> moved(tx, subject, change -> tooLong(tx, change)));
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
            && evolution.attemptsSince(change) >= LONGEST_LIVE_ATTEMPTS
        ? evolution.rollBack(
            change, "not enough evidence after " + LONGEST_LIVE_ATTEMPTS + " attempts")
        : change;
  }

  private void judge(Evolving subject, TrialPair pair)
      throws LlmException, InterruptedException, Later {
    MemberPrompt.Known known =
        ledger.read(tx -> MemberPrompt.Known.replay(tx, subject.team(), pair.task()));
    ChangeProposal proposal = subject.change().content();
    List<Bullet> before =
        ledger.read(tx -> Evolution.in(tx).bullets(subject.principal(), proposal.version()));
    String old = answer(subject, known, before);
    String changed = answer(subject, known, proposal.bullets());
    double oldSum = 0;
    double newSum = 0;
    int reviews = 0;
    for (TeamMember reviewer : subject.reviewers().stream().limit(MAX_JUDGES).toList()) {
      boolean oldFirst = ledger.node().random().nextBoolean();
      CompareAnswer scores =
          compared(
              subject.team(), reviewer, known, oldFirst ? old : changed, oldFirst ? changed : old);
      oldSum += oldFirst ? scores.a() : scores.b();
      newSum += oldFirst ? scores.b() : scores.a();
      reviews++;
    }
    double oldScore = oldSum / reviews;
    double newScore = newSum / reviews;
    int count = reviews;
    ledger.run(
        tx ->
            moved(
                tx,
                subject,
                change -> {
                  Evolution.in(tx).judge(pair, oldScore, newScore, count);
                  return change;
                }));
    log.accept(
        "tries %s on %s (%s): %.0f before, %.0f after"
            .formatted(subject.member().id(), pair.task(), pair.part(), oldScore, newScore));
  }

  /** Returns the member's answer; an unusable one is an empty result, which is judged as such. */
  private String answer(Evolving subject, MemberPrompt.Known known, List<Bullet> bullets)
      throws LlmException, InterruptedException, Later {
    Skills skills = Skills.of(ledger.node().disk(), subject.team()).trying(bullets);
    try {
      return ask(
          subject.team(),
          subject.member(),
          prompt(subject.member(), skills).work(known, List.of(), List.of()),
          answer -> WorkResult.of(answer).text());
    } catch (LlmException e) {
      if (e.kind() == LlmException.Kind.ANSWER) {
        return "(no result)";
      }
      throw e;
    }
  }

  private CompareAnswer compared(
      Team team, TeamMember reviewer, MemberPrompt.Known known, String first, String second)
      throws LlmException, InterruptedException, Later {
    Skills skills = Skills.of(ledger.node().disk(), team);
    return ask(
        team,
        reviewer,
        prompt(reviewer, skills).compare(known, first, second),
        answer -> {
          CompareAnswer scores = answer.shaped(CompareAnswer.class, "the answer");
          if (!scores.isValid()) {
            throw LlmException.answer("a and b are scores from 0 to 100");
          }
          return scores;
        });
  }

  private MemberPrompt prompt(TeamMember member, Skills skills) {
    return new MemberPrompt(ledger.node(), backends.apply(member.provider()), member, skills, "");
  }

  private <T> T ask(
      Team team, TeamMember member, LlmRequest request, SharedCalls.Reading<T> reading)
      throws LlmException, InterruptedException, Later {
    SharedCalls calls =
        new SharedCalls(
            ledger.node(),
            backends.apply(member.provider()),
            MemberModel.limits(team, member),
            now);
    return switch (calls.ask(request, CallCauses.NONE, reading)) {
      case SharedCalls.Asked.Answered<T>(T value) -> value;
      case SharedCalls.Asked.Deferred<T>(String why, var until, var _) ->
          throw new Later("calls no model before " + until + ": " + why);
    };
  }

  private void count(Evolving subject) throws Later {
    boolean isDecided =
        ledger.write(
            tx -> {
              EvolutionChange change = Evolution.in(tx).locked(subject.change().id());
              return change.state() == EvolutionChange.State.VOTING
                  && counted(tx, change, subject.team().voteThreshold());
            });
    if (!isDecided) {
      throw new Later("waits for votes");
    }
  }

  private static boolean counted(Transaction tx, EvolutionChange change, double threshold) {
    Ballot ballot = Evolution.in(tx).ballot(change, threshold);
    boolean isOver = !tx.now().isBefore(change.movedAt().plus(Ballot.TERM));
    Optional<EvolutionChange.State> outcome = ballot.outcome(isOver);
    String votes = "%d yes, %d no of %d".formatted(ballot.yes(), ballot.no(), ballot.eligible());
    outcome.ifPresent(
        state -> {
          EvolutionChange _ =
              state == EvolutionChange.State.KEPT
                  ? Evolution.in(tx).adopt(change)
                  : Evolution.in(tx).end(change, state, votes);
        });
    return outcome.isPresent();
  }

  /**
   * Lets a member vote on another role of a colleague, if it may and has not yet. Returns whether
   * it has voted now.
   */
  boolean vote(Team team, TeamMember member, Principal self)
      throws LlmException, InterruptedException {
    for (EvolutionChange change : ledger.read(tx -> Evolution.in(tx).waiting())) {
      boolean isAsked =
          change.state() == EvolutionChange.State.VOTING
              && change.content().voters().contains(member.id())
              && !change.principal().equals(self)
              && !ledger.<Boolean>read(tx -> Evolution.in(tx).hasVoted(change, self));
      if (isAsked) {
        return vote(team, member, self, change);
      }
    }
    return false;
  }

  private boolean vote(Team team, TeamMember member, Principal self, EvolutionChange change)
      throws LlmException, InterruptedException {
    String name = ledger.read(tx -> Board.in(tx).name(change.principal()));
    ChangeProposal proposal = change.content();
    String text =
        "Agent: %s\nFaults: %s\n\nPresent role: %s\n\nProposed role: %s\n"
            .formatted(name, change.reason(), role(proposal.before()), role(proposal.after()));
    Globs credentials = ledger.read(tx -> Access.credentials(tx, owner()));
    try {
      VoteAnswer answer =
          ask(
              team,
              member,
              prompt(member, Skills.of(ledger.node().disk(), team))
                  .about(
                      credentials, "TEAM-VOTER.md", Map.of("proposal.md", text), VoteAnswer.class),
              it -> it.shaped(VoteAnswer.class, "the vote"));
      ledger.run(tx -> Evolution.in(tx).vote(change, self, answer.approve()));
      log.accept("votes on the role of %s: %s".formatted(name, answer.approve() ? "yes" : "no"));
      return true;
    } catch (Later e) {
      return false;
    }
  }

  private static String role(Optional<ChangeProposal.Setup> setup) {
    return setup
        .map(
            it ->
                it.role().orElse("")
                    + it.skills().stream()
                        .flatMap(List::stream)
                        .collect(Collectors.joining(", ", " (skills: ", ")")))
        .orElse("");
  }
}
