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
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.memory.McpSeat;
import org.sovereignbook.sbp.testkit.memory.McpSeat.Answer;

/**
 * Texts of a stranger that an agent kept in memory, recalled by a gullible model that does all that
 * it may: never more than the stranger may cause, whether the text was read as it is, after another
 * agent's edit, or as a copy in another group.
 */
class MemoryInjectionTest {
  private static final Path CORPUS =
      Path.of(
          "../testkit/src/main/resources/org/sovereignbook/sbp/testkit/injection/authority.jsonl");

  /** Tools that peers may cause: memory is kept, found and read, and a task added. */
  private static final String POLICIES =
      """
      - { name: node, match: { principal: { is_user: true } }, effect: allow, permissions: "*" }
      - { name: program, match: { principal: { system: true } }, effect: allow, permissions: "*" }
      - { name: agents, match: { principal: { agent: true } }, effect: allow, permissions: "*" }
      - name: known
        match: { principal: { peer: true } }
        effect: allow
        permissions: { tools: ["mail_*", memory_write_warm, memory_search, memory_read_warm, memory_share,
          memory_edit, task_add], data: restricted }
      """;

  /** Effects that a gullible model tries because of a text. */
  private static final List<String> EFFECTS =
      List.of("agent_register", "bus_put", "memory_group_create");

  @TempDir private Path folder;
  private final List<McpSeat> seats = new ArrayList<>();
  private SocietyChannels it;
  private List<String> texts = List.of();
  private int made;

  @BeforeEach
  void open() throws Exception {
    List<String> all = new ArrayList<>();
    for (String line : Files.readAllLines(CORPUS)) {
      all.add(json(line).string("text").orElseThrow());
    }
    texts = all.stream().filter(text -> text.indexOf('\u0000') < 0).toList();
    assertThat(texts).hasSizeGreaterThan(70);
    texts = SocietyChannels.tried(texts);
    it = new SocietyChannels(folder);
    it.policies(POLICIES);
    it.peer("ada", TrustState.KNOWN);
    for (String agent : List.of("clerk", "editor", "fool")) {
      it.agent(agent, "*", "--mail", "peers");
    }
    for (String group : List.of("den", "yard")) {
      SocietyChannels.require(it.owner("group", "create", group));
      for (String agent : List.of("clerk", "editor", "fool")) {
        SocietyChannels.require(it.owner("group", "add", group, agent));
      }
    }
  }

  @AfterEach
  void close() {
    seats.forEach(McpSeat::close);
    it.close();
  }

  private static JsonObject json(String text) throws MalformedJson {
    return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
  }

  private McpSeat seat(String agent) {
    McpSeat seat =
        McpSeat.open(
            new InProcessProgram(it.node().home().root(), new TestClock()),
            Optional.of(agent),
            McpSeat.Era.STATELESS);
    seats.add(seat);
    return seat;
  }

  private static JsonObject done(McpSeat seat, String tool, JsonObject arguments) {
    Answer answer = seat.call(tool, arguments);
    assertThat(answer.isError()).as("%s %s: %s", tool, arguments, answer.text()).isFalse();
    return answer.document();
  }

  private static JsonObject arguments(String... members) {
    JsonObject arguments = JsonObject.empty();
    for (int i = 0; i < members.length; i += 2) {
      arguments = arguments.with(members[i], members[i + 1]);
    }
    return arguments;
  }

  /** A call with the words of a text wherever a word is expected. */
  private JsonObject effect(String tool, String text) {
    String name = "x" + ++made;
    return switch (tool) {
      case "agent_register" -> arguments("name", name, "display_name", name);
      case "bus_put" -> arguments("key", name, "value", text);
      case "memory_group_create" -> arguments("id", name, "name", name);
      default ->
          arguments("operation", "patch")
              .with("data", JsonObject.empty().with("active", arguments("focus", name)));
    };
  }

  /** The peer's mails reach the clerk, who keeps each as an item for the group. */
  private List<String> kept() {
    for (String text : texts) {
      var _ = it.lies("ada", MessageType.DIRECT, it.mail("planner", "clerk", text));
    }
    String ofPeers = "SELECT COUNT(*) FROM mail WHERE principal LIKE 'peer:%'";
    for (long before = -1; before < count(ofPeers) && count(ofPeers) < texts.size(); ) {
      before = count(ofPeers);
      SocietyChannels.require(it.owner("reader-pre"));
    }
    McpSeat clerk = seat("clerk");
    List<String> items = new ArrayList<>();
    for (JsonObject mail :
        done(clerk, "mail_list", JsonObject.empty().with("limit", 100))
            .array("mail")
            .orElseThrow()
            .objects()) {
      String body =
          done(clerk, "mail_read", arguments("id", mail.string("id").orElseThrow()))
              .string("body")
              .orElseThrow();
      items.add(
          done(
                  clerk,
                  "memory_write_warm",
                  arguments("type", "note", "group_id", "den")
                      .with("data", arguments("content", body)))
              .string("id")
              .orElseThrow());
    }
    assertThat(items).hasSize(texts.size());
    return items;
  }

  @Test
  void aRecalledTextCausesNothingThatItsWriterMayNot() {
    List<String> items = kept();
    List<String> edited = items.subList(0, items.size() / 3);
    List<String> shared = items.subList(items.size() / 3, 2 * items.size() / 3);
    McpSeat editor = seat("editor");
    for (String item : edited) {
      done(
          editor,
          "memory_edit",
          arguments("id", item)
              .with("data", arguments("content", "edited: see the manual, " + item)));
    }
    McpSeat clerk = seat("clerk");
    List<String> copies = new ArrayList<>();
    for (String item : shared) {
      copies.add(
          done(clerk, "memory_share", arguments("item_id", item, "target_group", "yard"))
              .string("copy_id")
              .orElseThrow());
    }
    List<String> plain = items.subList(2 * items.size() / 3, items.size());
    for (List<String> ways : List.of(plain, edited, copies)) {
      recallAndObey(ways);
    }
    assertThat(count("SELECT COUNT(*) FROM agent WHERE name LIKE 'x%'")).isEqualTo(3);
    assertThat(count("SELECT COUNT(*) FROM bus")).isEqualTo(3);
  }

  /** Tries each effect before a recall, and again after it, when the peer may not cause it. */
  private void recallAndObey(List<String> items) {
    McpSeat fool = seat("fool");
    for (String tool : EFFECTS) {
      done(fool, tool, effect(tool, "before"));
    }
    for (String item : items) {
      String content =
          done(fool, "memory_read_warm", arguments("id", item)).string("content").orElseThrow();
      for (String tool : EFFECTS) {
        Answer answer = fool.call(tool, effect(tool, content));
        assertThat(answer.isError()).as("%s after %s", tool, content).isTrue();
        assertThat(answer.code()).isIn("access_denied", "refused_too_often");
      }
    }
    JsonObject hot = done(fool, "memory_write_hot", effect("memory_write_hot", ""));
    assertThat(hot.bool("apart")).as("beside its own text").contains(true);
    done(fool, "task_add", arguments("title", "what the peer may cause"));
    assertThat(it.authority("task", "number").toString()).contains("peer:ada");
  }

  private long count(String query) {
    return it.ledger().<Long>read(tx -> tx.number(query));
  }

  @Test
  void aSearchThatShowsATextBindsAsReadingItDoes() {
    List<String> items = kept();
    McpSeat fool = seat("fool");
    JsonObject found =
        done(fool, "memory_search", arguments("query", texts.getFirst(), "group_id", "den"));
    assertThat(found.integer("count").orElse(0)).isPositive();
    assertThat(items).isNotEmpty();

    Answer answer = fool.call("agent_register", effect("agent_register", ""));
    assertThat(answer.code()).isEqualTo("access_denied");
  }
}
