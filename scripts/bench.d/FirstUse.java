import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A newcomer's first command in a fresh clone of this checkout's last commit, with an empty HOME
 * and Maven's repository as it is: seconds and CPU seconds until its first output, until the first
 * line of the demo, until the demo's end, and until the quick starts made beside it are there.
 */
class FirstUse {
  private static final int SET_CHILD_SUBREAPER = 36;
  private static final double TICKS_A_SECOND = 100;

  private static long began;

  public static void main(String[] words) throws Throwable {
    adoptOrphans();
    Path root = Path.of(words[0]);
    List<String> command =
        words.length > 1 ? List.of(words).subList(1, words.length) : List.of("demo", "team");
    Path folder = Files.createTempDirectory("sbp-first-use-");
    try {
      Path clone = folder.resolve("sbp");
      run(new ProcessBuilder("git", "clone", "-q", root.toString(), clone.toString()).inheritIO());
      measure(clone, Files.createDirectory(folder.resolve("home")), command);
    } finally {
      ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
      deleteTree(folder);
    }
  }

  private static void measure(Path clone, Path home, List<String> words) throws Throwable {
    ProcessBuilder builder =
        new ProcessBuilder(Stream.concat(Stream.of("scripts/sbp"), words.stream()).toList());
    builder.directory(clone.toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("SBP_") && !name.equals("SBP_JAVA"));
    environment
        .keySet()
        .removeAll(List.of("SBP", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"));
    String repository = System.getProperty("user.home") + "/.m2/repository";
    environment.put(
        "MAVEN_OPTS",
        "-Dmaven.repo.local=" + repository + " " + environment.getOrDefault("MAVEN_OPTS", ""));
    environment.put("HOME", home.toString());
    System.out.printf("%-28s %8s %8s %6s%n", "until", "seconds", "CPU s", "goal");
    double before = spent();
    began = System.nanoTime();
    Process process = builder.start();
    Thread errors =
        Thread.ofVirtual()
            .start(() -> firstLine(process.getErrorStream(), "the first output", before, ""));
    firstLine(process.getInputStream(), "the first line of the demo", before, "40 s");
    errors.join();
    int code = process.waitFor();
    report("its end", before, "60 s, 70 CPU s");
    if (code != 0) {
      throw new IllegalStateException("sbp " + String.join(" ", words) + " ended with " + code);
    }
    awaitOrphans();
    report("the quick starts", before, "110 CPU s");
  }

  private static void firstLine(InputStream in, String name, double before, String goal) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      if (reader.readLine() != null) {
        report(name, before, goal);
      }
      while (reader.readLine() != null) {}
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static synchronized void report(String name, double before, String goal) {
    System.out.printf(
        "%-28s %8.1f %8.1f   %s%n",
        name, (System.nanoTime() - began) / 1e9, spent() - before, goal);
  }

  /**
   * CPU seconds of all that descends from this process: of what was waited for, and of what runs.
   */
  private static double spent() {
    double ended = ticks(ProcessHandle.current().pid(), 13 + 2, 13 + 3);
    return (ended
            + ProcessHandle.current()
                .descendants()
                .mapToDouble(each -> ticks(each.pid(), 13, 14, 15, 16))
                .sum())
        / TICKS_A_SECOND;
  }

  /** Fields of /proc/PID/stat, counted from 0; none once it has ended. */
  private static double ticks(long pid, int... fields) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      double sum = 0;
      for (int field : fields) {
        sum += Double.parseDouble(words[field - 2]);
      }
      return sum;
    } catch (IOException e) {
      return 0;
    }
  }

  /** Makes processes whose parent has ended children of this one, which can wait for them. */
  @SuppressWarnings("restricted")
  private static void adoptOrphans() throws Throwable {
    Linker linker = Linker.nativeLinker();
    int done =
        (int)
            linker
                .downcallHandle(
                    linker.defaultLookup().find("prctl").orElseThrow(),
                    FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG))
                .invokeExact(SET_CHILD_SUBREAPER, 1L);
    if (done != 0) {
      throw new IllegalStateException("this system cannot tell what a command leaves running");
    }
  }

  /** Waits for the children that this process did not start. */
  @SuppressWarnings("restricted")
  private static void awaitOrphans() throws Throwable {
    Linker linker = Linker.nativeLinker();
    MethodHandle wait =
        linker.downcallHandle(
            linker.defaultLookup().find("waitpid").orElseThrow(),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT));
    int pid;
    do {
      pid = (int) wait.invokeExact(-1, MemorySegment.NULL, 0);
    } while (pid > 0);
  }

  private static void run(ProcessBuilder builder) throws Exception {
    if (builder.start().waitFor() != 0) {
      throw new IllegalStateException(String.join(" ", builder.command()) + " failed");
    }
  }

  private static void deleteTree(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
