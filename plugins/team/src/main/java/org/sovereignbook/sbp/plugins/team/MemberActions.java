package org.sovereignbook.sbp.plugins.team;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemorySession;
import org.sovereignbook.sbp.society.sessions.MemberTurns;
import org.sovereignbook.sbp.society.sessions.TurnPrompts;

/**
 * Actions of one member of a run on the society. Each is one transaction, authorized by the
 * member's own token.
 */
final class MemberActions {
  /** Most characters of a result on the bus and in the conversation. */
  private static final int MAX_QUOTED_CHARACTERS = 4_000;

  private final Ledger ledger;
  private final TeamRuns.Run run;
  private final Team team;
  private final TeamMember member;
  private final String token;

  /** Keyed by the authority of the tasks. */
  private final Map<String, TeamRuns.TeamPause> postponed = new TreeMap<>();

  private Optional<Config> postponedUnder = Optional.empty();

  /** The caller when this incarnation began. */
  private final Caller self;

  /**
   * Authenticates the member by its token.
   *
   * @throws org.sovereignbook.sbp.authority.agents.CapabilityDenied when the token is not valid
   */
  MemberActions(Ledger ledger, TeamRuns.Run run, Team team, TeamMember member, String token) {
    this.ledger = ledger;
    this.run = run;
    this.team = team;
    this.member = member;
    this.token = token;
    this.self =
        ledger.write(
            tx -> Agents.caller(tx, Optional.empty(), Optional.of(token), TeamRuns.CHANNEL));
    if (!agent().name().equals(member.id())) {
      throw SocietyException.refused(
          "not-a-member",
          "the token is %s's, not %s's".formatted(agent().name(), member.id()),
          "its team gives it one:  sbp team up");
    }
  }

  /** Begins the session of this incarnation, with what the member remembers. */
  MemorySession session() {
    return MemorySession.begin(ledger, TeamRuns.CHANNEL, Optional.empty(), Optional.of(token));
  }

  Agent agent() {
    return self.agent().orElseThrow();
  }

  Instant now() {
    return ledger.node().clock().instant();
  }

  private Worker worker(Caller caller) {
    return member.worker(caller, run).withoutThose(postponed.keySet());
  }

  /** Returns the node's settings as they are now, among them the limits of calls. */
  Config config() {
    return ledger.node().config();
  }

  /** Postpones tasks with this authority until a time, or until a setting changes. */
  void postpone(String authority, TeamRuns.TeamPause hold) {
    postponed.put(authority, hold);
    postponedUnder = Optional.of(config());
  }

  /** Returns the earliest end of a postponement, with its reason. */
  Optional<TeamRuns.TeamPause> postponed() {
    if (!postponed.isEmpty() && !postponedUnder.equals(Optional.of(config()))) {
      postponed.clear();
    }
    postponed.values().removeIf(hold -> !now().isBefore(hold.until(now())));
    return postponed.values().stream().min(Comparator.comparing(TeamRuns.TeamPause::until));
  }

  <T> T act(String tool, JsonObject arguments, Permissions.Work<T> work) {
    return Permissions.run(
        ledger,
        new ToolCall(tool, arguments, TeamRuns.CHANNEL, Optional.empty(), Optional.of(token)),
        work);
  }

  private static JsonObject of(Claim claim) {
    return JsonObject.empty().with("task", claim.task()).with("fence", claim.fence());
  }

  private static JsonObject of(Mail mail) {
    return JsonObject.empty().with("mail", mail.id());
  }

  /**
   * Sends a heartbeat with the current activity. Returns false when a newer incarnation has taken
   * over.
   */
  boolean beat(TeamRuns.Doing doing) {
    return ledger.write(tx -> TeamRuns.beat(tx, run.id(), agent(), doing));
  }

  /** Returns whether the agent's life is over, so that it can do nothing more. */
  boolean isEnded() {
    return ledger.read(tx -> Lifecycle.isEnded(tx, agent().id()));
  }

  void emitIdle() {
    ledger.run(
        tx -> {
          TeamRuns.emitIdle(tx, run.id(), agent(), self.authority());
          TeamRuns.beat(tx, run.id(), agent(), TeamRuns.Doing.of("asleep"));
        });
  }

  /** Returns whether mail or a task waits. Writes nothing, because it is called every second. */
  boolean isAnythingToDo() {
    return ledger.read(tx -> Mailboxes.isAnyFree(tx, self) || Board.in(tx).isAnyFor(worker(self)));
  }

  Optional<GivenMail> nextMail() {
    if (!ledger.<Boolean>read(tx -> Mailboxes.isAnyFree(tx, self))) {
      return Optional.empty();
    }
    return act(
        "mail_read",
        JsonObject.empty(),
        (tx, caller) -> {
          Optional<Mail> mail = Mailboxes.next(tx, caller);
          return mail.isEmpty()
              ? Optional.<GivenMail>empty()
              : Optional.of(new GivenMail(mail.get(), mail.get().body(tx).orElse("")));
        });
  }

  void acknowledge(Mail mail) {
    boolean _ = act("mail_ack", of(mail), (tx, caller) -> acknowledged(tx, caller, mail));
  }

  /**
   * Acknowledges a mail. Returns false if its time has passed or another process has ended it,
   * which is no error.
   */
  private static boolean acknowledged(Transaction tx, Caller caller, Mail mail) {
    try {
      return Mailboxes.acknowledge(tx, caller, mail.id(), Optional.of(mail.handling().fence()));
    } catch (SocietyException e) {
      return false;
    }
  }

  Optional<Claim> claim() {
    if (!ledger.<Boolean>read(tx -> Board.in(tx).isAnyFor(worker(self)))) {
      return Optional.empty();
    }
    return act(
        "task_claim",
        JsonObject.empty(),
        (tx, caller) -> {
          Board board = Board.in(tx);
          int _ = board.endEarlier(worker(caller));
          Optional<Claim> claim = board.claim(worker(caller));
          if (claim.isPresent() && member.kind() != TeamMember.Kind.PLANNER) {
            board.drawPanel(claim.get(), team.panelFor(member.id()));
          }
          return claim;
        });
  }

  Claim renew(Claim claim) {
    return act(
        "task_renew",
        of(claim),
        (tx, caller) -> Board.in(tx).renew(claim.task(), claim.fence(), worker(caller)));
  }

  /** Releases a claim, unless it is already lost. */
  void release(Claim claim) {
    boolean _ =
        act(
            "task_release",
            of(claim),
            (tx, caller) -> {
              Task task = Board.in(tx).task(claim.task());
              if (task.row().fence() == claim.fence() && task.state() == TaskState.CLAIMED) {
                Board.in(tx).release(claim.task(), claim.fence(), worker(caller));
              }
              return true;
            });
  }

  /** Fails a task, and counts an error of this agent. */
  void fail(Claim claim, String reason) {
    boolean _ =
        act(
            "task_fail",
            of(claim),
            (tx, caller) -> {
              // A group's texts are not for the board, and a reason may quote one.
              String said = team.group().isPresent() ? "its member's log says why" : cut(reason);
              Board.in(tx).fail(claim.task(), OptionalLong.of(claim.fence()), said, worker(caller));
              Lifecycle.failed(tx, agent().id(), "tasks given up");
              return true;
            });
  }

  /** Records whose texts the member is about to be shown for its claimed task. */
  void isShown(List<Authority> authors) {
    ledger.run(tx -> self.isShown(tx, "task_show", authors));
  }

  /**
   * Submits a result, with its plan of tasks, its requests for reviews, and acknowledgments of
   * mail.
   */
  void submit(
      Claim claim,
      MemberPrompt.Known known,
      WorkResult result,
      List<GivenMail> mails,
      List<TurnPrompts.Made> calls) {
    boolean _ =
        act(
            "task_submit",
            of(claim),
            (tx, caller) -> {
              Board board = Board.in(tx);
              Optional<Sharing> sharing = sharing(tx, caller, known);
              List<Authority> shown = Access.inHand(tx, caller.principal(), caller.token());
              if (result.plan().isPresent()) {
                Permissions.require(tx, caller, "task_add", of(claim));
                List<String> _ =
                    board.add(
                        sharing.isPresent()
                            ? sharing.get().plan(claim, result.plan().get())
                            : result.plan().get(),
                        onBehalfOf(tx, known.task(), caller),
                        Optional.of("task:" + claim.task() + ":claimed:" + claim.attempt()));
              }
              boolean _ =
                  board.submit(
                      claim.task(),
                      claim.fence(),
                      sharing.isPresent()
                          ? sharing.get().result(claim, result.text())
                          : result.text(),
                      ownerToo(),
                      worker(caller));
              for (GivenMail mail : mails) {
                boolean _ = acknowledged(tx, caller, mail.mail());
              }
              new MemberTurns(tx)
                  .add(
                      agent(),
                      run.id(),
                      Subject.task(claim.task()),
                      exchange(known, result, calls),
                      cause(tx, known.task(), caller),
                      shown);
              return true;
            });
  }

  /** Returns the owner as a further reviewer, where each verdict waits for the owner. */
  private List<String> ownerToo() {
    return member.needsOwner() && member.kind() != TeamMember.Kind.PLANNER
        ? List.of(Principal.OWNER.text())
        : List.of();
  }

  /**
   * Returns where a member of a team with a group puts its texts. It acts for the authors of the
   * items that it was shown, too.
   */
  private Optional<Sharing> sharing(Transaction tx, Caller caller, MemberPrompt.Known known) {
    if (team.group().isEmpty()) {
      return Optional.empty();
    }
    List<Authority> causes =
        new Items(tx)
            .causes(
                Stream.concat(
                        known.shared().stream().map(TeamGroup.Shared::item),
                        known.sources().stream())
                    .toList());
    caller.isShown(tx, "memory_search", causes);
    return Optional.of(new Sharing(tx, caller.onBehalfOf(tx, causes), team.group().get(), member));
  }

  /** Returns a worker that adds the plan's tasks under the authority of the original task. */
  private Worker onBehalfOf(Transaction tx, Task task, Caller caller) {
    return worker(caller).onBehalfOf(cause(tx, task, caller));
  }

  private static Authority cause(Transaction tx, Task task, Caller caller) {
    return tx.authority(task.row().authorityId()).orElse(caller.authority());
  }

  private static MemberTurns.Exchange exchange(
      MemberPrompt.Known known, WorkResult result, List<TurnPrompts.Made> calls) {
    String asked =
        Stream.concat(Stream.of(known.task().title()), known.task().description().stream())
            .reduce((title, text) -> title + "\n\n" + text)
            .orElse("");
    return new MemberTurns.Exchange(cut(asked), cut(result.text()), calls);
  }

  private static MemberTurns.Exchange exchange(
      MemberPrompt.Known known, ReviewAnswer answer, List<TurnPrompts.Made> calls) {
    String asked = "Review of: %s\n\n%s".formatted(known.task().title(), known.result().orElse(""));
    String answered = "%d of 100. %s".formatted(answer.score(), answer.text());
    return new MemberTurns.Exchange(cut(asked), cut(answered), calls);
  }

  /** The state of a requested review on the board. */
  sealed interface Wanted {
    record Review(MemberPrompt.Known known) implements Wanted {}

    /** The task belongs to another run, which may still resume. */
    record Elsewhere() implements Wanted {}

    /** The review is no longer needed. */
    record Over() implements Wanted {}
  }

  Wanted wanted(GivenMail request) {
    Optional<JsonObject> body = json(request.body());
    String id = body.flatMap(json -> json.string("task")).orElse("");
    long attempt = body.map(json -> json.integer("attempt").orElse(0)).orElse(0L);
    return ledger.read(
        tx -> {
          Optional<Task> task = Board.in(tx).find(id);
          if (task.isEmpty() || !isAsked(tx, task.get(), attempt)) {
            return new Wanted.Over();
          }
          return run.label().isPresent() && !task.get().labels().contains(run.label().get())
              ? new Wanted.Elsewhere()
              : new Wanted.Review(MemberPrompt.Known.of(tx, run, team, member, id));
        });
  }

  private boolean isAsked(Transaction tx, Task task, long attempt) {
    return task.state() == TaskState.REVIEW
        && task.row().attempt() == attempt
        && Board.in(tx).isToReview(task.id(), agent().principal());
  }

  private static Optional<JsonObject> json(String text) {
    try {
      return JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json
          ? Optional.of(json)
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }

  /** Submits a review; the last reviewer's score decides. Returns the verdict. */
  String review(
      MemberPrompt.Known known,
      ReviewAnswer answer,
      GivenMail request,
      List<GivenMail> mails,
      List<TurnPrompts.Made> calls) {
    return act(
        "task_review",
        JsonObject.empty().with("task", known.task().id()).with("score", answer.score()),
        (tx, caller) -> {
          List<Authority> shown =
              Stream.concat(
                      Access.inHand(tx, caller.principal(), caller.token()).stream(),
                      known.authors().stream())
                  .distinct()
                  .toList();
          Worker reviewer = worker(caller.onBehalfOf(tx, known.authors()));
          String verdict =
              Words.of(
                  Board.in(tx).review(known.task().id(), answer.score(), answer.text(), reviewer));
          boolean _ = acknowledged(tx, caller, request.mail());
          for (GivenMail mail : mails) {
            boolean _ = acknowledged(tx, caller, mail.mail());
          }
          new MemberTurns(tx)
              .addReview(
                  agent(),
                  run.id(),
                  Subject.task(known.task().id()),
                  exchange(known, answer, calls),
                  cause(tx, known.task(), caller),
                  shown);
          return verdict;
        });
  }

  private static String cut(String text) {
    return Cut.after(text, MAX_QUOTED_CHARACTERS);
  }
}
