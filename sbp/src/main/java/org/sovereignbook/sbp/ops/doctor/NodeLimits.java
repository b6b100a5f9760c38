package org.sovereignbook.sbp.ops.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.SocietySettings;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.judgment.DailyLimits;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.reader.ReaderPreprocess;
import org.sovereignbook.sbp.peer.server.ServerSettings;
import org.sovereignbook.sbp.store.DiscoveryQueue;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.Store.Usage;
import org.sovereignbook.sbp.store.StoreSettings;
import org.sovereignbook.sbp.store.StoredClass;
import org.sovereignbook.sbp.store.StoredLines;

/**
 * The most that uninvited peers can ever make a node store, spend and keep open. Computed from the
 * configuration alone.
 *
 * @param keys how many keys such peers have at most
 * @param addresses how many addresses they use at most
 * @param diskBytes including the unused rest of each file's last block
 * @param messagesADay the most accepted from them in a day
 * @param callsADay to models; empty without a limit
 * @param usdADay empty without a limit
 * @param connections at a time, all addresses together
 * @param bodyBytes of requests that are being read, in memory; empty for an eighth of the heap
 */
record NodeLimits(
    long keys,
    long addresses,
    List<Row> stored,
    long files,
    long bytes,
    long diskBytes,
    long messagesADay,
    Optional<Long> callsADay,
    Optional<JsonDecimal> usdADay,
    int connections,
    int addressConnections,
    int requests,
    Optional<Long> bodyBytes) {
  private static final long BLOCK_BYTES = 4_096;
  private static final long MINUTES_A_DAY = Duration.ofDays(1).toMinutes();

  /** The largest entry apart from texts with limits of their own. */
  private static final long SMALL_BYTES = 1_024;

  private static final long INDEX_BYTES = 600;
  private static final long ROW_BYTES = 4_096;
  private static final long BUDGET_BYTES = 160;

  /** A line, and a second copy while its day is sorted. */
  private static final long SEEN_BYTES = 2 * 96;

  private static final int PERCENT = 100;

  /**
   * One kind of stored data.
   *
   * @param bound the setting, or other limit, that bounds it
   */
  record Row(String what, long files, long bytes, String bound) {}

  static NodeLimits of(Config config, long keys, long addresses) {
    List<Row> stored = stored(config, keys, addresses);
    long files = stored.stream().mapToLong(Row::files).sum();
    long bytes = stored.stream().mapToLong(Row::bytes).reduce(0, NodeLimits::sum);
    long fromKeys = product(keys, config.get(ServerSettings.KNOWN_BUDGET));
    long fromAddresses = product(addresses, config.get(ServerSettings.ADDRESS_BUDGET));
    long bodies = config.get(ServerSettings.BODIES_BYTES);
    return new NodeLimits(
        keys,
        addresses,
        stored,
        files,
        bytes,
        sum(bytes, product(files, BLOCK_BYTES)),
        product(Math.min(fromKeys, fromAddresses), MINUTES_A_DAY),
        calls(config),
        usd(config),
        config.get(ServerSettings.MAX_CONNECTIONS),
        config.get(ServerSettings.MAX_ADDRESS_CONNECTIONS),
        config.get(ServerSettings.MAX_REQUESTS),
        Optional.of(bodies).filter(limit -> limit > 0));
  }

  private static List<Row> stored(Config config, long keys, long addresses) {
    List<Row> rows = new ArrayList<>();
    rows.add(inbox(config, keys, addresses));
    for (StoredClass one : StoredClass.ALL) {
      long files = config.get(one.maxFiles());
      long bytes = Math.min(config.get(one.maxBytes()), product(files, Limits.MAX_ENVELOPE_BYTES));
      rows.add(new Row(one.in().name(), files, bytes, one.maxBytes().key()));
    }
    for (StoredLines one : StoredLines.ALL) {
      long lines =
          (long) config.get(one.maxLines()) + one.maxArchivedLines().map(config::get).orElse(0);
      long bytes = product(lines, StoredLines.MAX_LINE_BYTES);
      rows.add(new Row(one.stream().file(), 1, bytes, one.maxLines().key()));
    }
    int peers = config.get(StoreSettings.MAX_UNENDORSED_PEERS);
    rows.add(row("peers.md", product(peers, ROW_BYTES), StoreSettings.MAX_UNENDORSED_PEERS));
    long seen = product(config.get(ServerSettings.MAX_SEEN), SEEN_BYTES);
    rows.add(new Row("seen envelopes", 4, seen, ServerSettings.MAX_SEEN.key()));
    long budgets = 2L * config.get(ServerSettings.TRACKED_ENTRIES);
    rows.add(row("budgets", product(budgets, BUDGET_BYTES), ServerSettings.TRACKED_ENTRIES));
    long indexed =
        StoredClass.ALL.stream()
            .filter(one -> !one.in().indexes().isEmpty())
            .mapToLong(one -> config.get(one.maxFiles()))
            .sum();
    rows.add(new Row("indexes", 4, product(indexed, INDEX_BYTES), "the entries above"));
    for (SocietySettings.Bound one : SocietySettings.bounds(config)) {
      rows.add(new Row(one.what(), 1, one.bytes(), one.setting().key()));
    }
    long queue = product(DiscoveryQueue.MAX_CANDIDATES, SMALL_BYTES);
    rows.add(new Row("discovery queue", 1, queue, "fixed"));
    rows.add(new Row("journal", 1, ReaderPreprocess.MAX_BYTES_PER_RUN * 2L, "fixed"));
    return List.copyOf(rows);
  }

  private static Row row(String what, long bytes, Setting<?> bound) {
    return new Row(what, 1, bytes, bound.key());
  }

  private static Row inbox(Config config, long keys, long addresses) {
    int percent = config.get(ServerSettings.INBOX_UNCHOSEN_PERCENT);
    Usage whole =
        new Usage(
            config.get(ServerSettings.INBOX_FILES) * percent / PERCENT,
            config.get(ServerSettings.INBOX_BYTES) / PERCENT * percent);
    long files =
        least(
            whole.files(),
            product(keys, config.get(ServerSettings.INBOX_KEY_FILES)),
            product(addresses, config.get(ServerSettings.INBOX_ADDRESS_FILES)));
    long bytes =
        least(
            whole.bytes(),
            product(keys, config.get(ServerSettings.INBOX_KEY_BYTES)),
            product(addresses, config.get(ServerSettings.INBOX_ADDRESS_BYTES)),
            product(files, Limits.MAX_ENVELOPE_BYTES));
    String bound = ServerSettings.INBOX_UNCHOSEN_PERCENT.key();
    return new Row(Inbox.WAITING.name(), files, bytes, bound);
  }

  private static Optional<Long> calls(Config config) {
    return asksNobody(config)
        ? Optional.of(0L)
        : Optional.of(DailyLimits.of(config).calls()).filter(calls -> calls > 0);
  }

  private static Optional<JsonDecimal> usd(Config config) {
    return asksNobody(config)
        ? Optional.of(JsonDecimal.of(0))
        : Optional.of(DailyLimits.of(config))
            .filter(DailyLimits::limitsCost)
            .map(DailyLimits::cost);
  }

  private static boolean asksNobody(Config config) {
    return config.get(AgentSettings.BACKEND).equals(AgentSettings.BUILTIN);
  }

  /** Returns the lines below the table. */
  List<String> summary() {
    return List.of(
        "on the disk, with a block of %d bytes for each file: %s"
            .formatted(BLOCK_BYTES, bytes(diskBytes)),
        "a day: %,d messages, %s model calls, %s"
            .formatted(
                messagesADay,
                callsADay.map("%,d"::formatted).orElse("any number of"),
                usdADay.map(usd -> usd + " USD").orElse("no limit of cost")),
        "at a time: %,d connections, %,d of one address, %,d requests, %s of bodies in memory"
            .formatted(
                connections,
                addressConnections,
                requests,
                bodyBytes.map(NodeLimits::bytes).orElse("an eighth of the heap")));
  }

  static String bytes(long bytes) {
    return Wording.size(bytes);
  }

  private static long least(long first, long... others) {
    long least = first;
    for (long other : others) {
      least = Math.min(least, other);
    }
    return least;
  }

  /** Multiplies without overflow, because limits may be as large as a number can be. */
  private static long product(long one, long other) {
    long high = Math.multiplyHigh(one, other);
    return high != 0 || one * other < 0 ? Long.MAX_VALUE : one * other;
  }

  private static long sum(long one, long other) {
    return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
  }
}
