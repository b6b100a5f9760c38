package org.sovereignbook.sbp.testkit.memory;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.MemoryScope;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Layer;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.agents.Posture;
import org.sovereignbook.sbp.authority.agents.TrustTier;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Cause;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.ScratchNode;
import org.sovereignbook.sbp.testkit.memory.McpSeat.Answer;
import org.sovereignbook.sbp.testkit.memory.MemoryWorld.Actor;
import org.sovereignbook.sbp.testkit.memory.MemoryWorld.Item;
import org.sovereignbook.sbp.testkit.memory.MemoryWorld.Member;
import org.sovereignbook.sbp.testkit.memory.MemoryWorld.Rights;

/**
 * Random worlds of memory on every database, through the tools that a coding CLI has: each caller
 * may exactly what {@link MemoryWorld} says, finds exactly what it may read, and an error about
 * what exists for others is that about what does not exist.
 */
public abstract class MemoryWorldsContract {
  /** Property with the number of worlds of the large trial; without it there is none. */
  private static final String WORLDS = "sbp.worlds";

  private static final int FEW_WORLDS = 12;
  private static final int WORLDS_OF_A_NODE = 50;
  private static final int CREATIONS = 9;
  private static final int CHANGES = 9;
  private static final int LOOKERS = 3;
  private static final List<String> COLORS = List.of("red", "blue", "green");
  private static final List<Actor> AGENTS =
      List.of(
          new Actor("coder", Optional.of(AgentType.CLAUDE_CODE), MemoryWorld.OWNER),
          new Actor("clerk", Optional.of(AgentType.CUSTOM), MemoryWorld.OWNER),
          new Actor("rover", Optional.of(AgentType.AUTONOMOUS), MemoryWorld.OWNER),
          new Actor("bee", Optional.of(AgentType.SWARM_WORKER), MemoryWorld.OWNER),
          new Actor("session", Optional.of(AgentType.CLAUDE_CODE), "coder"),
          new Actor("helper", Optional.of(AgentType.CUSTOM), "rover"));

  @TempDir private Path folder;
  private final Random random = new Random(30);
  private final Map<String, McpSeat> seats = new LinkedHashMap<>();
  private MemoryWorld world = new MemoryWorld();
  private int made;
  private int allowed;
  private int refused;

  /** Returns the configuration of a node whose society is in a place of its own. */
  protected JsonObject config() {
    return JsonObject.empty();
  }

  /** Returns the environment in which the program finds the database's plugin. */
  protected Map<String, String> environment() {
    return Map.of();
  }

  protected abstract Database open(Node at);

  @Test
  void fewWorldsLeakNothingAndRefuseNothingWrongly() throws Exception {
    run(FEW_WORLDS);
  }

  @Test
  @Tag("trial")
  void manyWorldsLeakNothingAndRefuseNothingWrongly() throws Exception {
    run(Integer.getInteger(WORLDS, 50));
  }

  private void run(int worlds) throws Exception {
    long begun = System.nanoTime();
    for (int first = 0; first < worlds; first += WORLDS_OF_A_NODE) {
      runOnANode(first, Math.min(worlds, first + WORLDS_OF_A_NODE));
    }
    System.out.printf(
        "%s: %d worlds, %d calls allowed, %d refused, %d s%n",
        getClass().getSimpleName(),
        worlds,
        allowed,
        refused,
        (System.nanoTime() - begun) / 1_000_000_000);
    assertThat(allowed).as("both answers occur").isGreaterThan(worlds * 10);
    assertThat(refused).as("both answers occur").isGreaterThan(worlds * 10);
  }

  private void runOnANode(int first, int end) throws IOException {
    Path home = folder.resolve("node-" + first);
    Node node = ScratchNode.in(home);
    node.writeJson(
        node.home().schedulerConfig(),
        config()
            .with("agents", JsonObject.empty().with("max_refused_calls", 1_000))
            .with("memory", JsonObject.empty().with("max_groups", 1_000)));
    InProcessProgram program = new InProcessProgram(home, InstantSource.system(), environment());
    assertThat(program.run("memory", "status").exit()).isZero();
    Node fresh =
        new Node(new NodeHome(home), LocalDisk.unsynced(), InstantSource.system(), node.random());
    world = new MemoryWorld();
    world.actors.put(
        MemoryWorld.OWNER, new Actor(MemoryWorld.OWNER, Optional.empty(), MemoryWorld.OWNER));
    AGENTS.forEach(agent -> world.actors.put(agent.name(), agent));
    for (Actor agent : AGENTS) {
      List<String> words =
          new ArrayList<>(
              List.of("agent", "register", agent.name(), "--type", agent.type().get().toString()));
      if (!agent.parent().equals(MemoryWorld.OWNER)) {
        words.addAll(List.of("--parent", agent.parent()));
      }
      assertThat(program.run(words.toArray(String[]::new)).exit()).isZero();
    }
    try (Ledger ledger = Ledger.open(fresh, open(fresh))) {
      for (Actor actor : world.actors.values()) {
        Optional<String> agent =
            actor.type().isPresent() ? Optional.of(actor.name()) : Optional.empty();
        McpSeat.Era era = List.of(McpSeat.Era.values()).get(seats.size() % 2);
        seats.put(actor.name(), McpSeat.open(program, agent, era));
      }
      for (int number = first; number < end; number++) {
        live(ledger, "w" + number);
      }
    } finally {
      seats.values().forEach(McpSeat::close);
      seats.clear();
    }
  }

  private void live(Ledger ledger, String name) {
    ledger.run(tx -> begin(tx, name));
    for (int i = 0; i < CREATIONS; i++) {
      create(actor(), name);
    }
    for (int i = 0; i < CHANGES; i++) {
      change(actor(), name);
    }
    for (int i = 0; i < LOOKERS; i++) {
      look(actor(), name);
    }
    ledger.run(
        tx -> {
          for (String group : world.groups.keySet()) {
            tx.update("UPDATE memory_group SET deleted_ms = ? WHERE id = ?", tx.nowMs(), group);
          }
        });
    world.groups.clear();
    checkRead(MemoryWorld.OWNER, item(name));
  }

  private String actor() {
    return pick(List.copyOf(world.actors.keySet()));
  }

  private <T> T pick(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** Gives all agents other rights and makes groups, in the database. */
  private void begin(Transaction tx, String name) {
    tx.update("DELETE FROM trust_observation");
    for (Actor agent : AGENTS) {
      Rights rights = new Rights(scope(name), scope(name), pick(List.of(TrustTier.values())));
      world.rights.put(agent.name(), rights);
      tx.update(
          "UPDATE agent SET capabilities = ? WHERE name = ?",
          new Capabilities(rights.read(), rights.write(), Globs.ALL, 5, 0, false).json().toString(),
          agent.name());
      trust(tx, agent.name(), rights.tier());
    }
    List<String> groups = COLORS.stream().map(color -> name + "-" + color).toList();
    for (String group : groups) {
      Groups.Seen _ = Groups.create(tx, Caller.owner("command"), group, group, JsonObject.empty());
    }
    groups.forEach(group -> join(tx, group));
  }

  private MemoryScope scope(String name) {
    return random.nextInt(3) > 0
        ? MemoryScope.ALL
        : new MemoryScope(
            random.nextBoolean()
                ? EnumSet.allOf(Layer.class)
                : Set.of(pick(List.of(Layer.values()))),
            random.nextBoolean() ? Globs.ALL : Globs.of(name + "-r*", name + "-blue"),
            EnumSet.copyOf(
                Stream.generate(() -> pick(List.of(Visibility.values()))).limit(2).toList()));
  }

  private static void trust(Transaction tx, String agent, TrustTier tier) {
    Cause cause = tx.cause(Authority.SYSTEM);
    int count = tier == TrustTier.HIGH ? 20 : tier == TrustTier.UNTRUSTED ? 10 : 1;
    String verdict = tier.compareTo(TrustTier.MEDIUM) >= 0 ? "confirmed" : "wrong";
    for (int i = 0; i < count; i++) {
      tx.update(
          "INSERT INTO trust_observation (id, observer, agent, verdict, way, at_ms, principal,"
              + " authority_id) VALUES (?, 'owner', ?, ?, 'owner', ?, ?, ?)",
          tx.newId(),
          Agents.named(tx, agent).principal().text(),
          verdict,
          tx.nowMs(),
          cause.principal().text(),
          cause.authorityId());
    }
  }

  private void join(Transaction tx, String group) {
    Map<String, Member> members = new LinkedHashMap<>();
    members.put(MemoryWorld.OWNER, new Member(GroupRole.OWNER, Posture.ACTIVE));
    for (Actor agent : AGENTS) {
      if (random.nextBoolean()) {
        members.put(agent.name(), new Member(pick(List.of(GroupRole.values())), posture(12)));
      }
    }
    if (random.nextInt(3) == 0) {
      members.put(MemoryWorld.OWNER, new Member(GroupRole.OWNER, posture(2)));
    }
    Cause cause = tx.cause(Authority.SYSTEM);
    tx.update("DELETE FROM memory_member WHERE group_id = ?", group);
    members.forEach(
        (name, member) ->
            tx.update(
                "INSERT INTO memory_member (group_id, member, role, posture, joined_ms, principal,"
                    + " authority_id) VALUES (?, ?, ?, ?, ?, ?, ?)",
                group,
                name.equals(MemoryWorld.OWNER) ? name : Agents.named(tx, name).principal().text(),
                member.role().toString(),
                member.posture().toString(),
                tx.nowMs(),
                cause.principal().text(),
                cause.authorityId()));
    world.groups.put(group, members);
  }

  private Posture posture(int oneIn) {
    return random.nextInt(oneIn) == 0
        ? Posture.EMCON
        : pick(List.of(Posture.ACTIVE, Posture.SILENT));
  }

  private Answer call(String who, String tool, JsonObject arguments) {
    Answer answer = requireNonNull(seats.get(who)).call(tool, arguments);
    if (answer.isError()) {
      refused++;
    } else {
      allowed++;
    }
    return answer;
  }

  /** Calls a tool that is to be allowed or refused. */
  private Answer call(String who, String tool, JsonObject arguments, boolean may) {
    Answer answer = call(who, tool, arguments);
    assertThat(!answer.isError())
        .as(
            "%s %s %s%n%s%n%s%n%s%n%s",
            who, tool, arguments, answer.text(), world.rights, world.groups, world.items.values())
        .isEqualTo(may);
    return answer;
  }

  private static JsonObject learning(String text, boolean isDoubted) {
    return JsonObject.builder()
        .put("type", "insight")
        .put("content", text)
        .put("confidence", new JsonDecimal(new BigDecimal(isDoubted ? "0.2" : "0.7")))
        .build();
  }

  private String anyGroup(String name) {
    return random.nextInt(8) == 0 ? name + "-none" : name + "-" + pick(COLORS);
  }

  private void create(String who, String name) {
    Visibility visibility = pick(List.of(Visibility.values()));
    String group = visibility == Visibility.GROUP ? anyGroup(name) : "";
    String owner = random.nextInt(4) == 0 ? actor() : who;
    Item item =
        new Item(
            name + "-" + ++made,
            visibility,
            owner,
            who,
            group,
            "kelp " + name + " " + made,
            random.nextInt(8) == 0,
            Optional.empty());
    JsonObject arguments =
        JsonObject.builder()
            .put("type", "learning")
            .put("id", item.id())
            .put("visibility", visibility.name().toLowerCase(Locale.ROOT))
            .put("data", learning(item.text(), item.isDoubted()))
            .build();
    arguments = group.isEmpty() ? arguments : arguments.with("group_id", group);
    arguments = owner.equals(who) ? arguments : arguments.with("entity_id", owner);
    boolean may = world.creates(who, visibility, owner, group);
    Answer answer = call(who, "memory_write_warm", arguments, may);
    if (may) {
      world.put(item);
    } else if (visibility == Visibility.GROUP && !world.reads(who, visibility, who, group)) {
      assertLikeNothing(who, "memory_write_warm", arguments, answer, group, name + "-null");
    }
  }

  /** Demands that an error says of a thing what it says of one that nobody has. */
  private void assertLikeNothing(
      String who, String tool, JsonObject arguments, Answer answer, String id, String nothing) {
    JsonObject other = JsonObject.empty();
    for (var member : arguments.members().entrySet()) {
      boolean isIt = member.getValue().equals(new JsonString(id));
      other =
          isIt
              ? other.with(member.getKey(), nothing)
              : other.with(member.getKey(), member.getValue());
    }
    Answer unknown = call(who, tool, other, false);
    assertThat(answer.text().replace(id, "ID"))
        .as("%s %s %s", who, tool, arguments)
        .isEqualTo(unknown.text().replace(nothing, "ID"));
    assertThat(answer.document().toString().replace(id, "ID"))
        .isEqualTo(unknown.document().toString().replace(nothing, "ID"));
  }

  private Item item(String name) {
    List<Item> all =
        world.items.values().stream()
            .filter(item -> item.text().contains(" " + name + " "))
            .toList();
    return all.isEmpty() ? noItem(name) : pick(all);
  }

  private static Item noItem(String name) {
    return new Item(
        name + "-no-item", Visibility.PRIVATE, "nobody", "nobody", "", "", false, Optional.empty());
  }

  private void change(String who, String name) {
    Item item = item(name);
    boolean exists = world.items.containsKey(item.id());
    JsonObject id = JsonObject.empty().with("id", item.id());
    switch (random.nextInt(8)) {
      case 0 -> {
        boolean may = exists && world.deletes(who, item);
        Answer answer = call(who, "memory_delete_warm", id, may);
        unlessSeen(who, "memory_delete_warm", id, answer, item, exists);
        if (may) {
          world.items.remove(item.id());
        }
      }
      case 1 -> {
        boolean isOwner = who.equals(MemoryWorld.OWNER);
        boolean may = exists && (isOwner ? world.reads(who, item) : world.deletes(who, item));
        Answer answer = call(who, "memory_erase", id, may);
        unlessSeen(who, "memory_erase", id, answer, item, exists);
        if (may) {
          world.erase(item);
        }
      }
      case 2, 3 -> share(who, name, item, exists);
      case 4 -> edit(who, id, item, exists, name);
      case 5 -> addMember(who, name);
      case 6 -> removeMember(who, name);
      default -> takePosture(who, name);
    }
  }

  /** Demands, if it may not read an item, the error of one that does not exist. */
  private void unlessSeen(
      String who, String tool, JsonObject arguments, Answer answer, Item item, boolean exists) {
    if (exists && !world.reads(who, item)) {
      String nothing = "0".repeat(item.id().length());
      assertLikeNothing(who, tool, arguments, answer, item.id(), nothing);
    }
  }

  private void share(String who, String name, Item item, boolean exists) {
    String group = anyGroup(name);
    JsonObject arguments =
        JsonObject.builder().put("item_id", item.id()).put("target_group", group).build();
    boolean may = exists && world.shares(who, item, group);
    Answer answer = call(who, "memory_share", arguments, may);
    unlessSeen(who, "memory_share", arguments, answer, item, exists);
    if (may) {
      world.put(
          new Item(
              answer.document().string("copy_id").orElseThrow(),
              Visibility.GROUP,
              who,
              who,
              group,
              item.text(),
              item.isDoubted(),
              Optional.of(item.id())));
    } else if (exists
        && world.reads(who, item)
        && item.owner().equals(who)
        && !world.reads(who, Visibility.GROUP, who, group)) {
      assertLikeNothing(who, "memory_share", arguments, answer, group, name + "-null");
    }
  }

  private void edit(String who, JsonObject id, Item item, boolean exists, String name) {
    boolean isDoubted = random.nextInt(8) == 0;
    String text = "kelp " + name + " " + ++made;
    JsonObject arguments = id.with("data", learning(text, isDoubted));
    boolean may = exists && world.edits(who, item);
    Answer answer = call(who, "memory_edit", arguments, may);
    unlessSeen(who, "memory_edit", arguments, answer, item, exists);
    if (may) {
      world.put(
          new Item(
              item.id(),
              item.visibility(),
              item.owner(),
              item.author(),
              item.group(),
              text,
              // Nobody ends the quarantine of an item by writing it once more.
              item.isDoubted() || isDoubted,
              item.copyOf()));
    }
  }

  private void addMember(String who, String name) {
    String group = anyGroup(name);
    String target = actor();
    GroupRole role = pick(List.of(GroupRole.values()));
    JsonObject arguments =
        JsonObject.builder()
            .put("group_id", group)
            .put("target_entity_id", target)
            .put("role", role.toString())
            .build();
    boolean may = world.groups.containsKey(group) && world.adds(who, group, target, role);
    Answer answer = call(who, "memory_group_add_member", arguments, may);
    if (may) {
      Posture posture =
          world
              .member(target, group)
              .filter(one -> one.role() == role)
              .map(Member::posture)
              .orElse(Posture.ACTIVE);
      requireNonNull(world.groups.get(group)).put(target, new Member(role, posture));
    } else if (!world.seesGroup(who, group)) {
      assertLikeNothing(who, "memory_group_add_member", arguments, answer, group, name + "-null");
    }
  }

  private void removeMember(String who, String name) {
    String group = anyGroup(name);
    String target = random.nextBoolean() ? who : actor();
    JsonObject arguments =
        JsonObject.builder().put("group_id", group).put("target_entity_id", target).build();
    boolean may = world.groups.containsKey(group) && world.removes(who, group, target);
    boolean isNoMember = world.seesGroup(who, group) && world.member(target, group).isEmpty();
    Answer answer = call(who, "memory_group_remove_member", arguments);
    assertThat(!answer.isError() && answer.document().bool("success").orElse(false))
        .as("%s %s %s", who, arguments, answer)
        .isEqualTo(may);
    if (may) {
      requireNonNull(world.groups.get(group)).remove(target);
    } else if (!isNoMember && !world.seesGroup(who, group)) {
      assertLikeNothing(
          who, "memory_group_remove_member", arguments, answer, group, name + "-null");
    }
  }

  private void takePosture(String who, String name) {
    String group = anyGroup(name);
    Posture posture = posture(4);
    boolean may = world.member(who, group).isPresent();
    Answer _ =
        call(
            who,
            "memory_group_posture",
            JsonObject.builder().put("group_id", group).put("posture", posture.toString()).build(),
            may);
    if (may) {
      Member before = world.member(who, group).orElseThrow();
      requireNonNull(world.groups.get(group)).put(who, new Member(before.role(), posture));
    }
  }

  /** Asks for all: what is read, found, listed and counted is what the caller may read. */
  private void look(String who, String name) {
    JsonObject search = JsonObject.builder().put("query", name).put("limit", 100).build();
    assertThat(ids(call(who, "memory_search", search, true)))
        .as("%s searches %s%n%s%n%s", who, name, world.rights, world.groups)
        .isEqualTo(world.found(who, name));
    checkGroups(who, name);
    checkRead(who, item(name));
    checkNumbers(who);
    String holder = actor();
    JsonObject hot = JsonObject.empty().with("user_id", holder);
    Answer answer = call(who, "memory_read_hot", hot, world.readsHot(who, holder));
    if (!world.readsHot(who, holder)) {
      assertLikeNothing(who, "memory_read_hot", hot, answer, holder, "nobody");
    }
  }

  /** Returns what was found, also behind a line that stands for several of the same text. */
  private List<String> ids(Answer answer) {
    List<JsonObject> results = answer.document().array("results").orElseThrow().objects();
    assertThat(answer.document().integer("count")).hasValue(results.size());
    List<String> ids = new ArrayList<>();
    for (JsonObject result : results) {
      String id = result.string("id").orElseThrow();
      List<String> similar = result.array("similar").flatMap(JsonArray::strings).orElse(List.of());
      assertThat(similar)
          .as("folded into %s", id)
          .allSatisfy(other -> assertThat(text(other)).isEqualTo(text(id)));
      ids.add(id);
      ids.addAll(similar);
    }
    return ids.stream().sorted().toList();
  }

  private String text(String id) {
    return requireNonNull(world.items.get(id)).text();
  }

  private void checkGroups(String who, String name) {
    List<String> seen =
        world.groups.keySet().stream()
            .filter(group -> world.seesGroup(who, group))
            .sorted()
            .toList();
    Answer listed = call(who, "memory_group_list", JsonObject.empty(), true);
    assertThat(
            listed.document().array("groups").orElseThrow().objects().stream()
                .map(group -> group.string("id").orElseThrow())
                .sorted())
        .isEqualTo(seen);
    String group = anyGroup(name);
    JsonObject id = JsonObject.empty().with("group_id", group);
    Answer answer = call(who, "memory_group_read", id, world.seesGroup(who, group));
    if (!world.seesGroup(who, group)) {
      assertLikeNothing(who, "memory_group_read", id, answer, group, name + "-null");
    }
    JsonObject search = JsonObject.builder().put("query", name).put("group_id", group).build();
    assertThat(ids(call(who, "memory_search", search, true)))
        .isEqualTo(
            world.found(who, name).stream()
                .filter(found -> requireNonNull(world.items.get(found)).group().equals(group))
                .toList());
  }

  private void checkRead(String who, Item item) {
    boolean may = world.items.containsKey(item.id()) && world.reads(who, item);
    for (String tool : List.of("memory_read_warm", "memory_history")) {
      JsonObject id = JsonObject.empty().with("id", item.id());
      Answer answer = call(who, tool, id, may);
      unlessSeen(who, tool, id, answer, item, world.items.containsKey(item.id()));
      assertThat(tool.equals("memory_history") || answer.toString().contains(item.text()))
          .isEqualTo(may || tool.equals("memory_history") || item.text().isEmpty());
    }
  }

  private void checkNumbers(String who) {
    long found = world.items.values().stream().filter(item -> world.finds(who, item)).count();
    JsonObject status = call(who, "memory_status", JsonObject.empty(), true).document();
    assertThat(
            status
                .object("layers")
                .flatMap(layers -> layers.object("l2_warm"))
                .flatMap(warm -> Optional.of(warm.integer("items").orElse(-1))))
        .as("%s %s", who, status)
        .contains(found);
    assertThat(status.integer("groups"))
        .hasValue(world.groups.keySet().stream().filter(it -> world.seesGroup(who, it)).count());
  }
}
