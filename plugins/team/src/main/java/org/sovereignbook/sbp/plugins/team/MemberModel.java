package org.sovereignbook.sbp.plugins.team;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.judgment.Beneficiaries;
import org.sovereignbook.sbp.model.judgment.CallCauses;
import org.sovereignbook.sbp.model.judgment.CallLimit;
import org.sovereignbook.sbp.model.judgment.SharedCalls;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.BoardSettings;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.sessions.PromptSize;
import org.sovereignbook.sbp.society.sessions.TurnPrompts;

/**
 * Model calls of a member, within the limits of the node, the team and the member; and the checks
 * on answers.
 */
final class MemberModel {
  private final Ledger ledger;
  private final TeamRuns.Run run;
  private final Team team;
  private final TeamMember member;
  private final MemberPrompt prompt;
  private final SharedCalls calls;
  private final TeamGate gate;
  private final Optional<LongMemory> longTerm;
  private final List<TurnPrompts.Made> made = new ArrayList<>();

  /**
   * Makes the model of one process.
   *
   * @param environment of the team's gates
   * @param now whether to call a backend that rests after failures
   * @param memory what the member remembers; empty if nothing
   * @param longTerm its accepted work
   */
  MemberModel(
      Ledger ledger,
      TeamRuns.Run run,
      Team team,
      TeamMember member,
      LlmBackend backend,
      Map<String, String> environment,
      boolean now,
      String memory,
      Optional<LongMemory> longTerm) {
    this.ledger = ledger;
    this.run = run;
    this.team = team;
    this.member = member;
    this.prompt =
        new MemberPrompt(
            ledger.node(), backend, member, Skills.of(ledger.node().disk(), team), memory);
    this.calls = new SharedCalls(ledger.node(), backend, limits(team, member), now);
    this.gate = new TeamGate(team.folder(), environment);
    this.longTerm = longTerm;
  }

  /** Returns the limits, each with the command that changes it. */
  static List<CallLimit> limits(Team team, TeamMember member) {
    String own = MemberPrompt.component(member.id());
    String all = MemberPrompt.component("");
    String set = "sbp team set ";
    String agent = set + "agents." + member.id() + ".";
    return List.of(
        new CallLimit(agent + "limits.daily_calls N", own, member.dailyCalls(), 0),
        new CallLimit(agent + "limits.daily_tokens N", own, 0, member.dailyTokens()),
        new CallLimit(set + "limits.daily_calls N", all, team.dailyCalls(), 0),
        new CallLimit(set + "limits.daily_tokens N", all, 0, team.dailyTokens()));
  }

  MemberPrompt.Known known(String task) {
    return ledger.read(tx -> MemberPrompt.Known.of(tx, run, team, member, task));
  }

  SharedCalls.Asked<WorkResult> ask(MemberPrompt.Known known, List<GivenMail> mails)
      throws LlmException, InterruptedException {
    CallCauses causes = causes(known.task());
    List<EpisodeStore.Recalled> recalled =
        longTerm.isPresent() ? longTerm.get().recall(known) : List.of();
    made.clear();
    if (member.kind() != TeamMember.Kind.PLANNER) {
      return calls.ask(
          prompt.work(known, mails, recalled),
          causes,
          this::note,
          answer -> letThrough(known.task(), answer));
    }
    MemberPrompt.PlanLimits limits = ledger.read(tx -> limits(tx, known.task()));
    return calls.ask(
        prompt.plan(known, mails, recalled, limits),
        causes,
        this::note,
        answer -> WorkResult.planned(answer, limits, known.task().id(), run.label()));
  }

  /** Returns the calls that led to the last answer, for the record of its turn. */
  List<TurnPrompts.Made> made() {
    return List.copyOf(made);
  }

  private void note(SharedCalls.Over call) {
    made.add(
        new TurnPrompts.Made(
            new TurnPrompts.Sent(
                prompt.backend().name(),
                TurnPrompts.Fit.WHOLE,
                parts(call.request()),
                call.callId()),
            call.from(),
            call.to(),
            call.why()));
  }

  private static List<TurnPrompts.Part> parts(LlmRequest request) {
    List<TurnPrompts.Part> parts = new ArrayList<>();
    parts.add(part("instructions", request.prompt(), List.of(Principal.OWNER.text())));
    request.inputs().forEach(input -> parts.add(part(input.name(), input.text(), List.of())));
    return parts;
  }

  private static TurnPrompts.Part part(String kind, String text, List<String> authors) {
    return new TurnPrompts.Part(kind, 1, PromptSize.estimate(text), authors, Optional.empty());
  }

  /** Returns the causes of a task, whose daily shares its calls count against. */
  private CallCauses causes(Task task) {
    return ledger.read(
        tx -> {
          Optional<Authority> cause = tx.authority(task.row().authorityId());
          return cause.isEmpty() ? CallCauses.NONE : Beneficiaries.causes(tx, cause.get());
        });
  }

  /**
   * Runs the team's hook TaskCompleted. After a refusal the model is asked once more, with the
   * reason.
   */
  private WorkResult letThrough(Task task, LlmAnswer answer)
      throws LlmException, InterruptedException {
    WorkResult result = WorkResult.of(answer);
    int most = ledger.node().config().get(BoardSettings.MAX_TEXT_BYTES);
    if (result.text().getBytes(StandardCharsets.UTF_8).length > most) {
      throw LlmException.answer(
          "it is longer than %d bytes (board.max_text_bytes)".formatted(most));
    }
    JsonObject about =
        about("TaskCompleted")
            .put("task", task.id())
            .put("attempt", task.row().attempt())
            .put("title", task.title())
            .put("description", task.description().orElse(""))
            .put("result", result.text())
            .build();
    Optional<String> refusal = gate.refusal(team.taskCompleted(), about);
    if (refusal.isPresent()) {
      throw LlmException.answer(team.taskCompleted().key() + " refuses it: " + refusal.get());
    }
    return result;
  }

  /** Runs the team's hook TeammateIdle. Returns why the member should stay awake. */
  Optional<String> reasonToStay() throws LlmException, InterruptedException {
    return gate.refusal(team.teammateIdle(), about("TeammateIdle").build());
  }

  private JsonObject.Builder about(String hook) {
    return JsonObject.builder().put("hook", hook).put("run", run.id()).put("member", member.id());
  }

  /**
   * Returns the limits for new plans, by depth and number of tasks, which end loops of delegation.
   */
  private MemberPrompt.PlanLimits limits(Transaction tx, Task task) {
    List<String> roles =
        team.members().stream().flatMap(one -> one.roles().stream()).distinct().toList();
    int depth = 0;
    for (Optional<String> above = task.row().parent();
        above.isPresent() && depth < team.maxDepth(); ) {
      above = Board.in(tx).task(above.get()).row().parent();
      depth++;
    }
    // The root task was not made by a planner.
    int made = run.label().isEmpty() ? 0 : Board.in(tx).labelled(run.label().get()).size() - 1;
    int left = depth >= team.maxDepth() ? 0 : Math.max(0, team.maxTasks() - made);
    return new MemberPrompt.PlanLimits(roles, left);
  }

  SharedCalls.Asked<ReviewAnswer> askReview(MemberPrompt.Known known, List<GivenMail> mails)
      throws LlmException, InterruptedException {
    made.clear();
    return calls.ask(
        prompt.review(known, mails),
        causes(known.task()),
        this::note,
        answer -> {
          countCall(known.task());
          ReviewAnswer review = answer.shaped(ReviewAnswer.class, "the review");
          if (!review.isValid()) {
            throw LlmException.answer(
                "a review has a score from 0 to 100, a comment, and criteria with scores and"
                    + " evidence");
          }
          return review;
        });
  }

  private void countCall(Task task) {
    ledger.run(tx -> Board.in(tx).countReviewCall(task.id(), task.row().attempt()));
  }

  /** Returns the oldest mails that fit into the next prompt, at least one. */
  List<GivenMail> fitting(List<GivenMail> mails) {
    return prompt.fitting(mails);
  }
}
