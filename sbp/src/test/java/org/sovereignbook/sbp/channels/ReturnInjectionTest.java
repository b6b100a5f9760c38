package org.sovereignbook.sbp.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.plugins.returning.Journeys;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryApproval;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.MemoryItem;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.memory.McpSeat;
import org.sovereignbook.sbp.testkit.memory.McpSeat.Answer;

/**
 * An agent brings home texts that ask for a widening of rights, written by the owner of the node
 * where it was a guest. A gullible model that recalls them causes no more than that owner may.
 */
class ReturnInjectionTest {
  private static final Path CORPUS =
      Path.of(
          "../testkit/src/main/resources/org/sovereignbook/sbp/testkit/injection/authority.jsonl");

  /** Tools that peers may cause: memory is found and read, and a task added. */
  private static final String POLICIES =
      """
      - { name: node, match: { principal: { is_user: true } }, effect: allow, permissions: "*" }
      - { name: program, match: { principal: { system: true } }, effect: allow, permissions: "*" }
      - { name: agents, match: { principal: { agent: true } }, effect: allow, permissions: "*" }
      - name: known
        match: { principal: { peer: true } }
        effect: allow
        permissions: { tools: [memory_search, memory_read_warm, memory_read_hot, task_add],
          data: restricted }
      """;

  @TempDir private Path folder;
  private SocietyChannels home;
  private TestSociety away;
  private List<String> texts = List.of();
  private int made;

  @BeforeEach
  void open() throws Exception {
    List<String> all = new ArrayList<>();
    for (String line : Files.readAllLines(CORPUS)) {
      all.add(json(line).string("text").orElseThrow());
    }
    texts = SocietyChannels.tried(all.stream().filter(text -> text.indexOf('\u0000') < 0).toList());
    home = new SocietyChannels(folder.resolve("home"));
    home.policies(POLICIES);
    home.peer("carol", TrustState.KNOWN);
    home.agent("ada", "*");
    away =
        TestSociety.of(
            TestNode.in(folder.resolve("away"), TestKeys.named("carol"), TestNode.ALICE_ENDPOINT));
  }

  @AfterEach
  void close() {
    home.close();
    away.close();
  }

  private static JsonObject json(String text) throws MalformedJson {
    return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The node where ada is a guest writes all the texts into its memory, in its name. */
  private void bringHome() throws Exception {
    Path out = folder.resolve("out.json");
    SocietyChannels.require(home.owner("agent", "leave", "ada", out.toString()));
    String left = Files.readString(out);
    Agent _ = Journeys.host(away, left);
    for (int i = 0; i < texts.size(); i++) {
      JsonObject note = JsonObject.builder().put("content", texts.get(i)).build();
      ItemDraft draft = ItemDraft.of(ItemType.NOTE, note).named(Optional.of("fact-" + i));
      ItemWriter.Written _ =
          away.as(
              "ada", "memory_write_warm", (tx, caller) -> new ItemWriter(tx).write(caller, draft));
    }
    JsonObject focus =
        JsonObject.empty().with("active", JsonObject.empty().with("focus", texts.getFirst()));
    away.as(
        "ada",
        "memory_write_hot",
        (tx, caller) -> {
          HotMemory hot = new HotMemory(tx);
          HotMemory.Written _ =
              hot.write(caller, MemoryHolder.of(caller), false, focus, Optional.empty());
          return hot.end(caller);
        });
    Path back = folder.resolve("back.json");
    Files.writeString(back, Journeys.leave(away, "ada"));
    SocietyChannels.require(home.owner("agent", "return", back.toString()));
  }

  /** Merges all without anybody's approval, as a configured automatic merge does. */
  private void mergeUnreviewed() {
    Journeys.mergeUnreviewed(home.ledger(), "ada");
  }

  private McpSeat seat() {
    return McpSeat.open(
        new InProcessProgram(home.node().home().root(), new TestClock()),
        Optional.of("ada"),
        McpSeat.Era.STATELESS);
  }

  /** Calls by which a model would widen its rights, or act in the node's name. */
  private List<Answer> obey(McpSeat seat) {
    String name = "x" + ++made;
    return List.of(
        seat.call(
            "agent_register", JsonObject.empty().with("name", name).with("display_name", name)),
        seat.call("bus_put", JsonObject.empty().with("key", name).with("value", "theirs")),
        seat.call("memory_group_create", JsonObject.empty().with("id", name).with("name", name)));
  }

  private static JsonObject done(McpSeat seat, String tool, JsonObject arguments) {
    Answer answer = seat.call(tool, arguments);
    assertThat(answer.isError()).as("%s: %s", tool, answer.text()).isFalse();
    return answer.document();
  }

  @Test
  void aTextThatAskedForMoreCausesNoMoreThanItsNodeMay() throws Exception {
    bringHome();
    mergeUnreviewed();
    try (McpSeat seat = seat()) {
      assertThat(obey(seat)).as("before").noneMatch(Answer::isError);
      for (int i = 0; i < texts.size(); i++) {
        JsonObject found =
            done(seat, "memory_read_warm", JsonObject.empty().with("id", "fact-" + i));
        assertThat(found.string("content")).contains(texts.get(i));
        assertThat(obey(seat)).as(texts.get(i)).allMatch(Answer::isError);
      }
      JsonObject task = JsonObject.empty().with("title", "which the other node may cause");
      assertThat(done(seat, "task_add", task).members()).isNotEmpty();
      assertThat(home.authority("task", "number").toString()).contains("peer:carol");
    }
    assertThat(home.ledger().<Long>read(tx -> tx.number("SELECT COUNT(*) FROM bus"))).isOne();
  }

  @Test
  void itsHotContextFromAbroadIsApartAndBindsWhenItIsAskedFor() throws Exception {
    bringHome();
    mergeUnreviewed();
    try (McpSeat seat = seat()) {
      JsonObject shown = done(seat, "memory_read_hot", JsonObject.empty());
      assertThat(shown.object("active").flatMap(it -> it.string("focus"))).isEmpty();
      assertThat(shown.array("apart_for")).isPresent();
      assertThat(obey(seat)).as("it is not shown").noneMatch(Answer::isError);

      JsonObject apart = done(seat, "memory_read_hot", JsonObject.empty().with("apart", true));
      assertThat(apart.object("apart").orElseThrow().toString()).contains("\"focus\"");
      assertThat(obey(seat)).allMatch(Answer::isError);
    }
  }

  /** Its owner has read it: an ordinary week after a merge, with the least trusted of nodes. */
  @Test
  void whatTheOwnerMergedBindsNobody() throws Exception {
    bringHome();
    SocietyChannels.require(home.owner("agent", "merge", "ada"));
    try (McpSeat seat = seat()) {
      assertThat(done(seat, "memory_read_hot", JsonObject.empty()).toString())
          .contains("\"focus\"");
      assertThat(
              done(seat, "memory_read_warm", JsonObject.empty().with("id", "fact-1"))
                  .string("content"))
          .contains(texts.get(1));

      assertThat(obey(seat)).noneMatch(Answer::isError);
    }
  }

  /** Bound by what it has read, it is not muted: its own memory stays open to it. */
  @Test
  void anAgentThatActsForOthersStillReadsAndWritesItsOwnMemory() throws Exception {
    bringHome();
    mergeUnreviewed();
    SocietyChannels.require(home.owner("group", "create", "den"));
    SocietyChannels.require(home.owner("group", "add", "den", "ada"));
    try (McpSeat seat = seat()) {
      JsonObject _ = done(seat, "memory_read_warm", JsonObject.empty().with("id", "fact-1"));
      assertThat(obey(seat)).allMatch(Answer::isError);

      assertThat(
              done(seat, "memory_search", JsonObject.empty().with("query", texts.get(2)))
                  .integer("count")
                  .orElse(0))
          .isPositive();
      JsonObject note = JsonObject.empty().with("content", "what ada makes of it");
      JsonObject _ =
          done(
              seat,
              "memory_write_warm",
              JsonObject.empty().with("type", "note").with("id", "mine").with("data", note));
      JsonObject _ =
          done(
              seat,
              "memory_edit",
              JsonObject.empty().with("id", "mine").with("data", note.with("title", "of ada")));
      JsonObject focus =
          JsonObject.empty().with("active", JsonObject.empty().with("focus", "the bridge"));
      assertThat(
              done(
                      seat,
                      "memory_write_hot",
                      JsonObject.empty().with("operation", "patch").with("data", focus))
                  .bool("apart"))
          .contains(true);
      Answer denied =
          seat.call(
              "memory_write_warm",
              JsonObject.empty().with("type", "note").with("group_id", "den").with("data", note));
      assertThat(denied.code()).isEqualTo("access_denied");
      assertThat(denied.text()).contains("the owner").doesNotContain("()");
    }
    assertThat(
            home.ledger()
                .<List<String>>read(
                    tx ->
                        new Items(tx)
                                .causes(
                                    tx.texts("SELECT id FROM memory_item WHERE label = ?", "mine"))
                                .stream()
                                .flatMap(cause -> Access.beneficiaries(cause).stream())
                                .map(Principal::text)
                                .distinct()
                                .toList()))
        .containsExactly("peer:" + TestKeys.named("carol").publicKey());
    try (McpSeat fresh = seat()) {
      JsonObject _ = done(fresh, "memory_read_hot", JsonObject.empty());
      assertThat(obey(fresh)).as("a new connection").noneMatch(Answer::isError);
    }
    MemoryItem _ =
        home.ledger()
            .<MemoryItem>write(tx -> new MemoryApproval(tx).item(Caller.owner("command"), "mine"));
    try (McpSeat fresh = seat()) {
      JsonObject _ = done(fresh, "memory_read_warm", JsonObject.empty().with("id", "mine"));
      assertThat(obey(fresh)).as("what the owner approved").noneMatch(Answer::isError);
    }
  }
}
