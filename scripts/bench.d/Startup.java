import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;

/**
 * What a start costs: the commands that people, agents and cron call all day, each through the
 * launcher, in turn with a JVM that prints a word from an AOT cache of its own with the same flags.
 * Printed are medians, and the median of the ratios of neighbours in time; commands of the society
 * beside the status of a node that has one.
 */
class Startup {
  private static final String LAUNCHER = System.getenv("SBP_BENCH_LAUNCHER");

  /** Commands of the society, which agents call all day. */
  private static final List<String> SOCIETY =
      List.of(
          "task add another",
          "task list",
          "task ready",
          "task claim --as reader",
          "mail send reader hello",
          "mail list",
          "bus put key value --as reader",
          "agent list",
          "event list",
          "audit list",
          "access requests");

  private static final int CHILDREN = -1;
  private static final int TIMEVALS_BYTES = 256;

  /** One run: seconds by the clock, and of processors. */
  record Run(double wall, double cpu) {}

  public static void main(String[] arguments) throws Exception {
    int runs = arguments.length == 0 ? 21 : Integer.parseInt(arguments[0]);
    Path folder = Files.createTempDirectory("sbp-bench");
    try {
      Map<String, List<String>> commands = new LinkedHashMap<>();
      commands.put("hello", Hello.command(folder));
      commands.put("version", List.of(LAUNCHER, "version"));
      Path plain = node(folder.resolve("plain"));
      Path identity = plain.resolve("runtime/identity/identity.json");
      commands.put("verify", List.of(LAUNCHER, "verify", identity.toString()));
      Path society = society(folder.resolve("society"));
      putLooks(commands, "", plain);
      putLooks(commands, " (sqlite)", inSqlite(node(folder.resolve("plain-sqlite"))));
      putLooks(commands, ", society", society);
      putLooks(commands, ", society (sqlite)", inSqlite(society(folder.resolve("society-sqlite"))));
      for (String line : SOCIETY) {
        commands.put(line, at(society, line));
      }
      print(measure(commands, runs));
    } finally {
      Bench.delete(folder);
    }
  }

  /** A node that has done all that is due, and for a day has nothing to do. */
  private static Path node(Path folder) throws Exception {
    sbp("init", folder.toString(), "--local");
    Node node = Node.at(folder);
    JsonObject config = node.config().json();
    JsonObject.Builder components = JsonObject.builder();
    config
        .object("components")
        .orElseThrow()
        .members()
        .forEach(
            (name, section) ->
                components.put(name, ((JsonObject) section).with("interval_minutes", 1_440)));
    node.writeJson(node.home().schedulerConfig(), config.with("components", components.build()));
    sbp("tick", "--home", folder.toString());
    return folder;
  }

  /** Such a node with a society that has done something. */
  private static Path society(Path folder) throws Exception {
    node(folder);
    run(at(folder, "task add a-task"));
    run(at(folder, "mail send reader hello"));
    return folder;
  }

  private static Path inSqlite(Path node) throws Exception {
    run(at(node, "store migrate --to sqlite"));
    return node;
  }

  private static void putLooks(Map<String, List<String>> commands, String where, Path node) {
    commands.put("tick" + where, at(node, "tick"));
    commands.put("status" + where, at(node, "status"));
  }

  private static List<String> at(Path node, String line) {
    List<String> words = new ArrayList<>(List.of(LAUNCHER));
    words.addAll(List.of(line.split(" ")));
    words.addAll(List.of("--home", node.toString()));
    return words;
  }

  private static Map<String, List<Run>> measure(Map<String, List<String>> commands, int runs)
      throws Exception {
    Map<String, List<Run>> measured = new LinkedHashMap<>();
    for (int i = 0; i <= runs; i++) {
      for (Map.Entry<String, List<String>> command : commands.entrySet()) {
        double before = childrensSeconds();
        long begin = System.nanoTime();
        run(command.getValue());
        Run run = new Run((System.nanoTime() - begin) / 1e9, childrensSeconds() - before);
        // The first round only warms up.
        if (i > 0) {
          measured.computeIfAbsent(command.getKey(), name -> new ArrayList<>()).add(run);
        }
      }
    }
    return measured;
  }

  private static void print(Map<String, List<Run>> measured) {
    List<Run> reference = measured.get("hello");
    List<Run> status = measured.get("status, society");
    System.out.printf(
        "%-26s %9s %9s %9s %9s %11s%n", "", "wall ms", "cpu ms", "wall x", "cpu x", "cpu/status");
    measured.forEach(
        (name, runs) ->
            System.out.printf(
                "%-26s %9.1f %9.1f %9.2f %9.2f %11.2f%n",
                name,
                1e3 * median(runs.stream().map(Run::wall).toList()),
                1e3 * median(runs.stream().map(Run::cpu).toList()),
                ratio(Run::wall, runs, reference),
                ratio(Run::cpu, runs, reference),
                ratio(Run::cpu, runs, status)));
  }

  private static double ratio(ToDoubleFunction<Run> of, List<Run> runs, List<Run> reference) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      ratios.add(of.applyAsDouble(runs.get(i)) / of.applyAsDouble(reference.get(i)));
    }
    return median(ratios);
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  private static void sbp(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(LAUNCHER));
    command.addAll(List.of(words));
    run(command);
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    process.getOutputStream().close();
    int code = process.waitFor();
    if (code != 0 && code != 3) {
      throw new IOException("exit code " + code + " of " + command);
    }
  }

  /** What all ended child processes of this one have used, as the system counts it. */
  private static double childrensSeconds() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment usage = arena.allocate(TIMEVALS_BYTES, Long.BYTES);
      int failed = (int) GETRUSAGE.invokeExact(CHILDREN, usage);
      return failed != 0 ? 0 : seconds(usage, 0) + seconds(usage, 2);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static double seconds(MemorySegment usage, int at) {
    return usage.getAtIndex(ValueLayout.JAVA_LONG, at)
        + usage.getAtIndex(ValueLayout.JAVA_INT, 2L * (at + 1)) / 1e6;
  }

  // A restricted method, and the only way to ask the system.
  @SuppressWarnings("restricted")
  private static final MethodHandle GETRUSAGE =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().find("getrusage").orElseThrow(),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
}
