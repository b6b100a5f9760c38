import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.file.FileStore;

/**
 * A store that has grown: a node reads some messages, then the rows that they left are inserted
 * again and again under other keys, spread over thirty days. What the program does is measured
 * before and after, in time of a processor, without that of PostgreSQL.
 *
 * <p>Arguments: the number of envelopes, and of PostgreSQL the URL of an empty database and its
 * user; or "peers" and their number.
 */
class Grown {
  private static final String LAUNCHER = System.getenv("SBP_BENCH_LAUNCHER");
  private static final int READ = 400;
  private static final int POSTED = 400;
  private static final int WARM = 100;
  private static final int CLIENTS = 32;
  private static final int ROWS_AT_ONCE = 20_000;
  private static final int DAYS = 30;

  /** The beginning of the hash at the end of a key. */
  private static final Pattern RANDOM = Pattern.compile("[0-9a-f]{8}(?=[0-9a-f]*$)");

  @SuppressWarnings("ArrayRecordComponent") // The bytes of a row as they are stored.
  private record Row(String collection, String key, byte[] value, long changedAt) {}

  private final Path home;
  private final int port;
  private final String url;
  private final String user;
  private final String schema;

  private Grown(Path home, int port, String url, String user, String schema) {
    this.home = home;
    this.port = port;
    this.url = url;
    this.user = user;
    this.schema = schema;
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2 && arguments[0].equals("peers")) {
      measurePeers(Integer.parseInt(arguments[1]));
      return;
    }
    int envelopes = arguments.length == 0 ? 1_000_000 : Integer.parseInt(arguments[0]);
    Path folder = Files.createTempDirectory("sbp-bench");
    try {
      Path home = folder.resolve("node");
      int port = Bench.freePort();
      Serve.node(home, port);
      Grown grown =
          arguments.length < 3
              ? new Grown(home, port, "jdbc:sqlite:" + home.resolve("runtime/store.sqlite"), "", "")
              : new Grown(home, port, arguments[1], arguments[2], "sbp.");
      grown.begin();
      grown.measure("%,d".formatted(READ));
      grown.grow(envelopes);
      grown.measure("%,d".formatted(envelopes));
    } finally {
      Bench.delete(folder);
    }
  }

  /** Times a node on files with so many peers, some of whom have written. */
  private static void measurePeers(int peers) throws Exception {
    Path folder = Files.createTempDirectory("sbp-bench");
    try {
      Path home = folder.resolve("node");
      int port = Bench.freePort();
      Serve.node(home, port);
      Grown grown = new Grown(home, port, "", "", "");
      grown.run("tick");
      Node node =
          new Node(new NodeHome(home), new LocalDisk(), InstantSource.system(), new SecureRandom());
      double _ = Reading.fill(node, new FileStore(node), READ, peers);
      System.out.printf(
          "%,d peers  %,d KB", peers, Files.size(home.resolve("runtime/peers.md")) / 1_000);
      grown.time("  status", 1, "status");
      grown.time("  tick", READ, "tick");
      grown.time("  idle tick", 1, "tick");
      grown.time("  list", 1, "peers");
      grown.time("  maintain", 1, "maintain");
      System.out.println();
    } finally {
      Bench.delete(folder);
    }
  }

  /** Lets the node read messages on files, and moves it to the database. */
  private void begin() throws Exception {
    Node node =
        new Node(new NodeHome(home), new LocalDisk(), InstantSource.system(), new SecureRandom());
    FileStore store = new FileStore(node);
    double _ = Reading.fill(node, store, READ);
    while (!store.inbox().pending().isEmpty()) {
      run("tick");
    }
    if (schema.isEmpty()) {
      run("store", "migrate", "--to", "sqlite");
    } else {
      run("config", "set", "store.postgres.url", url);
      run("config", "set", "store.postgres.user", user);
      run("store", "migrate", "--to", "postgres");
    }
  }

  private void grow(int envelopes) throws SQLException {
    List<Row> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url, user, "");
        Statement statement = connection.createStatement()) {
      try (ResultSet found =
          statement.executeQuery(
              "SELECT collection, key, value, changed_at FROM %sentry WHERE collection IN (SELECT collection FROM %sentry GROUP BY collection HAVING count(*) >= %d)"
                  .formatted(schema, schema, READ / 4))) {
        while (found.next()) {
          rows.add(
              new Row(found.getString(1), found.getString(2), found.getBytes(3), found.getLong(4)));
        }
      }
      System.err.printf(
          "each envelope left %.1f rows%n", rows.size() / (double) (READ + POSTED + WARM));
      connection.setAutoCommit(false);
      int times = envelopes / (READ + POSTED + WARM);
      SplittableRandom random = new SplittableRandom(48);
      int waiting = 0;
      try (PreparedStatement insert =
          connection.prepareStatement(
              "INSERT INTO %sentry (collection, key, value, changed_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
                  .formatted(schema))) {
        for (int i = 0; i < times; i++) {
          long age = 86_400L * DAYS * i / times;
          for (Row row : rows) {
            insert.setString(1, row.collection());
            insert.setString(2, key(row.key(), random));
            insert.setBytes(3, row.value());
            insert.setLong(4, row.changedAt() - age);
            insert.addBatch();
            if (++waiting % ROWS_AT_ONCE == 0) {
              int[] _ = insert.executeBatch();
              connection.commit();
            }
          }
        }
        int[] _ = insert.executeBatch();
        connection.commit();
      }
    }
  }

  private static String key(String key, SplittableRandom random) {
    Matcher found = RANDOM.matcher(key);
    return found.find()
        ? key.substring(0, found.start())
            + "%08x".formatted(random.nextInt())
            + key.substring(found.start() + 8)
        : key + "%08x".formatted(random.nextInt());
  }

  private void measure(String name) throws Exception {
    System.out.printf("%11s  accept %.2f ms each  %8s", name, post(), size());
    time("  status", 1, "status");
    time("  tick", POSTED + WARM, "tick");
    time("  idle tick", 1, "tick");
    time("  maintain", 1, "maintain");
    time("  again", 1, "maintain");
    System.out.println();
  }

  /** Posts messages; returns the milliseconds of a processor that the server used for each. */
  private double post() throws Exception {
    Process server =
        new ProcessBuilder(LAUNCHER, "serve", "--home", home.toString())
            .redirectErrorStream(true)
            .redirectOutput(home.resolveSibling("serve.log").toFile())
            .start();
    try {
      Bench.awaitOpen(port);
      List<byte[]> bodies = Serve.sign(home, Serve.target(home, port), POSTED + WARM);
      Serve.Posts _ = Serve.post(Serve.target(home, port), bodies.subList(0, WARM), CLIENTS);
      Duration before = Serve.processorTime(server);
      Serve.Posts _ =
          Serve.post(Serve.target(home, port), bodies.subList(WARM, WARM + POSTED), CLIENTS);
      return Serve.processorTime(server).minus(before).toNanos() / 1e6 / POSTED;
    } finally {
      server.destroy();
      int _ = server.waitFor();
    }
  }

  private String size() throws Exception {
    long bytes;
    if (schema.isEmpty()) {
      bytes = Files.size(home.resolve("runtime/store.sqlite"));
    } else {
      try (Connection connection = DriverManager.getConnection(url, user, "");
          Statement statement = connection.createStatement();
          ResultSet found = statement.executeQuery("SELECT pg_database_size(current_database())")) {
        found.next();
        bytes = found.getLong(1);
      }
    }
    return "%,d MB".formatted(bytes / 1_000_000);
  }

  private void time(String name, int items, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(words));
    command.addAll(List.of("--home", home.toString()));
    double seconds = Reading.cpuMillis(command.toArray(String[]::new)) / 1_000;
    String many = items == 1 ? "" : " (%d messages)".formatted(items);
    System.out.printf("%s %.2f s%s", name, seconds, many);
    System.out.flush();
  }

  private void run(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(LAUNCHER));
    command.addAll(List.of(words));
    command.addAll(List.of("--home", home.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exit = process.waitFor();
    if (exit != 0 && exit != 3) {
      throw new IOException(command + " failed with " + exit + ": " + said);
    }
  }
}
