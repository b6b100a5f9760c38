package org.sovereignbook.sbp.team;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.agent.SharedCalls;
import org.sovereignbook.sbp.board.Claim;
import org.sovereignbook.sbp.ledger.SocietyException;
import org.sovereignbook.sbp.llm.LlmException;
import org.sovereignbook.sbp.mail.Mail;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.MailType;

/**
 * One member at work (AGENT-STACK §3): mail, claim, run, submit, reviews, and again, until it is
 * told to stop or has had nothing to do for a while. Whatever it does is one transaction; what a
 * crash leaves undone is done by the next incarnation, since mail is acknowledged and claims end
 * only with their outcome. For one thread.
 */
public final class MemberLoop {
  private static final Duration POLL = Duration.ofSeconds(1);

  /** While nobody may be asked, mail is looked at as often as this. */
  private static final Duration HELD_PAUSE = Duration.ofSeconds(5);

  private static final Duration AFTER_OUTAGE = Duration.ofSeconds(30);

  private static final int MAX_REVIEW_TRIES = 3;
  private static final int MAX_HELD_MAILS = 50;

  /** Why it has ended. */
  public enum End {
    /** A shutdown mail for this incarnation. */
    STOPPED("has stopped"),
    /** Nothing to do for {@code max_idle_cycles}. */
    ASLEEP("sleeps until there is something to do"),
    /** The run goes by another process of this member. */
    REPLACED("another process is this member now");

    private final String words;

    End(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  /** Lets time pass. */
  @FunctionalInterface
  public interface Pause {
    void last(Duration pause) throws InterruptedException;
  }

  private enum Cycle {
    WORKED,
    IDLE,
    STOPPED
  }

  private final MemberActions actions;
  private final MemberPulse pulse;
  private final Pause pause;
  private final Consumer<String> log;

  /** Messages that the next task is shown, and requests that wait to be done; by their ids. */
  private final Map<String, Letter> messages = new LinkedHashMap<>();

  private final Map<String, Letter> requests = new LinkedHashMap<>();
  private final Map<String, Integer> tries = new LinkedHashMap<>();
  private Instant heldUntil = Instant.MIN;

  MemberLoop(MemberActions actions, MemberPulse pulse, Pause pause, Consumer<String> log) {
    this.actions = actions;
    this.pulse = pulse;
    this.pause = pause;
    this.log = log;
  }

  /**
   * Works.
   *
   * @throws LlmException when the backend cannot work before its operator has put something right
   * @throws InterruptedException when the process is being ended; its claim is given back by then
   */
  public End run() throws LlmException, InterruptedException {
    int idle = 0;
    while (!pulse.isReplaced()) {
      pulse.at("idle");
      switch (cycle()) {
        case WORKED -> idle = 0;
        case STOPPED -> {
          return End.STOPPED;
        }
        case IDLE -> {
          if (++idle >= actions.maxIdleCycles()) {
            actions.tellIdle();
            return End.ASLEEP;
          }
          pause.last(POLL);
        }
      }
    }
    return End.REPLACED;
  }

  private Cycle cycle() throws LlmException, InterruptedException {
    if (!actions.isAnythingToDo() && requests.isEmpty()) {
      return Cycle.IDLE;
    }
    if (readMail()) {
      return Cycle.STOPPED;
    }
    boolean worked = false;
    if (actions.now().isBefore(heldUntil)) {
      pulse.at("held");
      pause.last(shorter(Duration.between(actions.now(), heldUntil), HELD_PAUSE));
      return Cycle.WORKED;
    }
    Optional<Claim> claim = actions.claim();
    if (claim.isPresent()) {
      work(claim.get());
      worked = true;
    }
    for (Letter request : List.copyOf(requests.values())) {
      worked |= review(request);
    }
    if (!worked && !requests.isEmpty()) {
      pause.last(HELD_PAUSE);
      return Cycle.WORKED;
    }
    return worked ? Cycle.WORKED : Cycle.IDLE;
  }

  /** Takes what is new; whether one of them ends this incarnation. */
  private boolean readMail() {
    for (int i = 0; i < MAX_HELD_MAILS; i++) {
      Optional<Letter> next = actions.nextLetter();
      if (next.isEmpty()) {
        return false;
      }
      Mail mail = next.get().mail();
      if (mail.type() == MailType.SHUTDOWN) {
        actions.acknowledge(mail);
        log.accept("told to stop by " + PeerText.plain(mail.sender()));
        return true;
      }
      (mail.type() == MailType.REVIEW_REQUEST ? requests : messages).put(mail.id(), next.get());
    }
    return false;
  }

  private void work(Claim claim) throws LlmException, InterruptedException {
    List<Letter> shown = List.copyOf(messages.values());
    pulse.at("thinking", claim);
    boolean isOver = false;
    try {
      MemberPrompt.Known known = actions.known(claim.task());
      log.accept(
          "takes "
              + claim.task()
              + " (attempt "
              + claim.attempt()
              + "): "
              + PeerText.plain(known.task().title()));
      switch (actions.ask(known, shown)) {
        case SharedCalls.Asked.Held<WorkResult>(String why, var until) -> {
          held(why, until.instant());
        }
        case SharedCalls.Asked.Answered<WorkResult>(WorkResult result) -> {
          actions.submit(claim, known, result, shown);
          shown.forEach(letter -> messages.remove(letter.mail().id()));
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
        actions.fail(claim, String.valueOf(e.getMessage()));
      }
    } catch (InterruptedException e) {
      if (!pulse.wasLost()) {
        throw e;
      }
      isOver = true;
    } finally {
      pulse.at("idle");
      if (!isOver) {
        actions.release(claim);
      }
    }
  }

  /** An outage or a limit is nobody's fault, and the task waits for it to be over. */
  private boolean failed(Claim claim, LlmException e) throws LlmException, InterruptedException {
    String why = PeerText.plain(String.valueOf(e.getMessage()));
    log.accept("cannot do " + claim.task() + ": " + why);
    return switch (e.kind()) {
      case SETUP -> throw e;
      case PROVIDER -> {
        heldUntil = actions.now().plus(AFTER_OUTAGE);
        yield false;
      }
      case ANSWER, PROMPT -> {
        actions.fail(claim, why);
        yield true;
      }
    };
  }

  private void held(String why, Instant until) {
    log.accept("asks nobody: " + why);
    heldUntil = until;
  }

  /** A review that cannot be had now is asked for again; it is never a score. */
  private boolean review(Letter request) throws InterruptedException {
    String id = request.mail().id();
    Optional<MemberPrompt.Known> known = actions.knownForReview(request);
    if (known.isEmpty()) {
      requests.remove(id);
      actions.acknowledge(request.mail());
      return true;
    }
    String task = known.get().task().id();
    pulse.at("reviewing", task);
    try {
      return switch (actions.askReview(known.get())) {
        case SharedCalls.Asked.Held<ReviewAnswer>(String why, var until) -> {
          held(why, until.instant());
          yield false;
        }
        case SharedCalls.Asked.Answered<ReviewAnswer>(ReviewAnswer answer) -> {
          String verdict = actions.review(known.get(), answer, request);
          requests.remove(id);
          log.accept("reviews %s: %d of 100, %s".formatted(task, answer.score(), verdict));
          yield true;
        }
      };
    } catch (LlmException | SocietyException e) {
      int failed = tries.merge(id, 1, Integer::sum);
      log.accept(
          "cannot review %s (%d of %d tries): %s"
              .formatted(
                  task, failed, MAX_REVIEW_TRIES, PeerText.plain(String.valueOf(e.getMessage()))));
      if (failed >= MAX_REVIEW_TRIES) {
        // Not acknowledged: it comes again, unless the time for reviews is over before.
        requests.remove(id);
        tries.remove(id);
      }
      return false;
    } finally {
      pulse.at("idle");
    }
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
