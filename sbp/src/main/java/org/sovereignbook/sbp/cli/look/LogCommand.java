package org.sovereignbook.sbp.cli.look;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SpokenTime;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.screen.DeliveryAttempts;
import org.sovereignbook.sbp.frontend.screen.PeerFinder;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.runtime.scheduler.RunHour;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.LogTail;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp log}: the end of session-log.md or ops-log.md, and new lines as they come. */
@Command(description = "what happened; -f follows it")
@Synonyms(value = "logs", options = "--since: sbp digest --day DAY, sbp event list --since TIME")
@Example("sbp log --ops -n 50")
@Prints({LogCommand.Shown.class, LogCommand.Line.class})
@Exit(code = ExitCode.WRONG_COMMAND_LINE, means = "such as a negative number of lines")
public final class LogCommand extends NodeCommand {
  @Option(names = "--ops", description = "the operational log instead of the session log")
  boolean ops;

  @Option(
      names = "-n",
      paramLabel = "N",
      defaultValue = "20",
      description = "how many lines to show (default 20)")
  @Range.Of(min = 0)
  int lines;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description =
          "only lines before this time: 2026-03-17T12:00:00Z, or 12h for twelve hours ago")
  Optional<String> until = Optional.empty();

  @Option(names = "--peer", paramLabel = "PEER", description = "only about this peer")
  Optional<String> peer = Optional.empty();

  @Option(
      names = {"-f", "--follow"},
      description = "go on showing what is added, until interrupted; with --json one object a line")
  boolean follow;

  @Option(names = "--raw", description = "the lines as they stand in the file")
  boolean raw;

  private enum Log {
    SESSION,
    OPS
  }

  /**
   * The end of a log.
   *
   * @param runs with the operational log the runs of the last day, by component and hour
   */
  record Shown(
      Log log,
      List<String> lines,
      List<Line> entries,
      Optional<SequencedMap<String, List<RunHour>>> runs) {}

  /**
   * One line of a log.
   *
   * @param line as in the file
   * @param sentence the line in words for people
   * @param delivery the attempt to deliver that it tells of
   */
  record Line(
      String line,
      Optional<String> component,
      Optional<Timestamp> at,
      boolean error,
      String sentence,
      Optional<DeliveryAttempts.Attempt> delivery) {

    static Line of(String line, LogSentences sentences) {
      Optional<LogEntry> entry = LogEntry.parse(line);
      return new Line(
          line,
          entry.map(LogEntry::component),
          entry.map(LogEntry::at),
          entry.filter(LogEntry::isError).isPresent(),
          entry.map(sentences::of).orElse(line),
          entry.flatMap(sentences::attempt));
    }

    /** Returns the line for a screen: when, who, what. */
    String shown() {
      if (at.isEmpty()) {
        return PeerText.harmless(line);
      }
      String when = at.get().toString().substring(0, MINUTES).replace('T', ' ');
      String what = PeerText.harmless(sentence);
      return Style.QUIET.on("%s %-11s".formatted(when, component.orElse("")))
          + " "
          + (error ? Style.FAIL.on(what) : what);
    }

    /** The length of a time down to the minute. */
    private static final int MINUTES = "2026-03-17T12:00".length();
  }

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Node node = session.node();
    try (Store store = session.store(node)) {
      LogSentences sentences = new LogSentences(store, name(node));
      show(session, store, sentences);
    }
    return ExitCode.DONE;
  }

  private static String name(Node node) {
    try {
      return node.identity().name();
    } catch (NodeException e) {
      // Problems of the identity are reported by doctor; the log must work without it.
      return "this node";
    }
  }

  private void show(Session session, Store store, LogSentences sentences)
      throws InterruptedException {
    Output output = session.output();
    LogTail tail = store.tail(ops ? LogFile.OPS : LogFile.SESSION);
    Predicate<String> wanted = wanted(session);
    List<String> all = tail.added().stream().filter(wanted).toList();
    List<String> last = all.subList(Math.max(0, all.size() - lines), all.size());
    List<Line> entries = last.stream().map(line -> Line.of(line, sentences)).toList();
    Consumer<Line> printer = printer(output);
    if (entries.isEmpty() && !follow && !output.isJson()) {
      output.note("nothing yet; the work of agents:  sbp event list");
    }
    if (follow || !output.isJson()) {
      entries.forEach(printer);
    } else {
      output.json(
          new Shown(
              ops ? Log.OPS : Log.SESSION,
              last,
              entries,
              ops ? Optional.of(runs(store)) : Optional.empty()));
    }
    if (follow) {
      session.follow(
          () -> {
            tail.added().stream()
                .filter(wanted)
                .forEach(line -> printer.accept(Line.of(line, sentences)));
            return false;
          });
    }
  }

  private static SequencedMap<String, List<RunHour>> runs(Store store) {
    return RunHour.of(store.intactState(StateDocument.SCHEDULER).orElse(JsonObject.empty()));
  }

  private Predicate<String> wanted(Session session) {
    Optional<Peer> about = peer.map(given -> PeerFinder.find(session.peers(session.node()), given));
    Predicate<String> ofPeer =
        about
            .<Predicate<String>>map(
                one ->
                    line ->
                        line.contains(one.publicKey().toString())
                            || line.contains(PeerText.quote(one.name())))
            .orElse(_ -> true);
    Optional<Timestamp> end =
        until.map(
            given ->
                new Timestamp(
                    SpokenTime.time(
                        "--until",
                        given,
                        session.localTime(session.node()),
                        SpokenTime.Side.UNTIL)));
    return end.map(
            at ->
                ofPeer.and(
                    line -> LogEntry.parse(line).filter(it -> it.at().isBefore(at)).isPresent()))
        .orElse(ofPeer);
  }

  private Consumer<Line> printer(Output output) {
    if (output.isJson()) {
      return output::jsonLine;
    }
    return raw ? line -> output.text(line.line()) : line -> output.line(line.shown());
  }
}
