package org.sovereignbook.sbp.plugins.team;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.MemorySearch;
import org.sovereignbook.sbp.society.recall.Embedder;
import org.sovereignbook.sbp.society.recall.QueryVector;

/**
 * Episodes as notes in this node's memory, in a group for each member: workers of a team have no
 * private memory (CORDELIA §7.1).
 *
 * @param group its id
 */
record OwnMemory(MemberActions actions, String group, Optional<Embedder> embedder)
    implements EpisodeStore {
  /** Its name in {@code memory.backend}. */
  static final String NAME = "mock";

  private static final String TAG = "accepted-task";
  private static final String LABEL = "task-";
  private static final String CONTENT = "content";
  private static final int MAX_LISTED = 1_000;

  OwnMemory(MemberActions actions, Optional<Embedder> embedder) {
    this(actions, group(actions.agent()), embedder);
  }

  private static String group(Agent agent) {
    return "agent-" + agent.name();
  }

  /** Makes the group of a member, with the owner and the member in it. */
  static void prepare(Transaction tx, Caller owner, Agent agent) {
    String group = group(agent);
    if (Groups.list(tx, owner).stream().noneMatch(one -> one.id().equals(group))) {
      Groups.Seen _ =
          Groups.create(tx, owner, group, "accepted tasks of " + agent.name(), JsonObject.empty());
    }
    Groups.Seen _ =
        Groups.add(tx, owner, group, MemoryHolder.of(tx, agent.principal()), GroupRole.MEMBER);
  }

  private ItemFilter episodes() {
    return new ItemFilter(
        Optional.of(ItemType.NOTE), List.of(TAG), Optional.of(group), Optional.empty(), true);
  }

  @Override
  public Set<String> known(List<String> tasks) {
    return actions.act(
        "memory_search",
        JsonObject.empty(),
        (tx, caller) ->
            new Items(tx)
                .list(caller, episodes(), MAX_LISTED).stream()
                    .map(OwnMemory::task)
                    .filter(tasks::contains)
                    .collect(Collectors.toSet()));
  }

  private static String task(Items.Whole episode) {
    return episode.item().label().orElse("").replaceFirst(LABEL, "");
  }

  @Override
  public void keep(List<EpisodeStore.Episode> episodes) {
    for (EpisodeStore.Episode episode : episodes) {
      JsonObject note =
          JsonObject.builder()
              .put("title", episode.title())
              .put(CONTENT, episode.text())
              .put("tags", JsonArray.ofStrings(List.of(TAG)))
              .build();
      ItemDraft draft =
          ItemDraft.of(ItemType.NOTE, note)
              .inGroup(Optional.of(group))
              .named(Optional.of(LABEL + episode.task()));
      ItemWriter.Written _ =
          actions.act(
              "memory_write_warm",
              JsonObject.empty().with("id", LABEL + episode.task()),
              (tx, caller) ->
                  new ItemWriter(tx).write(caller.onBehalfOf(tx, episode.causes()), draft));
    }
  }

  @Override
  public List<EpisodeStore.Recalled> find(String query, int most) {
    Optional<QueryVector> meaning = embedder.map(model -> QueryVector.of(model, query));
    return actions.act(
        "memory_search",
        JsonObject.empty(),
        (tx, caller) -> {
          List<Items.Whole> found =
              new MemorySearch(tx, meaning)
                  .search(caller, query, episodes(), most).stream()
                      .map(MemorySearch.Result::item)
                      .toList();
          List<String> ids = found.stream().map(one -> one.item().id()).toList();
          new Items(tx).recalled(caller, ids);
          caller.isShown(tx, "memory_search", new Items(tx).causes(ids));
          return found.stream()
              .map(
                  one ->
                      new EpisodeStore.Recalled(task(one), one.body().string(CONTENT).orElse("")))
              .toList();
        });
  }

  @Override
  public void close() {}
}
