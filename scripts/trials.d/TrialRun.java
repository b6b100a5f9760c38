import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One run of a trial: its tests in JVMs of their own, or its command. Its output is in a file. */
final class TrialRun {
  /** Exit code of a command, or of a script, for which there is nothing to do here. */
  private static final int NOTHING_TO_DO = 3;

  /** A trial that takes this many times longer than expected, and more than an hour, has failed. */
  private static final int PATIENCE = 10;

  private static final long LEAST_PATIENCE_MIN = 60;

  /** A trial that is to fit into given minutes has failed at this many times its own, over ten. */
  private static final int PATIENCE_OF_FITTING = 3;

  private static final long LEAST_PATIENCE_OF_FITTING_MIN = 10;

  /** JVM options of tests, as in pom.xml. */
  private static final List<String> JVM =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmn512m",
          "-XX:ReservedCodeCacheSize=240m",
          "--enable-native-access=ALL-UNNAMED");

  private final Path root;
  private final Trial trial;
  private final Map<String, List<String>> classes;
  private final Options options;
  private final Path folder;

  TrialRun(Path root, Trial trial, Map<String, List<String>> classes, Options options) {
    this.root = root;
    this.trial = trial;
    this.classes = classes;
    this.options = options;
    this.folder = root.resolve("target/trials").resolve(trial.name());
  }

  /** Runs it to its end. */
  Row row() throws IOException, InterruptedException {
    long began = System.nanoTime();
    delete(folder);
    Files.createDirectories(folder);
    String missing = missing();
    if (!missing.isEmpty()) {
      return row(began, Row.SKIPPED, missing);
    }
    if (!trial.run().isEmpty()) {
      List<String> command = new ArrayList<>(trial.run());
      if (!options.quick()) {
        command.addAll(trial.fullRun());
      }
      command.addAll(options.arguments());
      int exit = run(command, root);
      return exit == 0
          ? row(began, Row.PASSED, "")
          : row(began, exit == NOTHING_TO_DO ? Row.SKIPPED : Row.FAILED, lastLine());
    }
    boolean isFailed = false;
    List<Path> reports = new ArrayList<>();
    for (Map.Entry<String, List<String>> each : classes.entrySet()) {
      if (!each.getValue().isEmpty()) {
        Path report = folder.resolve(each.getKey().replaceAll("[^a-z0-9-]", "-"));
        reports.add(report);
        isFailed |= runTests(each.getKey(), each.getValue(), report) != 0;
      }
    }
    return row(began, isFailed, TestReport.of(reports));
  }

  private Row row(long began, boolean isFailed, TestReport report) throws IOException {
    if (isFailed) {
      return row(
          began,
          Row.FAILED,
          report.failures().isEmpty() ? lastLine() : String.join(", ", report.failures()));
    }
    String reasons = report.reasons();
    if (report.tests() == report.skips()) {
      return row(began, Row.SKIPPED, reasons.isEmpty() ? "it has no tests here" : reasons);
    }
    return row(
        began,
        Row.PASSED,
        "%d tests%s".formatted(report.tests(), reasons.isEmpty() ? "" : ", skipped: " + reasons));
  }

  private Row row(long began, String state, String reason) {
    double minutes = (System.nanoTime() - began) / 6e10;
    String oneLine = reason.replaceAll("\\s+", " ");
    return new Row(trial.name(), state, minutes, oneLine, options.seed());
  }

  /** Returns what this machine lacks, as the reason of a skipped trial; empty if nothing. */
  private String missing() {
    for (String need : trial.needs()) {
      boolean isThere =
          need.startsWith("$")
              ? System.getenv(need.substring(1)) != null
              : Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                  .anyMatch(path -> Files.isExecutable(Path.of(path, need)));
      if (!isThere) {
        return need.startsWith("$") ? need + " is not set" : "there is no " + need + " here";
      }
    }
    return "";
  }

  private int runTests(String key, List<String> names, Path report)
      throws IOException, InterruptedException {
    boolean isWhole = key.startsWith("+");
    String module = isWhole ? key.substring(1) : key;
    Path home = root.resolve(module);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    command.add("-Dbasedir=" + home);
    command.add("-Dsbp.seed=" + options.seed());
    for (String property : trial.with()) {
      command.add("-D" + property.replace("ROOT", root.toString()));
    }
    if (!options.quick()) {
      trial.full().forEach(property -> command.add("-D" + property));
    }
    options.arguments().forEach(given -> command.add(option(given)));
    command.add("-cp");
    command.add(classPath(home));
    command.addAll(
        List.of(
            "org.junit.platform.console.ConsoleLauncher",
            "execute",
            "--disable-banner",
            "--details=tree",
            "--details-theme=ascii",
            "--disable-ansi-colors",
            "--reports-dir=" + report,
            "--config=junit.jupiter.execution.timeout.testable.method.default=40 m",
            "--config=junit.jupiter.execution.timeout.threaddump.enabled=true",
            "--config=junit.jupiter.extensions.autodetection.enabled=true"));
    if (!isWhole) {
      command.add("--include-tag=trial");
    }
    names.forEach(name -> command.add("--select-class=" + name));
    Path arguments = report.resolveSibling(report.getFileName() + ".args");
    return run(inFile(command, arguments), root.resolve(TrialTable.folder(module)));
  }

  /** Returns an option of the JVM: a path is the value of the property that the trial names. */
  private String option(String given) {
    return given.startsWith("-") || trial.argument().isEmpty()
        ? given
        : "-D" + trial.argument().getFirst() + "=" + Path.of(given).toAbsolutePath();
  }

  /** Returns the command with its arguments in a file: a class path may be longer than allowed. */
  private static List<String> inFile(List<String> command, Path file) throws IOException {
    List<String> quoted =
        command.stream()
            .skip(1)
            .map(each -> '"' + each.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
            .toList();
    Files.write(file, quoted);
    return List.of(command.getFirst(), "@" + file);
  }

  private String classPath(Path module) throws IOException {
    Path recorded = module.resolve("target/trial-classpath.txt");
    return String.join(
        File.pathSeparator,
        module.resolve("target/test-classes").toString(),
        module.resolve("target/classes").toString(),
        Files.readString(recorded).strip(),
        root.resolve("target/trials/junit-console.jar").toString());
  }

  private int run(List<String> command, Path where) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(where.toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("SBP_TRIAL_SEED", String.valueOf(options.seed()));
    Process process = builder.start();
    Thread stop = Thread.ofPlatform().unstarted(() -> end(process));
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      long patience = patience();
      if (!process.waitFor(patience, TimeUnit.MINUTES)) {
        end(process);
        Files.writeString(
            output(),
            "\nit took longer than " + patience + " minutes\n",
            java.nio.file.StandardOpenOption.APPEND);
        return 1;
      }
      return process.exitValue();
    } finally {
      Runtime.getRuntime().removeShutdownHook(stop);
    }
  }

  private long patience() {
    return options.fit().isPresent()
        ? Math.max(LEAST_PATIENCE_OF_FITTING_MIN, (long) trial.minutes() * PATIENCE_OF_FITTING)
        : Math.max(LEAST_PATIENCE_MIN, (long) trial.minutes() * PATIENCE);
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  Path output() {
    return folder.resolve("output.txt");
  }

  private String lastLine() throws IOException {
    if (!Files.exists(output())) {
      return "";
    }
    try (Stream<String> lines =
        Files.lines(output(), java.nio.charset.StandardCharsets.ISO_8859_1)) {
      return lines.filter(line -> !line.isBlank()).reduce((_, last) -> last).orElse("");
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
