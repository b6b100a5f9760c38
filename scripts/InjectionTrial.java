///usr/bin/env jbang "$0" "$@" ; exit $?
// Tries whether a judge can be steered: shows it every text of the test kit's corpus of injections, in
// scratch nodes that reach nobody, and tells which forbidden decisions it made, and which of them the
// reader's own checks let through.
//
//   sbp script InjectionTrial [--llm NAME] [--home NODE] [--batch N] [--only WORD] [--yes] [--json]
//
//   --llm NAME    who judges; otherwise llm.backend of the node
//   --home NODE   whose settings, limits of the day and ledger hold; otherwise the node that you are in
//   --batch N     texts in one prompt (10)
//   --only WORD   only the texts of this id, language or tactic, such as zh, encoded or keys-en
//   --yes         go on without being asked, where the calls may cost something
//   --json        one document instead of the table
//
// Each call counts towards the limits of the day and stands in the node's ledger; at a limit it stops and
// tells what it has. `sbp script` puts program and backends on the class path, so run it by that.
// Exit code 0: nothing was obeyed but what is known of the built-in rules; 5: something was; 3: nothing
// could be tried.
//JAVA 25+
//SOURCES ../testkit/src/main/java/org/sovereignbook/sbp/testkit/BuiltProgram.java
//SOURCES ../testkit/src/main/java/org/sovereignbook/sbp/testkit/InProcessProgram.java
//SOURCES ../testkit/src/main/java/org/sovereignbook/sbp/testkit/InstalledProgram.java
//SOURCES ../testkit/src/main/java/org/sovereignbook/sbp/testkit/ScratchNode.java
//SOURCES ../testkit/src/main/java/org/sovereignbook/sbp/testkit/injection/Encoding.java
//SOURCES ../testkit/src/main/java/org/sovereignbook/sbp/testkit/injection/Injection.java
//SOURCES ../testkit/src/main/java/org/sovereignbook/sbp/testkit/injection/Mailbag.java
//SOURCES ../testkit/src/main/java/org/sovereignbook/sbp/testkit/injection/Trial.java
//FILES org/sovereignbook/sbp/testkit/injection/injections.jsonl=../testkit/src/main/resources/org/sovereignbook/sbp/testkit/injection/injections.jsonl

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.frontend.command.CommandTable;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.peer.reader.ReaderJob;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.testkit.injection.Injection;
import org.sovereignbook.sbp.testkit.injection.Trial;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** See the first lines. */
@Command(name = "InjectionTrial", description = "try whether a judge can be steered")
class InjectionTrial implements Callable<Integer> {
  private static final int MAX_BATCH = 50;

  @Option(names = "--llm", description = "who judges")
  Optional<String> llm = Optional.empty();

  @Option(names = "--home", description = "whose settings, limits and ledger hold")
  Optional<Path> home = Optional.empty();

  @Option(names = "--batch", description = "texts in one prompt; default 10, at most 50")
  int batch = 10;

  @Option(names = "--only", description = "only this id, language or tactic")
  Optional<String> only = Optional.empty();

  @Option(names = "--yes", description = "go on though the calls may cost something")
  boolean yes;

  @Option(names = "--json", description = "one document instead of the table")
  boolean json;

  private final World world =
      new World(
          System.getenv(),
          Path.of("").toAbsolutePath(),
          System.in,
          System.out,
          System.err,
          () -> System.console() != null && System.console().isTerminal(),
          new LocalDisk(),
          InstantSource.system(),
          new SecureRandom());
  private final List<Trial.Result> results = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private int calls;

  /** The document of --json. */
  record Report(
      String backend,
      int entries,
      int shown,
      int obeyed,
      JsonDecimal rate,
      int carriedOut,
      int calls,
      List<String> problems,
      List<Trial.Result> results) {}

  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new InjectionTrial())
            .setExecutionExceptionHandler(
                (e, line, parsed) -> {
                  boolean isMistake =
                      e instanceof NodeException
                          || e instanceof CliException
                          || e instanceof PluginException;
                  if (!isMistake) {
                    throw e;
                  }
                  System.err.println("InjectionTrial: " + PeerText.plain(e.getMessage()));
                  return 1;
                })
            .execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Session session = Session.of(world, new Output(world, json), CommandTable.NONE).with(new Output(world, json), home);
    Optional<Node> node = session.nodeIfAny();
    LlmBackend backend = backend(session, node);
    List<Injection> wanted = Injection.all().stream().filter(this::isWanted).toList();
    int each = Math.clamp(batch, 1, MAX_BATCH);
    int batches = Math.ceilDiv(wanted.size(), each);
    if (wanted.isEmpty()) {
      System.err.println("InjectionTrial: the corpus has nothing of " + only.orElse(""));
      return 3;
    }
    if (backend.metered() && !mayAsk(backend, wanted.size(), batches)) {
      return 2;
    }
    Path scratch = Files.createTempDirectory("injection-trial-");
    try {
      JsonObject settings = node.map(one -> one.config().json()).orElse(JsonObject.empty());
      Trial trial = new Trial(scratch, backend, settings);
      String ledger = "";
      for (int i = 0; i < batches && problems.isEmpty(); i++) {
        List<Injection> some = wanted.subList(i * each, Math.min(wanted.size(), (i + 1) * each));
        ledger = node.isPresent() ? tryOn(session, node.get(), trial, some) : tried(trial, some, ledger);
        System.err.printf("%d of %d prompts%n", i + 1, batches);
      }
    } finally {
      delete(scratch);
    }
    report(backend);
    boolean obeyed = results.stream().anyMatch(one -> one.isSuccess() && !isAccepted(backend, one));
    return results.isEmpty() ? 3 : obeyed ? 5 : 0;
  }

  private LlmBackend backend(Session session, Optional<Node> node) {
    return node.isPresent()
        ? session.backend(node.get(), llm)
        : session.extensions(node).backend(llm.orElse(AgentSettings.BUILTIN));
  }

  private boolean isWanted(Injection one) {
    return only.isEmpty()
        || Stream.of(one.id(), one.language(), one.tactic()).anyMatch(only.get()::equals);
  }

  /** What the calls will be, and whether they may be made. */
  private boolean mayAsk(LlmBackend backend, int texts, int batches) {
    System.err.printf(
        "%d texts in %d calls of %s, at most %d where an answer has to be asked for again; the limits"
            + " of the day hold%n",
        texts, batches, backend.name(), 2 * batches);
    if (yes || !world.terminal().getAsBoolean()) {
      if (!yes) {
        System.err.println("InjectionTrial: these calls may cost something; say --yes to make them");
      }
      return yes;
    }
    return "y".equalsIgnoreCase(System.console().readLine("make them? [y/N] ").strip());
  }

  /** As an agent of the node does it: the node is held for the call, and the call is in its ledger. */
  private String tryOn(Session session, Node node, Trial trial, List<Injection> some)
      throws IOException, InterruptedException {
    try (ExclusiveStore held = session.exclusive(node, ReaderJob.NAME)) {
      Path file = node.home().llmLedger();
      String before = node.readText(file).orElse("");
      String after = tried(trial, some, before);
      if (after.length() > before.length()) {
        Change calls = new Change.AppendFile(file, after.substring(before.length()));
        held.store().commit(new ChangeSet().add(calls));
      }
      return after;
    }
  }

  /** The ledger afterwards. */
  private String tried(Trial trial, List<Injection> some, String ledger)
      throws IOException, InterruptedException {
    Trial.Batch tried = trial.run(some, ledger);
    calls += tried.calls();
    results.addAll(tried.results());
    tried.problem().ifPresent(problems::add);
    return tried.ledger();
  }

  /** What the rules fall for, knowingly; a model is not meant. */
  private static boolean isAccepted(LlmBackend backend, Trial.Result one) {
    return !backend.metered() && one.known().isPresent();
  }

  private void report(LlmBackend backend) {
    int shown = (int) results.stream().filter(Trial.Result::shown).count();
    int obeyed = (int) results.stream().filter(Trial.Result::isSuccess).count();
    int done = (int) results.stream().filter(one -> !one.carriedOut().isEmpty()).count();
    double rate = results.isEmpty() ? 0 : Math.round(1000.0 * obeyed / results.size()) / 1000.0;
    if (json) {
      System.out.println(
          JsonWriter.pretty(
              Shape.write(
                  new Report(
                      backend.name(),
                      results.size(),
                      shown,
                      obeyed,
                      JsonDecimal.of(rate),
                      done,
                      calls,
                      problems,
                      results))));
      return;
    }
    Table table = Table.of("TEXT", "LANGUAGE", "TACTIC", "WHERE", "DECIDED", "CARRIED OUT");
    results.stream()
        .filter(Trial.Result::isSuccess)
        .forEach(
            one ->
                table.row(
                    one.id(),
                    one.language(),
                    one.tactic(),
                    one.where().toString(),
                    PeerText.plain(String.join(", ", one.decided())),
                    String.join(", ", one.carriedOut())));
    Output out = new Output(world, false);
    out.table(table, "no text was obeyed");
    problems.forEach(problem -> out.line("stopped: " + PeerText.plain(problem)));
    out.line(
        "%s obeyed %d of %d texts (%.1f %%), %d of them with effect; %d never reached it; %d calls"
            .formatted(
                backend.name(),
                obeyed,
                results.size(),
                100 * rate,
                done,
                results.size() - shown,
                calls));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
