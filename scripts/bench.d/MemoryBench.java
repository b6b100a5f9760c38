import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.MemoryBeginning;
import org.sovereignbook.sbp.society.memory.MemoryObserver;
import org.sovereignbook.sbp.society.memory.MemorySearch;
import org.sovereignbook.sbp.society.recall.Embedder;
import org.sovereignbook.sbp.society.recall.QueryVector;
import org.sovereignbook.sbp.society.recall.VectorIndex;
import org.sovereignbook.sbp.testkit.memory.SimulatedMonth;

/**
 * Memory by its public functions: how much of the cited evidence a search finds in LoCoMo, a file
 * that is not part of this project (github.com/snap-research/LoCoMo, CC BY-NC 4.0); what a
 * simulated month leaves; and the processor's time of a search in one scope while the index grows.
 * A session of LoCoMo is an item, a turn a passage, a conversation the private memory of an agent.
 */
class MemoryBench {
  private static final int FIRST_ITEMS = 5;
  private static final int FIRST_TURNS = 20;
  private static final int ALL = 100;

  /** Rounds before those that are measured. */
  private static final int WARM = 10;

  private static final int SHOWN_MISSES = 20;
  private static final Pattern TURN = Pattern.compile("D(\\d+):(\\d+)");
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("d MMMM, uuuu", Locale.ENGLISH);

  /** Least figures in percent. */
  private record Gate(double any, double recall, double all, double turns) {}

  /** More than 0 for gates that cannot hold, to see that the run fails then. */
  private static final double MORE = Double.parseDouble(System.getProperty("gates", "0"));

  private static final Gate BY_WORDS = new Gate(93.5, 89, 84.5, 74);
  private static final Gate BY_VECTORS = new Gate(94.5, 90, 84.5, 81);

  /** A cited turn: its session and its place in it. */
  private record Turn(String session, int number) {}

  /** Sums over the questions. */
  private static final class Sums {
    private int questions;
    private double anyFirst;
    private double any;
    private double recall;
    private double all;
    private double turns;
    private final List<String> misses = new ArrayList<>();

    double percent(double sum) {
      return 100 * sum / questions;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory("sbp-bench");
    List<String> words = new ArrayList<>(List.of(arguments));
    boolean isOfFloors = words.remove("floors");
    boolean passed = true;
    try {
      Optional<String> data =
          words.stream().findFirst().or(() -> Optional.ofNullable(System.getenv("LOCOMO")));
      if (data.isPresent()) {
        passed = findings(folder.resolve("locomo"), Path.of(data.get()), words.size() > 1);
      } else {
        System.out.println("LoCoMo is not asked: name its file, or set LOCOMO");
      }
      passed &= month(folder.resolve("month"));
      if (!isOfFloors) {
        writes(folder.resolve("writes"));
        times(folder.resolve("times"), List.of(10_000, 100_000, 1_000_000));
      }
    } finally {
      Bench.delete(folder);
    }
    if (!passed) {
      System.out.println("NOT ALL GATES ARE PASSED");
      System.exit(1);
    }
  }

  /** A node whose items may be as long as a session of LoCoMo. */
  private static Node node(Path home) throws Exception {
    int _ =
        new ProcessBuilder(System.getenv("SBP_BENCH_LAUNCHER"), "init", home.toString(), "--local")
            .inheritIO()
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    Node node = Node.at(home);
    node.writeJson(
        node.home().schedulerConfig(),
        JsonObject.empty()
            .with("memory", JsonObject.builder().put("max_item_bytes", 1 << 20).build()));
    return node;
  }

  private static boolean findings(Path home, Path data, boolean allMisses) throws Exception {
    JsonArray conversations = (JsonArray) JsonReader.file(Files.readAllBytes(data));
    try (Ledger ledger = ledger(node(home))) {
      for (JsonValue one : conversations.values()) {
        JsonObject conversation = (JsonObject) one;
        String agent = conversation.string("sample_id").orElseThrow();
        ledger.run(tx -> write(tx, agent, conversation.object("conversation").orElseThrow()));
      }
      boolean passed = report(asked(ledger, conversations, Optional.empty()), BY_WORDS, allMisses);
      Optional<Embedder> embedder = embedder();
      if (embedder.isPresent()) {
        VectorIndex.Done done = VectorIndex.fill(ledger, embedder.get(), () -> false);
        System.out.printf(
            "%nwith %s: vectors of %,d items%n", embedder.get().modelId(), done.items());
        passed &= report(asked(ledger, conversations, embedder), BY_VECTORS, allMisses);
      }
      return passed;
    }
  }

  /** Returns the embedder of the plugin embeddings-e5, if it has been built. */
  private static Optional<Embedder> embedder() throws Exception {
    Path jar = Path.of(System.getenv().getOrDefault("SBP_BENCH_EMBEDDER", ""));
    if (!Files.isRegularFile(jar)) {
      return Optional.empty();
    }
    ClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
    return Optional.of(
        (Embedder)
            loader
                .loadClass("org.sovereignbook.sbp.plugins.e5.E5Embedder")
                .getConstructor()
                .newInstance());
  }

  private static Sums asked(Ledger ledger, JsonArray conversations, Optional<Embedder> embedder) {
    Sums sums = new Sums();
    for (JsonValue one : conversations.values()) {
      JsonObject conversation = (JsonObject) one;
      String agent = conversation.string("sample_id").orElseThrow();
      for (JsonValue asked : conversation.array("qa").orElseThrow().values()) {
        JsonObject question = (JsonObject) asked;
        Optional<QueryVector> meaning =
            embedder.map(each -> QueryVector.of(each, question.string("question").orElseThrow()));
        boolean _ = ledger.<Boolean>read(tx -> ask(tx, agent, question, meaning, sums));
      }
    }
    return sums;
  }

  private static void write(Transaction tx, String agent, JsonObject conversation) {
    Caller owner = Caller.owner("command");
    var _ = Registration.usual(agent, AgentType.CUSTOM).register(tx, owner);
    Caller caller = Agents.caller(tx, Optional.of(agent), Optional.empty());
    String speakers =
        conversation.string("speaker_a").orElseThrow()
            + " "
            + conversation.string("speaker_b").orElseThrow();
    for (int session = 1; conversation.has("session_" + session + "_date_time"); session++) {
      if (conversation.array("session_" + session).isPresent()) {
        String turns =
            conversation.array("session_" + session).orElseThrow().values().stream()
                .map(turn -> text((JsonObject) turn))
                .collect(Collectors.joining("\n"));
        String time = conversation.string("session_" + session + "_date_time").orElseThrow();
        LocalDate date = LocalDate.parse(time.substring(time.indexOf(" on ") + 4), DATE);
        var _ =
            new ItemWriter(tx)
                .write(
                    caller,
                    note(
                        Integer.toString(session),
                        speakers,
                        turns,
                        date.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli()));
      }
    }
  }

  /** An item whose lines are its passages. */
  static ItemDraft note(String id, String title, String lines, long atMs) {
    return new ItemDraft(
        Optional.of(id),
        ItemType.NOTE,
        JsonObject.builder().put("title", title).put("content", lines).build(),
        new ItemDraft.Where(Optional.empty(), Optional.empty(), Optional.empty()),
        Optional.empty(),
        List.of(),
        new org.sovereignbook.sbp.society.memory.Validity(Optional.of(atMs), Optional.empty()),
        Optional.empty());
  }

  /** A turn as one line. */
  private static String text(JsonObject turn) {
    String text =
        turn.string("speaker").orElseThrow()
            + ": "
            + turn.string("text").orElseThrow()
            + turn.string("blip_caption").map(caption -> " (" + caption + ")").orElse("");
    return text.replaceAll("\\s+", " ");
  }

  private static boolean ask(
      Transaction tx, String agent, JsonObject question, Optional<QueryVector> meaning, Sums sums) {
    Set<Turn> cited = new HashSet<>();
    List<JsonValue> evidence = question.array("evidence").orElseThrow().values();
    for (JsonValue one : evidence) {
      TURN.matcher(one.toString())
          .results()
          .forEach(turn -> cited.add(new Turn(turn.group(1), Integer.parseInt(turn.group(2)))));
    }
    if (evidence.isEmpty()) {
      return false;
    }
    String text = question.string("question").orElseThrow();
    List<MemorySearch.Result> hits =
        new MemorySearch(tx, meaning)
            .search(
                Agents.caller(tx, Optional.of(agent), Optional.empty()), text, ItemFilter.ALL, ALL);
    Set<String> sessions = cited.stream().map(Turn::session).collect(Collectors.toSet());
    List<String> found = hits.stream().map(MemoryBench::session).limit(FIRST_ITEMS).toList();
    long hit = sessions.stream().filter(found::contains).count();
    Set<Turn> turns =
        hits.stream()
            .flatMap(
                item ->
                    item.passages().stream()
                        .map(p -> Map.entry(p.score(), new Turn(session(item), p.number()))))
            .sorted(Map.Entry.<Double, Turn>comparingByKey().reversed())
            .limit(FIRST_TURNS)
            .map(Map.Entry::getValue)
            .collect(Collectors.toSet());
    sums.questions++;
    sums.anyFirst += !found.isEmpty() && sessions.contains(found.getFirst()) ? 1 : 0;
    sums.any += hit > 0 ? 1 : 0;
    sums.recall += sessions.isEmpty() ? 0 : (double) hit / sessions.size();
    sums.all += !sessions.isEmpty() && hit == sessions.size() ? 1 : 0;
    sums.turns +=
        cited.isEmpty()
            ? 0
            : (double) cited.stream().filter(turns::contains).count() / cited.size();
    if (hit == 0) {
      sums.misses.add(
          "category %s, %s: %s %s"
              .formatted(
                  question.integer("category").orElseThrow(),
                  agent,
                  text,
                  cited.stream().map(turn -> "D" + turn.session()).toList()));
    }
    return true;
  }

  private static String session(MemorySearch.Result found) {
    return found.item().item().label().orElseThrow();
  }

  private static boolean month(Path home) {
    SimulatedMonth.Figures month = SimulatedMonth.run(home, SimulatedMonth.Size.WHOLE);
    System.out.printf(
        "%na month of %d agents in %d groups: %,d items kept, %,d facts planted%n",
        SimulatedMonth.Size.WHOLE.agents(),
        SimulatedMonth.Size.WHOLE.groups(),
        month.items(),
        month.facts());
    boolean passed = most("leaks", month.leaks(), 0);
    passed &= most("items made of %,d echoes".formatted(month.restated()), month.echoes(), 0);
    passed &= most("junk, percent", month.junkPercent(), 10);
    passed &= most("bytes at start, at most", month.mostStartBytes(), 6_144);
    System.out.printf("%-28s %7d%n", "bytes at start, mean", month.startBytes());
    System.out.printf("of %,d questions:%n", month.asked());
    passed &= row("facts found, percent", month.foundPercent(), 90);
    System.out.println(passed ? "the gate is passed" : "THE GATE IS NOT PASSED");
    return passed;
  }

  private static boolean most(String what, double found, double gate) {
    System.out.printf("%-28s %7.1f %7.1f%n", what, found, gate);
    return found <= gate;
  }

  private static boolean report(Sums sums, Gate gate, boolean allMisses) {
    System.out.printf("%,d questions with evidence%n", sums.questions);
    System.out.printf("%-28s %7s %7s%n", "percent", "found", "gate");
    System.out.printf("%-28s %7.1f%n", "any@1", sums.percent(sums.anyFirst));
    boolean passed = row("any@5", sums.percent(sums.any), gate.any());
    passed &= row("evidence recall@5", sums.percent(sums.recall), gate.recall());
    passed &= row("all@5", sums.percent(sums.all), gate.all());
    passed &= row("turn recall@20", sums.percent(sums.turns), gate.turns());
    System.out.printf(
        "%d questions without any evidence among the first %d:%n", sums.misses.size(), FIRST_ITEMS);
    sums.misses.stream()
        .limit(allMisses ? Integer.MAX_VALUE : SHOWN_MISSES)
        .forEach(miss -> System.out.println("  " + miss));
    System.out.println(passed ? "the gate is passed" : "THE GATE IS NOT PASSED");
    return passed;
  }

  private static boolean row(String what, double found, double gate) {
    System.out.printf("%-28s %7.1f %7.1f%n", what, found, gate);
    return found >= gate + MORE;
  }

  private static Ledger ledger(Node node) {
    Ledger ledger =
        Ledger.open(node, new SqliteLedgerProvider().open(node))
            .observedBy(List.of(new MemoryObserver()));
    MemoryBeginning.ensure(ledger);
    return ledger;
  }

  private static void writes(Path home) throws Exception {
    Node node = node(home);
    try (Ledger ledger = ledger(node)) {
      new ItemWrites().measure(node, ledger, home);
    }
  }

  private static void times(Path home, List<Integer> sizes) throws Exception {
    System.out.println();
    IndexGrowth growth = new IndexGrowth();
    try (Ledger ledger = ledger(node(home))) {
      System.out.printf(
          "%-24s %12s %12s %12s%n", "ms of the processor", "median", "95th of 100", "rows");
      double[] medians = new double[sizes.size()];
      for (int i = 0; i < sizes.size(); i++) {
        growth.to(ledger, sizes.get(i));
        medians[i] = measure(ledger, growth, sizes.get(i));
      }
      System.out.printf(
          "a search at %,d rows takes %.1f times as long as at %,d (at most 10)%n",
          sizes.getLast(), medians[medians.length - 1] / medians[0], sizes.getFirst());
    }
  }

  private static double measure(Ledger ledger, IndexGrowth growth, int rows) {
    List<String> questions = growth.questions();
    double[] took = new double[questions.size()];
    for (int i = -WARM * questions.size(); i < questions.size(); i++) {
      String question = questions.get(Math.floorMod(i, questions.size()));
      long begun = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      List<MemorySearch.Result> hits = ledger.read(tx -> growth.ask(tx, question, FIRST_ITEMS));
      double took1 = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begun) / 1e6;
      if (hits.isEmpty()) {
        throw new IllegalStateException("nothing found for " + question);
      }
      took[Math.max(0, i)] = took1;
    }
    Arrays.sort(took);
    System.out.printf(
        "%-24s %12.2f %12.2f %,12d%n",
        "a search", took[took.length / 2], took[took.length * 95 / 100], rows);
    return took[took.length / 2];
  }
}
