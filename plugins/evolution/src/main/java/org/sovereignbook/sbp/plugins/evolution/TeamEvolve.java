package org.sovereignbook.sbp.plugins.evolution;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Question;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.evolution.EvolutionChange.State;
import org.sovereignbook.sbp.plugins.team.MemberModels;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamCommand;
import org.sovereignbook.sbp.plugins.team.TeamFiles;
import org.sovereignbook.sbp.plugins.team.TeamFolder;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.reputation.Reputation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp team evolve}: the pending change of an agent (AGENT-STACK §9, §12). */
@Command(
    name = "evolve",
    description = "show or decide the pending change of an agent that does badly",
    footer = {
      "A change of the prompt is tried on past tasks first; confirm shows what that costs."
    })
@Synonyms("evolution")
@Example("sbp team evolve reviewer show")
@Prints(TeamEvolve.Shown.class)
@Exit(code = ExitCode.NOTHING_TO_DO, means = "nothing is pending")
@ForOwner
final class TeamEvolve extends NodeCommand {
  private static final int SHOWN_EVENTS = 50;
  private static final int SHOWN_LINES = 12;

  /** The owner's decision. */
  enum EvolveAction {
    SHOW,
    CONFIRM,
    REJECT,
    VOTE,
    ROLLBACK;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** The owner's vote. */
  enum Voice {
    YES,
    NO;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  @Parameters(index = "0", paramLabel = "AGENT", description = "its name")
  String agent = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "ACTION",
      description = "show, confirm, reject, vote or rollback (default: show)")
  EvolveAction action = EvolveAction.SHOW;

  @Parameters(index = "2", arity = "0..1", paramLabel = "yes|no", description = "your vote")
  Optional<Voice> voice = Optional.empty();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "the team (default: team.yaml of the node, or agents.yaml)")
  Optional<Path> file = Optional.empty();

  @Option(names = "--yes", description = "confirm without a question")
  boolean yes;

  /**
   * Output for programs.
   *
   * @param missing what is missing before a change begins by itself
   * @param plan what a trial costs, or why there can be none
   * @param change the open one, or the newest
   * @param pairs past tasks on which it is tried, with the scores of both prompts
   */
  record Shown(
      String agent,
      Optional<String> missing,
      Optional<EvolutionChange> change,
      Optional<ChangeProposal> proposal,
      Optional<String> plan,
      List<TrialPair> pairs,
      List<TrailEvent> trail) {}

  @Override
  public ExitCode run(Session session) throws Exception {
    if ((action == EvolveAction.VOTE) != voice.isPresent()) {
      throw CliException.wrong(
          "team evolve: a vote is yes or no", "sbp team evolve " + agent + " vote yes");
    }
    Node node = session.node();
    TeamFiles files = TeamCommand.required(session, node, file);
    Team team = files.read();
    try (Ledger ledger = session.ledger(node)) {
      EvolutionWork work =
          new EvolutionWork(
              new MemberModels(
                  ledger,
                  provider ->
                      session.backend(node, Optional.of(provider).filter(it -> !it.isEmpty())),
                  false),
              files,
              session.output()::line);
      Principal principal =
          ledger
              .read(tx -> EvolutionWork.principal(tx, agent))
              .orElseThrow(
                  () -> CliException.notFound("there is no agent " + PeerText.quote(agent)));
      work.write(team);
      PendingFiles pending = new PendingFiles(new TeamFolder(ledger, session.output()::note));
      for (String voted : pending.follow()) {
        Optional<String> _ = work.step(team, voted);
      }
      Call call = new Call(session, ledger, team, work, principal);
      boolean isDone =
          switch (action) {
            case SHOW -> !show(call).change().isEmpty();
            case CONFIRM -> confirm(call);
            case REJECT -> reject(call);
            case VOTE -> vote(call);
            case ROLLBACK -> rollBack(call);
          };
      work.write(team);
      List<String> _ = pending.follow();
      session.output().json(ledger.read(call::shown));
      return isDone ? ExitCode.DONE : ExitCode.NOTHING_TO_DO;
    }
  }

  private record Call(
      Session session, Ledger ledger, Team team, EvolutionWork work, Principal principal) {
    Optional<EvolutionChange> open() {
      return ledger.read(tx -> Evolution.in(tx).open(principal));
    }

    EvolutionChange now(EvolutionChange change) {
      return ledger.read(tx -> Evolution.in(tx).find(change.id())).orElseThrow();
    }

    void change(EvolutionChange change, BiConsumer<Evolution, EvolutionChange> move) {
      ledger.run(
          tx -> {
            EvolutionChange locked = Evolution.in(tx).locked(change.id());
            if (locked.state() != change.state()) {
              throw CliException.refused(
                  "the change has become " + locked.state() + " meanwhile", "look again");
            }
            move.accept(Evolution.in(tx), locked);
          });
    }

    Shown shown(Transaction tx) {
      Evolution evolution = Evolution.in(tx);
      Optional<EvolutionChange> change =
          evolution.open(principal).or(() -> evolution.newest(principal));
      return new Shown(
          Board.in(tx).name(principal),
          Reputation.in(tx).standing(principal).missing(),
          change,
          change.map(EvolutionChange::content),
          change
              .filter(
                  it ->
                      it.path() == EvolutionChange.Path.PROMPT
                          && (it.state() == State.DRAFTING || it.state() == State.PROPOSED))
              .map(it -> work.plan(tx, team, it)),
          change.map(evolution::pairs).orElse(List.of()),
          evolution.trail(principal, SHOWN_EVENTS));
    }
  }

  private static Shown show(Call call) {
    Shown shown = call.ledger().read(call::shown);
    Output output = call.session().output();
    if (shown.change().isEmpty()) {
      output.line("nothing is pending for " + shown.agent());
      shown.missing().ifPresent(missing -> output.line("before it changes by itself: " + missing));
    }
    shown.change().ifPresent(change -> output.lines(lines(shown, change)));
    List<TrailEvent> trail = shown.trail();
    for (TrailEvent event : trail.subList(Math.max(0, trail.size() - SHOWN_LINES), trail.size())) {
      output.line(event.at() + "  " + event.kind());
    }
    return shown;
  }

  private static List<String> lines(Shown shown, EvolutionChange change) {
    List<String> lines = new ArrayList<>();
    ChangeProposal proposal = change.content();
    lines.add(
        "%s: another %s, %s (%s)"
            .formatted(shown.agent(), change.path(), change.state(), change.reason()));
    for (Bullet bullet : proposal.bullets()) {
      lines.add("  [%s] %s".formatted(bullet.id(), PeerText.plain(bullet.text())));
      lines.add("       because: " + PeerText.plain(bullet.reason()));
      lines.add("       expected: " + PeerText.plain(bullet.prediction()));
    }
    proposal.before().ifPresent(setup -> lines.add("  before: " + text(setup)));
    proposal.after().ifPresent(setup -> lines.add("  after:  " + text(setup)));
    if (!proposal.note().isEmpty()) {
      lines.add("  " + PeerText.plain(proposal.note()));
    }
    shown.plan().ifPresent(plan -> lines.add("  " + plan));
    if (change.cost().calls() > 0) {
      lines.add("  cost until now: " + change.cost().text());
    }
    long judged = shown.pairs().stream().filter(pair -> pair.judgedAt().isPresent()).count();
    if (!shown.pairs().isEmpty()) {
      lines.add(
          String.format(Locale.ROOT, "  tried on %d of %d tasks", judged, shown.pairs().size()));
    }
    return lines;
  }

  private static String text(ChangeProposal.Setup setup) {
    return PeerText.plain(
        setup.model().or(setup::role).orElse("(not set)")
            + setup
                .skills()
                .map(skills -> " (skills: " + String.join(", ", skills) + ")")
                .orElse(""));
  }

  private boolean confirm(Call call) throws LlmException, InterruptedException, IOException {
    Optional<EvolutionChange> open = call.open();
    if (open.isEmpty()) {
      call.session().output().line("nothing is pending for " + agent);
      return false;
    }
    EvolutionChange change = steps(call, open.get(), State.DRAFTING);
    Shown _ = show(call);
    switch (change.state()) {
      case PROPOSED -> approve(call, change);
      case TRIAL, LIVE -> {
        EvolutionChange _ = steps(call, change, State.TRIAL, State.LIVE);
      }
      case VOTING ->
          throw CliException.refused(
              "a change of the role is voted on", "sbp team evolve " + agent + " vote yes");
      case DRAFTING, KEPT, REFUTED, REJECTED, EXPIRED, ROLLED_BACK -> {}
    }
    return true;
  }

  private void approve(Call call, EvolutionChange change)
      throws LlmException, InterruptedException, IOException {
    Question question = new Question(call.session());
    if (!yes && question.canBeAsked() && !question.consents("Confirm?")) {
      throw CliException.refused("not confirmed; it stays pending");
    }
    call.change(
        change,
        (evolution, locked) -> {
          EvolutionChange approved =
              evolution.propose(locked, State.PROPOSED, locked.content().byOwner());
          if (locked.path() != EvolutionChange.Path.PROMPT) {
            EvolutionChange _ = evolution.adopt(approved);
          }
        });
    EvolutionChange now = steps(call, call.now(change), State.PROPOSED, State.TRIAL);
    call.session().output().line("%s: %s. %s".formatted(agent, now.state(), now.content().note()));
  }

  /** Does the steps of a change while it is in one of these states. Returns it afterwards. */
  private static EvolutionChange steps(Call call, EvolutionChange from, State... states)
      throws LlmException, InterruptedException {
    EvolutionChange change = from;
    while (List.of(states).contains(change.state())) {
      Optional<String> later = call.work().step(call.team(), change.id());
      if (later.isPresent()) {
        call.session().output().line(later.get());
        return call.now(change);
      }
      change = call.now(change);
    }
    return change;
  }

  private boolean reject(Call call) {
    Optional<EvolutionChange> open = call.open();
    if (open.filter(change -> change.state() == State.LIVE).isPresent()) {
      throw CliException.refused(
          "the change is adopted already", "sbp team evolve " + agent + " rollback");
    }
    open.ifPresent(
        change ->
            call.change(
                change,
                (evolution, locked) -> {
                  EvolutionChange _ = evolution.end(locked, State.REJECTED, "by the owner");
                }));
    call.session().output().line(open.isPresent() ? "rejected" : "nothing is pending for " + agent);
    return open.isPresent();
  }

  private boolean vote(Call call) throws LlmException, InterruptedException {
    Optional<EvolutionChange> open = call.open().filter(change -> change.state() == State.VOTING);
    if (open.isEmpty()) {
      call.session().output().line("there is no vote on " + agent);
      return false;
    }
    call.change(
        open.get(),
        (evolution, locked) ->
            evolution.vote(locked, Principal.OWNER, voice.equals(Optional.of(Voice.YES))));
    EvolutionChange now = steps(call, open.get(), State.VOTING);
    call.session().output().line(agent + ": " + now.state());
    return true;
  }

  private boolean rollBack(Call call) {
    Optional<EvolutionChange> newest =
        call.ledger().read(tx -> Evolution.in(tx).newestInUse(call.principal()));
    newest.ifPresent(
        change ->
            call.change(
                change,
                (evolution, locked) -> {
                  EvolutionChange _ = evolution.rollBack(locked, "by the owner");
                }));
    call.session()
        .output()
        .line(
            newest.isPresent() ? agent + " is as before" : "no change of " + agent + " is in use");
    return newest.isPresent();
  }
}
