package org.sovereignbook.sbp.plugins.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.StoredContent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.ItemRemoval;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.MemorySearch;

/** Memory where two callers write at once, and where an erased text could stay in other tables. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresMemoryTest {
  private static final String SECRET = "quartzlantern";

  private final PostgresServer.Database server;
  @TempDir private Path folder;
  private Ledger ledger;

  PostgresMemoryTest(PostgresServer.Database server) {
    this.server = server;
  }

  @BeforeEach
  void open() {
    Node node = Node.at(folder);
    KeyFile.save(node.disk(), node.home().keypair(), KeyPair.generate(node.random()), node.now());
    node.writeJson(
        node.home().schedulerConfig(),
        JsonObject.builder().put("store", server.withTables()).build());
    ledger = Ledger.open(node, new PostgresLedgerProvider(Map.of()).open(node));
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  private <T> T owner(JsonObject arguments, Permissions.Work<T> work) {
    return Permissions.run(
        ledger,
        new ToolCall("memory_write_warm", arguments, "command", Optional.empty(), Optional.empty()),
        work);
  }

  private <T> T owner(Permissions.Work<T> work) {
    return owner(JsonObject.empty(), work);
  }

  /** Runs the same work on two connections: the second one waits for the first one's commit. */
  private <T> T second(Permissions.Work<T> work) throws ExecutionException, InterruptedException {
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      AtomicReference<Future<T>> other = new AtomicReference<>();
      T _ =
          owner(
              (tx, caller) -> {
                T done = work.run(tx, caller);
                other.set(threads.submit(() -> owner(work)));
                awaitOneThatWaits();
                return done;
              });
      return other.get().get();
    }
  }

  private void awaitOneThatWaits() {
    while (count("pg_locks WHERE NOT granted") == 0) {
      Thread.onSpinWait();
    }
  }

  private long count(String which) {
    return ledger.<Long>read(tx -> tx.number("SELECT COUNT(*) FROM " + which));
  }

  private static ItemDraft note(String id, String text) {
    return ItemDraft.of(ItemType.NOTE, JsonObject.builder().put("content", text).build())
        .named(Optional.of(id));
  }

  @Test
  void theSecondOfTwoThatCreateAGroupLearnsThatItExists() {
    assertThatThrownBy(
            () -> second((tx, caller) -> Groups.create(tx, caller, "t", "T", JsonObject.empty())))
        .hasCauseInstanceOf(SocietyException.class)
        .cause()
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("group_exists"));
    assertThat(count("memory_group")).isEqualTo(1);
    assertThat(count("memory_member")).isEqualTo(1);
  }

  @Test
  void theSecondOfTwoThatWriteAnItemOfOneIdWritesItsNextVersion() throws Exception {
    ItemWriter.Written written =
        second((tx, caller) -> new ItemWriter(tx).write(caller, note("plan", "both write")));

    assertThat(written.outcome()).isEqualTo(ItemWriter.Effect.UPDATED);
    assertThat(written.item().version()).isEqualTo(2);
    assertThat(count("memory_item")).isEqualTo(1);
    assertThat(count("memory_version")).isEqualTo(2);
  }

  @Test
  void theSecondOfTwoThatWantANewItemGetsTheConflict() throws Exception {
    ItemDraft draft = note("plan", "both write").over(Optional.of(0L));

    ItemWriter.Written written = second((tx, caller) -> new ItemWriter(tx).write(caller, draft));

    assertThat(written.outcome()).isEqualTo(ItemWriter.Effect.CONFLICT);
    assertThat(count("memory_version")).isZero();
  }

  @Test
  void anErasedTextIsInNoRowOfTheDatabase() {
    owner((tx, caller) -> Groups.create(tx, caller, "team", "Team", JsonObject.empty()));
    JsonObject arguments = JsonObject.builder().put("content", "the " + SECRET).build();
    for (String text : List.of("the " + SECRET + " is hidden", SECRET + " again")) {
      owner(
          arguments,
          (tx, caller) -> new ItemWriter(tx).write(caller, note("about " + SECRET, text)));
    }
    owner(arguments, (tx, caller) -> new ItemWriter(tx).share(caller, "about " + SECRET, "team"));
    int found =
        owner(
            arguments,
            (tx, caller) -> new MemorySearch(tx).search(caller, SECRET, ItemFilter.ALL, 9).size());
    assertThat(found).isEqualTo(2);
    assertThat(tablesWithTheSecret()).contains("memory_item", "content", "recall_passage");

    List<Subject> subjects =
        owner(arguments, (tx, caller) -> new ItemRemoval(tx).forErasure(caller, "about " + SECRET));
    List<StoredContent> erased =
        ledger.erase(
            log -> subjects.stream().flatMap(one -> log.contents(one).stream()).toList(),
            Authority.SYSTEM);

    assertThat(erased).hasSize(3);
    assertThat(tablesWithTheSecret()).isEmpty();
  }

  /** Looks into each column of each table, also into the words of the index. */
  private List<String> tablesWithTheSecret() {
    return ledger.<List<String>>read(
        tx ->
            tx
                .texts(
                    "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY"
                        + " tablename")
                .stream()
                .filter(
                    table ->
                        tx.exists(
                            "SELECT 1 FROM "
                                + table
                                + " AS t WHERE lower(t::text) LIKE '%quartzlant%' OR t::text LIKE"
                                + " '%"
                                + hex()
                                + "%'"))
                .toList());
  }

  /** Returns the text as a column of bytes shows it. */
  private static String hex() {
    StringBuilder hex = new StringBuilder();
    SECRET.chars().forEach(c -> hex.append("%02x".formatted(c)));
    return hex.toString();
  }
}
