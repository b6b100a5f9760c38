package org.sovereignbook.sbp.cli.talk;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.screen.DeliveryAttempts;
import org.sovereignbook.sbp.frontend.screen.PeerFinder;
import org.sovereignbook.sbp.frontend.screen.PeerLabels;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.delivery.Delivery;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.SubscriptionRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp peers deliveries}: what was delivered to each peer by day, and why a peer is silent.
 */
@Command(
    name = "deliveries",
    description = "what was delivered to each peer by day, and why a peer is silent")
@Example({"sbp peers deliveries", "sbp peers deliveries ada --days 30"})
@Prints(PeerDeliveries.Calendar.class)
final class PeerDeliveries extends NodeCommand {
  private static final int MAX_DAYS = 92;

  /** Only the newest lines of the log are read. */
  private static final int MAX_LINES = 20_000;

  private static final String LINE_BEGINS = "[delivery] ";

  @Parameters(arity = "0..1", paramLabel = "PEER", description = PeerFinder.PEER)
  Optional<String> peer = Optional.empty();

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "the number of UTC days, today included (default: ${DEFAULT-VALUE})")
  @Range.Of(min = 1, max = MAX_DAYS)
  int days = 14;

  @Mixin PageOptions page = PageOptions.cut(200, "sbp peers deliveries PEER");

  /** Deliveries to each peer, and since which day. */
  record Calendar(String from, int days, List<OfPeer> peers, @Shape.Inline Page.End end) {}

  /**
   * One peer.
   *
   * @param byDay the days with an attempt, the oldest first
   */
  record OfPeer(
      PublicKey publicKey,
      String name,
      TrustState trust,
      @Shape.Inline PeerSilence silence,
      @Shape.Named("days") List<OnDay> byDay) {
    private int sum(ToIntFunction<OnDay> what) {
      return byDay.stream().mapToInt(what).sum();
    }
  }

  /**
   * Attempts on one day.
   *
   * @param failed refused for now or for good, or given up
   * @param silent nothing has answered
   */
  record OnDay(String day, int delivered, int failed, int silent) {
    private OnDay plus(DeliveryAttempts.Attempt one) {
      boolean isFailed = !one.isDelivered() && !one.silent();
      return new OnDay(
          day,
          delivered + (one.isDelivered() ? 1 : 0),
          failed + (isFailed ? 1 : 0),
          silent + (one.silent() ? 1 : 0));
    }
  }

  /** The attempts of the log by peer. */
  private static final class Attempts {
    private final Map<PublicKey, TreeMap<String, OnDay>> days = new HashMap<>();
    private final Map<PublicKey, DeliveryAttempts.Attempt> last = new HashMap<>();

    private void add(String day, DeliveryAttempts.Attempt one) {
      days.computeIfAbsent(one.peer(), _ -> new TreeMap<>())
          .compute(
              day,
              (_, known) ->
                  Optional.ofNullable(known).orElseGet(() -> new OnDay(day, 0, 0, 0)).plus(one));
      last.put(one.peer(), one);
    }

    private List<OnDay> of(PublicKey peer) {
      return List.copyOf(days.getOrDefault(peer, new TreeMap<>()).values());
    }
  }

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    LocalDate today = LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC);
    LocalDate first = today.minusDays(days - 1L);
    try (Store store = session.store(node)) {
      Output output = session.output();
      Calendar calendar = calendar(store, first, today);
      print(output, calendar, PeerLabels.of(store));
      return output.list(calendar);
    }
  }

  private Calendar calendar(Store store, LocalDate first, LocalDate today) {
    Attempts attempts = attempts(store, first, today);
    Map<PublicKey, Delivery.Pause> pauses = Delivery.pauses(store);
    Map<PublicKey, SubscriptionRequest> requests = SubscriptionRequest.all(store);
    Stream<Peer> chosen =
        peer.isPresent()
            ? Stream.of(PeerFinder.find(store.peers(), peer.get()))
            : store.peers().peers().stream();
    Page<OfPeer> found =
        page.of(
            chosen.map(
                one ->
                    new OfPeer(
                        one.publicKey(),
                        one.name(),
                        one.trust(),
                        PeerSilence.of(
                            new PeerSilence.Facts(
                                one,
                                Optional.ofNullable(requests.get(one.publicKey()))
                                    .filter(SubscriptionRequest::isRequested)
                                    .isPresent(),
                                Optional.ofNullable(pauses.get(one.publicKey())),
                                Optional.ofNullable(attempts.last.get(one.publicKey())),
                                store.node().now())),
                        attempts.of(one.publicKey()))),
            one -> one.publicKey().toString());
    return new Calendar(first.toString(), days, found.items(), found.end());
  }

  /** Reads the log, and the archives that may have lines of these days. */
  private static Attempts attempts(Store store, LocalDate first, LocalDate today) {
    List<String> lines = new ArrayList<>();
    List<String> present = store.lines(LogFile.OPS);
    for (YearMonth month = YearMonth.from(first);
        !reachesBack(present, first) && !month.isAfter(YearMonth.from(today));
        month = month.plusMonths(1)) {
      lines.addAll(store.archived(LogFile.OPS, month));
    }
    lines.addAll(present);
    String from = LINE_BEGINS + first;
    List<String> told =
        lines.stream()
            .filter(line -> line.startsWith(LINE_BEGINS) && line.compareTo(from) >= 0)
            .toList();
    DeliveryAttempts reader = new DeliveryAttempts(store.peers());
    Attempts attempts = new Attempts();
    for (String line : told.subList(Math.max(0, told.size() - MAX_LINES), told.size())) {
      LogEntry.parse(line)
          .ifPresent(
              entry ->
                  reader
                      .of(entry)
                      .filter(one -> !one.isDropped())
                      .ifPresent(one -> attempts.add(day(entry), one)));
    }
    return attempts;
  }

  /** Returns whether lines begin before a day, so that older ones need not be read. */
  private static boolean reachesBack(List<String> lines, LocalDate day) {
    return lines.stream()
        .flatMap(line -> LogEntry.parse(line).stream())
        .findFirst()
        .filter(entry -> day(entry).compareTo(day.toString()) < 0)
        .isPresent();
  }

  private static String day(LogEntry entry) {
    return LocalDate.ofInstant(entry.at().instant(), ZoneOffset.UTC).toString();
  }

  private void print(Output output, Calendar calendar, PeerLabels labels) {
    Table table = Table.of("NAME", "STATE", "DELIVERED", "FAILED", "SILENT", "DAYS");
    for (OfPeer one : calendar.peers()) {
      table.row(
          labels.of(Optional.of(one.publicKey())),
          one.silence().state().toString(),
          one.sum(OnDay::delivered),
          one.sum(OnDay::failed),
          one.sum(OnDay::silent),
          one.byDay().size());
    }
    output.table(table, "no peers yet; meet one:  sbp follow URL");
    for (OfPeer one : calendar.peers()) {
      one.silence()
          .why()
          .filter(_ -> peer.isPresent() || one.silence().state() != PeerSilence.State.QUIET)
          .ifPresent(
              why -> {
                output.line("");
                output.prose(
                    "", labels.of(Optional.of(one.publicKey())) + ": " + PeerText.plain(why));
                one.silence().remedy().ifPresent(command -> output.line("  " + command));
              });
    }
    calendar.end().print(output);
  }
}
