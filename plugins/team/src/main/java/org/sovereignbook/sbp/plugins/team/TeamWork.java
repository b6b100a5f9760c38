package org.sovereignbook.sbp.plugins.team;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.WorkEnd;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.memory.MemorySession;
import org.sovereignbook.sbp.society.recall.Embedder;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * The process of one member, from its token to its end.
 *
 * @param backends by their names
 * @param environment of the team's gates
 * @param now whether to call backends that rest after failures
 * @param embedder of long-term memory, if one is chosen
 * @param log receives lines about its actions
 */
public record TeamWork(
    Ledger ledger,
    TeamRuns.Run run,
    TeamFiles files,
    Function<String, LlmBackend> backends,
    Map<String, String> environment,
    boolean now,
    Optional<Embedder> embedder,
    Consumer<String> log) {

  /**
   * Works until {@link WorkEnd}.
   *
   * @param member of the team according to the present files
   * @throws LlmException when the backend needs its operator
   * @throws InterruptedException when the process is being ended; its claim has been released by
   *     then
   */
  public WorkEnd run(
      Team team, TeamMember member, String token, MemberLoop.Terms terms, MemberLoop.Pause pause)
      throws LlmException, InterruptedException {
    LlmBackend backend = backends.apply(member.provider());
    TeamChanges changes = new TeamChanges(ledger.node(), files, log);
    MemberActions actions = new MemberActions(ledger, run, team, member, token);
    try (MemorySession session = actions.session();
        Closing closing = new Closing(longTerm(team, member, actions));
        MemberPulse pulse = new MemberPulse(actions, ledger.node().config(), log).start()) {
      MemberModel model =
          new MemberModel(
              ledger,
              run,
              team,
              member,
              backend,
              environment,
              now,
              memory(team, session),
              closing.memory());
      OtherWork others =
          OtherWork.begin(
              new MemberWork.Host(
                  ledger,
                  files,
                  team,
                  member,
                  actions.agent().principal(),
                  new MemberModels(ledger, backends, now),
                  log));
      return new MemberLoop(actions, model, others, changes, terms, pulse, pause, log).run();
    }
  }

  private record Closing(Optional<LongMemory> memory) implements AutoCloseable {
    @Override
    public void close() {
      memory.ifPresent(LongMemory::close);
    }
  }

  private Optional<LongMemory> longTerm(Team team, TeamMember member, MemberActions actions) {
    if (!member.longTerm()) {
      return Optional.empty();
    }
    Optional<EpisodeStore> store =
        team.memory().equals(OwnMemory.NAME)
            ? Optional.of(new OwnMemory(actions, embedder))
            : ofFeature(new EpisodeStore.Owner(ledger.node(), team, member, embedder, log));
    return store.map(it -> new LongMemory(ledger, actions, it, member.recallTopK(), log));
  }

  /** Opens the store of a feature; empty, with a line in the log, when it is off or fails. */
  private Optional<EpisodeStore> ofFeature(EpisodeStore.Owner owner) {
    String name = owner.team().memory();
    for (TeamFeature feature : ledger.features().of(TeamFeature.class)) {
      Map<String, EpisodeStore.Opener> stores =
          ItemFault.orElse(
              feature::episodeStores,
              e -> {
                log.accept(failed(feature, e));
                return Map.of();
              });
      if (stores.containsKey(name)) {
        return ItemFault.orElse(
            () -> Optional.of(stores.get(name).open(owner)),
            e -> {
              log.accept(failed(feature, e));
              return Optional.empty();
            });
      }
    }
    log.accept(
        "long-term memory: none, because no feature that is on and works has %s:  sbp plugin list"
            .formatted(PeerText.quote(name)));
    return Optional.empty();
  }

  private static String failed(TeamFeature feature, RuntimeException e) {
    return "long-term memory: the feature %s fails: %s"
        .formatted(feature.name(), ItemFault.reason(e));
  }

  /** Returns what the member remembers; nothing where it may see the inputs of its task only. */
  private static String memory(Team team, MemorySession session) {
    return team.group().filter(group -> group.shows() == TeamGroup.Shows.INPUTS).isPresent()
        ? ""
        : session.text();
  }
}
