package org.sovereignbook.sbp.society.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.society.memory.Culture.Departure;
import org.sovereignbook.sbp.testing.TestSociety;

/** Society with a team of ada and bob, to which eve does not belong, and their memory. */
final class TeamMemory implements AutoCloseable {
  TestSociety society;
  Agent ada;

  TeamMemory(Path folder) {
    society = TestSociety.in(folder);
    ada = society.usual("ada", AgentType.CLAUDE_CODE);
    society.usual("bob", AgentType.CUSTOM);
    society.usual("eve", AgentType.CUSTOM);
    society.owner(
        "memory_group_create",
        (tx, caller) -> Groups.create(tx, caller, "team", "Team", JsonObject.empty()));
    join("ada", GroupRole.MEMBER);
    join("bob", GroupRole.MEMBER);
  }

  @Override
  public void close() {
    society.close();
  }

  void join(String agent, GroupRole role) {
    join("team", agent, role);
  }

  void join(String group, String agent, GroupRole role) {
    society.owner(
        "memory_group_add_member",
        (tx, caller) ->
            Groups.add(
                tx, caller, group, MemoryHolder.named(tx, caller, Optional.of(agent)), role));
  }

  <T> T as(String agent, Permissions.Work<T> work) {
    return society.as(agent, "memory_search", work);
  }

  static JsonObject note(String content) {
    return JsonObject.builder().put("content", content).build();
  }

  static JsonObject learning(String content) {
    return note(content).with("type", "insight");
  }

  MemoryItem write(String agent, ItemDraft draft) {
    return as(agent, (tx, caller) -> new ItemWriter(tx).write(caller, draft)).item();
  }

  MemoryItem toTeam(String agent, String content) {
    return write(agent, ItemDraft.of(ItemType.NOTE, note(content)).inGroup(Optional.of("team")));
  }

  List<String> found(String agent, String query) {
    return as(
        agent,
        (tx, caller) ->
            new MemorySearch(tx)
                .search(caller, query, ItemFilter.ALL, 10).stream()
                    .map(result -> result.item().item().id())
                    .toList());
  }

  static void assertRefused(String code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(SocietyException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  HotMemory.Written hot(String agent, String part, String member, String value) {
    JsonObject data =
        JsonObject.builder().put(part, JsonObject.builder().put(member, value).build()).build();
    return as(
        agent,
        (tx, caller) ->
            new HotMemory(tx)
                .write(caller, MemoryHolder.of(caller), false, data, Optional.empty()));
  }

  void assess(MemoryItem item, TrustScores.Correctness verdict) {
    society.owner(
        "trust_assess", (tx, caller) -> new Assessments(tx).assess(caller, item.id(), verdict));
  }

  void subscribed(String agent, String... wanted) {
    society.owner(
        "agent_capabilities",
        (tx, caller) -> {
          new MemoryEvents(tx).subscribe(caller, Agents.named(tx, agent), List.of(wanted));
          return true;
        });
  }

  void group(String id, Departure policy) {
    society.owner(
        "memory_group_create",
        (tx, caller) ->
            Groups.create(
                tx,
                caller,
                id,
                id,
                JsonObject.builder().put("departure_policy", Words.of(policy)).build()));
  }

  List<MemoryEvents.Waiting> polled(String agent) {
    return as(agent, (tx, caller) -> new MemoryEvents(tx).poll(caller, 100));
  }
}
