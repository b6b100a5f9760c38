package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.Argument;
import org.sovereignbook.sbp.frontend.command.CommandInfo;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ValueKind;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection.Keyed;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Messages;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Texts with characters that steer terminals: refused at the border, or spelled out in print. */
class TerminalSafetyTest {
  private static final String EVIL =
      "a\nb: c\u001b[2J\u001b]0;owned\u0007\u202e\u009b" + "x".repeat(300);

  private static final String MESSAGE = "m1";

  private static final List<String> VIEWS =
      List.of(
          "task list",
          "memory search",
          "memory search text",
          "memory read bidi\u202e\u2066",
          "memory list",
          "memory group list",
          "entity list",
          "bus list",
          "bus get key",
          "mail list",
          "agent list",
          "event list",
          "audit list",
          "session list",
          "search a",
          "trust review",
          "status",
          "inbox",
          "outbox",
          "feed",
          "log",
          "log --ops",
          "digest",
          "access requests",
          "doctor",
          "tick --dry-run",
          "completion bash");

  @TempDir Path folder;
  private TestNode node;
  private CliTest cli;

  @BeforeEach
  void fill() {
    node = TestNode.in(folder);
    Peer alice =
        node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.TRUSTED);
    node.put(alice.withName(EVIL));
    node.store()
        .commit(
            new ChangeSet()
                .add(Messages.put(message(alice)))
                .add(piece(ObjectStore.CONTENT_RECEIVED, TestKeys.alice()))
                .add(piece(ObjectStore.CONTENT_CREATED, node.keys())));
    cli = CliTest.in(node.home().root());
    for (List<String> words :
        List.of(
            List.of("agent", "register", "ann", "--purpose", EVIL),
            List.of("task", "add", EVIL, "--description", EVIL, "--label", EVIL),
            List.of("task", "add", "plain", "--description", EVIL),
            List.of("memory", "add", "--id", EVIL, "text"),
            List.of("memory", "add", "--id", "bidi\u202e\u2066", "--tag", EVIL, EVIL),
            List.of("memory", "add", "--type", "learning", "--domain", "value", EVIL),
            List.of("memory", "add", "--type", "entity", "--members", "{\"name\": \"\\u001b[2J\"}"),
            List.of("memory", "group", "create", "g", "--name", EVIL),
            List.of("memory", "group", "create", EVIL),
            List.of("entity", "add", EVIL),
            List.of("entity", "add", "Bo", "--tag", EVIL),
            List.of("bus", "put", EVIL, EVIL),
            List.of("bus", "put", "key", EVIL),
            List.of("mail", "send", "ann", EVIL, "--subject", EVIL),
            List.of("write", "--title", EVIL, EVIL),
            List.of("session", "send", "--new", EVIL, EVIL),
            List.of("audit", "list", "--for", EVIL),
            List.of(EVIL))) {
      requireSafe(words);
    }
  }

  /** A piece that is published, with a title and a text that the protocol lets through. */
  private Change piece(Keyed kind, KeyPair author) {
    return ObjectStore.put(
        kind, node.content(author, EVIL.substring(0, 150), EVIL + "\n\n" + EVIL));
  }

  private Message message(Peer from) {
    return new Message(
        MESSAGE,
        Message.Way.RECEIVED,
        from.publicKey(),
        from.endpoint(),
        node.node().now(),
        EVIL + "\n\n```\n" + EVIL,
        Message.Refs.NONE);
  }

  private void requireSafe(List<String> words) {
    CliTest.Ran ran = cli.run(words.toArray(String[]::new));
    for (String printed : List.of(ran.out(), ran.err())) {
      assertThat(
              printed
                  .codePoints()
                  .filter(TerminalSafetyTest::steers)
                  .mapToObj(Integer::toHexString))
          .as(words.subList(0, Math.min(2, words.size())) + ": " + PeerText.plain(printed))
          .isEmpty();
    }
  }

  private static boolean steers(int c) {
    return PeerText.isUnsafe(c) && c != '\n' && c != '\t';
  }

  @Test
  void aLabelIsOneLineWithoutControlCharacters() {
    CliTest.Ran refused = cli.run("memory", "add", "--id", "a\nb: c\u001b[2J", "text");
    assertThat(refused.exit()).isNotEqualTo(ExitCode.DONE);
    assertThat(refused.err()).contains("one line without control characters");
  }

  @Test
  void everyListAndViewSpellsThemOut() {
    VIEWS.forEach(line -> requireSafe(List.of(line.split(" "))));
  }

  /** Columns of type TEXT without free text, by name or with their table, by the reason. */
  private static final Map<String, String> NOT_FREE =
      Map.of(
          "an id that the program made, or the name of another row",
          "id agent task session turn item holder principal authority_id source_event mail parent"
              + " group_id member worker reviewer sender recipient owner author scope of_whom"
              + " hook.agent event_id document_id",
          "a word of a fixed list",
          "kind state type status decision way mode channel cause posture role domain",
          "a hash or a key",
          "hash sha256 arguments_sha256 content_hash previous_hash chain_hash public_key"
              + " sealed_key sealed verifier fingerprint terms vectors",
          "a document or a list of ids, read member by member; another test poisons its members",
          "document metadata arguments tools data credentials capabilities declaration payload"
              + " mail_policy work_policy culture groups raw envelope proposal detail");

  private static final String TEXT_COLUMNS =
      "SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c"
          + " WHERE m.type = 'table' AND c.type = 'TEXT' AND m.name NOT LIKE 'recall_words%'"
          + " AND m.name NOT LIKE 'sqlite_%' ORDER BY 1";

  private static boolean isFree(String column) {
    Set<String> fixed =
        NOT_FREE.values().stream()
            .flatMap(words -> Stream.of(words.split(" ")))
            .collect(Collectors.toSet());
    String name = column.substring(column.indexOf('.') + 1);
    return !fixed.contains(name) && !fixed.contains(column) && !name.endsWith("_id");
  }

  private List<String> texts(String query) {
    try (Database database = new SqliteLedgerProvider().open(node.node())) {
      return database.<List<String>>read(sql -> sql.texts(query));
    }
  }

  /** Puts a poison into each column of free text, whatever the program would have let in. */
  private List<String> poison() {
    List<String> columns = texts(TEXT_COLUMNS);
    List<String> free = columns.stream().filter(TerminalSafetyTest::isFree).toList();
    try (Database database = new SqliteLedgerProvider().open(node.node())) {
      int _ =
          database.<Integer>write(
              sql -> free.stream().mapToInt(column -> poisoned(sql, column)).sum());
    }
    return free;
  }

  private static int poisoned(Sql sql, String column) {
    String table = column.substring(0, column.indexOf('.'));
    String name = column.substring(column.indexOf('.') + 1);
    String plain = "\"%s\" NOT LIKE '{%%' AND \"%s\" NOT LIKE '[%%'".formatted(name, name);
    return sql.update(
        "UPDATE OR IGNORE %s SET \"%s\" = ? || hex(randomblob(4)) WHERE %s"
            .formatted(table, name, plain),
        EVIL);
  }

  /** Changes each JSON document of a column. Returns how many there were. */
  private int changeDocuments(UnaryOperator<JsonValue> change) {
    try (Database database = new SqliteLedgerProvider().open(node.node())) {
      return database.<Integer>write(
          sql ->
              sql.texts(TEXT_COLUMNS).stream()
                  .mapToInt(column -> changeDocuments(sql, column, change))
                  .sum());
    }
  }

  private static int changeDocuments(Sql sql, String column, UnaryOperator<JsonValue> change) {
    String table = column.substring(0, column.indexOf('.'));
    String name = column.substring(column.indexOf('.') + 1);
    int changed = 0;
    for (String text :
        sql.texts(
            "SELECT DISTINCT \"%s\" FROM %s WHERE \"%s\" LIKE '{%%' OR \"%s\" LIKE '[%%'"
                .formatted(name, table, name, name))) {
      try {
        JsonValue before = JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
        changed +=
            sql.update(
                "UPDATE OR IGNORE %s SET \"%s\" = ? WHERE \"%s\" = ?".formatted(table, name, name),
                JsonWriter.compact(changed(before, change)),
                text);
      } catch (MalformedJson e) {
        // A text that only begins like JSON; it is poisoned as a text.
      }
    }
    return changed;
  }

  private static JsonValue changed(JsonValue value, UnaryOperator<JsonValue> change) {
    return switch (value) {
      case JsonObject object -> {
        JsonObject.Builder members = JsonObject.builder();
        object.members().forEach((name, member) -> members.put(name, changed(member, change)));
        yield change.apply(members.build());
      }
      case JsonArray array ->
          JsonArray.of(array.values().stream().map(each -> changed(each, change)).toList());
      default -> change.apply(value);
    };
  }

  private static JsonValue withWordsPoisoned(JsonValue value) {
    boolean isWord =
        value instanceof JsonString(String text)
            && !text.matches("[0-9a-z_:.-]*|[0-9A-Za-z_-]{40,}");
    return isWord ? new JsonString(EVIL) : value;
  }

  private static JsonValue withAnotherMember(JsonValue value) {
    return value instanceof JsonObject object ? object.with(EVIL, EVIL) : value;
  }

  private static JsonValue withAllTextsPoisoned(JsonValue value) {
    return value instanceof JsonString ? new JsonString(EVIL) : value;
  }

  /** JSON inside of columns: its texts, names that nobody expects, and then all that it says. */
  @Test
  void whateverADocumentInAColumnSaysEveryReaderSpellsItOut() {
    assertThat(changeDocuments(TerminalSafetyTest::withWordsPoisoned)).isGreaterThan(20);
    readEverything();
    assertThat(changeDocuments(TerminalSafetyTest::withAnotherMember)).isGreaterThan(20);
    readEverything();
    assertThat(changeDocuments(TerminalSafetyTest::withAllTextsPoisoned)).isGreaterThan(20);
    readEverything();
  }

  private String value(Argument argument) {
    return switch (argument.type()) {
      case CHOICE -> argument.choices().orElseThrow().getFirst();
      case INTEGER -> "1";
      case AGENT -> first("SELECT id FROM agent WHERE name LIKE 'a%'");
      case TASK_ID -> first("SELECT id FROM task");
      case MAIL_ID -> first("SELECT id FROM mail");
      case PEER -> TestKeys.alice().publicKey().toString();
      case READABLE_ID -> MESSAGE;
      case EVENT_ID -> first("SELECT id FROM event");
      case MEMORY_ID -> first("SELECT id FROM memory_item");
      default -> EVIL;
    };
  }

  private String first(String query) {
    return texts(query).stream().findFirst().orElse(EVIL);
  }

  /** The shortest line of a command: what it requires, with something that there is. */
  private List<String> line(CommandInfo command) {
    List<String> line = new ArrayList<>(command.path());
    command.parameters().stream().filter(Argument::required).map(this::value).forEach(line::add);
    for (Argument option : command.options()) {
      if (option.required()) {
        line.add(option.option().orElseThrow());
        line.add(value(option));
      }
    }
    return line;
  }

  /**
   * Walks all commands that read, for people and as the documents that the page's views read: those
   * have no raw character that steers, and the page puts their texts into nodes of text, which
   * preact escapes.
   */
  @Test
  void whateverIsStoredEveryReaderSpellsItOut() {
    assertThat(poison()).hasSizeGreaterThan(60).contains("agent.name", "memory_item.title");
    readEverything();
  }

  private void readEverything() {
    List<CommandInfo> readers =
        CommandLines.catalog()
            .all()
            .filter(
                command ->
                    command.tool().filter(Tool::reads).isPresent()
                        || Set.of("list", "show", "status").contains(command.name()))
            .toList();
    assertThat(readers).hasSizeGreaterThan(40);
    for (CommandInfo command : readers) {
      List<String> line = line(command);
      requireSafe(line);
      requireSafe(Stream.concat(line.stream(), Stream.of("--json")).toList());
    }
    VIEWS.forEach(line -> requireSafe(List.of(line.split(" "))));
    for (ValueKind kind : ValueKind.values()) {
      requireSafe(List.of("complete", kind.toString()));
    }
  }
}
