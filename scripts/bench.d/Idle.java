import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A new node of this machine under {@code sbp up}, with its server and its page and nothing to do:
 * processor time, wakeups and memory of its processes, beside a JVM that only waits, without and
 * with many other processes on the machine. Linux only.
 */
class Idle {
  private static final Path PROC = Path.of("/proc");
  private static final int WARM_SECONDS = 45;

  /** Processor time of a clock tick of Linux. */
  private static final double SECONDS_A_TICK = 0.01;

  private record Used(double seconds, double endedSeconds, long wakeups, double mebibytes) {
    Used minus(Used earlier) {
      return new Used(
          seconds - earlier.seconds,
          endedSeconds - earlier.endedSeconds,
          wakeups - earlier.wakeups,
          mebibytes);
    }
  }

  public static void main(String[] arguments) throws Exception {
    int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 120;
    int others = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000;
    Path folder = Files.createTempDirectory("sbp-bench");
    List<Process> started = new ArrayList<>();
    try {
      Path node = node(folder);
      System.out.printf("%-30s %10s %12s %8s%n", "", "CPU s/hour", "wakeups/s", "PSS MiB");
      Process waits =
          started(
              started,
              System.getenv("SBP_BENCH_JAVA"),
              "-Xmn8m",
              "-XX:+UseSerialGC",
              "-XX:TieredStopAtLevel=1",
              waiting(folder).toString());
      report("a JVM that waits", waits.toHandle(), seconds);
      Process up = started(started, System.getenv("SBP_BENCH_LAUNCHER"), "up", node.toString());
      report("sbp up", up.toHandle(), seconds);
      for (int i = 0; i < others; i++) {
        Process _ = started(started, "sleep", "100000");
      }
      report("beside " + others + " other processes", up.toHandle(), seconds);
    } finally {
      started.reversed().forEach(Process::destroy);
      for (Process each : started) {
        boolean _ = each.waitFor(1, TimeUnit.MINUTES);
      }
      Bench.delete(folder);
    }
  }

  /** A node whose ports nobody else has. */
  private static Path node(Path folder) throws Exception {
    Path node = folder.resolve("node");
    run("init", node.toString(), "--local", "--port", Integer.toString(Bench.freePort()));
    run("config", "set", "web.port", Integer.toString(Bench.freePort()), "--home", node.toString());
    return node;
  }

  private static Path waiting(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("Waits.java"),
        "void main() throws Exception { new java.util.concurrent.CountDownLatch(1).await(); }");
  }

  private static void run(String... words) throws Exception {
    List<String> line = new ArrayList<>(List.of(System.getenv("SBP_BENCH_LAUNCHER")));
    line.addAll(List.of(words));
    Process process =
        new ProcessBuilder(line)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(line + " failed");
    }
  }

  private static Process started(List<Process> all, String... line) throws IOException {
    Process process =
        new ProcessBuilder(line)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    all.add(process);
    return process;
  }

  private static void report(String what, ProcessHandle root, int seconds) throws Exception {
    TimeUnit.SECONDS.sleep(WARM_SECONDS);
    Map<Long, Used> before = used(root);
    TimeUnit.SECONDS.sleep(seconds);
    Map<Long, Used> after = used(root);
    after.keySet().retainAll(before.keySet());
    double spent = 0;
    double wakeups = 0;
    double memory = 0;
    for (Map.Entry<Long, Used> each : after.entrySet()) {
      Used one = each.getValue().minus(before.get(each.getKey()));
      spent += one.seconds() + one.endedSeconds();
      wakeups += one.wakeups();
      memory += one.mebibytes();
    }
    System.out.printf(
        "%-30s %10.1f %12.1f %8.0f%n", what, spent * 3600 / seconds, wakeups / seconds, memory);
  }

  private static Map<Long, Used> used(ProcessHandle root) throws IOException {
    Map<Long, Used> all = new TreeMap<>();
    for (ProcessHandle each : Stream.concat(Stream.of(root), root.descendants()).toList()) {
      Path process = PROC.resolve(Long.toString(each.pid()));
      String stat = Files.readString(process.resolve("stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      long wakeups = 0;
      try (Stream<Path> threads = Files.list(process.resolve("task"))) {
        for (Path thread : threads.toList()) {
          wakeups += number(thread.resolve("status"), "voluntary_ctxt_switches");
        }
      }
      all.put(
          each.pid(),
          new Used(
              ticks(fields, 11),
              ticks(fields, 13),
              wakeups,
              number(process.resolve("smaps_rollup"), "Pss") / 1024.0));
    }
    return all;
  }

  /** Time in the program and in the system. */
  private static double ticks(String[] fields, int from) {
    return (Long.parseLong(fields[from]) + Long.parseLong(fields[from + 1])) * SECONDS_A_TICK;
  }

  private static long number(Path file, String name) throws IOException {
    Matcher found =
        Pattern.compile("^" + name + ":\\s+(\\d+)", Pattern.MULTILINE)
            .matcher(Files.readString(file));
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }
}
