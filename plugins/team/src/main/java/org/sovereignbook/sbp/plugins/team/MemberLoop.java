package org.sovereignbook.sbp.plugins.team;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.WorkEnd;
import org.sovereignbook.sbp.model.judgment.SharedCalls;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.mail.Mail;

/**
 * The loop of one member (AGENT-STACK §3): read mail, claim, work, submit, review; until it is told
 * to stop or has been idle for a while. Each action is one transaction. Work lost in a crash is
 * repeated by the next incarnation, because mail is acknowledged and claims end only together with
 * their outcome. For one thread.
 */
public final class MemberLoop {
  private static final Duration POLL = Duration.ofSeconds(1);

  /** How often mail is read while model calls are paused. */
  private static final Duration HELD_PAUSE = Duration.ofSeconds(5);

  private static final Duration AFTER_OUTAGE = Duration.ofSeconds(30);

  /** How long work of features waits after a look that found nothing to do. */
  private static final Duration AFTER_OTHERS = Duration.ofSeconds(60);

  private static final int MAX_REVIEW_TRIES = 3;
  private static final int MAX_HELD_MAILS = 50;

  /**
   * Rules for the end of the loop.
   *
   * @param maxIdleCycles the number of idle cycles after which it ends
   * @param waits whether it waits while model calls are paused
   */
  public record Terms(int maxIdleCycles, boolean waits) {
    /** Ends after the work that is available now. */
    public static final Terms ONCE = new Terms(1, false);

    public static Terms of(Team team) {
      return new Terms(team.maxIdleCycles(), true);
    }
  }

  /** A source of waiting, replaced in tests. */
  @FunctionalInterface
  public interface Pause {
    void last(Duration pause) throws InterruptedException;
  }

  private enum Cycle {
    WORKED,
    IDLE,
    HELD,
    CHANGED,
    STOPPED
  }

  private final MemberActions actions;
  private final MemberModel model;
  private final OtherWork others;
  private final TeamChanges changes;
  private final Terms terms;
  private final MemberPulse pulse;
  private final Pause pause;
  private final Consumer<String> log;

  /** Messages to show with the next task, and pending review requests; by their ids. */
  private final Map<String, GivenMail> messages = new LinkedHashMap<>();

  private final Map<String, GivenMail> requests = new LinkedHashMap<>();
  private final Map<String, Integer> tries = new LinkedHashMap<>();
  private Optional<TeamRuns.TeamPause> hold = Optional.empty();

  /** Settings at the time of the hold: a limit that is lifted ends it. */
  private Optional<Config> heldUnder = Optional.empty();

  private Instant othersFrom = Instant.MIN;

  MemberLoop(
      MemberActions actions,
      MemberModel model,
      OtherWork others,
      TeamChanges changes,
      Terms terms,
      MemberPulse pulse,
      Pause pause,
      Consumer<String> log) {
    this.actions = actions;
    this.model = model;
    this.others = others;
    this.changes = changes;
    this.terms = terms;
    this.pulse = pulse;
    this.pause = pause;
    this.log = log;
  }

  /**
   * Runs the loop.
   *
   * @throws LlmException when the backend needs its operator
   * @throws InterruptedException when the process is being ended; its claim has been released by
   *     then
   */
  public WorkEnd run() throws LlmException, InterruptedException {
    int idle = 0;
    boolean worked = false;
    while (!pulse.isReplaced()) {
      if (changes.next().isPresent()) {
        return WorkEnd.CHANGED;
      }
      if (actions.isEnded()) {
        return WorkEnd.OVER;
      }
      switch (cycle()) {
        case WORKED -> {
          worked = true;
          idle = 0;
        }
        case STOPPED -> {
          return WorkEnd.STOPPED;
        }
        case CHANGED -> {
          return WorkEnd.CHANGED;
        }
        case HELD -> {
          if (!terms.waits()) {
            return WorkEnd.HELD;
          }
          idle = 0;
          Instant end = until(hold.or(actions::postponed));
          pause.last(shorter(Duration.between(actions.now(), end), HELD_PAUSE));
        }
        case IDLE -> {
          if (++idle >= terms.maxIdleCycles()) {
            if (worked && !terms.waits()) {
              return WorkEnd.DONE;
            }
            if (mayRest()) {
              actions.emitIdle();
              return WorkEnd.ASLEEP;
            }
            idle = 0;
          }
          pause.last(POLL);
        }
      }
    }
    return WorkEnd.REPLACED;
  }

  private Cycle cycle() throws LlmException, InterruptedException {
    if (!actions.isAnythingToDo() && requests.isEmpty()) {
      Optional<TeamRuns.TeamPause> postponed = actions.postponed();
      if (isHeld() || postponed.isEmpty()) {
        return isOtherDone() ? Cycle.WORKED : Cycle.IDLE;
      }
      pulse.held(postponed.get());
      return Cycle.HELD;
    }
    if (readMail()) {
      return Cycle.STOPPED;
    }
    if (isHeld()) {
      return Cycle.HELD;
    }
    boolean worked = false;
    others.beforeTask();
    if (changes.next().isPresent()) {
      return Cycle.CHANGED;
    }
    Optional<Claim> claim = actions.claim();
    if (claim.isPresent()) {
      work(claim.get());
      worked = true;
    }
    for (GivenMail request : List.copyOf(requests.values())) {
      worked |= !isHeld() && review(request);
    }
    if (!worked && !requests.isEmpty()) {
      pause.last(HELD_PAUSE);
      return Cycle.WORKED;
    }
    if (worked && isOtherDone()) {
      // A busy member goes on with its own work before the next step.
      othersFrom = actions.now().plus(AFTER_OTHERS);
    }
    return worked ? Cycle.WORKED : Cycle.IDLE;
  }

  /** Does a step for features, unless model calls are paused. Returns whether it did one. */
  private boolean isOtherDone() throws InterruptedException {
    if (isHeld() || actions.now().isBefore(othersFrom)) {
      return false;
    }
    try {
      if (others.step(pulse::at)) {
        return true;
      }
    } finally {
      pulse.at("idle");
    }
    othersFrom = actions.now().plus(AFTER_OTHERS);
    return false;
  }

  /** Returns whether model calls are paused, and reports the state in the next heartbeat. */
  private boolean isHeld() {
    Instant now = actions.now();
    boolean held =
        now.isBefore(TimeJudge.pause(until(hold), TeamRuns.LONGEST_HOLD, now))
            && heldUnder.equals(Optional.of(actions.config()));
    if (held) {
      pulse.held(hold.orElseThrow());
    } else {
      hold = Optional.empty();
      pulse.at("idle");
    }
    return held;
  }

  private static Instant until(Optional<TeamRuns.TeamPause> hold) {
    return hold.map(one -> one.until().instant()).orElse(Instant.MIN);
  }

  /** Runs the hook TeammateIdle. Returns whether the member may end. */
  private boolean mayRest() throws InterruptedException {
    try {
      Optional<String> reason = model.reasonToStay();
      reason.ifPresent(why -> log.accept("stays awake: " + PeerText.plain(why)));
      return reason.isEmpty();
    } catch (LlmException e) {
      log.accept(PeerText.plain(e.getMessage()));
      return true;
    }
  }

  /** Reads new mail. Returns whether one of the mails ends this incarnation. */
  private boolean readMail() {
    for (int i = 0; i < MAX_HELD_MAILS; i++) {
      Optional<GivenMail> next = actions.nextMail();
      if (next.isEmpty()) {
        return false;
      }
      Mail mail = next.get().mail();
      if (mail.type() == MailType.SHUTDOWN) {
        pulse.at(TeamRuns.Member.STOPPED);
        actions.acknowledge(mail);
        log.accept("told to stop by " + PeerText.plain(mail.sender()));
        return true;
      }
      (mail.type() == MailType.REVIEW_REQUEST ? requests : messages).put(mail.id(), next.get());
    }
    return false;
  }

  private void work(Claim claim) throws LlmException, InterruptedException {
    List<GivenMail> shown = model.fitting(List.copyOf(messages.values()));
    pulse.at("thinking", claim);
    boolean isOver = false;
    try {
      MemberPrompt.Known known = model.known(claim.task());
      actions.isShown(known.authors());
      log.accept(
          "takes "
              + claim.task()
              + " (attempt "
              + claim.attempt()
              + "): "
              + PeerText.plain(known.task().title()));
      switch (model.ask(known, shown)) {
        case SharedCalls.Asked.Deferred<WorkResult>(String why, var until, var cause) -> {
          if (cause.isPresent()) {
            // A used-up daily share of one cause does not hold up the tasks of others.
            log.accept("leaves " + claim.task() + " until " + until + ": " + why);
            actions.postpone(known.task().row().authorityId(), new TeamRuns.TeamPause(until, why));
          } else {
            held(why, until);
          }
        }
        case SharedCalls.Asked.Answered<WorkResult>(WorkResult result) -> {
          // No renewals from here on: submitting ends the claim, which must not count as a loss.
          pulse.at("submitting", claim.task());
          actions.submit(claim, known, result, shown, model.made());
          shown.forEach(mail -> messages.remove(mail.mail().id()));
          isOver = true;
          log.accept("submits " + claim.task() + ": " + result.summary());
        }
      }
    } catch (LlmException e) {
      isOver = failed(claim, e);
    } catch (SocietyException e) {
      isOver = true;
      log.accept("drops " + claim.task() + ": " + e.getMessage());
      if (!e.code().equals("stale-claim")) {
        actions.fail(claim, e.getMessage());
      }
    } catch (InterruptedException e) {
      if (!pulse.wasLost()) {
        throw e;
      }
      isOver = true;
    } finally {
      pulse.at("idle");
      // A claim lost while the work ended is over as well.
      if (!pulse.wasLost() && !isOver) {
        actions.release(claim);
      }
    }
  }

  /**
   * Handles a failure of the model. After an outage or at a limit the claim is released and the
   * task waits.
   */
  private boolean failed(Claim claim, LlmException e) throws LlmException, InterruptedException {
    String why = PeerText.plain(String.valueOf(e.getMessage()));
    log.accept("cannot do " + claim.task() + ": " + why);
    return switch (e.kind()) {
      case SETUP -> throw e;
      case PROVIDER, CANCELLED -> {
        held(why, new Timestamp(actions.now().plus(AFTER_OUTAGE)));
        yield false;
      }
      case ANSWER, PROMPT, OVERFLOW -> {
        actions.fail(claim, why);
        yield true;
      }
    };
  }

  private void held(String why, Timestamp until) {
    log.accept("calls no model before " + until + ": " + why);
    hold = Optional.of(new TeamRuns.TeamPause(until, why));
    heldUnder = Optional.of(actions.config());
  }

  /**
   * Reviews a result. If no model call is possible now, the request stays for later; it never
   * becomes a score.
   */
  private boolean review(GivenMail request) throws LlmException, InterruptedException {
    return switch (actions.wanted(request)) {
      case MemberActions.Wanted.Review(MemberPrompt.Known known) -> review(request, known);
      case MemberActions.Wanted.Elsewhere _ -> {
        // Not acknowledged: it is given again to a member of that run.
        requests.remove(request.mail().id());
        yield false;
      }
      case MemberActions.Wanted.Over _ -> {
        requests.remove(request.mail().id());
        actions.acknowledge(request.mail());
        yield true;
      }
    };
  }

  private boolean review(GivenMail request, MemberPrompt.Known known)
      throws LlmException, InterruptedException {
    String task = known.task().id();
    List<GivenMail> shown = model.fitting(List.copyOf(messages.values()));
    pulse.at("reviewing", task);
    try {
      return switch (model.askReview(known, shown)) {
        case SharedCalls.Asked.Deferred<ReviewAnswer>(String why, var until, var cause) -> {
          if (cause.isPresent()) {
            // Not acknowledged: it is given again.
            log.accept("does not review " + task + " now: " + why);
            requests.remove(request.mail().id());
          } else {
            held(why, until);
          }
          yield false;
        }
        case SharedCalls.Asked.Answered<ReviewAnswer>(ReviewAnswer answer) -> {
          String verdict = actions.review(known, answer, request, shown, model.made());
          requests.remove(request.mail().id());
          shown.forEach(mail -> messages.remove(mail.mail().id()));
          log.accept("reviews %s: %d of 100, %s".formatted(task, answer.score(), verdict));
          yield true;
        }
      };
    } catch (LlmException e) {
      reviewFailed(request, task, e);
      if (e.kind() == LlmException.Kind.SETUP) {
        throw e;
      }
      if (e.kind() == LlmException.Kind.PROVIDER) {
        held(e.getMessage(), new Timestamp(actions.now().plus(AFTER_OUTAGE)));
      }
      return false;
    } catch (SocietyException e) {
      reviewFailed(request, task, e);
      return false;
    } finally {
      pulse.at("idle");
    }
  }

  private void reviewFailed(GivenMail request, String task, Exception e) {
    String id = request.mail().id();
    int failed = tries.merge(id, 1, Integer::sum);
    log.accept(
        "cannot review %s (%d of %d tries): %s"
            .formatted(
                task, failed, MAX_REVIEW_TRIES, PeerText.plain(String.valueOf(e.getMessage()))));
    if (failed >= MAX_REVIEW_TRIES) {
      // Not acknowledged: it is given again, unless the time for reviews ends before.
      requests.remove(id);
      tries.remove(id);
    }
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
