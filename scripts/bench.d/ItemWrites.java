import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.sql.SqliteDatabase;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;

/**
 * Items of about 212 bytes, each written in a transaction of its own: time, the processor's time
 * and growth of the database, beside synced inserts of the same bytes into a bare table.
 */
final class ItemWrites {
  private static final int WARM = 300;
  private static final int ITEMS = 2_000;
  private static final int WORDS = 28;
  private static final int VOCABULARY = 20_000;

  private final Random random = new Random(31);

  /** One kind of write. */
  private interface Write {
    void text(String text) throws Exception;
  }

  /** Measured: milliseconds of the clock, sorted, and of the processor and bytes on disk each. */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared or changed.
  private record Figures(double[] clock, double processor, double bytes) {
    double median() {
      return clock[clock.length / 2];
    }

    void print(String what) {
      System.out.printf(
          "%-24s %12.2f %12.2f %12.2f %12.0f%n",
          what, median(), clock[clock.length * 95 / 100], processor, bytes);
    }
  }

  void measure(Node node, Ledger ledger, Path folder) throws Exception {
    ledger.run(
        tx -> {
          var _ =
              Registration.usual("writer", AgentType.CUSTOM).register(tx, Caller.owner("command"));
        });
    System.out.printf(
        "%n%-24s %12s %12s %12s %12s%n",
        "a text of 212 bytes", "ms, median", "95th", "CPU ms", "bytes");
    Figures items =
        figures(
            text ->
                ledger.run(
                    tx -> {
                      Caller caller = Agents.caller(tx, Optional.of("writer"), Optional.empty());
                      var _ = new ItemWriter(tx).write(caller, note(text));
                    }),
            node.home().root().resolve("runtime/society/society.db"));
    items.print("an item");
    Path bare = folder.resolve("bare.db");
    try (Connection connection = SqliteDatabase.config().createConnection("jdbc:sqlite:" + bare);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("CREATE TABLE bare (id INTEGER PRIMARY KEY, text TEXT NOT NULL)");
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO bare (text) VALUES (?)")) {
        Figures reference =
            figures(
                text -> {
                  insert.setString(1, text);
                  insert.executeUpdate();
                },
                bare);
        reference.print("a synced bare insert");
        System.out.printf(
            "an item takes %.1f times as long and %.1f times the bytes%n",
            items.median() / reference.median(), items.bytes() / reference.bytes());
      }
    }
  }

  private Figures figures(Write write, Path file) throws Exception {
    for (int i = 0; i < WARM; i++) {
      write.text(text());
    }
    long size = pages(file);
    double[] clock = new double[ITEMS];
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    for (int i = 0; i < ITEMS; i++) {
      String text = text();
      long begun = System.nanoTime();
      write.text(text);
      clock[i] = (System.nanoTime() - begun) / 1e6;
    }
    double processor = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1e6;
    Arrays.sort(clock);
    return new Figures(clock, processor / ITEMS, (double) (pages(file) - size) / ITEMS);
  }

  /** Returns the bytes of all pages in use, those in the write-ahead log among them. */
  private static long pages(Path file) throws Exception {
    try (Connection connection = SqliteDatabase.config().createConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count,"
                    + " pragma_freelist_count, pragma_page_size")) {
      return row.getLong(1);
    }
  }

  private static ItemDraft note(String text) {
    return ItemDraft.of(ItemType.NOTE, JsonObject.builder().put("content", text).build());
  }

  /** Returns random words, as common as a language's. */
  private String text() {
    return IntStream.range(0, WORDS)
        .mapToObj(_ -> "word" + (int) Math.exp(random.nextDouble() * Math.log(VOCABULARY)))
        .collect(Collectors.joining(" "));
  }
}
